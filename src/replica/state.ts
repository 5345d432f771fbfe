// The state of this store: everything that another one follows, as one text with an entity tag. Made anew only when the
// revision has grown, which the database counts by itself; files are looked at now and then.

import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { SyncItem, SyncState } from '../protocol/wire/sync-messages.js';
import { type ContentSource, type FilesParts, type FilesSeen, seeFiles } from './files.js';
import { sha256Of } from './kind/staged.js';
import type { ReplicaResources } from './ports.js';
import type { SyncTable } from './table.js';

export interface StateParts extends FilesParts {
  readonly table: SyncTable;
  readonly resources: ReplicaResources;
  /** ms */
  readonly now: () => number;
  readonly filesFreshMs?: number;
}

export type Users = 'all' | 'none';

export interface StateText {
  readonly etag: string;
  readonly text: string;
}

export class StateFeed {
  readonly #parts: StateParts;
  readonly #texts = new Map<Users, StateText & { readonly revision: number }>();
  #files: { readonly seen: FilesSeen; readonly atMs: number } | undefined;

  constructor(parts: StateParts) {
    this.#parts = parts;
  }

  get(): SyncState {
    const { table } = this.#parts;
    const files = this.#filesNow();
    const { origin, revision } = table.self();
    return { format: 1, origin, revision, items: this.#items(files) };
  }

  etag(users: Users): string {
    this.#filesNow();
    const { origin, revision } = this.#parts.table.self();
    return `"${origin}-${revision}${users === 'none' ? '-sys' : ''}"`;
  }

  text(users: Users): StateText {
    const etag = this.etag(users);
    const known = this.#texts.get(users);
    if (known?.etag === etag) return known;
    const state = this.get();
    const items = users === 'all' ? state.items : state.items.filter((item) => !isUsers(item));
    if (items.length > limits.sync.items) {
      throw new ServiceError(
        'TOO_MANY_RESOURCES',
        `the state has ${items.length} items, must be at most ${limits.sync.items}`,
      );
    }
    const made = { etag, text: JSON.stringify({ ...state, items }), revision: state.revision };
    this.#texts.set(users, made);
    return made;
  }

  /** Content of any part of the current state. */
  content(sha256: string): ContentSource | undefined {
    const { resources } = this.#parts;
    const stored = resources.content(sha256) ?? this.#filesNow().sources.get(sha256);
    if (stored !== undefined) return stored;
    const profile = resources.profiles().find(({ text }) => sha256Of(Buffer.from(text)) === sha256);
    return profile && Buffer.from(profile.text);
  }

  /** The files are not what they were. */
  filesChanged(): void {
    this.#files = undefined;
  }

  #items(files: FilesSeen): SyncItem[] {
    const { resources } = this.#parts;
    const profiles = resources.profiles().map(({ name, text }): SyncItem => {
      const bytes = Buffer.from(text);
      return { kind: 'profile', name, sha256: sha256Of(bytes), bytes: bytes.length };
    });
    return [...resources.all(), ...profiles, ...files.items].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  #filesNow(): FilesSeen {
    const { table, now, filesFreshMs = limits.sync.filesFreshMs } = this.#parts;
    if (this.#files !== undefined && Math.abs(now() - this.#files.atMs) < filesFreshMs) return this.#files.seen;
    const seen = seeFiles(this.#parts);
    this.#files = { seen, atMs: now() };
    if (table.self().files !== seen.mark) table.setFiles(seen.mark);
    return seen;
  }
}

const isUsers = (item: SyncItem): boolean => item.kind === 'resource' && item.category === 'user';

function orderOf(item: SyncItem): string {
  switch (item.kind) {
    case 'resource':
      return `resource ${item.id}`;
    case 'model':
      return `model ${item.id} ${item.version}`;
    default:
      return `${item.kind} ${item.name}`;
  }
}
