// The gateway's interface to the engines: it opens a session, pushes audio and hears events, or hands over a whole
// clip.
import { availableParallelism } from 'node:os';
import type { ProcessState } from '../../child/lasting.js';
import { builtProgram } from '../../child/program.js';
import type { SupervisorLog } from '../../child/supervised.js';
import type { RingTables } from '../../protocol/engine/ring.js';
import type { SynthesisParams } from '../../protocol/engine/synthesis.js';
import type { PcmFile, TranscribeRequest, Transcript } from '../../protocol/engine/transcription.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Client } from '../../shares/client.js';
import type { OnRefused } from '../../shares/shares.js';
import type {
  Capability,
  ClipParams,
  ClipResults,
  ModelsReport,
  RingClipParams,
  RingClipResult,
  SessionParams,
} from '../channel/messages.js';
import { demandOf, shareBeside, whyBehind, whyFull } from './admission.js';
import { calibrate } from './calibrate.js';
import { ClipLost } from './clip-lost.js';
import { type ClipOrigin, ClipQueue } from './clip-queue.js';
import { type EngineSession, LiveSession, type QueueLimits, type SessionEvent } from './live-session.js';
import { OwnLoop } from './own-loop.js';
import { type EngineProcess, engineFlags } from './process.js';
import {
  type EngineDeath,
  type EngineLimits,
  type EngineSlot,
  engineSlot,
  engineSpare,
  type SpareRule,
} from './slot.js';
import { SpeakingStream, type SynthesisEvent, type SynthesisStream } from './synthesis-stream.js';
import { TranscribingFile } from './transcribing-file.js';
import { type LiveKind, type PerKind, WorkCosts } from './work-costs.js';

export type { ClipOrigin } from './clip-queue.js';
export type { EngineSession, SessionEvent } from './live-session.js';
export type { SynthesisEvent, SynthesisStream } from './synthesis-stream.js';

export interface EngineStatus {
  /** `spare`: the engine serves when another one dies; `draining`: it finishes its present work. */
  readonly role: 'serving' | 'draining' | 'spare';
  readonly pid: number | undefined;
  readonly state: ProcessState;
  readonly sessions: number;
  readonly calls: number;
  readonly rssBytes: number;
  /** Time from the start of the process to its first message. */
  readonly startMs: number;
  readonly restarts: number;
  /** Share of its time that its live sessions take. */
  readonly demand: number;
  /** Delay behind its sessions at each of the last pings (the least of them). */
  readonly lateMs: number;
  /** Models that it has loaded, and models that it refused. */
  readonly models: ModelsReport;
}

export interface Engines {
  /**
   * Throws OVERLOADED if openSession would refuse such a session for its load: its connection then need not be opened.
   */
  mayOpen(kind: LiveKind): void;
  /**
   * Throws ENGINE_UNAVAILABLE or OVERLOADED if no engine can take the session. `ended` and `failed` are the last
   * events.
   */
  openSession<P extends SessionParams>(params: P, onEvent: (event: SessionEvent<P['kind']>) => void): EngineSession;
  /** Throws as openSession does. `ended` and `failed` are the last events. */
  openSynthesis(params: SynthesisParams, onEvent: (event: SynthesisEvent) => void): SynthesisStream;
  /**
   * Hears a whole body at once. `origin`: the client, and the signal that aborts when it has gone. Rejects with
   * ENGINE_UNAVAILABLE (ClipLost if the engine died while it heard the clip), OVERLOADED, or the fault of the audio.
   */
  hear<P extends ClipParams>(params: P, bytes: Uint8Array, origin?: ClipOrigin): Promise<ClipResults[P['kind']]>;
  /**
   * Throws what `hear` would reject with if a clip of this client would be refused now: its bytes then need not be
   * read.
   */
  mayHear(kind: Capability, client: Client): void;
  /** Asks every serving engine, however busy, whether it hears. Rejects as `hear` does. */
  ask(params: RingClipParams, bytes: Uint8Array): Promise<RingClipResult[]>;
  /**
   * Transcribes a recording of any length, which an engine reads from the disk while nothing live waits. Rejects with
   * the reason of `signal`, ENGINE_LOST, ENGINE_UNAVAILABLE, OVERLOADED, PROPERTY_NOT_FOUND, or INTERNAL if hearing
   * failed.
   */
  transcribe(
    pcm: PcmFile,
    request: TranscribeRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<Transcript>;
  /** Sets the tables, in every engine, for sessions that are opened from now on. */
  setTables(tables: RingTables): void;
  /** Replaces the engines by fresh processes, one after the other; running sessions end on the old ones. */
  replace(): Promise<void>;
  /** Resolves when every engine of the first start is ready; rejects if one of them dies before that. */
  ready(): Promise<void>;
  status(): EngineStatus[];
  /** Number of starts after a crash, over all engines. */
  readonly restarts: number;
  /** Share of an engine's time that a session of each kind takes. */
  costs(): PerKind;
  stop(): Promise<void>;
}

export interface EngineOptions {
  readonly tables: RingTables;
  readonly log: SupervisorLog;
  readonly count?: number;
  readonly limits?: Partial<EngineLimits>;
  readonly queue?: QueueLimits;
  /** True if a last slice that is too short is refused like any other. */
  readonly strictSlices?: boolean;
  /** Called for a one-shot that found no place. */
  readonly onRefused?: OnRefused;
  readonly entry?: string;
  /**
   * Directories of the model store and of the shipped models. `signKeys`: public keys, one of which must have signed
   * each model of the store. Absent: there are no models.
   */
  readonly models?: { readonly store: string; readonly shipped: string; readonly signKeys?: readonly string[] };
  /**
   * Directories of other files that the engine is told to read: recordings, clients' language models. They must exist.
   */
  readonly reads?: readonly string[];
  /** Rule for an additional engine that is ready and serves when another one dies; default `off`. */
  readonly spare?: SpareRule;
  /** `auto`: no more live sessions than the engines can hear in time; default `off`. */
  readonly admission?: AdmissionRule;
  /** Called for every engine that died, spares included. */
  readonly onDeath?: (death: EngineDeath) => void;
}

/** `auto`: live sessions are refused by the load of the machine as well. */
export type AdmissionRule = 'auto' | 'off';

export function startEngines(options: EngineOptions): Engines {
  const engineLimits: EngineLimits = { ...limits.engine, ...options.limits };
  const queue = options.queue ?? limits.stream;
  const processors = availableParallelism();
  const count = options.count ?? Math.max(1, processors - 1);
  let { tables } = options;
  let lastNumber = 0;
  const processOptions = {
    entry: options.entry ?? builtProgram('../../main/engine.js', import.meta.url),
    args: [
      ...(options.strictSlices === true ? ['--strict-slices'] : []),
      ...(options.models ? [options.models.store, options.models.shipped] : []),
      ...(options.models?.signKeys ?? []).map((key) => `--sign-key=${key}`),
    ],
    startMs: engineLimits.startMs,
    pingMs: engineLimits.pingMs,
    missedPings: engineLimits.missedPings,
    busyPings: engineLimits.busyPings,
    frameBytes: engineLimits.frameBytes,
    nodeFlags: engineFlags,
    reads: [...(options.models ? [options.models.store, options.models.shipped] : []), ...(options.reads ?? [])],
    greeting: () => [{ type: 'tables', tables } as const],
  };
  const costs = new WorkCosts();
  const ownLoop = options.admission === 'auto' ? new OwnLoop() : undefined;
  const slotParts = {
    options: processOptions,
    limits: engineLimits,
    log: options.log,
    onDeath: options.onDeath,
    costs,
    onReady: (process: EngineProcess) => {
      if (ownLoop === undefined || process.load > 0) return;
      calibrate(process, (params, bytes) => hearOn(process, params, bytes)).then((shares) => costs.expect(shares));
    },
  };
  const { spare: spareRule = 'off' } = options;
  const spare =
    spareRule === 'off' ? undefined : engineSpare(spareRule, slotParts, () => slots.map(({ current }) => current));
  const slots: EngineSlot[] = Array.from({ length: count }, (_, index) => engineSlot(index, slotParts, spare));

  const usableNow = (): EngineProcess[] =>
    slots
      .map((slot) => slot.current)
      .filter(
        (process) => takesWork(process) && (process.state !== 'waiting' || process.startDelayMs <= engineLimits.waitMs),
      );

  /** The processes that accept work: the most ready first, and equally ready ones by their load. */
  const byLoad = (loadOf: (process: EngineProcess) => number): EngineProcess[] => {
    const usable = usableNow().sort((a, b) => urgency(a.state) - urgency(b.state) || loadOf(a) - loadOf(b));
    if (usable.length === 0) throw new ServiceError('ENGINE_UNAVAILABLE');
    return usable;
  };
  const leastLoaded = (loadOf: (process: EngineProcess) => number): EngineProcess => byLoad(loadOf)[0] as EngineProcess;

  const full = (why: string): ServiceError => {
    options.onRefused?.('sessions', 'load');
    return new ServiceError('OVERLOADED', `the service is at capacity: ${why}; try again in a moment`);
  };

  const roomForSession = (kind: LiveKind): EngineProcess => {
    const now = costs.all();
    const processes = byLoad((process) => demandOf(process.liveLoad.sessions, now) + process.load / 1_000);
    const sessions = processes.reduce((sum, process) => sum + process.sessions.size, 0);
    if (ownLoop?.isLate && sessions >= limits.admission.always)
      throw full('the gateway cannot read the audio of more sessions in time');
    const beside = shareBeside(ownLoop?.cpuShare ?? 0, processors, count);
    let why: string | undefined;
    for (const process of processes) {
      if (process.sessions.size >= engineLimits.sessionsPerEngine) continue;
      const reason = ownLoop && whyFull(kind, process.liveLoad, now, beside);
      if (reason === undefined) return process;
      why ??= `an engine cannot process more sessions in time: ${reason}`;
    }
    throw full(why ?? `each engine already has ${engineLimits.sessionsPerEngine} sessions`);
  };

  /** Refuses one-shots while an engine is late. Recordings are still accepted: they wait until nothing live waits. */
  const needInTime = (process: EngineProcess): void => {
    const why = ownLoop && whyBehind(process.liveLoad);
    if (why !== undefined) throw full(`an engine cannot process more sessions in time: ${why}`);
  };

  /** The engine for a file. Files weigh more than live calls: files wait for calls, but calls do not wait for files. */
  const roomForFile = (): EngineProcess => {
    const process = leastLoaded((each) => filesOf(each) * engineLimits.sessionsPerEngine + each.load);
    if (filesOf(process) >= engineLimits.filesPerEngine) throw new ServiceError('OVERLOADED');
    return process;
  };

  const hearOn = <P extends ClipParams>(process: EngineProcess, params: P, bytes: Uint8Array) =>
    new Promise<ClipResults[P['kind']]>((resolve, reject) => {
      if (!takesWork(process)) throw new ServiceError('ENGINE_UNAVAILABLE');
      const call = ++lastNumber;
      process.calls.set(call, {
        kind: params.kind,
        done: (result) => resolve(result as ClipResults[P['kind']]),
        failed: ({ code, message }) => reject(new ServiceError(code, message)),
        lost: () => reject(new ClipLost(process.number)),
      });
      process.sendFor(params.kind, { type: 'clip', call, params, bytes });
    });

  const clips = new ClipQueue({
    engine: (kind) => leastLoaded((process) => process.clips[kind] * engineLimits.sessionsPerEngine + process.load),
    nextCall: () => ++lastNumber,
    need: needInTime,
    waitMs: ownLoop === undefined ? Number.POSITIVE_INFINITY : limits.admission.oneShotWaitMs,
    engines: count,
    oneShotQueue: engineLimits.oneShotQueue,
    onRefused: options.onRefused,
  });

  return {
    mayOpen: (kind) => {
      if (ownLoop !== undefined && usableNow().length > 0) roomForSession(kind);
    },
    openSession: <P extends SessionParams>(params: P, onEvent: (event: SessionEvent<P['kind']>) => void) =>
      new LiveSession<P>(++lastNumber, roomForSession(params.kind), params, queue, onEvent),
    openSynthesis: (params, onEvent) => new SpeakingStream(++lastNumber, roomForSession('tts'), params, onEvent),
    hear: async (params, bytes, origin = {}) => await clips.add(params, bytes, origin),
    mayHear: (kind, client) => clips.need(kind, client),
    ask: (params, bytes) => Promise.all(slots.map(({ current }) => hearOn(current, params, bytes))),
    transcribe: (pcm, request, onProgress, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        new TranscribingFile(++lastNumber, roomForFile(), pcm, request, onProgress, signal, { resolve, reject });
      }),
    setTables: (next) => {
      tables = next;
      for (const process of [...slots.map(({ current }) => current), spare?.process]) {
        process?.send({ type: 'tables', tables });
      }
    },
    replace: async () => {
      const all = async () => {
        for (const slot of slots) await slot.replace();
      };
      await (spare === undefined ? all() : spare.without(all)); // a spare still has the old models
    },
    ready: async () => {
      await Promise.all(slots.map((slot) => whenReady(slot.current)));
    },
    status: () => [
      ...slots.flatMap((slot) => [
        statusOf('serving', slot.current, slot.restarts, costs.all()),
        ...[...slot.retired].map((process) => statusOf('draining', process, slot.restarts, costs.all())),
      ]),
      ...(spare?.process === undefined ? [] : [statusOf('spare', spare.process, 0, costs.all())]),
    ],
    get restarts() {
      return slots.reduce((sum, slot) => sum + slot.restarts, 0);
    },
    costs: () => costs.all(),
    stop: async () => {
      ownLoop?.stop();
      await Promise.all([...slots.map((slot) => slot.stop()), spare?.stop()]);
    },
  };
}

const statusOf = (
  role: EngineStatus['role'],
  process: EngineProcess,
  restarts: number,
  costs: PerKind,
): EngineStatus => ({
  role,
  pid: process.pid,
  state: process.state,
  sessions: process.sessions.size,
  calls: process.calls.size,
  rssBytes: process.rssBytes,
  startMs: process.startMs,
  restarts,
  demand: demandOf(process.liveLoad.sessions, costs),
  lateMs: process.liveLoad.lateMs,
  models: process.models,
});

const takesWork = (process: EngineProcess): boolean => process.state !== 'gone' && process.state !== 'draining';

const filesOf = ({ sessions }: EngineProcess): number =>
  [...sessions.values()].filter((listener) => listener instanceof TranscribingFile).length;

/**
 * Ready engines come first, then one that loads its models and hears tones, then one that is starting, then one that
 * waits.
 */
function urgency(state: ProcessState): number {
  switch (state) {
    case 'ready':
      return 0;
    case 'loading':
      return 1;
    case 'starting':
      return 2;
    default:
      return 3;
  }
}

const whenReady = (process: EngineProcess): Promise<void> =>
  process.state === 'ready'
    ? Promise.resolve()
    : new Promise((resolve, reject) => {
        process.onReady(resolve);
        process.onGone(() => reject(new ServiceError('ENGINE_UNAVAILABLE', 'an engine process did not start')));
      });
