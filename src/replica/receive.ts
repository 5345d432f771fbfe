// The upstream's side of an outbox: every entry is judged by the order of versions, once. Its key is remembered in the
// transaction of the change, so that an entry that comes again (its answer was lost) changes nothing.

import { decodeBase64 } from '../protocol/base64.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { OutboxEntry, OutboxVerdict, SyncResource } from '../protocol/wire/sync-messages.js';
import { compareVersions, isAncestor, isConflict, versionTag } from '../protocol/wire/versions.js';
import type { Conflicts } from './conflicts.js';
import type { SentVersions } from './kind/kind.js';
import { sha256Of } from './kind/staged.js';
import type { SyncTable } from './table.js';

export interface ReceiveParts {
  readonly table: SyncTable;
  readonly versions: SentVersions;
  readonly conflicts: Conflicts;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  /** This store has an upstream of its own. */
  readonly passOn?: (id: string) => void;
  /** Resources beyond which no new ones are taken; a limit of its own in tests. */
  readonly mostFromBelow?: number;
}

type Judged = Pick<OutboxVerdict, 'verdict' | 'why'>;

/** All of them or, when it throws, none. `sender` is an appkey: a key of one is nothing to another. */
export function receive(parts: ReceiveParts, sender: string, entries: readonly OutboxEntry[]): OutboxVerdict[] {
  const { table, versions, elapsed, mostFromBelow: most = limits.sync.itemsFromBelow } = parts;
  try {
    return table.db.transaction(() => {
      let room = most - versions.count();
      const verdicts = entries.map((entry): OutboxVerdict => {
        const { idempotencyKey } = entry;
        const key = `${sender} ${idempotencyKey}`;
        if (table.hasKey(key)) return { idempotencyKey, verdict: 'repeated' };
        const isNew = versions.find(entry.item.id) === undefined;
        const judged: Judged =
          isNew && room <= 0
            ? { verdict: 'refused', why: `it has ${most} resources, and takes no more` }
            : judge(parts, entry);
        if (isNew && judged.verdict === 'kept') room--;
        if (judged.verdict !== 'refused') table.addKey(key, elapsed());
        return { idempotencyKey, ...judged };
      });
      versions.settle();
      return verdicts;
    })();
  } finally {
    versions.finish();
  }
}

function judge({ versions, conflicts, passOn }: ReceiveParts, { item, content }: OutboxEntry): Judged {
  const fault = versions.faultOf(item, limits.sync.verFromBelow);
  if (fault !== undefined) return { verdict: 'refused', why: fault };
  const bytes = contentOf(item, content);
  if (typeof bytes === 'string') return { verdict: 'refused', why: bytes };
  const before = versions.find(item.id);
  if (before !== undefined && placeText(before) !== placeText(item)) {
    return { verdict: 'refused', why: 'its id belongs to another resource here' };
  }
  const order = before === undefined ? 1 : compareVersions(item, before);
  if (before !== undefined && (order === 0 || (order < 0 && isAncestor(item, before)))) return { verdict: 'repeated' };
  const why = 'a newer version was made elsewhere';
  if (before !== undefined && order < 0) {
    if (isConflict(item, before)) conflicts.add({ tag: versionTag(item), lost: item, won: before, why, bytes });
    return { verdict: 'lost' };
  }
  if (before !== undefined && isConflict(before, item)) {
    const lostBytes = before.content === null ? undefined : versions.content(before.content.sha256);
    conflicts.add({ tag: versionTag(before), lost: before, won: item, why, bytes: lostBytes });
  }
  if (bytes !== undefined && item.content !== null) versions.addContent(item.content.sha256, bytes);
  versions.put(item);
  passOn?.(item.id);
  return { verdict: 'kept' };
}

/** Undefined: a deletion has none. A text says what is wrong. */
function contentOf(item: SyncResource, base64: string | undefined): Buffer | string | undefined {
  if (item.category !== 'user' || item.developer === null) return 'a downstream gateway may send only user resources';
  if (item.content === null) return base64 === undefined ? undefined : 'a deletion has no content';
  if (base64 === undefined) return 'its content is missing';
  let bytes: Buffer;
  try {
    bytes = decodeBase64(base64, 'content');
  } catch (fault) {
    if (fault instanceof ServiceError) return fault.message;
    throw fault;
  }
  if (bytes.length > limits.resource.contentBytes) return `more than ${limits.resource.contentBytes} bytes`;
  const isWhole = bytes.length === item.content.bytes && sha256Of(bytes) === item.content.sha256;
  return isWhole ? bytes : 'the hash of its content differs';
}

const placeText = ({ category, cu, type, developer, userId }: SyncResource): string =>
  JSON.stringify([category, cu, type, developer, userId]);
