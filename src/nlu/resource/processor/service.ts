// Processors (specification 3, sections 2.3 and 4.8). They belong to an intent or a node of a scene, which creates and
// removes them within its own transaction.
import { ServiceError } from '../../../protocol/errors.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { refuseFixed } from '../patch.js';
import { checkedContent } from './content.js';
import type { ProcessorDraft, ProcessorView } from './schemas.js';
import type { ProcessorRow, ProcessorTable } from './table.js';

export interface ProcessorParts {
  readonly table: ProcessorTable;
  readonly changes: Changes;
}

export class Processors {
  readonly #parts: ProcessorParts;

  constructor(parts: ProcessorParts) {
    this.#parts = parts;
  }

  /** Within the owner's transaction. `where`: the place of the processor in the request, such as `processor`. */
  create(tenantId: string, { type, content }: ProcessorDraft, where = ''): number {
    const json = checkedContent(type, content, where === '' ? 'content' : `${where}.content`);
    return this.#parts.table.add(tenantId, type as ProcessorRow['type'], json);
  }

  /** The view of a processor that its owner names. */
  viewOf(id: number): ProcessorView {
    return viewOf(this.#parts.table.byId(id) as ProcessorRow);
  }

  /** Removes a processor within the transaction of its owner, which no longer names it. */
  remove(id: number): void {
    this.#parts.table.remove(id);
  }

  view(tenantId: string, id: number): ProcessorView {
    return viewOf(this.#row(tenantId, id));
  }

  change(
    tenantId: string,
    id: number,
    body: { type?: ProcessorDraft['type'] | undefined; content?: ProcessorDraft['content'] | undefined },
  ): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, viewOf(row), ['type', 'content']);
      const { type = row.type, content } = body;
      if (content === undefined) {
        if (type === row.type) return;
        throw new ServiceError('INVALID_ARGUMENT', `content: required, because the type changes to ${type}`);
      }
      table.change(id, type as ProcessorRow['type'], checkedContent(type, content, 'content'));
    });
  }

  #row(tenantId: string, id: number): ProcessorRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('processor', id);
    return row;
  }
}

const viewOf = ({ id, type, content }: ProcessorRow): ProcessorView => ({ id, type, content: JSON.parse(content) });
