// The engine's side of the channel: sessions and clips by number, one message in, some messages out.

import type { RingTables } from '../protocol/engine/ring.js';
import type { SpokenSentence } from '../protocol/engine/synthesis.js';
import { asServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import type {
  Capability,
  ClipParams,
  ClipResults,
  FromEngine,
  Refusal,
  RingClipParams,
  RingSessionParams,
  ToEngine,
} from './channel/messages.js';
import { openClip } from './pipeline/audio/clip.js';
import { ClipTurns } from './pipeline/audio/clip-turns.js';
import { anySecond, FrontendPool } from './pipeline/audio/frontend.js';
import { recogniseClip } from './pipeline/recognition/recognise-clip.js';
import { RecognitionSession } from './pipeline/recognition/recognition.js';
import { RecognitionModels } from './pipeline/recognition/recognition-parts.js';
import { onlyTones } from './pipeline/screening/early-clip.js';
import { EarlyScreening } from './pipeline/screening/early-screening.js';
import { promptPartsFor } from './pipeline/screening/prompt-recogniser.js';
import { screenClip } from './pipeline/screening/screen-clip.js';
import { type Judge, ScreeningSession, type ScreeningSink } from './pipeline/screening/screening.js';
import { Speaking } from './pipeline/synthesis/speaking.js';
import { Transcribing } from './pipeline/transcription/transcribing.js';
import type { ModelSet } from './runtime/models/model-set.js';

export interface EngineParts {
  readonly send: (message: FromEngine) => void;
  /** Called when a stop was requested and nothing is open any more. */
  readonly exit: () => void;
  readonly frontends: FrontendPool;
  readonly models: ModelSet;
  /** Resolves when the models are loaded; undefined if they are. Screening has no recogniser until then. */
  readonly loading?: () => Promise<void> | undefined;
  /** A session or a clip has ended; `isLast`: nothing is open any more. */
  readonly workEnded?: (isLast: boolean) => void;
  readonly sessionJudge: (tables: RingTables, params: RingSessionParams) => Judge;
  readonly clipJudge: (tables: RingTables, params: RingClipParams) => Judge;
  readonly tables: RingTables;
  /** Reports an internal fault to the log; the client only learns that there was one. */
  readonly fault: (fault: unknown) => void;
}

/** The engine's side of a session of any capability. A message whose method is missing is ignored. */
interface EngineSession {
  push?(slice: Uint8Array): void;
  end?(cancel: boolean): void;
  answered?(): void;
  say?(sentence: SpokenSentence | undefined): void;
  pull?(ms: number): void;
  /** Drops everything; nothing more is reported. May be called again. */
  release(): void;
  /** True while slices were heard but not yet worked through: they are acknowledged later. */
  readonly isBehind?: boolean;
}

/** A session's messages to the gateway: events, slices of audio, and its end, which comes last. */
interface Out {
  event(event: SessionEvent): void;
  slice(bytes: Uint8Array): void;
  ended(event: SessionEvent): void;
  failed(fault: unknown): void;
}

type OpenParams = Extract<ToEngine, { type: 'open' }>['params'];
type SessionEvent = Extract<FromEngine, { type: 'event' }>['event'];
type OfKind<P, K> = Extract<P, { kind: K }>;

/** The functions that open a session of each kind. They throw the fault of the parameters. */
type SessionKinds = {
  [K in OpenParams['kind']]: (session: number, params: OfKind<OpenParams, K>, out: Out) => EngineSession;
};
/** The functions that hear a whole clip of each kind. */
type ClipKinds = {
  [K in ClipParams['kind']]: (
    params: OfKind<ClipParams, K>,
    bytes: Uint8Array,
    call: number,
  ) => Promise<ClipResults[K]>;
};

export function serveEngine(parts: EngineParts): (message: ToEngine) => void {
  const sessions = new Map<number, EngineSession>();
  const recognition = new RecognitionModels(parts.models, parts.fault);
  const clipFrontends = new FrontendPool(anySecond, parts.frontends.keptPerCoding);
  /** Number of unacknowledged slices of sessions whose model has not kept up. */
  const held = new Map<number, number>();
  const speaking = new Speaking({ models: parts.models, failed: (session, fault) => fail(session, fault) });
  const transcribing = new Transcribing({ recognition, models: parts.models, speaking, frontends: clipFrontends });
  let tables = parts.tables;
  const clips = new ClipTurns();
  let stopping = false;
  let taken: Map<number, number> | undefined;

  const afterWork = () => {
    const isLast = sessions.size + clips.size === 0;
    if (isLast && stopping) parts.exit();
    else parts.workEnded?.(isLast);
  };

  const refusal = (fault: unknown): Refusal => {
    const error = asServiceError(fault);
    if (error.code === 'INTERNAL') parts.fault(error.cause ?? fault);
    return { code: error.code, message: error.message };
  };

  /** Acknowledges a slice; those of one turn of the event loop are acknowledged together. */
  const acknowledge = (session: number) => {
    if (!taken) {
      taken = new Map();
      setImmediate(() => {
        const counts = [...(taken ?? [])].flat();
        taken = undefined;
        parts.send({ type: 'taken', counts });
      });
    }
    taken.set(session, (taken.get(session) ?? 0) + 1);
  };

  /**
   * Acknowledges a slice once it is worked through: the gateway sends at most a queue full of unacknowledged slices.
   */
  const acknowledgeWhenHeard = (session: number) => {
    if (!sessions.get(session)?.isBehind) {
      acknowledge(session);
      return;
    }
    if (held.size === 0) setImmediate(acknowledgeHeld);
    held.set(session, (held.get(session) ?? 0) + 1);
  };

  const acknowledgeHeld = () => {
    for (const [session, slices] of held) {
      if (sessions.get(session)?.isBehind) continue;
      held.delete(session);
      for (let slice = 0; slice < slices; slice++) acknowledge(session);
    }
    if (held.size > 0) setImmediate(acknowledgeHeld);
  };

  const sessionKinds: SessionKinds = {
    ring: (_, params, out) => {
      const own = tables; // the tables of its START
      const openNow = (audioMaxMs: number, sink: ScreeningSink) => {
        const judge = parts.sessionJudge(own, params);
        const prompts = promptPartsFor(parts.models, params.property, own.keywords);
        const { silenceMs } = params;
        const screening = { judge, frontends: parts.frontends, prompts, silenceMs, fault: parts.fault };
        return new ScreeningSession(params.coding, audioMaxMs, screening, sink);
      };
      const sink: ScreeningSink = {
        result: (verdict, evidence) => out.event({ type: 'result', verdict, evidence }),
        ended: (cause) => out.ended({ type: 'ended', cause }),
      };
      const loading = parts.loading?.();
      if (loading === undefined) return openNow(params.audioMaxMs, sink);
      const { audioMaxMs } = params;
      return new EarlyScreening({ open: openNow, audioMaxMs, loading, keptBytes: limits.engine.earlyBytes, sink });
    },
    asr: (_, params, out) =>
      new RecognitionSession(params, recognition.partsFor(params, parts.frontends), {
        event: out.event,
        ended: (cause) => out.ended({ type: 'ended', cause }),
        failed: out.failed,
      }),
    tts: (session, params, out) => {
      speaking.open(session, params, {
        next: () => out.event({ type: 'next' }),
        slice: out.slice,
        ended: () => out.ended({ type: 'ended' }),
      });
      return {
        say: (sentence) => speaking.say(session, sentence),
        pull: (ms) => speaking.pull(session, ms),
        release: () => speaking.close(session),
      };
    },
    trans: (session, params, out) => {
      transcribing.open(session, params, {
        event: out.event,
        ended: () => out.ended({ type: 'ended' }),
        failed: out.failed,
      });
      return { release: () => transcribing.close(session) };
    },
  };

  const clipKinds: ClipKinds = {
    ring: async (params, bytes, call) => {
      const screen = (judge: Judge) =>
        screenClip(openClip(bytes, params, params.maxMs), {
          judge,
          answeredAtMs: params.answeredAtMs,
          nextTurn: () => clips.turn(call),
          prompts: promptPartsFor(parts.models, params.property, tables.keywords),
          fault: parts.fault,
        });
      const loading = parts.loading?.();
      if (loading !== undefined) {
        const early = await onlyTones(parts.clipJudge(tables, params), screen);
        if (early !== undefined) return early;
        await loading;
      }
      return screen(parts.clipJudge(tables, params));
    },
    asr: async (params, bytes, call) => {
      const models = recognition.partsFor(params, clipFrontends);
      const clip = openClip(bytes, params, params.maxMs, limits.asr.clipBehindMs);
      return recogniseClip(clip, params, models, () => clips.turn(call));
    },
  };

  const open = (session: number, params: OpenParams) => {
    let isOver = false;
    const out: Out = {
      event: (event) => parts.send({ type: 'event', session, event }),
      slice: (bytes) => parts.send({ type: 'slice', session, bytes }),
      ended: (event) => {
        isOver = true;
        parts.send({ type: 'event', session, event });
        sessions.delete(session);
        afterWork();
      },
      failed: (fault) => {
        isOver = true;
        fail(session, fault);
      },
    };
    const opener = sessionKinds[params.kind] as (session: number, params: OpenParams, out: Out) => EngineSession;
    const opened = opener(session, params, out);
    if (!isOver) sessions.set(session, opened);
  };

  /** Runs work for a session: a fault ends this session and no other. */
  const guarded = (session: number, work: (session: EngineSession | undefined) => void) => {
    try {
      work(sessions.get(session));
    } catch (fault) {
      fail(session, fault);
    }
  };

  const fail = (session: number, fault: unknown) => {
    sessions.get(session)?.release();
    sessions.delete(session);
    parts.send({ type: 'failed', session, refusal: refusal(fault) });
    afterWork();
  };

  const clip = async (call: number, params: ClipParams, bytes: Uint8Array) => {
    clips.begin(call, params.kind === 'ring');
    try {
      const hear = clipKinds[params.kind] as (
        params: ClipParams,
        bytes: Uint8Array,
        call: number,
      ) => Promise<ClipResults[Capability]>;
      parts.send({ type: 'clip-done', call, result: await hear(params, bytes, call) });
    } catch (fault) {
      parts.send({ type: 'clip-failed', call, refusal: refusal(fault) });
    } finally {
      clips.end(call);
      afterWork();
    }
  };

  return (message) => {
    switch (message.type) {
      case 'tables':
        tables = message.tables;
        return;
      case 'open':
        guarded(message.session, () => open(message.session, message.params));
        return;
      case 'say':
        guarded(message.session, (session) => session?.say?.(message.sentence));
        return;
      case 'pull':
        guarded(message.session, (session) => session?.pull?.(message.ms));
        return;
      case 'slice':
        guarded(message.session, (session) => session?.push?.(message.bytes));
        acknowledgeWhenHeard(message.session);
        return;
      case 'answered':
        guarded(message.session, (session) => session?.answered?.());
        return;
      case 'end':
        guarded(message.session, (session) => session?.end?.(message.cancel));
        return;
      case 'close':
        sessions.get(message.session)?.release();
        sessions.delete(message.session);
        afterWork();
        return;
      case 'clip':
        void clip(message.call, message.params, message.bytes);
        return;
      case 'forget-clip':
        clips.forget(message.call);
        return;
      case 'stop':
        stopping = true;
        afterWork();
        return;
      default:
        unreachable(message);
    }
  };
}
