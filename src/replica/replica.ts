// This store among other gateways: the state that it offers, the state that it accepts, and the reports about both.

import { Periodic } from '../jobs/periodic.js';
import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type {
  OutboxEntry,
  OutboxVerdict,
  SyncApplied,
  SyncApply,
  SyncConflict,
  SyncReport,
  SyncStatus,
} from '../protocol/wire/sync-messages.js';
import type { Disk } from '../storage/disk.js';
import { Applier } from './apply.js';
import { Conflicts } from './conflicts.js';
import { KeptReport } from './kept-report.js';
import type { ContentSource, ReplicatedKind, SentVersions } from './kind/kind.js';
import { Staged } from './kind/staged.js';
import { Kinds } from './kinds.js';
import { Outbox } from './outbox.js';
import { receive } from './receive.js';
import { Redo } from './redo.js';
import { type Extent, StateFeed, type StateText } from './state.js';
import type { SyncTable } from './table.js';
import { Wanted } from './wanted.js';

export interface ReplicaParts {
  readonly table: SyncTable;
  readonly kinds: readonly ReplicatedKind[];
  readonly versions: SentVersions;
  readonly disk: Disk;
  /** DATA/sync/content */
  readonly contentDirectory: string;
  readonly hasUpstream: boolean;
  /** Changes of user resources wait to go upstream. */
  readonly hasOutbox: boolean;
  /** ms UTC */
  readonly now: () => number;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  /** False while nothing that has expired may be removed yet. */
  readonly maySweep: () => boolean;
  readonly onRedoFault: (row: { readonly kind: string; readonly name: string }, fault: unknown) => void;
  /** Called when the disk is full at a start, which then goes on without tidying up. */
  readonly onDiskFull: (fault: unknown) => void;
  readonly filesFreshMs?: number;
  /** The limit of resources that gateways below bring, in tests. */
  readonly mostFromBelow?: number;
  /** Signs a state with the key of this data directory. */
  readonly sign: (text: string) => string;
  /** States of the upstream are taken only with a signature of a pinned key. */
  readonly needsSignature: boolean;
}

export class Replica {
  readonly wanted = new Wanted(() => this.#outbox.facts.newestSeq);
  readonly #parts: ReplicaParts;
  readonly #conflicts: Conflicts;
  readonly #outbox: Outbox;
  readonly #redo: Redo;
  readonly #applier: Applier;
  readonly #state: StateFeed;
  readonly #report: KeptReport;
  #isStopped = false;
  #isTidy = false;
  readonly #retry: Periodic;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
    const { table, now, disk, contentDirectory } = parts;
    this.#report = new KeptReport({ wallMs: Date.now, elapsedMs: () => performance.now() });
    const staged = new Staged(disk, contentDirectory);
    const kinds = new Kinds(parts.kinds);
    this.#conflicts = new Conflicts(kinds, table, now);
    const inner = { ...parts, kinds, conflicts: this.#conflicts, staged };
    this.#outbox = new Outbox({ ...inner, onRow: () => this.wanted.outboxGrew() });
    this.#state = new StateFeed(inner);
    const onFault: ReplicaParts['onRedoFault'] = (row, fault) => {
      if (this.#isStopped) return; // it was ended, and waits for the next start
      parts.onRedoFault(row, fault);
      if (isDiskFull(fault)) parts.onDiskFull(fault);
    };
    this.#redo = new Redo({ ...inner, onFault, onDone: () => this.#state.filesChanged() });
    this.#applier = new Applier({ ...inner, redo: this.#redo });
    this.#retry = new Periodic({
      everyMs: limits.sync.redoRetryMs,
      work: () => {
        this.#tidyUp();
        return this.putInPlace();
      },
      onFault: (fault) => onFault({ kind: 'all', name: 'all' }, fault),
    });
  }

  /** Called before anybody reads the files of a kind. */
  start(): void {
    this.#tidyUp();
    this.#redo.atOnce();
    this.#retry.start();
  }

  /** Tidies up once, as soon as the disk has room for it. */
  #tidyUp(): void {
    if (this.#isTidy) return;
    try {
      this.sweep();
      if (this.#parts.hasOutbox) this.#outbox.fill();
      else this.#outbox.drop();
      this.#isTidy = true;
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
      this.#parts.onDiskFull(fault);
    }
  }

  /** Writes the files that an applied state requires and that do not exist yet. */
  putInPlace(): Promise<void> {
    return this.#redo.run();
  }

  async stop(): Promise<void> {
    this.wanted.stop();
    this.#isStopped = true;
    for (const kind of this.#parts.kinds) kind.stop?.();
    await Promise.all([this.#retry.stop(), this.#redo.idle()]);
  }

  /** Removes what is no longer of use. */
  sweep(): void {
    const { table, kinds, elapsed, maySweep } = this.#parts;
    table.db.transaction(() => {
      if (maySweep()) table.sweepKeys(elapsed() - limits.sync.keyMs, limits.sync.keys);
      for (const kind of kinds) kind.sweep?.((id) => table.hasOutbox(id));
    })();
  }

  /** Adds the change to the outbox. Called within the transaction that changed a user resource. */
  changed(id: string): void {
    if (this.#parts.hasOutbox) this.#outbox.add(id);
  }

  etag(extent: Extent): string {
    return this.#state.etag(extent);
  }

  stateText(extent: Extent): StateText {
    return this.#state.text(extent);
  }

  content(sha256: string): ContentSource | undefined {
    return this.#state.content(sha256);
  }

  async apply(wanted: SyncApply): Promise<SyncApplied> {
    const applied = await this.#applier.apply(wanted);
    this.#state.filesChanged();
    this.sweep();
    return applied;
  }

  receive(sender: string, entries: readonly OutboxEntry[]): OutboxVerdict[] {
    const { hasOutbox } = this.#parts;
    const parts = { ...this.#parts, conflicts: this.#conflicts };
    return receive(hasOutbox ? { ...parts, passOn: (id) => this.#outbox.add(id) } : parts, sender, entries);
  }

  outboxPage(limit: number): { waiting: number; entries: OutboxEntry[] } {
    return { waiting: this.#outbox.facts.waiting, entries: this.#outbox.page(limit) };
  }

  settle(verdicts: readonly OutboxVerdict[]): number {
    return this.#outbox.settle(verdicts);
  }

  conflicts(limit: number): SyncConflict[] {
    return this.#conflicts.list(limit);
  }

  report(report: SyncReport): void {
    this.#report.put(report);
  }

  status(): SyncStatus {
    const { origin, revision, ...self } = this.#parts.table.self();
    const { waiting, oldestMs } = this.#outbox.facts;
    const { applied_origin: from, applied_revision: at, applied_at: atMs } = self;
    return {
      origin,
      revision,
      hasUpstream: this.#parts.hasUpstream,
      needsSignature: this.#parts.needsSignature,
      report: this.#report.get(),
      applied: from === null ? null : { origin: from, revision: at ?? 0, atMs: atMs ?? 0 },
      outbox: { waiting, oldestMs },
      conflicts: this.#conflicts.count,
      redo: this.#redo.waiting,
    };
  }
}
