// A state becomes current as a whole or not at all. First everything is looked at and content is stored, which nobody
// sees; then one transaction changes resources and profiles, remembers the revision, and writes down what files have to
// follow; then they follow (redo.ts).
import { z } from 'zod';
import { idForm, versionForm } from '../models/manifest.js';
import { type ModelPlan, planModels } from '../models/replicated.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { describeIssues } from '../protocol/wire/issues.js';
import { parseJsonBytes } from '../protocol/wire/json.js';
import { profileName } from '../protocol/wire/profile-messages.js';
import type {
  SyncApplied,
  SyncApply,
  SyncItem,
  SyncResource,
  SyncScope,
  SyncState,
} from '../protocol/wire/sync-messages.js';
import { versionTag } from '../protocol/wire/versions.js';
import { itemFault } from '../resources/replica/item-fault.js';
import { type MergePlan, planMerge } from '../resources/replica/merge.js';
import type { Conflicts } from './conflicts.js';
import { type FilesParts, ringTable } from './files.js';
import { type Expected, type Staged, sha256Of } from './kind/staged.js';
import type { ProfileDraftLike, ReplicaResources, RingTableName } from './ports.js';
import type { Redo } from './redo.js';
import type { SyncTable } from './table.js';

export interface ApplyParts extends FilesParts {
  readonly table: SyncTable;
  readonly resources: ReplicaResources;
  readonly conflicts: Conflicts;
  readonly staged: Staged;
  readonly redo: Redo;
  /** ms UTC */
  readonly now: () => number;
}

/** Values that only a newer version understands are kept for it. */
const StoredDraft = z.strictObject({
  values: z.record(z.string(), z.unknown()),
  system: z.strictObject({
    vocabId: z.string().optional(),
    senswordId: z.string().optional(),
    whenUserBrings: z.enum(['merge', 'replace']),
  }),
});

interface ProfileChange {
  readonly name: string;
  readonly draft: ProfileDraftLike;
}

interface TableChange {
  readonly name: RingTableName;
  readonly expected: Expected;
  readonly before: Buffer | undefined;
}

/** Results of the checks before the transaction. */
interface Prepared {
  readonly merge: MergePlan;
  /** Revision of this store when that was planned. */
  readonly revision: number;
  readonly profiles: readonly ProfileChange[];
  readonly tables: readonly TableChange[];
  readonly models: ModelPlan | undefined;
}

type ProfileItem = Extract<SyncItem, { kind: 'profile' }>;
type RingTableItem = Extract<SyncItem, { kind: 'ringTable' }>;

export class Applier {
  readonly #parts: ApplyParts;
  #isBusy = false;

  constructor(parts: ApplyParts) {
    this.#parts = parts;
  }

  async apply({ state, scope }: SyncApply): Promise<SyncApplied> {
    if (this.#isBusy) throw new ServiceError('CONFLICT', 'another state is being applied');
    this.#isBusy = true;
    try {
      this.#refuseOlder(state, scope);
      const prepared = await this.#prepare(state, scope);
      const { changed, conflicts } = this.#commit(state, scope, prepared);
      await this.#parts.redo.run();
      this.#clear(state);
      const { origin, revision } = state;
      return { applied: { origin, revision }, changed, conflicts, redo: this.#parts.redo.waiting };
    } finally {
      this.#isBusy = false;
    }
  }

  #refuseOlder({ origin, revision }: SyncState, { acceptOlder }: SyncScope): void {
    const self = this.#parts.table.self();
    if (origin === self.origin) throw new ServiceError('CONFLICT', 'the state comes from this very gateway');
    if (acceptOlder || self.applied_origin !== origin || revision >= (self.applied_revision ?? 0)) return;
    const applied = `revision ${self.applied_revision} was applied already`;
    throw new ServiceError('CONFLICT', `state.revision: ${revision} is older; ${applied}`);
  }

  async #prepare(state: SyncState, scope: SyncScope): Promise<Prepared> {
    const { revision } = this.#parts.table.self();
    const merge = this.#plan(state, scope);
    for (const [index, item] of merge.put.entries()) {
      const fault = itemFault(item, 2 * limits.sync.verFromBelow);
      if (fault !== undefined) throw new ServiceError('INVALID_ARGUMENT', `resource ${item.id}: ${fault}`);
      if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve)); // calls are being served
      this.#store(item);
    }
    const profiles = scope.sys ? this.#profileChanges(state) : [];
    const tables = scope.ringTables ? this.#tableChanges(state) : [];
    const { table, models } = this.#parts;
    if (scope.models) refuseModelNames(state);
    const modelPlan = scope.models ? planModels(state, models.list(), table) : undefined;
    if (modelPlan !== undefined && modelPlan.changed > 0) await this.#checkModels(modelPlan);
    return { merge, revision, profiles, tables, models: modelPlan };
  }

  /** Content that no resource has yet does no harm, and is swept away if none ever has. */
  #store({ id, content }: SyncResource): void {
    const { resources, staged } = this.#parts;
    if (content === null || resources.hasContent(content.sha256)) return;
    const bytes = staged.read(content, limits.resource.contentBytes, `resource ${id}`);
    resources.addContent(content.sha256, bytes);
  }

  async #checkModels({ wanted }: ModelPlan): Promise<void> {
    try {
      await this.#parts.models.check(wanted);
    } catch (fault) {
      if (fault instanceof Error && fault.name === 'ModelError') {
        throw new ServiceError('INVALID_ARGUMENT', `model: ${fault.message}`, { cause: fault });
      }
      throw fault;
    }
  }

  #profileChanges({ items }: SyncState): ProfileChange[] {
    const { resources, staged } = this.#parts;
    const before = new Map(resources.profiles().map(({ name, text }) => [name, sha256Of(Buffer.from(text))]));
    const changed = items.filter(isProfile).filter(({ name, sha256 }) => before.get(name) !== sha256);
    return changed.map((item) => {
      const what = `profile ${JSON.stringify(item.name)}`;
      const text = staged.read(item, limits.http.jsonBodyBytes, what);
      const draft = StoredDraft.safeParse(parseJsonBytes(text));
      if (!draft.success) throw new ServiceError('INVALID_ARGUMENT', `${what}: ${describeIssues(draft.error)}`);
      if (!profileName.safeParse(item.name).success)
        throw new ServiceError('INVALID_ARGUMENT', `${what}: it is not a valid name`);
      return { name: item.name, draft: draft.data };
    });
  }

  #tableChanges({ items }: SyncState): TableChange[] {
    const { ring, staged } = this.#parts;
    const changes: TableChange[] = [];
    for (const item of items.filter(isRingTable)) {
      const before = ringTable(this.#parts, item.name);
      if (before !== undefined && sha256Of(before) === item.sha256) continue;
      const content = staged.read(item, limits.table.fileBytes, `ring table ${item.name}`);
      try {
        ring.check(item.name, content);
      } catch (fault) {
        throw new ServiceError('INVALID_ARGUMENT', `ring table ${item.name}: ${(fault as Error).message}`);
      }
      changes.push({ name: item.name, expected: { sha256: item.sha256, bytes: item.bytes }, before });
    }
    return changes;
  }

  #plan(state: SyncState, scope: SyncScope): MergePlan {
    const { table, resources, now } = this.#parts;
    const local = new Map(resources.all().map((item) => [item.id, item]));
    return planMerge({ local, state, scope, self: table.self().origin, now: now() });
  }

  #commit(state: SyncState, scope: SyncScope, prepared: Prepared): { changed: number; conflicts: number } {
    const { table, resources, now } = this.#parts;
    try {
      return table.db.transaction(() => {
        // Clients may have written since.
        const isAsPlanned = table.self().revision === prepared.revision;
        const { put, drop, losses } = isAsPlanned ? prepared.merge : this.#plan(state, scope);
        const coming = isAsPlanned || !scope.sys ? prepared.profiles : this.#profileChanges(state);
        let changed = put.length + coming.length + prepared.tables.length + (prepared.models?.changed ?? 0);
        let conflicts = 0;
        for (const { lost, won, why } of losses) {
          const bytes = lost.content === null ? undefined : this.#contentOf(lost);
          if (this.#parts.conflicts.add({ tag: versionTag(lost), lost, won, why, bytes })) conflicts++;
        }
        for (const item of put) {
          this.#store(item);
          resources.put(item);
          if (item.category === 'user') table.removeOutboxOf(item.id); // what waited is no longer the latest
        }
        const profiles = scope.sys ? this.#putProfiles(state, scope, coming) : { dropped: 0, conflicts: 0 };
        changed += profiles.dropped;
        conflicts += profiles.conflicts;
        for (const id of drop) {
          if (resources.isUsedByProfile(id)) continue; // of a profile that was made here and stays
          resources.drop(id);
          changed++;
        }
        resources.settle();
        conflicts += this.#writeDownTables(state, scope, prepared);
        this.#writeDownModels(prepared);
        table.setApplied(state.origin, state.revision, now());
        return { changed, conflicts };
      })();
    } finally {
      resources.finish();
    }
  }

  #putProfiles(state: SyncState, { keepLocalSys }: SyncScope, profiles: readonly ProfileChange[]) {
    const { table, resources } = this.#parts;
    const own = table.self().origin;
    const listed = new Map(state.items.filter(isProfile).map((item) => [item.name, item]));
    const coming = new Set(profiles.map(({ name }) => name));
    let [dropped, conflicts] = [0, 0];
    for (const { name, text, origin } of resources.profiles()) {
      const won = listed.get(name) ?? null;
      const isOwn = origin === '' || origin === own;
      const goes = won === null && !(isOwn && keepLocalSys);
      if (isOwn && (goes || coming.has(name))) {
        const bytes = Buffer.from(text);
        const sha256 = sha256Of(bytes);
        const lost: SyncItem = { kind: 'profile', name, sha256, bytes: bytes.length };
        const why = won === null ? 'the upstream does not have it' : 'the upstream has another';
        if (this.#parts.conflicts.add({ tag: sha256.slice(0, 16), lost, won, why, bytes })) conflicts++;
      }
      if (!goes) continue;
      resources.dropProfile(name);
      dropped++;
    }
    for (const { name, draft } of profiles) {
      this.#refuseReference(name, draft.system.vocabId, 'userword');
      this.#refuseReference(name, draft.system.senswordId, 'sensword');
      resources.putProfile(name, draft, state.origin);
    }
    return { dropped, conflicts };
  }

  #refuseReference(name: string, id: string | undefined, type: string): void {
    if (id === undefined) return;
    const item = this.#parts.resources.find(id);
    if (item?.category === 'sys' && item.cu === 'asr' && item.type === type) return;
    const whose = `profile ${JSON.stringify(name)}`;
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `${whose}: there is no sys resource asr/${type} with the id ${JSON.stringify(id)}`,
    );
  }

  /** Returns how many of them were made here by hand. */
  #writeDownTables(state: SyncState, scope: SyncScope, { tables }: Prepared): number {
    const { table, ring } = this.#parts;
    const applied = new Map(table.files('ringTable').map(({ name, sha256 }) => [name, sha256]));
    let conflicts = 0;
    for (const { name, expected, before } of tables) {
      table.putRedo('ringTable', name, expected);
      if (before === undefined || ring.isDefault(name, before)) continue;
      const sha256 = sha256Of(before);
      if (applied.get(name) === sha256) continue;
      const lost: SyncItem = { kind: 'ringTable', name, sha256, bytes: before.length };
      const won: SyncItem = { kind: 'ringTable', name, ...expected };
      const conflict = { tag: sha256.slice(0, 16), lost, won, why: 'the upstream has another', bytes: before };
      if (this.#parts.conflicts.add(conflict)) conflicts++;
    }
    const unfinished = new Set(table.redo().map(({ kind, name }) => `${kind} ${name}`));
    for (const { name, sha256, bytes } of scope.ringTables ? state.items.filter(isRingTable) : []) {
      table.putFile('ringTable', name, sha256);
      // An earlier state's table must not come after this one's, even where this one's is in place already.
      if (unfinished.has(`ringTable ${name}`)) table.putRedo('ringTable', name, { sha256, bytes });
    }
    return conflicts;
  }

  #writeDownModels({ models }: Prepared): void {
    if (models === undefined) return;
    const { table } = this.#parts;
    if (models.changed > 0) table.putRedo('models', 'all', models.wanted);
    table.clearFiles('model');
    table.clearFiles('slot');
    for (const { id, version, sha256, slots } of models.wanted.models) {
      table.putFile('model', `${id}@${version}`, sha256);
      for (const slot of slots) table.putFile('slot', slot, `${id}@${version}`);
    }
  }

  #contentOf(item: SyncResource): Buffer | undefined {
    if (item.content === null) return undefined;
    const { resources, staged } = this.#parts;
    const stored = resources.content(item.content.sha256);
    if (stored !== undefined || !staged.has(item.content.sha256)) return stored;
    return staged.read(item.content, limits.resource.contentBytes, `resource ${item.id}`);
  }

  /** Clears delivered content that has its place now. */
  #clear({ items }: SyncState): void {
    const { staged, redo } = this.#parts;
    if (redo.waiting > 0) return;
    for (const item of items) {
      if (item.kind === 'resource') {
        if (item.content !== null) staged.remove(item.content.sha256);
        continue;
      }
      staged.remove(item.sha256);
      if (item.kind === 'model') for (const file of item.files) staged.remove(file.sha256);
    }
  }
}

/** They become names of files. */
function refuseModelNames({ items }: SyncState): void {
  for (const item of items) {
    if (item.kind !== 'model' || (idForm.test(item.id) && versionForm.test(item.version))) continue;
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `model ${JSON.stringify(`${item.id}@${item.version}`)}: it is not a valid name`,
    );
  }
}

const isProfile = (item: SyncItem): item is ProfileItem => item.kind === 'profile';
const isRingTable = (item: SyncItem): item is RingTableItem => item.kind === 'ringTable';
