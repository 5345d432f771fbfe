// The replica's needs of its neighbours. Features do not know one another; src/main/replication.ts brings them
// together.
import type { InstalledModel, WantedModels } from '../models/follow.js';
import type { SyncResource } from '../protocol/wire/sync-messages.js';

export interface ProfileDraftLike {
  readonly values: Readonly<Record<string, unknown>>;
  readonly system: {
    readonly vocabId?: string | undefined;
    readonly senswordId?: string | undefined;
    readonly whenUserBrings: 'merge' | 'replace';
  };
}

/** Resources and profiles. All that writes is called within a transaction. */
export interface ReplicaResources {
  /** Living and deleted ones. */
  all(): SyncResource[];
  find(id: string): SyncResource | undefined;
  /** Its content is stored already. */
  put(item: SyncResource): void;
  /** Without a trace. */
  drop(id: string): void;
  /** The last of a transaction. */
  settle(): void;
  /** After the transaction, whether it held or not. */
  finish(): void;
  isUsedByProfile(id: string): boolean;
  profiles(): { readonly name: string; readonly text: string; readonly origin: string }[];
  putProfile(name: string, draft: ProfileDraftLike, origin: string): void;
  dropProfile(name: string): void;
  hasContent(sha256: string): boolean;
  content(sha256: string): Buffer | undefined;
  addContent(sha256: string, bytes: Buffer): void;
  sweepContent(): void;
  forgetDeletions(kept: number, isWaiting: (id: string) => boolean): void;
}

export type RingTableName = 'keywords' | 'tones';
export const ringTableNames: readonly RingTableName[] = ['keywords', 'tones'];

export interface ReplicaRingTables {
  path(name: RingTableName): string;
  /** Throws when it cannot be read as such a table. */
  check(name: RingTableName, bytes: Uint8Array): void;
  /** As this version of the program brings it, or an earlier one did: nobody's work is lost with it. */
  isDefault(name: RingTableName, bytes: Uint8Array): boolean;
}

export type { InstalledModel, WantedModels };

export interface ReplicaModels {
  list(): InstalledModel[];
  /** Every file against its hash, every graph once. Throws what is wrong; nothing has changed. */
  check(wanted: WantedModels): Promise<void>;
  /** May be done again after it was cut short. */
  carryOut(wanted: WantedModels): Promise<void>;
  /** Ends what runs, and what comes later. The next start carries it out. */
  stop(): void;
}
