// Groups of sensitive words: an utterance with a word of the lexicon gets the group's reply.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { GroupDraft, GroupIds, GroupView } from './schemas.js';
import { invalid, type RobotServiceParts, type Robots } from './service.js';
import type { SensitiveGroupRow } from './table.js';

export class SensitiveGroups {
  readonly #parts: RobotServiceParts;
  readonly #robots: Robots;

  constructor(parts: RobotServiceParts, robots: Robots) {
    this.#parts = parts;
    this.#robots = robots;
  }

  all(tenantId: string, robotId: string, detail: boolean): GroupView[] {
    return this.#rows(tenantId, robotId).map((row) => this.#viewOf(row, detail));
  }

  view(tenantId: string, robotId: string, id: number, detail: boolean): GroupView {
    return this.#viewOf(this.#row(tenantId, robotId, id), detail);
  }

  create(tenantId: string, robotId: string, draft: GroupDraft): GroupIds {
    const { table, changes, references, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const { seq } = this.#robots.row(tenantId, robotId);
      const rows = table.groups(seq);
      refuseMore(rows.length, limits.nlu.sensitiveGroupsPerRobot, 'groups of sensitive words of a robot');
      refuseTaken(rows, draft.name);
      const lexicon = this.#lexicon(tenantId, draft.lexicon);
      const response = responses.create(tenantId, draft.response, 'response');
      const id = table.addGroup({ robot_seq: seq, name: draft.name, lexicon: lexicon.name, response_id: response.id });
      references.set({ kind: 'sensitiveGroup', id }, 'lexicon', [lexicon.id]);
      return { id, response };
    });
  }

  change(
    tenantId: string,
    robotId: string,
    id: number,
    body: { name?: string | undefined; lexicon?: string | undefined },
  ): void {
    const { table, changes, references } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, robotId, id);
      refuseFixed(body, this.#viewOf(row, true), ['name', 'lexicon'], () => this.#viewOf(row, false));
      const { name = row.name } = body;
      if (name !== row.name) refuseTaken(table.groups(row.robot_seq), name);
      const lexicon = this.#lexicon(tenantId, body.lexicon ?? row.lexicon);
      table.changeGroup({ ...row, name, lexicon: lexicon.name });
      references.set({ kind: 'sensitiveGroup', id }, 'lexicon', [lexicon.id]);
    });
  }

  remove(tenantId: string, robotId: string, id: number): GroupIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const { response_id } = this.#row(tenantId, robotId, id);
      const response = responses.ids(response_id);
      table.removeGroup(id);
      return { id, response };
    });
  }

  #lexicon(tenantId: string, name: string): { readonly id: number; readonly name: string } {
    const { id, type, name: stored } = this.#parts.lexicons.bound(tenantId, name, 'lexicon');
    if (id !== undefined && type !== 'DYNAMIC') return { id, name: stored };
    const kind = id === undefined ? 'a system lexicon' : 'DYNAMIC';
    throw invalid(`lexicon: ${JSON.stringify(stored)} is ${kind}; sensitive words need a SIMPLE or STANDARD lexicon`);
  }

  #rows(tenantId: string, robotId: string): SensitiveGroupRow[] {
    return this.#parts.table.groups(this.#robots.row(tenantId, robotId).seq);
  }

  #row(tenantId: string, robotId: string, id: number): SensitiveGroupRow {
    const row = this.#rows(tenantId, robotId).find((each) => each.id === id);
    if (row === undefined) throw noSuch(`group of sensitive words of robot ${robotId}:`, id);
    return row;
  }

  #viewOf({ id, name, lexicon, response_id }: SensitiveGroupRow, detail: boolean): GroupView {
    const { responses } = this.#parts;
    return { id, name, lexicon, response: detail ? responses.viewOf(response_id) : responses.ids(response_id) };
  }
}

function refuseTaken(rows: readonly SensitiveGroupRow[], name: string): void {
  if (!rows.some((row) => row.name === name)) return;
  throw new ServiceError('CONFLICT', `name: the robot already has a group ${JSON.stringify(name)}`);
}
