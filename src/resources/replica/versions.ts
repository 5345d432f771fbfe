// Resources as another gateway sees them: versions are put as they are, no limit of the interfaces holds.
// Every method that writes is called within a transaction; `settle` is the last one there, `finish` comes after it.
import { crc64 } from '../../protocol/crc64.js';
import type { SyncResource } from '../../protocol/wire/sync-messages.js';
import { canonicalJson } from '../../protocol/wire/versions.js';
import type { SentVersions } from '../../replica/kind/kind.js';
import { passingName, showNames } from '../names.js';
import { splitAncestors } from '../service.js';
import type { Place, ResourceTable } from '../table.js';
import { itemFault } from './item-fault.js';
import type { ReplicaTable, VersionRow } from './table.js';

export interface ResourceVersionsParts {
  readonly table: ResourceTable;
  readonly versions: ReplicaTable;
  /** The id of the developer with this name, who is added if unknown. */
  readonly developerId: (name: string) => number;
}

export class ResourceVersions implements SentVersions {
  readonly #parts: ResourceVersionsParts;
  readonly #touched = new Map<string, Place>();

  constructor(parts: ResourceVersionsParts) {
    this.#parts = parts;
  }

  /** Living and deleted ones. */
  all(): SyncResource[] {
    return this.#parts.versions.all().map(versionOf);
  }

  count(): number {
    return this.#parts.versions.count();
  }

  find(id: string): SyncResource | undefined {
    const row = this.#parts.versions.one(id);
    return row && versionOf(row);
  }

  faultOf(item: SyncResource, mostVer: number): string | undefined {
    return itemFault(item, mostVer);
  }

  /** Its content is stored already. */
  put(item: SyncResource): void {
    const { versions, developerId } = this.#parts;
    const { id, category, cu, type, userId, developer, content, ancestors, ...facts } = item;
    const place = { category, cu, type, userId, developerId: developer === null ? null : developerId(developer) };
    const values = { id, ...place, ...facts, ancestors: ancestors.join(' ') };
    this.#touch(id);
    versions.removeDeleted(id);
    if (content === null) {
      versions.removeLiving(id);
      versions.bury(values);
      return;
    }
    const bytes = versions.content(content.sha256);
    if (bytes === undefined) throw new Error(`content ${content.sha256} is not stored`);
    const living = { ...values, sha256: content.sha256, crc64: crc64(bytes) };
    const before = versions.place(id);
    const stays = before !== undefined && canonicalJson(before) === canonicalJson(place);
    if (!stays) {
      versions.removeLiving(id);
      versions.addContent(content.sha256, bytes); // it went with its last resource
    }
    if (!stays || !versions.change(living)) {
      const isTaken = this.#parts.table.hasName(place, item.name);
      versions.add({ ...living, shownName: isTaken ? passingName(id) : item.name });
    }
    this.#touch(id);
  }

  /** Removes a version without a trace. */
  drop(id: string): void {
    this.#touch(id);
    this.#parts.versions.removeLiving(id);
    this.#parts.versions.removeDeleted(id);
  }

  /** Names that follow from the set. */
  settle(): void {
    for (const place of this.#touched.values()) showNames(this.#parts.table, place);
    this.#touched.clear();
  }

  /** Called after the transaction, whether it was committed or not. */
  finish(): void {
    this.#touched.clear();
  }

  isUsedByProfile(id: string): boolean {
    return this.#parts.table.profileUsing(id) !== undefined;
  }

  hasContent(sha256: string): boolean {
    return this.#parts.versions.hasContent(sha256);
  }

  content(sha256: string): Buffer | undefined {
    return this.#parts.versions.content(sha256);
  }

  addContent(sha256: string, bytes: Buffer): void {
    this.#parts.versions.addContent(sha256, bytes);
  }

  /** Content that no resource has. */
  sweepContent(): void {
    this.#parts.versions.sweepContent();
  }

  /** The oldest deletions, but not those that have yet to be told. */
  forgetDeletions(kept: number, isWaiting: (id: string) => boolean): void {
    for (const id of this.#parts.versions.deletedBeyond(kept)) {
      if (!isWaiting(id)) this.#parts.versions.removeDeleted(id);
    }
  }

  #touch(id: string): void {
    const place = this.#parts.versions.place(id);
    if (place !== undefined) this.#touched.set(canonicalJson(place), place);
  }
}

function versionOf(row: VersionRow): SyncResource {
  return {
    kind: 'resource',
    id: row.id,
    category: row.category,
    cu: row.cu,
    type: row.type,
    developer: row.developer,
    userId: row.user_id,
    name: row.wanted_name,
    lang: row.lang,
    desc: row.description,
    createdAtMs: row.created_at,
    ver: row.ver,
    updatedAtMs: row.updated_at,
    origin: row.origin,
    ancestors: splitAncestors(row.ancestors),
    content: row.sha256 === null ? null : { sha256: row.sha256, bytes: row.bytes },
  };
}
