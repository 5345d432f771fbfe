// Streaming ring screening (specification 2, 4.3): START opens a session on an engine, its verdicts become RESULTs.
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Engines, SessionEvent } from '../engine/client.js';
import type { EndCause } from '../engine/messages.js';
import { parseStreamFormat, streamCoding } from '../protocol/audio.js';
import { validate } from '../protocol/issues.js';
import { parseSpeechProperty, type SpeechProperty } from '../protocol/property.js';
import type { RingVerdict } from '../protocol/ring.js';
import {
  RingServerMessage,
  RingStart,
  rateWarning,
  recordName,
  StreamEnd,
  wireSentence,
} from '../protocol/ring-messages.js';
import { unreachable } from '../protocol/unreachable.js';
import type { EndReason, SessionOut, StartedSession, StreamProtocol, StreamRoute } from '../ws/stream.js';

export interface RingStreamParts {
  readonly engines: Pick<Engines, 'openSession'>;
  readonly endOnRingback: boolean;
  readonly log: Logger;
  readonly onVerdict?: (verdict: RingVerdict) => void;
}

export function ringStreamRoute(parts: RingStreamParts): StreamRoute {
  return {
    id: 'ring.shortStream',
    path: '/v10/asr/ring/:property/short_stream',
    summary: 'Screen a call while it rings: START, audio slices, RESULT, END',
    auth: 'token',
    params: z.object({ property: z.string() }),
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND'],
    messages: { RingStart, StreamEnd, RingServerMessage },
    open: ({ params }) => new RingStream(parts, parseSpeechProperty(params.property ?? '')),
  };
}

class RingStream implements StreamProtocol {
  readonly commands = ['END'];
  readonly takesAudio = true;

  constructor(
    readonly parts: RingStreamParts,
    readonly property: SpeechProperty,
  ) {}

  start(message: Readonly<Record<string, unknown>>, traceToken: string, out: SessionOut): StartedSession {
    const { config, extraInfo, recordId } = validate(RingStart, message);
    const coding = streamCoding(parseStreamFormat(config.audioFormat), config.encParams);
    const audioMaxMs = Math.round(config.audioMax * 1_000);
    const log = this.parts.log.child({ traceToken, property: this.property.name });
    let cancelled = false;

    const onEvent = (event: SessionEvent) => {
      switch (event.type) {
        case 'room':
          out.room();
          return;
        case 'result': {
          const { verdict, evidence } = event;
          if (cancelled) return; // END with cancel true: no remaining results
          if (verdict.isFinal) {
            this.parts.onVerdict?.(verdict);
            const { resultId, keyword, endMs } = verdict;
            log.info({ resultId, keyword, endMs, audioMs: evidence.audioMs }, 'ring verdict');
          }
          const sentence = wireSentence(verdict, evidence);
          out.send({ respType: 'RESULT', sentence } as { respType: string }, !verdict.isFinal);
          return;
        }
        case 'ended':
          out.ended(cancelled ? 'CANCEL' : reasonOf(event.cause));
          return;
        case 'failed':
          out.failed(event.error);
          return;
        default:
          unreachable(event);
      }
    };

    const { endOnRingback, engines } = this.parts;
    const session = engines.openSession({ kind: 'ring', coding, audioMaxMs, endOnRingback }, onEvent);
    log.info({ coding, audioMaxMs, extraInfo, record: recordName(recordId) }, 'ring session starts');
    const warning = rateWarning(coding.sampleRateHz, this.property.sampleRateHz);
    return {
      session: {
        command: (_end, endMessage) => {
          cancelled = validate(StreamEnd, endMessage).cancel;
          session.end(cancelled);
          return 'ending';
        },
        push: (slice) => session.push(slice),
        close: () => session.close(),
      },
      ...(warning && { warning }),
    };
  }
}

function reasonOf(cause: EndCause): EndReason {
  switch (cause) {
    case 'match':
    case 'end':
    case 'audioMax':
      return 'NORMAL';
    case 'cancel':
      return 'CANCEL';
    default:
      return unreachable(cause);
  }
}
