// The engine's side of the conversation: sessions and clips by number, one message in, some messages out.

import type { RingTables } from '../protocol/engine/ring.js';
import type { SynthesisParams } from '../protocol/engine/synthesis.js';
import { unreachable } from '../protocol/unreachable.js';
import { asServiceError } from '../protocol/wire/errors.js';
import type {
  ClipParams,
  FromEngine,
  Refusal,
  RingClipParams,
  RingSessionParams,
  SessionParams,
  ToEngine,
  TranscriptionParams,
} from './channel/messages.js';
import { openClip } from './pipeline/audio/clip.js';
import { anySecond, FrontendPool } from './pipeline/audio/frontend.js';
import { recogniseClip } from './pipeline/recognition/recognise-clip.js';
import { RecognitionSession } from './pipeline/recognition/recognition.js';
import { RecognitionModels } from './pipeline/recognition/recognition-parts.js';
import { promptPartsFor } from './pipeline/screening/prompt-recogniser.js';
import { screenClip } from './pipeline/screening/screen-clip.js';
import { type Judge, ScreeningSession } from './pipeline/screening/screening.js';
import { Speaking } from './pipeline/synthesis/speaking.js';
import { Transcribing } from './pipeline/transcription/transcribing.js';
import type { ModelSet } from './runtime/models/model-set.js';

export interface EngineParts {
  readonly send: (message: FromEngine) => void;
  /** called when a stop was asked for and nothing is open any more */
  readonly exit: () => void;
  readonly frontends: FrontendPool;
  readonly models: ModelSet;
  readonly sessionJudge: (tables: RingTables, params: RingSessionParams) => Judge;
  readonly clipJudge: (tables: RingTables, params: RingClipParams) => Judge;
  readonly tables: RingTables;
  /** tells the log about a fault of our own; the client only learns that there was one */
  readonly fault: (fault: unknown) => void;
}

/** The engine's side of a session of any capability. */
interface EngineSession {
  push(slice: Uint8Array): void;
  end(cancel: boolean): void;
  release(): void;
  /** Slices are heard, but not yet worked through: they are acknowledged later. */
  readonly isBehind?: boolean;
}

export function serveEngine(parts: EngineParts): (message: ToEngine) => void {
  const sessions = new Map<number, EngineSession>();
  const recognition = new RecognitionModels(parts.models, parts.fault);
  const clipHearings = new FrontendPool(anySecond, parts.frontends.keptPerCoding);
  /** Slices of sessions whose model has not kept up. */
  const held = new Map<number, number>();
  const speaking = new Speaking({ models: parts.models, failed: (session, fault) => fail(session, fault) });
  const transcribing = new Transcribing({ recognition, models: parts.models, speaking, frontends: clipHearings });
  let tables = parts.tables;
  let clips = 0;
  let stopping = false;
  let taken: Map<number, number> | undefined;

  const exitWhenDone = () => {
    const open = sessions.size + speaking.size + transcribing.size + clips;
    if (stopping && open === 0) parts.exit();
  };

  const refusal = (fault: unknown): Refusal => {
    const error = asServiceError(fault);
    if (error.code === 'INTERNAL') parts.fault(error.cause ?? fault);
    return { code: error.code, message: error.message };
  };

  /** Slices of one turn of the event loop are acknowledged together. */
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

  /** The gateway sends no more than a queue full of what is not acknowledged. */
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

  const open = (session: number, params: SessionParams) => {
    const forget = () => {
      sessions.delete(session);
      exitWhenDone();
    };
    const say = {
      result: (verdict, evidence) =>
        parts.send({ type: 'event', session, event: { type: 'result', verdict, evidence } }),
      ended: (cause) => {
        parts.send({ type: 'event', session, event: { type: 'ended', cause } });
        forget();
      },
    } satisfies ScreeningSession['sink'];
    if (params.kind === 'asr') {
      sessions.set(
        session,
        new RecognitionSession(params, recognition.partsFor(params, parts.frontends), {
          event: (event) => parts.send({ type: 'event', session, event }),
          ended: (cause) => {
            parts.send({ type: 'event', session, event: { type: 'ended', cause } });
            forget();
          },
          failed: (fault) => fail(session, fault),
        }),
      );
      return;
    }
    const judge = parts.sessionJudge(tables, params);
    const prompts = promptPartsFor(parts.models, params.property, tables.keywords);
    const screening = { judge, frontends: parts.frontends, prompts, fault: parts.fault };
    sessions.set(session, new ScreeningSession(params.coding, params.audioMaxMs, screening, say));
  };

  const speak = (session: number, params: SynthesisParams) =>
    speaking.open(session, params, {
      next: () => parts.send({ type: 'event', session, event: { type: 'next' } }),
      slice: (bytes) => parts.send({ type: 'slice', session, bytes }),
      ended: () => {
        parts.send({ type: 'event', session, event: { type: 'ended' } });
        exitWhenDone();
      },
    });

  const transcribe = (session: number, params: TranscriptionParams) =>
    transcribing.open(session, params, {
      event: (event) => parts.send({ type: 'event', session, event }),
      ended: () => {
        parts.send({ type: 'event', session, event: { type: 'ended' } });
        exitWhenDone();
      },
      failed: (fault) => fail(session, fault),
    });

  /** A fault ends its session and no other. */
  const guarded = (session: number, work: () => void) => {
    try {
      work();
    } catch (fault) {
      fail(session, fault);
    }
  };

  const fail = (session: number, fault: unknown) => {
    sessions.get(session)?.release();
    sessions.delete(session);
    parts.send({ type: 'failed', session, refusal: refusal(fault) });
    exitWhenDone();
  };

  const hear = async (params: ClipParams, bytes: Uint8Array) => {
    switch (params.kind) {
      case 'ring':
        return screenClip(openClip(bytes, params, params.maxMs), {
          judge: parts.clipJudge(tables, params),
          answeredAtMs: params.answeredAtMs,
          nextTurn,
          prompts: promptPartsFor(parts.models, params.property, tables.keywords),
          fault: parts.fault,
        });
      case 'asr': {
        const models = recognition.partsFor(params, clipHearings);
        return recogniseClip(openClip(bytes, params, params.maxMs), params, models, nextTurn);
      }
      default:
        return unreachable(params);
    }
  };

  const clip = async (call: number, params: ClipParams, bytes: Uint8Array) => {
    clips++;
    try {
      parts.send({ type: 'clip-done', call, result: await hear(params, bytes) });
    } catch (fault) {
      parts.send({ type: 'clip-failed', call, refusal: refusal(fault) });
    } finally {
      clips--;
      exitWhenDone();
    }
  };

  return (message) => {
    switch (message.type) {
      case 'tables':
        tables = message.tables;
        return;
      case 'open':
        guarded(message.session, () => {
          const { session, params } = message;
          if (params.kind === 'tts') speak(session, params);
          else if (params.kind === 'trans') transcribe(session, params);
          else open(session, params);
        });
        return;
      case 'say':
        speaking.say(message.session, message.sentence);
        return;
      case 'pull':
        speaking.pull(message.session, message.ms);
        return;
      case 'slice':
        guarded(message.session, () => sessions.get(message.session)?.push(message.bytes));
        acknowledgeWhenHeard(message.session);
        return;
      case 'text':
        guarded(message.session, () => {
          const session = sessions.get(message.session);
          if (session instanceof ScreeningSession) session.text(message.event);
        });
        return;
      case 'answered':
        guarded(message.session, () => {
          const session = sessions.get(message.session);
          if (session instanceof ScreeningSession) session.answered();
        });
        return;
      case 'end':
        guarded(message.session, () => sessions.get(message.session)?.end(message.cancel));
        return;
      case 'close':
        sessions.get(message.session)?.release();
        sessions.delete(message.session);
        speaking.close(message.session);
        transcribing.close(message.session);
        exitWhenDone();
        return;
      case 'clip':
        void clip(message.call, message.params, message.bytes);
        return;
      case 'ping':
        parts.send({ type: 'pong', sequence: message.sequence, rssBytes: process.memoryUsage.rss() });
        return;
      case 'stop':
        stopping = true;
        exitWhenDone();
        return;
      default:
        unreachable(message);
    }
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
