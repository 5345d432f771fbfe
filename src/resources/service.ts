// Resources (specification 1, section 4.2): one store, of which the unified service and the legacy lists are two views.
// Resources of another developer, user or category do not exist for the caller.
import { createHash } from 'node:crypto';
import { crc64 } from '../protocol/crc64.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { State } from '../protocol/wire/resource-messages.js';
import { ancestorsAfter } from '../protocol/wire/versions.js';
import { contentOf, refuseFaults } from './content.js';
import { kindOf, type ResourceKind } from './kinds.js';
import { showNames } from './names.js';
import type { Place, ResourceRow, ResourceTable } from './table.js';
import { type Listing, listed } from './views.js';

export type { Place, ResourceRow } from './table.js';

export interface ResourcesOptions {
  readonly table: ResourceTable;
  /** ms UTC */
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  /** identity of this store, among those that follow each other */
  readonly origin: string;
  /** Called for each change of a user resource, within its transaction; what it throws undoes the change. */
  readonly onChange?: (id: string) => void;
  /** The amount that a developer may write without a token; no limit unless given. */
  readonly withoutToken?: { readonly bytes: number; readonly count: number };
  /** State of sample text (asr/olm), which is compiled after it was stored. */
  readonly stateOfText?: (row: ResourceRow) => State;
}

/** The content in BASE64, or as `accepted` decoded it. */
export type GivenContent = string | Buffer;

export interface Draft {
  readonly name: string;
  readonly lang: string;
  readonly desc: string;
  readonly content: GivenContent;
}

export interface StoredVersion {
  readonly id: string;
  readonly crc64: string;
  readonly ver: string;
}

export interface Page<Row = ResourceRow> {
  readonly totalCount: number;
  readonly rows: readonly Row[];
}

export class Resources {
  readonly #options: ResourcesOptions;

  constructor(options: ResourcesOptions) {
    this.#options = options;
  }

  /** `key` is what the request calls the object. */
  create(place: Place, draft: Draft, key: string, hasToken = true): StoredVersion {
    const { table, now, random, origin } = this.#options;
    const content = this.#contentOf(place, draft.content, key);
    const id = random(12).toString('hex');
    return table.db.transaction(() => {
      if (table.hasName(place, draft.name)) {
        throw new ServiceError(
          'CONFLICT',
          `${key}.name: ${JSON.stringify(draft.name)} already exists; give another name, or update that resource by its id`,
        );
      }
      this.#refuseCount(place);
      if (!hasToken) this.#needBudget(place, id, content.length); // before the content is hashed
      const hashes = hashesOf(content);
      const { name, lang, desc } = draft;
      table.add(place, { id, name, lang, desc, ...hashes, content, origin, withToken: hasToken ? 1 : 0, now: now() });
      this.#changed(place, id);
      return { id, crc64: hashes.crc64, ver: '1' };
    })();
  }

  update(place: Place, id: string, given: GivenContent, key: string, hasToken = true): StoredVersion {
    const { table, now, origin } = this.#options;
    return table.db.transaction(() => {
      const ancestors = ancestorsOf(this.row(place, id)); // before its content is looked at
      const content = this.#contentOf(place, given, key);
      if (!hasToken) this.#needBudget(place, id, content.length);
      const hashes = hashesOf(content);
      const withToken = hasToken ? 1 : 0;
      const ver = table.update(place, id, { ...hashes, content, origin, ancestors, withToken, now: now() });
      this.#changed(place, id);
      return { id, crc64: hashes.crc64, ver: String(ver) };
    })();
  }

  /** The bytes of a request's content. Throws what is wrong with them for a resource of this kind. */
  accepted(place: Place, base64: string, key: string): Buffer {
    const kind = kindOf(place.cu, place.type) as ResourceKind;
    const content = contentOf(kind, base64, `${key}.content`);
    if (place.category === 'sys') refuseFaults(kind, content, `${key}.content`);
    return content;
  }

  list(place: Place, offset: number, limit: number): Listing {
    const { table } = this.#options;
    const totalCount = table.count(place);
    if (totalCount === 0) throw new ServiceError('RESOURCE_NOT_FOUND', `there are no ${place.type} resources here`);
    if (!isText(place)) return { totalCount, json: table.page(place, offset, limit) };
    // The state is not in the database; there are few of these.
    const rows = table.pageRows(place, offset, limit);
    return { totalCount, json: JSON.stringify(rows.map((row) => ({ ...listed(row), ...this.stateOf(row) }))) };
  }

  /** The state of a resource; empty for a resource that has none. */
  stateOf(row: ResourceRow): State {
    return isText(row) ? (this.#options.stateOfText?.(row) ?? {}) : {};
  }

  row(place: Place, id: string): ResourceRow {
    const row = this.#options.table.row(id);
    if (row === undefined || !isIn(row, place)) throw notFound(id);
    return row;
  }

  remove(place: Place, id: string): void {
    const { table, now, origin } = this.#options;
    table.db.transaction(() => {
      const row = this.row(place, id);
      const profile = table.profileUsing(id);
      if (profile !== undefined) {
        throw new ServiceError('CONFLICT', `${id}: the profile ${JSON.stringify(profile)} uses it`);
      }
      table.remove(place, id, { ancestors: ancestorsOf(row), origin, now: now() });
      if (table.hasRenamed(place)) showNames(table, place); // its name may be another's now
      this.#changed(place, id);
    })();
  }

  content(id: string): Buffer {
    return this.#options.table.content(id) ?? Buffer.alloc(0);
  }

  /** The resource, whoever owns it; for recognition, which has its own rules, and for the operator of the box. */
  find(id: string): ResourceRow | undefined {
    return this.#options.table.row(id);
  }

  listAll(offset: number, limit: number): Page<ResourceRow & { readonly developer: string | null }> {
    const { table } = this.#options;
    return { totalCount: table.countAll(), rows: table.pageOfAll(offset, limit) };
  }

  #contentOf(place: Place, given: GivenContent, key: string): Buffer {
    return typeof given === 'string' ? this.accepted(place, given, key) : given;
  }

  #changed(place: Place, id: string): void {
    if (place.category === 'user') this.#options.onChange?.(id);
  }

  /** Resources that anybody who knows the appkey can write share a budget. */
  #needBudget({ developerId }: Place, id: string, bytes: number): void {
    const { table, withoutToken: most } = this.#options;
    if (most === undefined || developerId === null) return;
    const used = table.withoutToken(developerId, id);
    if (used.count < most.count && used.bytes + bytes <= most.bytes) return;
    const [has, quota] = [used.bytes, most.bytes].map((each) => `${Math.ceil(each / 1024)} KiB`);
    throw new ServiceError(
      'STORAGE_FULL',
      `without an access token the developer has stored ${used.count} resources of ${has}; the quota is ${most.count} of ` +
        `${quota} (resources.withoutTokenCount, resources.withoutTokenKib): send X-Svc-Access-Token, or delete some of them first`,
    );
  }

  #refuseCount(place: Place): void {
    if (place.category === 'sys') return;
    const { table } = this.#options;
    const { resource } = limits;
    const sharedMost = kindOf(place.cu, place.type)?.sharedMost;
    const most = place.userId === '' ? sharedMost : resource.exclusivePerUser;
    const whose = place.userId === '' ? 'a developer' : 'a userId';
    if (most !== undefined && table.count(place) >= most) {
      throw new ServiceError(
        'TOO_MANY_RESOURCES',
        `${whose} may have at most ${most} ${place.type} resources; delete one first`,
      );
    }
    if (table.countOfDeveloper(place) >= resource.perDeveloper) {
      throw new ServiceError(
        'TOO_MANY_RESOURCES',
        `a developer may have at most ${resource.perDeveloper} ${place.type} resources; delete one first`,
      );
    }
  }
}

const isText = ({ cu, type }: Pick<Place, 'cu' | 'type'>): boolean => cu === 'asr' && type === 'olm';

const isIn = (row: ResourceRow, place: Place): boolean =>
  row.category === place.category &&
  row.cu === place.cu &&
  row.type === place.type &&
  row.developer_id === place.developerId &&
  row.user_id === place.userId;

const hashesOf = (content: Buffer) => ({
  crc64: crc64(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Ancestors of the version that follows `row`, in the form of its column. */
function ancestorsOf(row: ResourceRow): string {
  const { ver, updated_at: updatedAtMs, origin, ancestors, sha256 } = row;
  const parent = { ver, updatedAtMs, origin, ancestors: splitAncestors(ancestors), content: { sha256 } };
  return ancestorsAfter(parent).join(' ');
}

export const splitAncestors = (text: string): string[] => (text === '' ? [] : text.split(' '));

const notFound = (id: string): ServiceError =>
  new ServiceError(
    'RESOURCE_NOT_FOUND',
    `there is no resource ${JSON.stringify(id.slice(0, limits.resource.idBytes))} here`,
  );

export const placeOfRow = (row: ResourceRow): Place => ({
  cu: row.cu,
  type: row.type,
  category: row.category,
  developerId: row.developer_id,
  userId: row.user_id,
});
