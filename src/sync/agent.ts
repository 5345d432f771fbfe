// The agent does the work that a state of the machine asks for, gives the machine the result, and reports it to the
// gateway, which shows it. It holds nothing that must survive: after a restart it asks for the whole state once.
import type { Logger } from 'pino';
import type { Chance } from '../jobs/backoff.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import type { SyncReport, SyncScope } from '../protocol/wire/sync-messages.js';
import { contentsOf } from './contents.js';
import { fetchAll } from './download.js';
import { SyncFault } from './fault.js';
import type { FirmwareWorker } from './firmware/worker.js';
import type { LocalGateway } from './local-gateway.js';
import { type AgentEvent, type AgentState, atStart, type Circumstances, type Failure, next } from './machine.js';
import { drainOutbox } from './outbox.js';
import type { Staging } from './staging.js';
import type { Time } from './time.js';
import type { Polled, Transport } from './transport.js';
import { type Seen, untilWanted } from './wanted.js';

export interface AgentParts {
  readonly transport: Transport;
  readonly gateway: LocalGateway;
  readonly staging: Staging;
  readonly time: Time;
  readonly chance: Chance;
  readonly log: Logger;
  /** The upstream's name as messages show it. */
  readonly upstream: string;
  readonly intervalMs: number;
  readonly scope: Partial<SyncScope>;
  readonly sends: boolean;
  /** The firmware worker; undefined if firmware does not come this way. */
  readonly firmware?: FirmwareWorker | undefined;
}

export class Agent {
  readonly #parts: AgentParts;
  readonly #seen: Seen = { now: 0, outboxSeq: undefined };
  #state: AgentState;
  #lastSuccessAtMs: number | null = null;
  /** Mark and contents of the last applied state: the gateway may still be putting files in place. */
  #appliedMark: string | undefined;
  #appliedContents: ReadonlySet<string> | undefined;
  /** The state that was fetched last and is not applied yet. */
  #pending: Polled | undefined;
  /** The box's own state, as the gateway last gave it. */
  #here: { mark: string | undefined; contents: ReadonlySet<string> } = { mark: undefined, contents: new Set() };
  #sendFault: SyncFault | undefined;
  #arrivedBytes = 0;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#state = atStart(this.#circumstances());
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    this.#parts.staging.prepare();
    while (!signal.aborted) {
      await this.#report(null, signal);
      const event = await this.#step(signal).catch((fault) => this.#failure(fault, signal));
      if (event === undefined) break;
      this.#state = next(this.#state, event, this.#circumstances());
      if (event.type === 'failed') this.#parts.log.warn({ fault: event.failure.message }, 'sync failed');
    }
    await this.#parts.firmware?.stop();
    await this.#parts.transport.close();
  }

  async #step(signal: AbortSignal): Promise<AgentEvent | undefined> {
    switch (this.#state.phase) {
      case 'waiting':
      case 'stopped':
        return this.#wait(signal);
      case 'draining':
        this.#arrivedBytes = 0;
        await this.#drain(signal);
        return { type: 'drained' };
      case 'polling':
        if (await this.#poll(signal)) return { type: 'changed' };
        return this.#ended('unchanged');
      case 'fetching':
        await this.#fetch(signal);
        return { type: 'fetched' };
      case 'applying':
        await this.#apply(signal);
        return this.#ended('applied');
      default:
        return unreachable(this.#state.phase);
    }
  }

  async #wait(signal: AbortSignal): Promise<AgentEvent> {
    const { time, gateway, chance } = this.#parts;
    const { phase, untilMs, failures } = this.#state;
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const due = async () => {
      await time.sleep(Math.max(0, untilMs - time.steadyMs()), either);
      return 'due' as const;
    };
    // Waiting changes are no reason to ask an upstream that has just failed.
    const mindsOutbox = phase === 'waiting' && failures === 0 && this.#sends;
    const wanted = untilWanted({ gateway, time, chance, seen: this.#seen, mindsOutbox }, either);
    try {
      return { type: await Promise.race([due(), wanted]) };
    } finally {
      over.abort();
      await wanted.catch(() => undefined);
    }
  }

  get #sends(): boolean {
    return this.#parts.sends && this.#parts.transport.send !== undefined;
  }

  /** An upstream that refuses the box's changes may still serve states: the round goes on and fails at its end. */
  async #drain(signal: AbortSignal): Promise<void> {
    const { gateway, transport } = this.#parts;
    this.#sendFault = undefined;
    if (!this.#sends || transport.send === undefined) return;
    try {
      await drainOutbox(gateway, transport.send, signal);
    } catch (fault) {
      if (!(fault instanceof SyncFault && fault.kind === 'refused')) throw fault;
      this.#sendFault = fault;
    }
  }

  /**
   * Fetches a state. True if there is one to apply, because the upstream or the box has changed since they were in
   * step.
   */
  async #poll(signal: AbortSignal): Promise<boolean> {
    const { transport } = this.#parts;
    const isAsLeft = !(await this.#lookHere(this.#here.mark, signal));
    const polled = await transport.poll(this.#pending?.mark ?? (isAsLeft ? this.#appliedMark : undefined), signal);
    this.#pending = polled ?? this.#pending;
    return this.#pending !== undefined;
  }

  /** Asks the gateway for its state. False if nothing has changed since `mark`. */
  async #lookHere(mark: string | undefined, signal: AbortSignal): Promise<boolean> {
    const here = await this.#parts.gateway.state(mark, signal);
    if (here === undefined) return false;
    this.#here = { mark: here.mark, contents: new Set(contentsOf(here.state).keys()) };
    return true;
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    const { staging, transport, time } = this.#parts;
    const missing = this.#brought().filter((name) => !staging.has(name));
    staging.needRoom(missing);
    const totalBytes = missing.reduce((sum, { bytes }) => sum + bytes, 0);
    let doneBytes = missing.reduce((sum, { sha256, bytes }) => sum + Math.min(bytes, staging.partBytes(sha256)), 0);
    let reportedAtMs = time.steadyMs();
    const onBytes = (count: number) => {
      doneBytes += count;
      this.#arrivedBytes += count;
      if (time.steadyMs() - reportedAtMs < limits.sync.reportMs) return;
      reportedAtMs = time.steadyMs();
      void this.#report({ doneBytes: Math.min(doneBytes, totalBytes), totalBytes }, signal);
    };
    await fetchAll({ transport, staging, onBytes }, missing, signal);
  }

  /** Contents of the pending state that the gateway does not have. */
  #brought() {
    if (this.#pending === undefined) return [];
    return [...contentsOf(this.#pending.state).values()].filter(({ sha256 }) => !this.#here.contents.has(sha256));
  }

  async #apply(signal: AbortSignal): Promise<void> {
    const { gateway, staging, scope, log } = this.#parts;
    const { state, mark, scope: extent } = this.#pending as Polled;
    try {
      const { applied, changed, conflicts } = await gateway.apply(state, { ...scope, ...extent }, signal);
      log.info({ applied, changed, conflicts }, 'sync applied a state');
    } catch (fault) {
      if (fault instanceof SyncFault && fault.kind === 'notApplied') {
        staging.discardDamaged(this.#brought());
        this.#pending = undefined;
      }
      throw fault;
    }
    this.#pending = undefined;
    this.#appliedMark = mark;
    this.#appliedContents = new Set(contentsOf(state).keys());
    await this.#lookHere(undefined, signal);
  }

  #ended(type: 'unchanged' | 'applied'): AgentEvent {
    const { staging, time, firmware } = this.#parts;
    if (this.#appliedContents !== undefined) {
      staging.sweep(new Set([...this.#appliedContents, ...(firmware?.wantedContent ?? [])]), time.wallMs());
    }
    firmware?.roundEnded();
    if (this.#sendFault !== undefined) throw this.#sendFault;
    this.#lastSuccessAtMs = time.wallMs();
    return { type };
  }

  /** The event for a fault; undefined if the agent was told to end. */
  #failure(fault: unknown, signal: AbortSignal): AgentEvent | undefined {
    if (signal.aborted) return undefined;
    const known = fault instanceof SyncFault ? fault : this.#diskFault(fault);
    if (known.kind === 'outdated') this.#pending = undefined;
    const hasProgressed = known.kind === 'away' && this.#arrivedBytes >= limits.sync.progressBytes;
    const { kind, message, retryAfterMs } = known;
    return { type: 'failed', failure: { kind, message, retryAfterMs, hasProgressed } satisfies Failure };
  }

  /**
   * The fault of a system call as a SyncFault. Any other fault is a bug: it ends the process, which is started again.
   */
  #diskFault(fault: unknown): SyncFault {
    const { code, syscall } = (fault ?? {}) as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw fault;
    if (code === 'ENOSPC' || code === 'EDQUOT') this.#parts.staging.discardParts();
    return new SyncFault('noRoom', `the disk of this box failed (${code} at ${syscall})`, { cause: fault });
  }

  async #report(fetching: SyncReport['fetching'], signal: AbortSignal): Promise<void> {
    const { gateway, time, upstream } = this.#parts;
    const { phase, untilMs, failures, fault } = this.#state;
    const rests = phase === 'waiting' || phase === 'stopped';
    const report: SyncReport = {
      upstream,
      state: phase === 'draining' ? 'polling' : phase,
      lastSuccessAtMs: this.#lastSuccessAtMs,
      nextPollAtMs: rests ? Math.max(0, Math.round(time.wallMs() + untilMs - time.steadyMs())) : null,
      failuresInARow: failures,
      lastFault: fault,
      fetching,
    };
    await gateway.report(report, signal).catch((err) => {
      if (!signal.aborted) this.#parts.log.debug({ err }, 'the gateway did not accept the status report');
    });
  }

  #circumstances(): Circumstances {
    const { time, chance, intervalMs } = this.#parts;
    return { nowMs: time.steadyMs(), chance, intervalMs };
  }
}
