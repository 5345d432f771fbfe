// Streaming ring screening (specification 2, 4.3): START opens a session on an engine, its verdicts become RESULTs.
import type { Logger } from 'pino';
import type { EndCause } from '../engine/channel/messages.js';
import type { Engines, SessionEvent } from '../engine/client/client.js';
import type { AudioChannel } from '../protocol/engine/audio.js';
import type { RingEvidence, RingVerdict, StopKind } from '../protocol/engine/ring.js';
import { parseStreamFormat, streamCoding } from '../protocol/wire/audio-format.js';
import { validateUnset } from '../protocol/wire/check/nulls.js';
import { parseSpeechProperty, type SpeechProperty, speechParams } from '../protocol/wire/property.js';
import { RingAnswered, RingServerMessage, RingStart, wireSentence } from '../protocol/wire/ring-messages.js';
import { rateWarning, recordName, StreamEnd, streamedAudio } from '../protocol/wire/speech-messages.js';
import { AudioSession } from '../session/audio-session.js';
import type { EndReason, SessionOut, StartedSession, StreamProtocol } from '../session/protocol.js';
import type { StreamRoute } from '../ws/route.js';

export interface RingStreamParts {
  readonly engines: Pick<Engines, 'mayOpen' | 'openSession'>;
  readonly endOnRingback: boolean;
  readonly keywordConfidence: number;
  readonly log: Logger;
  readonly onVerdict?: (verdict: RingVerdict, evidence: RingEvidence) => void;
}

const endReasons: Readonly<Record<EndCause, EndReason>> = {
  match: 'NORMAL',
  end: 'NORMAL',
  audioMax: 'NORMAL',
  silence: 'NORMAL',
  cancel: 'CANCEL',
};

export function ringStreamRoute(parts: RingStreamParts): StreamRoute {
  return {
    id: 'ring.shortStream',
    path: '/v10/asr/ring/:property/short_stream',
    summary: 'Screen a call while it rings: START, audio slices, RESULT, END',
    auth: 'token',
    screens: true,
    params: speechParams,
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND'],
    messages: {
      fromClient: [RingStart, RingAnswered, StreamEnd],
      toClient: RingServerMessage,
      audio: streamedAudio,
    },
    open: ({ params }) => openRingStream(parts, params.property ?? ''),
  };
}

/** Requests of a carrier to a session, beside START. */
export interface RingExtras {
  /** The audio has two channels. */
  readonly channel?: AudioChannel;
  /** The rate of raw audio, where no name of a format has it. */
  readonly sampleRateHz?: number;
  readonly stopOn?: readonly StopKind[];
  readonly silenceMs?: number;
}

/** `extras` are asked for at START. Throws what is wrong with the property, and OVERLOADED. */
export function openRingStream(
  parts: RingStreamParts,
  property: string,
  extras: () => RingExtras = () => ({}),
): StreamProtocol {
  const served = parseSpeechProperty(property);
  parts.engines.mayOpen('ring');
  return new RingStream(parts, served, extras);
}

class RingStream implements StreamProtocol {
  readonly commands = ['ANSWERED', 'END'];
  readonly repeated = ['ANSWERED'];
  readonly takesAudio = true;

  constructor(
    readonly parts: RingStreamParts,
    readonly property: SpeechProperty,
    readonly extras: () => RingExtras,
  ) {}

  start(message: Readonly<Record<string, unknown>>, traceToken: string, out: SessionOut): StartedSession {
    const { config, extraInfo, recordId } = validateUnset(RingStart, message);
    const { channel, sampleRateHz, ...others } = this.extras();
    const named = streamCoding(parseStreamFormat(config.audioFormat), config.encParams);
    const coding = { ...named, ...(channel && { channel }), ...(sampleRateHz && { sampleRateHz }) };
    const audioMaxMs = Math.round(config.audioMax * 1_000);
    const log = this.parts.log.child({ traceToken, property: this.property.name });

    const onEvent = (event: SessionEvent<'ring'>) => {
      switch (event.type) {
        case 'result': {
          const { verdict, evidence } = event;
          if (session.isCancelled) return;
          if (verdict.isFinal) {
            this.parts.onVerdict?.(verdict, evidence);
            const { resultId, keyword, endMs } = verdict;
            const { audioMs, lagMs, answeredAtMs } = evidence;
            log.info({ resultId, keyword, endMs, audioMs, lagMs, answeredAtMs }, 'ring verdict');
          }
          const sentence = wireSentence(verdict, evidence);
          out.send({ respType: 'RESULT', sentence } as { respType: string }, !verdict.isFinal);
          return;
        }
        default:
          session.tell(event, out, endReasons);
      }
    };

    const { endOnRingback, keywordConfidence, engines } = this.parts;
    const { name: property } = this.property;
    const opened = { kind: 'ring', property, coding, audioMaxMs, endOnRingback, keywordConfidence, ...others } as const;
    const engine = engines.openSession(opened, onEvent);
    const session = new AudioSession(engine, { ANSWERED: () => engine.answered() });
    log.info({ coding, audioMaxMs, extraInfo, record: recordName(recordId) }, 'ring session started');
    const warning = rateWarning(coding.sampleRateHz, this.property.sampleRateHz);
    return { session, ...(warning && { warning }) };
  }
}
