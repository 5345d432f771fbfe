// The model store: blobs by content, one manifest per installed version, one file that says what is active. Models that
// ship with the program are seen beside it and never written to.
//
//   DATA/models/blobs/<sha256>                 DATA/models/installed/<id>/<version>.json
//   DATA/models/signatures/<sha256>            of an installed manifest, by its hash
//   DATA/models/active.json                    DATA/models/history.json
//   DATA/models/lock
//
// Every file appears by `.part` → fsync → verify → rename → fsync of the directory, and a manifest appears after its
// blobs, so that a power cut leaves a whole model or none, never half of one.
import { basename, dirname, join } from 'node:path';
import { limits } from '../protocol/limits.js';
import type { Disk } from '../storage/disk.js';
import { type LockHolder, takeLock } from '../storage/lock.js';
import { writeWhole } from '../storage/whole-file.js';
import { checkedManifest, checkFile, readSmall } from './files.js';
import { isQuarantined, ModelHistory, noHistory, predecessor, withChanges } from './history.js';
import { isRecogniser, type Manifest, parseManifest, type Task } from './manifest.js';
import { ModelError } from './model-error.js';
import { isJoinedByCharacters } from './search.js';
import { ModelSignatures, signatureName } from './signatures.js';
import {
  Active,
  bestSlot,
  fitOf,
  type ModelName,
  nameOf,
  newerFirst,
  noneActive,
  propertiesIn,
  sameModel,
  slotsOf,
} from './slots.js';

export interface StoredModel {
  readonly manifest: Manifest;
  readonly source: 'shipped' | 'installed';
  /** path of a file that the manifest lists */
  path(name: string): string;
}

/** A manifest that cannot be read, or whose signature is missing; the rest of the store works on. */
export interface DamagedModel {
  readonly file: string;
  readonly fault: string;
  /** The manifest can be read, but nobody with a pinned key has signed it. */
  readonly unsigned?: ModelName;
}

/** The places of a gateway's models, and the needs of installed ones. */
export interface ModelPlaces {
  /** DATA/models */
  readonly store: string;
  /** models/ of the program; '' for none. */
  readonly shipped: string;
  /** Public keys, one of which must have signed each installed model; none: they need no signature. */
  readonly signKeys?: readonly string[];
}

export interface StoreParts {
  readonly disk: Disk;
  /** DATA/models */
  readonly directory: string;
  /** models/ of the program; '' for none. */
  readonly shipped: string;
  readonly holder: LockHolder;
  /** Public keys, one of which must have signed each installed model; none: they need no signature. Those that ship never do. */
  readonly signKeys?: readonly string[] | undefined;
  /** ms UTC; default: the clock of the machine */
  readonly now?: () => number;
}

/**
 * Looks into the graph: throws a ModelError when it is not what the manifest says. `timeMs`: what it may take; undefined: as long
 * as a trial run may.
 */
export type GraphCheck = (model: StoredModel, how?: CheckSettings) => Promise<void>;

export interface CheckSettings {
  readonly timeMs?: number;
  /** The language model that a recogniser is to be joined with; undefined: they are not checked together. */
  readonly language?: StoredModel | undefined;
}

export class ModelStore {
  readonly #disk: Disk;
  readonly #parts: StoreParts;
  readonly #blobs: string;
  readonly #installed: string;
  readonly #signatures: ModelSignatures;
  readonly #activeFile: string;
  readonly #historyFile: string;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#disk = parts.disk;
    this.#blobs = join(parts.directory, 'blobs');
    this.#installed = join(parts.directory, 'installed');
    this.#signatures = new ModelSignatures(this.#disk, join(parts.directory, 'signatures'), parts.signKeys ?? []);
    this.#activeFile = join(parts.directory, 'active.json');
    this.#historyFile = join(parts.directory, 'history.json');
  }

  /** Installed ones before shipped ones of the same name; by id, newest first. */
  list(): { models: StoredModel[]; damaged: DamagedModel[] } {
    const models = new Map<string, StoredModel>();
    const damaged: DamagedModel[] = [];
    const add = (file: string, model: (manifest: Manifest) => StoredModel, needsSignature = false) => {
      try {
        const text = readSmall(this.#disk, file, limits.model.manifestBytes);
        const manifest = checkedManifest(text, file);
        const fault = needsSignature ? this.#signatures.faultOf(text, this.#signatures.kept(text)) : undefined;
        if (fault !== undefined) damaged.push({ file, fault: notTrusted(manifest, fault), unsigned: manifest });
        else if (!models.has(nameOf(manifest))) models.set(nameOf(manifest), model(manifest));
      } catch (fault) {
        damaged.push({ file, fault: (fault as Error).message });
      }
    };
    for (const id of this.#disk.list(this.#installed)) {
      const versions = this.#disk.list(join(this.#installed, id)).filter((name) => name.endsWith('.json'));
      for (const name of versions) add(join(this.#installed, id, name), (manifest) => this.#stored(manifest), true);
    }
    if (this.#parts.shipped !== '') {
      for (const id of this.#disk.list(this.#parts.shipped)) {
        const folder = join(this.#parts.shipped, id);
        if (this.#disk.size(join(folder, 'manifest.json')) === undefined) continue;
        add(join(folder, 'manifest.json'), (manifest) => modelIn(folder, manifest, 'shipped'));
      }
    }
    const byId = (a: StoredModel, b: StoredModel) => (a.manifest.id < b.manifest.id ? -1 : 1);
    const sorted = [...models.values()].sort((a, b) =>
      a.manifest.id === b.manifest.id ? newerFirst(a.manifest, b.manifest) : byId(a, b),
    );
    return { models: sorted, damaged };
  }

  /** The model of that name; `asr-zh-8k` without a version means its newest version. */
  find(name: string): StoredModel {
    const { models, damaged } = this.list();
    const found = models.find(({ manifest }) => isNamed(manifest, name));
    if (found !== undefined) return found;
    const unsigned = damaged.find((each) => each.unsigned !== undefined && isNamed(each.unsigned, name));
    if (unsigned !== undefined) throw new ModelError('bad', unsigned.fault);
    throw new ModelError('absent', `there is no model ${name} here; see tonegate models list`);
  }

  /**
   * The models for a property, best first: the activated one, then those that ship. A caller that cannot load the first
   * goes on with the next.
   */
  candidates(task: Task, property: string): StoredModel[] {
    const { models } = this.list();
    const { slots } = this.active();
    const slot = bestSlot(Object.keys(slots), task, property);
    const chosen = slot === undefined ? undefined : slots[slot];
    const active = models.filter(({ manifest }) => chosen !== undefined && sameModel(manifest, chosen));
    const named = ({ manifest }: StoredModel) =>
      Math.max(...manifest.serves.map((pattern) => fitOf(pattern, property) ?? Number.NEGATIVE_INFINITY));
    const shipped = models
      .filter((model) => model.source === 'shipped' && model.manifest.task === task && named(model) >= 0)
      .sort((a, b) => named(b) - named(a));
    return [...active, ...shipped.filter((model) => !active.includes(model))];
  }

  /** The language model that a model asks to be joined with; undefined where it asks for none. Throws where none is here. */
  languageOf({ manifest }: StoredModel): StoredModel | undefined {
    if (!isRecogniser(manifest) || !isJoinedByCharacters(manifest)) return undefined;
    const properties = manifest.serves.flatMap(propertiesIn);
    const [language] = properties.flatMap((property) => this.candidates('lm', property));
    if (language !== undefined) return language;
    const wanted = `search.joining ${manifest.search.joining} needs a language model (task lm) for ${properties[0]}`;
    throw new ModelError('bad', `${nameOf(manifest)}: ${wanted}, and none is installed`);
  }

  /** The activated models. An unreadable file counts as empty: the shipped models serve. */
  active(): Active {
    return this.#readOr(this.#activeFile, Active, noneActive);
  }

  /** The versions that were active before, and those in quarantine. An unreadable file counts as empty. */
  history(): ModelHistory {
    return this.#readOr(this.#historyFile, ModelHistory, noHistory);
  }

  isActive(model: ModelName): boolean {
    return Object.values(this.active().slots).some((each) => sameModel(each, model));
  }

  /** Checks every file against the manifest, for `timeMs` at most. Throws with the first that differs. */
  verifyFiles(model: StoredModel, timeMs: number = Number.POSITIVE_INFINITY): void {
    const untilMs = performance.now() + timeMs;
    const goesOn = () => {
      if (performance.now() < untilMs) return;
      const advice = 'put it on a faster disk, or install a model with smaller files';
      throw new ModelError(
        'bad',
        `${nameOf(model.manifest)}: its files were not read within ${timeMs / 1_000} s; ${advice}`,
      );
    };
    for (const file of model.manifest.files) {
      const path = model.path(file.name);
      checkFile(this.#disk, path, file, path, goesOn);
    }
  }

  /** A model that lies in a directory as someone made it. */
  readDirectory(directory: string): StoredModel {
    const file = join(directory, 'manifest.json');
    if (this.#disk.size(file) === undefined) throw new ModelError('absent', `${file}: the file does not exist`);
    return modelIn(
      directory,
      parseManifest(readSmall(this.#disk, file, limits.model.manifestBytes), file),
      'installed',
    );
  }

  /** Puts a signature of the manifest beside it. */
  sign(directory: string, signatureOf: (manifest: Uint8Array) => string): void {
    this.verifyFiles(this.readDirectory(directory));
    const manifest = readSmall(this.#disk, join(directory, 'manifest.json'), limits.model.manifestBytes);
    writeWhole(this.#disk, join(directory, signatureName), [Buffer.from(`${signatureOf(manifest)}\n`)]);
  }

  /** Throws where the model in a directory is not signed by a pinned key. */
  refuseUnsigned(directory: string): void {
    const text = readSmall(this.#disk, join(directory, 'manifest.json'), limits.model.manifestBytes);
    const fault = this.#signatures.faultOf(text, this.#signatures.beside(directory));
    if (fault === undefined) return;
    const advice = 'sign it with `tonegate models sign DIR --key FILE` and a key of models.signKeys';
    throw new ModelError('bad', `${directory}: the model ${fault}; ${advice}`);
  }

  /** The same for a model that an upstream sends. */
  refuseUntrusted(model: ModelName, { text, signature }: BroughtManifest): void {
    const fault = this.#signatures.faultOf(text, signature);
    if (fault === undefined) return;
    const advice = 'sign it at the upstream (tonegate models sign, then install), or leave models.signKeys empty here';
    throw new ModelError('bad', `${nameOf(model)}: the model ${fault}; ${advice}`);
  }

  /** The signature that an installed model came with. */
  installedSignature(model: ModelName): string | undefined {
    const manifest = this.installedManifest(model);
    return manifest && this.#signatures.kept(manifest);
  }

  /** Path of the content with this hash, if an installed model has it. */
  blob(sha256: string): string {
    return join(this.#blobs, sha256);
  }

  /** The manifest byte for byte as it is on the disk; undefined if this version is not installed. */
  installedManifest(model: ModelName): Buffer | undefined {
    const file = this.#manifestFile(model);
    return this.#disk.size(file) === undefined ? undefined : readSmall(this.#disk, file, limits.model.manifestBytes);
  }

  /**
   * Installs a model. Nothing of it is visible before everything has been checked. `isNew` is false if it was installed
   * already.
   */
  async install(directory: string, check: GraphCheck): Promise<{ model: StoredModel; isNew: boolean }> {
    const source = this.readDirectory(directory);
    this.refuseUnsigned(directory);
    const { manifest } = source;
    const text = readSmall(this.#disk, join(directory, 'manifest.json'), limits.model.manifestBytes);
    const signature = this.#signatures.beside(directory);
    return this.#locked(async () => {
      const known = this.list().models.find((each) => sameModel(each.manifest, manifest));
      if (known !== undefined) {
        if (JSON.stringify(known.manifest) !== JSON.stringify(manifest)) {
          const advice = 'give the new one a higher version';
          throw new ModelError('bad', `${nameOf(manifest)} is already installed with different content; ${advice}`);
        }
        const isKept = signature === undefined || this.#signatures.kept(text) === signature;
        if ((known.source === 'shipped' || isKept) && this.#isWhole(known)) return { model: known, isNew: false };
      }
      const joined: GraphCheck = (model) => check(model, { language: this.languageOf(model) });
      return { model: await this.#bringIn(source, { text, signature }, joined), isNew: true };
    });
  }

  /**
   * Installs a model with a manifest that was written elsewhere, over one of the same name. Returns false if the same
   * bytes were installed already.
   */
  async installAs(source: StoredModel, brought: BroughtManifest, check: GraphCheck): Promise<boolean> {
    this.refuseUntrusted(source.manifest, brought);
    return this.#locked(async () => {
      const { text, signature } = brought;
      const before = this.installedManifest(source.manifest);
      const isKept = signature === undefined || this.#signatures.kept(text) === signature;
      if (before?.equals(text) === true && isKept && this.#isWhole(this.#stored(source.manifest))) return false;
      await this.#bringIn(source, brought, check);
      return true;
    });
  }

  /** Sets the models of slots. With null the shipped model serves the slot again. */
  async setSlots(changes: ReadonlyMap<string, ModelName | null>): Promise<void> {
    await this.#locked(async () => {
      const slots = { ...this.active().slots };
      for (const [slot, model] of changes) {
        if (model === null) delete slots[slot];
        else slots[slot] = { id: model.id, version: model.version };
      }
      this.#writeActive({ format: 1, slots });
    });
  }

  /**
   * Each slot of the model gets its predecessor, or what ships, and the mark stays until someone activates the model again. Returns
   * what serves its slots now; null: what ships.
   */
  async quarantine(model: ModelName, reason: string): Promise<ReadonlyMap<string, ModelName | null>> {
    return this.#locked(async () => {
      const before = this.history();
      const others = before.quarantined.filter((each) => !sameModel(each, model));
      const { id, version } = model;
      const history = { ...before, quarantined: [...others, { id, version, atMs: this.#now(), reason }] };
      const { models } = this.list();
      const mayServe = (each: ModelName) =>
        !isQuarantined(history, each) && models.some(({ manifest }) => sameModel(manifest, each));
      const slots = { ...this.active().slots };
      const instead = new Map<string, ModelName | null>();
      for (const slot of Object.keys(slots).filter((each) => sameModel(slots[each] as ModelName, model))) {
        const previous = predecessor(history, slot, mayServe);
        instead.set(slot, previous);
        if (previous === null) delete slots[slot];
        else slots[slot] = previous;
      }
      this.#writeActive({ format: 1, slots }, history);
      return instead;
    });
  }

  async #bringIn(source: StoredModel, { text, signature }: BroughtManifest, check: GraphCheck): Promise<StoredModel> {
    const { manifest } = source;
    for (const file of manifest.files) {
      const blob = this.blob(file.sha256);
      if (this.#disk.size(blob) !== undefined && this.#isGood(blob, file)) continue;
      const from = source.path(file.name);
      if (this.#disk.size(from) === undefined) throw new ModelError('bad', `${from}: the file does not exist`);
      this.#disk.makeDirectory(this.#blobs);
      writeWhole(this.#disk, blob, this.#disk.read(from), (part) => checkFile(this.#disk, part, file, from));
    }
    const model = this.#stored(manifest);
    await check(model);
    if (signature !== undefined) this.#signatures.keep(text, signature);
    const file = this.#manifestFile(manifest);
    this.#disk.makeDirectory(dirname(file));
    writeWhole(this.#disk, file, [text]);
    return model;
  }

  /**
   * Activates a model after checking once more that it loads, and ends its quarantine. Returns the slots that it serves
   * now.
   */
  async activate(name: string, check: GraphCheck): Promise<{ model: StoredModel; slots: string[] }> {
    return this.#locked(async () => {
      const model = this.find(name);
      this.verifyFiles(model);
      await check(model, { language: this.languageOf(model) });
      const { id, version } = model.manifest;
      const slots = slotsOf(model.manifest);
      const active: Active = { format: 1, slots: { ...this.active().slots } };
      for (const slot of slots) active.slots[slot] = { id, version };
      const history = this.history();
      const quarantined = history.quarantined.filter((each) => !sameModel(each, model.manifest));
      this.#writeActive(active, { ...history, quarantined });
      return { model, slots };
    });
  }

  /** Removes a model. A model without its required signature can be removed like any other. */
  async remove(name: string): Promise<ModelName> {
    return this.#locked(async () => {
      const { models, damaged } = this.list();
      const unsigned = damaged.find((each) => each.unsigned !== undefined && isNamed(each.unsigned, name))?.unsigned;
      const named = models.filter(({ manifest }) => isNamed(manifest, name));
      const installed = named.find(({ source }) => source === 'installed')?.manifest;
      const model = installed ?? unsigned ?? this.find(name).manifest;
      const full = nameOf(model);
      if (model !== installed && model !== unsigned)
        throw new ModelError('bad', `${full} ships with the program and cannot be removed`);
      if (this.isActive(model)) {
        throw new ModelError('inUse', `${full} is active; first activate another model in its place`);
      }
      const folder = join(this.#installed, model.id);
      this.#disk.remove(join(folder, `${model.version}.json`));
      this.#disk.syncDirectory(folder);
      return { id: model.id, version: model.version };
    });
  }

  #manifestFile({ id, version }: ModelName): string {
    return join(this.#installed, id, `${version}.json`);
  }

  /** Writes the history first: after a power cut it may contain a change that was not made, but it never lacks one. */
  #writeActive(active: Active, history = this.history()): void {
    const changed = withChanges(history, this.active(), active, this.#now());
    const write = (file: string, value: object) =>
      writeWhole(this.#disk, file, [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)]);
    if (JSON.stringify(changed) !== JSON.stringify(this.history())) write(this.#historyFile, changed);
    write(this.#activeFile, active);
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)();
  }

  #readOr<T>(file: string, form: { parse(value: unknown): T }, empty: T): T {
    if (this.#disk.size(file) === undefined) return empty;
    try {
      const bytes = readSmall(this.#disk, file, limits.model.manifestBytes);
      return form.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch {
      return empty;
    }
  }

  #stored(manifest: Manifest): StoredModel {
    const hashes = new Map(manifest.files.map((file) => [file.name, file.sha256]));
    return {
      manifest,
      source: 'installed',
      path: (name) => join(this.#blobs, hashes.get(name) ?? name),
    };
  }

  #isWhole(model: StoredModel): boolean {
    return model.manifest.files.every((file) => this.#isGood(model.path(file.name), file));
  }

  #isGood(path: string, file: Manifest['files'][number]): boolean {
    try {
      checkFile(this.#disk, path, file);
      return true;
    } catch {
      return false;
    }
  }

  /** One writer at a time; leftovers of one that died are swept away before and after. */
  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const { directory, holder } = this.#parts;
    this.#disk.makeDirectory(directory);
    const lock = takeLock(this.#disk, join(directory, 'lock'), holder);
    if ('heldBy' in lock) {
      throw new ModelError('busy', `another models command (process ${lock.heldBy}) is running; try again`);
    }
    try {
      this.#sweep();
      return await work();
    } finally {
      this.#sweep();
      lock.release();
    }
  }

  #sweep(): void {
    const { models, damaged } = this.list();
    const isPart = (name: string) => name.endsWith('.part');
    const removeIn = (directory: string, goes: (name: string) => boolean) => {
      for (const name of this.#disk.list(directory).filter(goes)) this.#disk.remove(join(directory, name));
    };
    removeIn(this.#parts.directory, isPart);
    for (const id of this.#disk.list(this.#installed)) removeIn(join(this.#installed, id), isPart);
    // A manifest that cannot be read may still be repaired by hand; then its blobs must be there.
    const used = new Set(models.flatMap(({ manifest }) => manifest.files.map((file) => file.sha256)));
    const keepsAll = damaged.some(({ file }) => file.startsWith(this.#installed));
    removeIn(this.#blobs, (name) => isPart(name) || (!used.has(name) && !keepsAll));
    const installed = models.flatMap(({ manifest, source }) => (source === 'installed' ? [manifest] : []));
    const signed = new Set(
      installed.map((model) => basename(this.#signatures.fileOf(this.installedManifest(model) ?? Buffer.of()))),
    );
    removeIn(this.#signatures.directory, (name) => isPart(name) || (!signed.has(name) && !keepsAll));
  }
}

/** A manifest as it was written elsewhere, with the signature that came with it. */
export interface BroughtManifest {
  readonly text: Buffer;
  readonly signature: string | undefined;
}

/** `asr-zh-8k` names every version. */
function isNamed(model: ModelName, name: string): boolean {
  const [id, version] = name.split('@');
  return model.id === id && (version === undefined || model.version === version);
}

const notTrusted = (model: ModelName, fault: string): string =>
  `${nameOf(model)}: the model ${fault}, and models.signKeys asks for it; install it again from a directory that was signed (tonegate models sign)`;

function modelIn(folder: string, manifest: Manifest, source: StoredModel['source']): StoredModel {
  return { manifest, source, path: (name) => join(folder, name) };
}
