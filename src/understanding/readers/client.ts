// The gateway's interface to the document process. The first session starts the process, and it stops when no session
// is left. If it dies, its sessions are lost, and the next session starts a new process.
import { AskedProcess } from '../../child/asked.js';
import { builtProgram } from '../../child/program.js';
import type { SupervisorLog } from '../../child/supervised.js';
import { restartDelayMs } from '../../child/supervisor.js';
import { FairSlots } from '../../jobs/fair-slots.js';
import { Periodic } from '../../jobs/periodic.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { AreaSecret } from '../../trust/area-key.js';
import type { FromReaders, ToReaders } from './messages.js';
import type { DocumentPlace, DocumentReaders, ReaderConfig, SessionOwner } from './port.js';

export interface DocumentReadersOptions {
  readonly log: SupervisorLog;
  /** The file of word vectors; without it texts are compared by their characters alone. */
  readonly vectorFile?: string | undefined;
  /** The time after which a session without a query is closed, ms. */
  readonly idleMs?: number;
  /** monotonic clock, ms */
  readonly now?: () => number;
  /** Returns the directories of documents; called when the process starts. */
  readonly reads?: () => readonly string[];
  /** The key of the training area; undefined: documents are plain. */
  readonly secret?: AreaSecret | undefined;
  readonly entry?: string;
}

export interface ReadersStatus {
  readonly pid: number | undefined;
  readonly rssBytes: number;
  readonly sessions: number;
  /** calls without an answer yet */
  readonly waiting: number;
}

type Answer = Exclude<FromReaders, { type: 'ready' }>;
type ReadersProcess = AskedProcess<ToReaders, Answer>;

interface Session extends SessionOwner {
  readonly process: ReadersProcess;
  /** The session is not ready for queries yet. */
  isOpening: boolean;
  usedMs: number;
}

const own = limits.documents.reader;

export class DocumentReaderProcess implements DocumentReaders {
  readonly #options: DocumentReadersOptions;
  readonly #now: () => number;
  readonly #idleMs: number;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: Periodic;
  /** Promises that resolve when a stopped process has exited. */
  readonly #leaving = new Set<Promise<void>>();
  #process: ReadersProcess | undefined;
  #failures = 0;
  #lastCall = 0;
  #isStopped = false;
  readonly #slots = new FairSlots(own.calls);

  constructor(options: DocumentReadersOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#idleMs = options.idleMs ?? limits.documents.reader.idleMs;
    this.#sweep = new Periodic({
      everyMs: Math.min(own.sweepMs, this.#idleMs),
      work: () => this.#endIdle(),
      onFault: (fault) => options.log.warn({ err: fault }, 'the sweep of document sessions failed'),
    });
    this.#sweep.start();
  }

  async open(owner: SessionOwner, sessionId: string, place: DocumentPlace, config: ReaderConfig): Promise<void> {
    if (this.#isStopped) throw new ServiceError('STOPPING');
    this.#endIdle();
    if (this.#sessions.has(sessionId)) throw new ServiceError('CONFLICT', 'sessionId: this session exists already');
    const all = [...this.#sessions.values()];
    const ofTenant = all.filter(({ tenantId }) => tenantId === owner.tenantId).length;
    const ofDeveloper = all.filter(({ developerId }) => developerId === owner.developerId).length;
    const whose = [
      ...(ofTenant >= own.sessionsPerTenant ? [`the tenant has ${ofTenant}`] : []),
      // As many as are still free, so that no developer takes all of them by many tenants.
      ...(ofDeveloper >= own.sessions - all.length
        ? [`the developer has ${ofDeveloper}, and others ${all.length - ofDeveloper},`]
        : []),
    ][0];
    if (whose !== undefined) {
      const why = `${whose} open document sessions, which is the limit; end one first`;
      throw new ServiceError('TOO_MANY_RESOURCES', why);
    }
    const process = this.#running();
    const { developerId, tenantId } = owner;
    const session: Session = { developerId, tenantId, process, isOpening: true, usedMs: this.#now() };
    this.#sessions.set(sessionId, session);
    try {
      const message = (call: number) => ({ type: 'open', call, session: sessionId, place, config }) as const;
      await this.#inTurn(owner, () => this.#call(process, message));
      session.isOpening = false;
      session.usedMs = this.#now();
    } catch (fault) {
      this.#forget(sessionId);
      throw fault;
    }
  }

  async ask(owner: SessionOwner, sessionId: string, query: string) {
    const session = this.#find(owner, sessionId);
    if (session === undefined) throw noSession(sessionId);
    const most = limits.documents.queryCharacters;
    if (query.trim() === '' || query.length > most) {
      const found = query.trim() === '' ? 'is empty' : `has ${query.length} characters`;
      throw new ServiceError('INVALID_ARGUMENT', `query: ${found}; it must be a question of 1 to ${most} characters`);
    }
    session.usedMs = this.#now();
    try {
      const message = (call: number) => ({ type: 'ask', call, session: sessionId, query }) as const;
      const answer = await this.#inTurn(owner, () => this.#call(session.process, message));
      session.usedMs = this.#now();
      return answer.type === 'answers' ? answer.answers : [];
    } catch (fault) {
      // the sessions are lost with the process
      throw this.#sessions.has(sessionId) ? fault : noSession(sessionId);
    }
  }

  async close(owner: SessionOwner, sessionId: string): Promise<boolean> {
    if (this.#find(owner, sessionId) === undefined) return false;
    this.#forget(sessionId);
    return true;
  }

  /** The state of the process; undefined: no session is open. */
  status(): ReadersStatus | undefined {
    const process = this.#process;
    return (
      process && {
        ...{ pid: process.pid, rssBytes: process.rssBytes, waiting: process.load },
        sessions: this.#sessions.size,
      }
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sweep.stop();
    this.#sessions.clear();
    this.#leave();
    await Promise.all(this.#leaving);
  }

  #find({ developerId, tenantId }: SessionOwner, sessionId: string): Session | undefined {
    const session = this.#sessions.get(sessionId);
    if (session === undefined || session.isOpening) return undefined;
    if (session.developerId !== developerId || session.tenantId !== tenantId) return undefined;
    if (this.#now() - session.usedMs < this.#idleMs) return session;
    this.#forget(sessionId);
    return undefined;
  }

  #endIdle(): void {
    for (const [id, { usedMs, isOpening }] of this.#sessions) {
      if (!isOpening && this.#now() - usedMs >= this.#idleMs) this.#forget(id);
    }
  }

  #forget(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    this.#sessions.delete(sessionId);
    session.process.send({ type: 'close', session: sessionId });
    if (this.#sessions.size === 0) this.#leave();
  }

  /** Stops the process, because no session needs it any more. */
  #leave(): void {
    const process = this.#process;
    this.#process = undefined;
    if (process === undefined || process.state === 'gone') return;
    const left = new Promise<void>((resolve) => process.onGone(resolve));
    this.#leaving.add(left);
    left.then(() => this.#leaving.delete(left));
    process.retire(own.drainMs);
  }

  #running(): ReadersProcess {
    if (this.#process !== undefined) return this.#process;
    const { log, vectorFile, reads = () => [], secret, entry } = this.#options;
    const delayMs = this.#failures === 0 ? 0 : restartDelayMs(this.#failures, own);
    const process: ReadersProcess = new AskedProcess(
      {
        ...{ startMs: own.startMs, pingMs: own.pingMs, frameBytes: own.frameBytes },
        ...{ missedPings: own.missedPings, busyPings: own.busyPings },
        niceness: own.niceness, // calls have priority
        entry: entry ?? builtProgram('../../main/readers/process.js', import.meta.url),
        args: vectorFile === undefined ? [] : [vectorFile],
        reads: [...reads(), ...(vectorFile === undefined ? [] : [vectorFile])],
        nodeFlags: [`--max-old-space-size=${own.heapMiB}`],
        greeting: () => (secret === undefined ? [] : [{ type: 'key', secret } as const]),
      },
      delayMs,
    );
    process.onReady(() => log.info({ readerPid: process.pid, rssBytes: process.rssBytes }, 'document process ready'));
    process.onGone(() => this.#gone(process));
    this.#process = process;
    return process;
  }

  #gone(process: ReadersProcess): void {
    if (this.#process !== process) return; // the process was stopped
    const ranMs = process.readyAtMs > 0 ? performance.now() - process.readyAtMs : 0;
    this.#failures = ranMs >= own.stableMs ? 1 : this.#failures + 1;
    this.#options.log.warn(
      { readerPid: process.pid, sessions: this.#sessions.size },
      'the document process ended; its sessions are lost',
    );
    this.#process = undefined;
    this.#sessions.clear();
  }

  /** Developers take turns. */
  async #inTurn<T>({ developerId }: SessionOwner, work: () => Promise<T>): Promise<T> {
    const name = String(developerId);
    if (!this.#slots.isFull(name)) return this.#slots.run(name, work);
    const why = 'the service is at capacity: questions of this developer about documents';
    throw new ServiceError('OVERLOADED', `${why}; the rest is reserved for others; send the next one after an answer`);
  }

  #call(process: ReadersProcess, message: (call: number) => ToReaders): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new ServiceError('OVERLOADED', 'the process that reads documents stopped; try again'));
      if (process.state === 'gone') {
        lost(); // while the call waited
        return;
      }
      const call = ++this.#lastCall;
      process.waiting.set(call, {
        answered: (answer) => (answer.type === 'failed' ? reject(faultOf(answer)) : resolve(answer)),
        lost,
      });
      process.send(message(call));
    });
  }
}

function faultOf({ cause, message }: Extract<Answer, { type: 'failed' }>): ServiceError {
  if (cause === 'input') return new ServiceError('BAD_MATERIAL', message);
  if (cause === 'full') return new ServiceError('TOO_MANY_RESOURCES', message);
  return new ServiceError('INTERNAL', undefined, { cause: new Error(message) });
}

function noSession(id: string): ServiceError {
  const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
  return new ServiceError('RESOURCE_NOT_FOUND', `sessionId: there is no document session ${shown}, or it has ended`);
}
