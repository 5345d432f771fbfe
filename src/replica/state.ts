// The state of this store: everything that another one follows, as one text with an entity tag. Made anew only when the
// revision has grown, which the database counts by itself; files are looked at now and then.

import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { SyncItem, SyncState } from '../protocol/wire/sync-messages.js';
import { canonicalJson } from '../protocol/wire/versions.js';
import type { ContentSource, Listed } from './kind/kind.js';
import { sha256Of } from './kind/staged.js';
import type { Kinds } from './kinds.js';
import type { SyncTable } from './table.js';

export interface StateParts {
  readonly kinds: Kinds;
  readonly table: SyncTable;
  /** ms */
  readonly now: () => number;
  readonly filesFreshMs?: number;
  /** A signature by the key of this data directory. */
  readonly sign: (text: string) => string;
}

export type Users = 'all' | 'none';

/**
 * The parts of the state that are asked for. Firmware is listed only for gateways that know it, because others would
 * refuse the whole state.
 */
export interface Extent {
  readonly users: Users;
  readonly firmware: boolean;
}

export interface StateText {
  readonly etag: string;
  readonly text: string;
  /** Made when it is asked for. */
  signature(): string;
}

export class StateFeed {
  readonly #parts: StateParts;
  readonly #texts = new Map<string, StateText & { readonly revision: number }>();
  #files: { readonly seen: readonly Listed[]; readonly atMs: number } | undefined;

  constructor(parts: StateParts) {
    this.#parts = parts;
  }

  get(): SyncState {
    const { table, kinds } = this.#parts;
    const items = [...this.#rows(), ...this.#filesNow()].flatMap((listed) => listed.items());
    const { origin, revision } = table.self();
    const sorted = items
      .map((item) => ({ thing: kinds.thing(item), item }))
      .sort((a, b) => (a.thing < b.thing ? -1 : 1))
      .map(({ item }) => item);
    return { format: 1, origin, revision, items: sorted };
  }

  etag(extent: Extent): string {
    this.#filesNow();
    const { origin, revision } = this.#parts.table.self();
    return `"${origin}-${revision}${endingOf(extent)}"`;
  }

  text(extent: Extent): StateText {
    const etag = this.etag(extent);
    const known = this.#texts.get(endingOf(extent));
    if (known?.etag === etag) return known;
    const { users, firmware } = extent;
    const state = this.get();
    const items = state.items.filter(
      (item) => (users === 'all' || !this.#isOfUsers(item)) && (firmware || item.kind !== 'firmware'),
    );
    if (items.length > limits.sync.items) {
      throw new ServiceError(
        'TOO_MANY_RESOURCES',
        `the state has ${items.length} items, must be at most ${limits.sync.items}`,
      );
    }
    const text = JSON.stringify({ ...state, items });
    let signature: string | undefined;
    const signed = () => {
      signature ??= this.#parts.sign(text);
      return signature;
    };
    const made = { etag, text, signature: signed, revision: state.revision };
    this.#texts.set(endingOf(extent), made);
    return made;
  }

  /** Content of any part of the current state. */
  content(sha256: string): ContentSource | undefined {
    for (const listed of [...this.#rows(), ...this.#filesNow()]) {
      const source = listed.content(sha256);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  /** The files are not what they were. */
  filesChanged(): void {
    this.#files = undefined;
  }

  #isOfUsers(item: SyncItem): boolean {
    return this.#parts.kinds.of(item).isOfUsers?.(item) === true;
  }

  #rows(): Listed[] {
    return this.#parts.kinds.all.filter(({ madeOf }) => madeOf === 'rows').map((kind) => kind.list());
  }

  #filesNow(): readonly Listed[] {
    const { kinds, table, now, filesFreshMs = limits.sync.filesFreshMs } = this.#parts;
    if (this.#files !== undefined && Math.abs(now() - this.#files.atMs) < filesFreshMs) return this.#files.seen;
    const seen = kinds.all.filter(({ madeOf }) => madeOf === 'files').map((kind) => kind.list());
    this.#files = { seen, atMs: now() };
    const mark = sha256Of(Buffer.from(canonicalJson(seen.flatMap((listed) => listed.items()))));
    if (table.self().files !== mark) table.setFiles(mark);
    return seen;
  }
}

const endingOf = ({ users, firmware }: Extent): string =>
  `${users === 'none' ? '-sys' : ''}${firmware ? '-firmware' : ''}`;
