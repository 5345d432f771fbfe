// The engine's side of the conversation: sessions and clips by number, one message in, some messages out.
import { asServiceError } from '../protocol/errors.js';
import type { RingTables } from '../protocol/ring.js';
import { unreachable } from '../protocol/unreachable.js';
import type { ClipParams, FromEngine, Refusal, SessionParams, ToEngine } from './messages.js';
import { openClip, screenClip } from './pipeline/clip.js';
import type { HearingPool } from './pipeline/hearing.js';
import { type Judge, ScreeningSession } from './pipeline/session.js';

export interface EngineParts {
  readonly send: (message: FromEngine) => void;
  /** called when a stop was asked for and nothing is open any more */
  readonly exit: () => void;
  readonly hearings: HearingPool;
  readonly sessionJudge: (tables: RingTables, params: SessionParams) => Judge;
  readonly clipJudge: (tables: RingTables, params: ClipParams) => Judge;
  readonly tables: RingTables;
  /** tells the log about a fault of our own; the client only learns that there was one */
  readonly fault: (fault: unknown) => void;
}

export function serveEngine(parts: EngineParts): (message: ToEngine) => void {
  const sessions = new Map<number, ScreeningSession>();
  let tables = parts.tables;
  let clips = 0;
  let stopping = false;
  let taken: Map<number, number> | undefined;

  const exitWhenDone = () => {
    if (stopping && sessions.size === 0 && clips === 0) parts.exit();
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

  const open = (session: number, params: SessionParams) => {
    const forget = () => {
      sessions.delete(session);
      exitWhenDone();
    };
    const say = {
      result: (verdict, evidence) => parts.send({ type: 'result', session, verdict, evidence }),
      ended: (cause) => {
        parts.send({ type: 'ended', session, cause });
        forget();
      },
    } satisfies ScreeningSession['say'];
    const judge = parts.sessionJudge(tables, params);
    sessions.set(session, new ScreeningSession(params.coding, params.audioMaxMs, judge, parts.hearings, say));
  };

  /** A fault ends its session and no other. */
  const guarded = (session: number, work: () => void) => {
    try {
      work();
    } catch (fault) {
      sessions.get(session)?.release();
      sessions.delete(session);
      parts.send({ type: 'failed', session, refusal: refusal(fault) });
      exitWhenDone();
    }
  };

  const clip = async (call: number, params: ClipParams, bytes: Uint8Array) => {
    clips++;
    try {
      const judge = parts.clipJudge(tables, params);
      const result = await screenClip(openClip(bytes, params.format, params.maxMs), judge, nextTurn);
      parts.send({ type: 'clip-done', call, result });
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
        guarded(message.session, () => open(message.session, message.params));
        return;
      case 'slice':
        acknowledge(message.session);
        guarded(message.session, () => sessions.get(message.session)?.push(message.bytes));
        return;
      case 'text':
        guarded(message.session, () => sessions.get(message.session)?.text(message.event));
        return;
      case 'end':
        guarded(message.session, () => sessions.get(message.session)?.end(message.cancel));
        return;
      case 'close':
        sessions.get(message.session)?.release();
        sessions.delete(message.session);
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
