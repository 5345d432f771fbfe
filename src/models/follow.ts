// The installed models of a store made to be those of another one. Files that are not here yet lie by their hashes in a
// folder of content that was brought. Every step may be done again after it was cut short.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '../protocol/limits.js';
import type { Disk } from '../storage/disk.js';
import { checkFile, readSmall } from './files.js';
import { isQuarantined } from './history.js';
import { type Manifest, parseManifest } from './manifest.js';
import { ModelError } from './model-error.js';
import { type ModelName, nameOf, sameModel } from './slots.js';
import type { GraphCheck, ModelStore, StoredModel } from './store.js';

export interface FollowedModel extends ModelName {
  /** hash of the manifest */
  readonly sha256: string;
  /** The signature of the manifest, where the model was installed with one. */
  readonly signature?: string | undefined;
  /** The slots that it serves; empty if it is only installed. */
  readonly slots: readonly string[];
}

/** Shipped models, and installed ones that are not named, stay unchanged. */
export interface WantedModels {
  readonly models: readonly FollowedModel[];
  /** Models that came from an upstream that no longer has them. */
  readonly goneModels: readonly ModelName[];
  readonly goneSlots: readonly string[];
}

export interface InstalledModel extends ModelName {
  readonly manifest: Buffer;
  readonly signature: string | undefined;
  readonly slots: readonly string[];
  /** Engines died of it: it is not activated again by itself. */
  readonly isQuarantined: boolean;
  readonly files: readonly { readonly sha256: string; readonly bytes: number; readonly path: string }[];
}

export interface FollowParts {
  readonly store: ModelStore;
  readonly disk: Disk;
  /** directory of the delivered content */
  readonly directory: string;
  readonly check: GraphCheck;
}

export function installedModels(store: ModelStore): InstalledModel[] {
  const { models, damaged } = store.list();
  const { slots } = store.active();
  const history = store.history();
  const broken = damaged.find(({ unsigned }) => unsigned === undefined);
  // A list without the damaged model would tell other gateways that it has been removed.
  if (broken !== undefined) throw new ModelError('bad', `${broken.file}: ${broken.fault}`);
  return models.flatMap((model) => {
    const bytes = model.source === 'installed' ? store.installedManifest(model.manifest) : undefined;
    if (bytes === undefined) return [];
    const { id, version, files } = model.manifest;
    const own = Object.entries(slots).filter(([, active]) => sameModel(active, model.manifest));
    const listed = files.map((file) => ({ sha256: file.sha256, bytes: file.bytes, path: model.path(file.name) }));
    const marks = { slots: own.map(([slot]) => slot), isQuarantined: isQuarantined(history, model.manifest) };
    const signature = store.installedSignature(model.manifest);
    return [{ id, version, manifest: bytes, signature, ...marks, files: listed }];
  });
}

/** Looks at every model that is not here yet: its files against their hashes, its graph once. Changes nothing. */
export async function checkWanted(parts: FollowParts, { models }: WantedModels): Promise<void> {
  for (const wanted of lacking(parts, models)) {
    const { model, text } = brought(parts, wanted);
    parts.store.refuseUntrusted(model.manifest, { text, signature: wanted.signature });
    for (const file of model.manifest.files) checkFile(parts.disk, model.path(file.name), file);
    await parts.check(model);
  }
}

export async function follow(parts: FollowParts, wanted: WantedModels): Promise<void> {
  const { store } = parts;
  const history = store.history();
  const changes = new Map<string, ModelName | null>(wanted.goneSlots.map((slot) => [slot, null]));
  for (const model of lacking(parts, wanted.models)) {
    const { model: source, text } = brought(parts, model);
    await store.installAs(source, { text, signature: model.signature }, parts.check);
    if (isQuarantined(history, model)) continue;
    for (const slot of model.slots) changes.set(slot, model); // engines notice a new one by the file of slots
  }
  const { slots } = store.active();
  for (const model of wanted.models.filter((each) => !isQuarantined(history, each))) {
    for (const slot of model.slots) {
      const now = slots[slot];
      if (now === undefined || !sameModel(now, model)) changes.set(slot, model);
    }
  }
  const differs = [...changes].some(([slot, model]) => model !== null || slots[slot] !== undefined);
  if (differs) await store.setSlots(changes);
  for (const model of wanted.goneModels) await remove(store, model);
}

async function remove(store: ModelStore, model: ModelName): Promise<void> {
  if (store.installedManifest(model) === undefined) return;
  try {
    await store.remove(nameOf(model));
  } catch (fault) {
    // Someone activated it here for something else: then it is wanted here.
    if (!(fault instanceof ModelError && fault.fault === 'inUse')) throw fault;
  }
}

const lacking = ({ store }: FollowParts, models: readonly FollowedModel[]): FollowedModel[] =>
  models.filter((wanted) => {
    const present = store.installedManifest(wanted);
    if (present === undefined || sha256Of(present) !== wanted.sha256) return true;
    return wanted.signature !== undefined && store.installedSignature(wanted) !== wanted.signature;
  });

function brought({ store, disk, directory }: FollowParts, wanted: FollowedModel): { model: StoredModel; text: Buffer } {
  const file = join(directory, wanted.sha256);
  const text = readSmall(disk, file, limits.model.manifestBytes);
  if (sha256Of(text) !== wanted.sha256)
    throw new ModelError('bad', `${file}: the hash of the manifest differs from the expected one`);
  const manifest = parseManifest(text, nameOf(wanted));
  if (!sameModel(manifest, wanted)) {
    throw new ModelError('bad', `${file}: this is the manifest of ${nameOf(manifest)}, not of ${nameOf(wanted)}`);
  }
  const hashes = new Map(manifest.files.map(({ name, sha256 }: Manifest['files'][number]) => [name, sha256]));
  const path = (name: string) => {
    const sha256 = hashes.get(name) ?? name;
    const fresh = join(directory, sha256);
    return disk.size(fresh) === undefined ? store.blob(sha256) : fresh;
  };
  return { model: { manifest, source: 'installed', path }, text };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
