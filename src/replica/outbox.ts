// Changes made here that have yet to go upstream. A row is written in the transaction of the change itself; it leaves
// when the upstream has answered for that very version.

import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { OutboxEntry, OutboxVerdict, SyncResource } from '../protocol/wire/sync-messages.js';
import { versionTag } from '../protocol/wire/versions.js';
import type { Conflicts } from './conflicts.js';
import type { SentVersions } from './kind/kind.js';
import type { SyncTable } from './table.js';

export interface OutboxParts {
  readonly table: SyncTable;
  readonly versions: SentVersions;
  readonly conflicts: Conflicts;
  /** ms UTC */
  readonly now: () => number;
  /** Called when waiting entries should be sent. */
  readonly onRow: () => void;
  readonly rows?: number;
}

export interface OutboxFacts {
  readonly waiting: number;
  readonly oldestMs: number | null;
  readonly newestSeq: number;
}

export class Outbox {
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  get facts(): OutboxFacts {
    const { waiting, oldest, newest } = this.#parts.table.outboxFacts();
    return { waiting, oldestMs: oldest, newestSeq: newest ?? 0 };
  }

  /** Adds a row within the transaction of the change, which is undone if the outbox is full. */
  add(id: string): void {
    const { table, rows = limits.sync.outboxRows } = this.#parts;
    if (!table.hasOutbox(id) && this.facts.waiting >= rows) {
      const wait = 'wait until the upstream can be reached, or set sync.outbox to false';
      throw new ServiceError(
        'OUTBOX_FULL',
        `${rows} changes are waiting to go upstream, and no more are accepted; ${wait}`,
      );
    }
    this.#put(id);
  }

  /** Called once, when an outbox begins, so that the existing resources are sent as well. */
  fill(): void {
    const { table, versions } = this.#parts;
    if (table.self().outbox_is_seeded === 1) return;
    table.db.transaction(() => {
      for (const { category, id } of versions.all()) if (category === 'user') this.#put(id);
      table.setSeeded(true);
    })();
  }

  /** Stops adding rows for changes; the next `seed` makes up for it. */
  drop(): void {
    if (this.#parts.table.self().outbox_is_seeded === 1) this.#parts.table.setSeeded(false);
  }

  page(limit: number): OutboxEntry[] {
    const { table, versions } = this.#parts;
    const entries: OutboxEntry[] = [];
    let bytes = 0;
    for (let seq = 0; entries.length < limit; ) {
      const row = table.outboxAfter(seq);
      if (row === undefined) break;
      seq = row.seq;
      const item = versions.find(row.resource_id);
      if (item === undefined) continue;
      const content = item.content === null ? undefined : versions.content(item.content.sha256)?.toString('base64');
      bytes += content?.length ?? 0;
      if (entries.length > 0 && bytes > limits.sync.outboxPageBytes) break;
      const { idempotency_key: idempotencyKey } = row;
      entries.push({ seq, idempotencyKey, item, ...(content !== undefined && { content }) });
    }
    return entries;
  }

  /** A row of a later version of the same resource has another key and stays. */
  settle(verdicts: readonly OutboxVerdict[]): number {
    const { table } = this.#parts;
    return table.db.transaction(() => {
      let settled = 0;
      for (const { idempotencyKey, verdict, why } of verdicts) {
        const row = table.outboxByKey(idempotencyKey);
        if (row === undefined) continue;
        if (verdict === 'refused') this.#keepRefused(row.resource_id, why);
        table.removeOutbox(row.seq);
        settled++;
      }
      return settled;
    })();
  }

  #put(id: string): void {
    const { table, versions, now, onRow } = this.#parts;
    const item = versions.find(id);
    if (item === undefined) return;
    table.putOutbox(keyOf(item), id, now());
    onRow();
  }

  #keepRefused(id: string, why = 'no reason given'): void {
    const { versions, conflicts } = this.#parts;
    const lost = versions.find(id);
    if (lost === undefined) return;
    const bytes = lost.content === null ? undefined : versions.content(lost.content.sha256);
    conflicts.add({ tag: versionTag(lost), lost, won: null, why: `the upstream refused the change: ${why}`, bytes });
  }
}

/** Two data directories with one origin, copied one from the other, make different keys of different versions. */
const keyOf = (item: SyncResource): string => `${item.id}:${versionTag(item)}`;
