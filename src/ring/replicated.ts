// The tables of keywords, tones and causes as a replicated kind: files that an operator may edit, and that follow an upstream.
import { dirname } from 'node:path';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import {
  type ApplyContext,
  type Arriving,
  type ContentSource,
  type ItemOf,
  itemsOf,
  type Planned,
  type ReplicatedKind,
} from '../replica/kind/kind.js';
import { type Expected, readWhole, type Staged, sha256Of } from '../replica/kind/staged.js';
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import { causeFileText, earlierDefaultHashes, keywordFileText, toneFileText } from './default-tables.js';
import { parseCauseTable, parseKeywordTable, parseToneTable } from './table-text.js';
import type { RingTablePaths } from './tables.js';

type TableItem = ItemOf<'ringTable'>;
type TableName = TableItem['name'];

const tables = {
  keywords: { parse: parseKeywordTable, text: keywordFileText },
  tones: { parse: parseToneTable, text: toneFileText },
  causes: { parse: parseCauseTable, text: causeFileText },
} as const;
const names: readonly TableName[] = ['keywords', 'tones', 'causes'];
/** Its marks: the hash of each table that came from above. */
const applied = 'ringTable';

export function replicatedRingTables(disk: Disk, paths: RingTablePaths): ReplicatedKind<TableItem> {
  /** Undefined: there is none, or something far too large to be one. */
  const present = (name: TableName): Buffer | undefined => {
    const size = disk.size(paths[name]);
    return size === undefined || size > limits.table.fileBytes ? undefined : readWhole(disk, paths[name], size);
  };
  return {
    kind: 'ringTable',
    madeOf: 'files',
    nameOf: ({ name }) => name,
    contentOf: ({ sha256 }) => [sha256],
    list: () => {
      const items: TableItem[] = [];
      const sources = new Map<string, ContentSource>();
      for (const name of names) {
        const content = present(name);
        // A broken edit is nobody else's: without its item, the others keep what they have.
        if (content === undefined || faultOf(name, content) !== undefined) continue;
        const item = itemOf(name, content);
        items.push(item);
        sources.set(item.sha256, content);
      }
      return { items: () => items, content: (sha256) => sources.get(sha256) };
    },
    plan: (arriving, context) => (arriving.scope.ringTables ? planTables(arriving, context, present) : undefined),
    followAtOnce(text, wanted, staged) {
      const name = text as TableName;
      const expected = wanted as Expected;
      const directory = dirname(paths[name]);
      const before = present(name);
      if (before !== undefined && sha256Of(before) === expected.sha256) {
        disk.syncDirectory(directory); // a cut may have come between the rename and this
        return;
      }
      const content = readStaged(staged, name, expected);
      disk.makeDirectory(directory);
      writeWhole(disk, paths[name], [content]);
    },
  };
}

interface Change {
  readonly item: TableItem;
  readonly before: Buffer | undefined;
}

function planTables(
  { state }: Arriving,
  context: ApplyContext,
  present: (name: TableName) => Buffer | undefined,
): Planned {
  const listed = itemsOf(state, 'ringTable');
  const changes: Change[] = [];
  for (const item of listed) {
    const before = present(item.name);
    if (before !== undefined && sha256Of(before) === item.sha256) continue;
    const fault = faultOf(item.name, readStaged(context.staged, item.name, item));
    if (fault !== undefined) throw new ServiceError('INVALID_ARGUMENT', `ring table ${item.name}: ${fault.message}`);
    changes.push({ item, before });
  }
  return {
    commit() {
      const cameFromAbove = context.marks(applied);
      const unfinished = new Set(names.filter((name) => context.isUnfinished(name)));
      let conflicts = 0;
      for (const { item, before } of changes) {
        context.followLater(item.name, expectedOf(item));
        if (before === undefined || isDefault(item.name, before)) continue;
        const lost = itemOf(item.name, before);
        if (cameFromAbove.get(item.name) === lost.sha256) continue;
        const tag = lost.sha256.slice(0, 16);
        conflicts += context.recordLoss({
          tag,
          lost,
          won: item,
          why: 'the upstream has another version',
          bytes: before,
        });
      }
      for (const item of listed) {
        context.mark(applied, item.name, item.sha256);
        // An earlier state's table must not come after this one's, even where this one's is in place already.
        if (unfinished.has(item.name)) context.followLater(item.name, expectedOf(item));
      }
      return { changed: changes.length, conflicts };
    },
  };
}

const readStaged = (staged: Staged, name: TableName, expected: Expected): Buffer =>
  staged.read(expected, limits.table.fileBytes, `ring table ${name}`);

function faultOf(name: TableName, content: Uint8Array): Error | undefined {
  try {
    tables[name].parse(content);
    return undefined;
  } catch (fault) {
    return fault as Error;
  }
}

/** True for a table as this version of the program brings it, or an earlier one did: nobody's work is lost with it. */
const isDefault = (name: TableName, content: Uint8Array): boolean =>
  [sha256Of(Buffer.from(tables[name].text)), ...earlierDefaultHashes[name]].includes(sha256Of(content));

const expectedOf = ({ sha256, bytes }: TableItem): Expected => ({ sha256, bytes });

const itemOf = (name: TableName, content: Buffer): TableItem => ({
  kind: 'ringTable',
  name,
  sha256: sha256Of(content),
  bytes: content.length,
});
