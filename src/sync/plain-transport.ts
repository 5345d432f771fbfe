// User resources from a service that has only the unified resource service (specification 1, section 4.2): list, then
// conditional download, downwards only. Its lists name no deletions: a resource that came from it and left its list is
// deleted.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { Downloaded, type Listed, ListedFields } from '../protocol/wire/resource-messages.js';
import type { SyncResource, SyncScope, SyncState } from '../protocol/wire/sync-messages.js';
import { SyncFault } from './fault.js';
import { read } from './https-transport.js';
import type { Staging } from './staging.js';
import { statusFault } from './status-fault.js';
import type { ContentName, Pieces, Polled, Transport } from './transport.js';
import type { UpstreamHttp } from './upstream-http.js';

type Place = SyncScope['whole'][number];
type Seen = z.output<typeof Listed>;
interface Known {
  readonly tag: string | undefined;
  readonly item: SyncResource;
}

// Other services may return further fields.
const Page = z.object({
  totalCount: z.int().min(0),
  resourceList: z.array(z.object(ListedFields)).max(limits.resource.pageMax),
});
const One = z.object({ resource: z.object(Downloaded.shape).partial({ path: true, crc64: true }) });

export interface PlainParts {
  readonly http: UpstreamHttp;
  readonly places: readonly Place[];
  readonly staging: Staging;
  /** The state of this box: content that it already has is not fetched again after a restart. */
  readonly here: (signal: AbortSignal) => Promise<SyncState>;
}

/** Parses a place: `asr/userword`, or `asr/userword/` and a userId. */
export function placeOf(text: string, developer: string): Place {
  const [cu = '', type = '', ...user] = text.split('/');
  return { developer, cu, type, userId: user.join('/') };
}

/** A plain service has only resources of users. */
const nothingElse = { sys: false, ringTables: false, models: false, robots: false, firmware: false } as const;

export class PlainTransport implements Transport {
  readonly #parts: PlainParts;
  readonly #origin: string;
  /** Resources of the last poll that ended well, by id. */
  #known = new Map<string, Known>();

  constructor(parts: PlainParts) {
    this.#parts = parts;
    const hash = createHash('sha256').update(parts.http.name).digest('hex');
    this.#origin = `plain-${hash.slice(0, 16)}`;
  }

  async poll(mark: string | undefined, signal: AbortSignal): Promise<Polled | undefined> {
    if (this.#known.size === 0) await this.#recall(signal);
    const known = new Map<string, Known>();
    const whole: Place[] = [];
    for (const place of this.#parts.places) {
      const listed = await this.#list(place, signal);
      if (listed !== undefined) whole.push(place);
      for (const seen of listed ?? []) known.set(seen.id, await this.#fetch(place, seen, signal));
    }
    this.#parts.staging.settle();
    const items = [...known.values()].map(({ item }) => item).sort((a, b) => (a.id < b.id ? -1 : 1));
    const revision = items.reduce((sum, { ver }) => sum + ver, 0);
    const now = createHash('sha256')
      .update(JSON.stringify([items, whole]))
      .digest('hex');
    this.#known = known;
    if (now === mark) return undefined;
    const state: SyncState = { format: 1, origin: this.#origin, revision, items };
    return { state, mark: now, scope: { ...nothingElse, acceptOlder: true, whole } };
  }

  /** Fetches content again that `poll` had staged and that is gone from there. */
  async content({ sha256 }: ContentName, _offset: number, signal: AbortSignal): Promise<Pieces> {
    const item = [...this.#known.values()].find((each) => each.item.content?.sha256 === sha256)?.item;
    const place = this.#parts.places.find(
      ({ cu, type, userId }) => cu === item?.cu && type === item.type && userId === item.userId,
    );
    if (item === undefined || place === undefined) throw gone(sha256);
    const resource = await this.#download(place, item.id, {}, signal);
    if (resource === undefined) throw gone(sha256);
    return { offset: 0, pieces: once(Buffer.from(resource.content, 'base64')) };
  }

  async close(): Promise<void> {
    this.#parts.http.close();
  }

  async #recall(signal: AbortSignal): Promise<void> {
    const { items } = await this.#parts.here(signal);
    for (const item of items) {
      if (item.kind === 'resource' && item.origin === this.#origin && item.content !== null) {
        this.#known.set(item.id, { tag: undefined, item });
      }
    }
  }

  /** The list of a place. Undefined for a 404, which means "none" or "wrong address": nothing is deleted for that. */
  async #list(place: Place, signal: AbortSignal): Promise<Seen[] | undefined> {
    const all: Seen[] = [];
    for (;;) {
      const page = { offset: String(all.length), limit: String(limits.resource.pageMax) };
      const answered = await this.#ask(place, '', page, {}, signal);
      if (answered.status === 404 && all.length === 0) return undefined;
      if (answered.status !== 200) throw statusFault(answered, answered.body, `list of ${place.cu}/${place.type}`);
      const { totalCount, resourceList } = read(Page, answered.body, 'a list');
      all.push(...resourceList);
      if (all.length > limits.sync.items)
        throw new SyncFault('lying', `the upstream lists more than ${limits.sync.items} resources`);
      if (resourceList.length === 0 || all.length >= totalCount) return all;
    }
  }

  async #fetch(place: Place, seen: Seen, signal: AbortSignal): Promise<Known> {
    const before = this.#known.get(seen.id);
    if (before !== undefined && String(before.item.ver) === seen.ver) return before;
    const headers: Record<string, string> = before?.tag === undefined ? {} : { 'if-none-match': before.tag };
    const resource = await this.#download(place, seen.id, headers, signal);
    if (resource === undefined && before !== undefined) return before;
    if (resource === undefined)
      throw new SyncFault('lying', `the upstream answered 304 for ${seen.id} to an unconditional request`);
    return { tag: resource.tag, item: this.#stage(place, resource) };
  }

  /** The resource; undefined if it has not changed. */
  async #download(place: Place, id: string, headers: Record<string, string>, signal: AbortSignal) {
    const answered = await this.#ask(place, `/${encodeURIComponent(id)}`, {}, headers, signal);
    if (answered.status === 304) return undefined;
    if (answered.status === 404) throw new SyncFault('outdated', `resource ${id} has been deleted since it was listed`);
    if (answered.status !== 200) throw statusFault(answered, answered.body, `resource ${id}`);
    const { resource } = read(One, answered.body, 'a resource');
    if (resource.id !== id) throw new SyncFault('lying', `the upstream sent resource ${resource.id} instead of ${id}`);
    return { ...resource, tag: answered.headers.etag };
  }

  #stage(place: Place, { id, ver, name, lang, desc = '', content }: z.output<typeof One>['resource']): SyncResource {
    const bytes = Buffer.from(content, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const named = { sha256, bytes: bytes.length };
    if (!this.#parts.staging.has(named)) {
      this.#parts.staging.needRoom([named]);
      this.#parts.staging.put(named, bytes);
    }
    return {
      ...{ kind: 'resource', category: 'user', id, name, lang, desc, content: named },
      ...place,
      // The service does not tell when the resource was made. The version decides; of equal versions the box's own is
      // later.
      ...{ createdAtMs: 0, updatedAtMs: 0, ver: Number(ver), origin: this.#origin, ancestors: [] },
    };
  }

  #ask(
    place: Place,
    rest: string,
    query: Record<string, string>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) {
    const path = `/v10/resource/user/${place.cu}/${place.type}${rest}`;
    const user: Record<string, string> = place.userId === '' ? {} : { userId: place.userId };
    const ask = { method: 'GET', path, query: { ...user, ...query }, headers, signal } as const;
    return this.#parts.http.askWhole(ask);
  }
}
const gone = (sha256: string) =>
  new SyncFault('outdated', `content ${sha256} is no longer in any list of the upstream`);

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
