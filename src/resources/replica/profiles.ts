// Profiles of recognition as a replicated kind. They belong to the system, and name resources of the system.
import { z } from 'zod';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { describeIssues } from '../../protocol/wire/issues.js';
import { parseJsonBytes } from '../../protocol/wire/json.js';
import { profileName } from '../../protocol/wire/profile-messages.js';
import { canonicalJson } from '../../protocol/wire/versions.js';
import {
  type ApplyContext,
  type Arriving,
  type ItemOf,
  itemsOf,
  type Outcome,
  type Planned,
  type ReplicatedKind,
} from '../../replica/kind/kind.js';
import { sha256Of } from '../../replica/kind/staged.js';
import type { ProfileRow, ResourceTable } from '../table.js';

export interface ProfileParts {
  readonly table: ResourceTable;
  /** ms UTC */
  readonly now: () => number;
  /** The table of profiles is another one now. */
  readonly onChange: () => void;
}

type ProfileItem = ItemOf<'profile'>;

/** Values that only a newer version understands are kept for it. */
const StoredDraft = z.strictObject({
  values: z.record(z.string(), z.unknown()),
  system: z.strictObject({
    vocabId: z.string().optional(),
    senswordId: z.string().optional(),
    whenUserBrings: z.enum(['merge', 'replace']),
  }),
});

interface Change {
  readonly name: string;
  readonly draft: z.output<typeof StoredDraft>;
}

interface StoredProfile {
  readonly item: ProfileItem;
  readonly bytes: Buffer;
  /** '': made here */
  readonly origin: string;
}

export function replicatedProfiles(parts: ProfileParts): ReplicatedKind<ProfileItem> {
  return {
    kind: 'profile',
    madeOf: 'rows',
    nameOf: ({ name }) => name,
    contentOf: ({ sha256 }) => [sha256],
    list: () => ({
      items: () => stored(parts).map(({ item }) => item),
      content: (sha256) => stored(parts).find(({ item }) => item.sha256 === sha256)?.bytes,
    }),
    plan: (arriving, context) => (arriving.scope.sys ? planProfiles(parts, arriving, context) : undefined),
  };
}

function planProfiles(parts: ProfileParts, arriving: Arriving, context: ApplyContext): Planned {
  const planned = changesIn(parts, arriving, context);
  let isChanged = false;
  return {
    commit(isAsPlanned) {
      const changes = isAsPlanned ? planned : changesIn(parts, arriving, context);
      const dropped = dropProfiles(parts, arriving, context, new Set(changes.map(({ name }) => name)));
      for (const { name, draft } of changes) {
        refuseReference(parts, name, draft.system.vocabId, 'userword');
        refuseReference(parts, name, draft.system.senswordId, 'sensword');
        putProfile(parts, name, draft, arriving.state.origin);
      }
      isChanged = changes.length + dropped.changed > 0;
      return { changed: changes.length + dropped.changed, conflicts: dropped.conflicts };
    },
    end() {
      if (isChanged) parts.onChange(); // only now does the table say what memory may hold
    },
  };
}

function changesIn(parts: ProfileParts, { state }: Arriving, { staged }: ApplyContext): Change[] {
  const before = new Map(stored(parts).map(({ item }) => [item.name, item.sha256]));
  const changed = itemsOf(state, 'profile').filter(({ name, sha256 }) => before.get(name) !== sha256);
  return changed.map((item) => {
    const what = `profile ${JSON.stringify(item.name)}`;
    const text = staged.read(item, limits.http.jsonBodyBytes, what);
    const draft = StoredDraft.safeParse(parseJsonBytes(text));
    if (!draft.success) throw new ServiceError('INVALID_ARGUMENT', `${what}: ${describeIssues(draft.error)}`);
    if (!profileName.safeParse(item.name).success)
      throw new ServiceError('INVALID_ARGUMENT', `${what}: this is not a valid name`);
    return { name: item.name, draft: draft.data };
  });
}

/**
 * Drops the profiles that the state does not have. Those made here are kept among the conflicts, also if they are
 * `replaced`.
 */
function dropProfiles(
  parts: ProfileParts,
  { state, scope }: Arriving,
  context: ApplyContext,
  replaced: ReadonlySet<string>,
): Outcome {
  const listed = new Map(itemsOf(state, 'profile').map((item) => [item.name, item]));
  let [changed, conflicts] = [0, 0];
  for (const { item: lost, bytes, origin } of stored(parts)) {
    const won = listed.get(lost.name) ?? null;
    const isOwn = origin === '' || origin === context.origin;
    const goes = won === null && !(isOwn && scope.keepLocalSys);
    if (isOwn && (goes || replaced.has(lost.name))) {
      const why = won === null ? 'the upstream does not have this profile' : 'the upstream has another version';
      conflicts += context.recordLoss({ tag: lost.sha256.slice(0, 16), lost, won, why, bytes });
    }
    if (!goes) continue;
    parts.table.removeProfile(lost.name);
    changed++;
  }
  return { changed, conflicts };
}

function refuseReference({ table }: ProfileParts, name: string, id: string | undefined, type: string): void {
  if (id === undefined) return;
  const row = table.row(id);
  if (row?.category === 'sys' && row.cu === 'asr' && row.type === type) return;
  const whose = `profile ${JSON.stringify(name)}`;
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `${whose}: there is no sys resource asr/${type} with the id ${JSON.stringify(id)}`,
  );
}

function putProfile({ table, now }: ProfileParts, name: string, { values, system }: Change['draft'], origin: string) {
  table.putProfile({
    name,
    settings: JSON.stringify(values),
    vocabularyId: system.vocabId ?? null,
    sensitiveWordsId: system.senswordId ?? null,
    whenUserBrings: system.whenUserBrings,
    now: now(),
    origin,
  });
}

const stored = ({ table }: ProfileParts): StoredProfile[] =>
  table.profiles().map((row) => {
    const bytes = Buffer.from(draftText(row));
    const item: ProfileItem = { kind: 'profile', name: row.name, sha256: sha256Of(bytes), bytes: bytes.length };
    return { item, bytes, origin: row.origin };
  });

/** A ProfileDraft, its keys in order. */
const draftText = (row: ProfileRow): string =>
  canonicalJson({
    values: JSON.parse(row.settings),
    system: {
      whenUserBrings: row.when_user_brings,
      ...(row.vocabulary_id !== null && { vocabId: row.vocabulary_id }),
      ...(row.sensitive_words_id !== null && { senswordId: row.sensitive_words_id }),
    },
  });
