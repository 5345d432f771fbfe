// A kind of thing that gateways keep in step is one value, which lies beside its owner and comes with a feature
// (src/main/feature.ts). The replica knows none of them: it makes the state from their lists, and applies an arriving state by
// their plans, all in one transaction.
import type { SyncItem, SyncResource, SyncScope, SyncState } from '../../protocol/wire/sync-messages.js';
import type { AreaKey } from '../../trust/area-key.js';
import type { Staged } from './staged.js';

export type KindName = SyncItem['kind'];
export type ItemOf<K extends KindName> = Extract<SyncItem, { readonly kind: K }>;

/** Small content as bytes; large content as a file that is read as it is sent. */
export type ContentSource = Buffer | ContentFile;

interface ContentFile {
  readonly path: string;
  /** its plain bytes */
  readonly bytes: number;
  /** The file is encrypted with it. */
  readonly key?: AreaKey | undefined;
}

export interface ReplicatedKind<Item extends SyncItem = SyncItem> {
  readonly kind: Item['kind'];
  /** `rows`: triggers of the database count the revision. `files`: they are looked at now and then. */
  readonly madeOf: 'rows' | 'files';
  /** The name among those of its kind. */
  nameOf(item: Item): string;
  /** Hashes of the content that an item names. */
  contentOf(item: Item): readonly string[];
  /** True for an item that a state without the resources of users leaves out. */
  isOfUsers?(item: Item): boolean;
  list(): Listed<Item>;
  /**
   * Checks what arrives and stores content that nobody sees yet; changes nothing else. Throws what is wrong with the state.
   * Undefined: the scope leaves this kind out.
   */
  plan(arriving: Arriving, context: ApplyContext): Promise<Planned | undefined> | Planned | undefined;
  /**
   * Puts into effect what a plan wrote down for after the transaction (ApplyContext.followLater). Called again, at every start too,
   * until it succeeds.
   */
  follow?(name: string, wanted: unknown, staged: Staged): Promise<void>;
  /** The same, but done before anybody reads the files at a start. */
  followAtOnce?(name: string, wanted: unknown, staged: Staged): void;
  /** Within a transaction: removes what is no longer of use. `isWaiting`: the version has yet to go upstream. */
  sweep?(isWaiting: (id: string) => boolean): void;
  /** Ends a `follow` that runs, and those that come later. The next start carries them out. */
  stop?(): void;
}

export interface Listed<Item extends SyncItem = SyncItem> {
  items(): readonly Item[];
  content(sha256: string): ContentSource | undefined;
}

export interface Arriving {
  readonly state: SyncState;
  readonly scope: SyncScope;
}

/** The work that makes an arriving state current, for one kind. Its methods are called in one transaction, but for `end`. */
export interface Planned {
  /** `isAsPlanned`: nothing in the database has changed since. */
  commit(isAsPlanned: boolean): Outcome;
  /** Called when every kind has been committed. */
  settle?(): Outcome;
  /** Called after the transaction, whether it was committed or not. */
  end?(): void;
}

export interface Outcome {
  readonly changed: number;
  readonly conflicts: number;
}

/** Something that loses against the arriving state, or against nothing. */
export interface Loss {
  /** Tag of the loser, among the versions of its object. */
  readonly tag: string;
  readonly lost: SyncItem;
  readonly won: SyncItem | null;
  readonly why: string;
  readonly bytes: Buffer | undefined;
}

/** The services of the replica that a plan uses. */
export interface ApplyContext {
  /** Identity of this store. */
  readonly origin: string;
  readonly staged: Staged;
  /** ms UTC */
  now(): number;
  /** Keeps the loser among the conflicts. Returns 1, or 0 if it is known already. */
  recordLoss(loss: Loss): number;
  /** A version that waited to go upstream is no longer the latest. */
  forgetWaiting(id: string): void;
  /** Names with a mark each, kept with the state that brought them: how a kind knows later what came from above. */
  marks(list: string): ReadonlyMap<string, string>;
  mark(list: string, name: string, value: string): void;
  clearMarks(list: string): void;
  followLater(name: string, wanted: unknown): void;
  /** An earlier state's `followLater` has not been carried out yet. */
  isUnfinished(name: string): boolean;
}

export const itemsOf = <K extends KindName>({ items }: Pick<SyncState, 'items'>, kind: K): ItemOf<K>[] =>
  items.filter((item): item is ItemOf<K> => item.kind === kind);

/**
 * The kind whose versions are made in every store and go upstream from there. Methods that write are called within a
 * transaction; `settle` is the last one there, `finish` comes after it.
 */
export interface SentVersions {
  /** Living and deleted ones. */
  all(): SyncResource[];
  find(id: string): SyncResource | undefined;
  /** The number of all of them. */
  count(): number;
  /** Words for what this store could not keep or pass on. */
  faultOf(item: SyncResource, mostVer: number): string | undefined;
  /** Its content is stored already. */
  put(item: SyncResource): void;
  content(sha256: string): Buffer | undefined;
  addContent(sha256: string, bytes: Buffer): void;
  settle(): void;
  /** Runs after the transaction, held or not. */
  finish(): void;
}
