// The two forks: ring screening and recognition of the audio that a switch sends.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type AsrStreamParts, openAsrStream } from '../../asr/stream.js';
import type { wireSentence as wireAsrSentence } from '../../protocol/wire/asr-messages.js';
import { validate } from '../../protocol/wire/issues.js';
import { speechParams } from '../../protocol/wire/property.js';
import type { Handshake, StreamRoute } from '../../ws/route.js';
import type { CallFacts } from '../call.js';
import { LiveCalls } from '../live-calls.js';
import { type ScreeningParts, screeningPurpose } from '../screening.js';
import type { FinishCause } from '../screening-data.js';
import { subprotocols } from './dialects.js';
import { Fork, type ForkPurpose } from './fork.js';
import { fromSwitch, type RecognitionData, RecognitionFrame, ScreeningFrame } from './messages.js';
import { type AudioQuery, recognitionQuery, ScreeningQuery } from './query.js';

const audio = {
  from: 'client',
  name: 'ForkedAudio',
  meaning: 'Audio of the call: a message of any length, in the format of the query or of the first text.',
} as const;

const shared = {
  auth: 'switch',
  params: speechParams,
  subprotocols,
  deflates: true,
} as const satisfies Partial<StreamRoute>;

export function ringForkRoute(parts: ScreeningParts): StreamRoute {
  const calls = new LiveCalls();
  const id = 'ring.fork';
  return {
    ...shared,
    id,
    path: '/v10/asr/ring/:property/fork',
    summary: 'Screen a call whose audio a switch sends: frames of any length, verdicts as JSON',
    screens: true,
    query: ScreeningQuery,
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND'],
    messages: { fromClient: fromSwitch, toClient: ScreeningFrame, audio },
    open: ({ params, query, identity }) => {
      const wanted = validate(ScreeningQuery, query, 'query');
      const { stopOn, silenceMs, maxMs, answered, hangup: hangsUp, json: tells } = wanted;
      const { property = '' } = params;
      const screening = { property, appkey: identity.appkey, stopOn, silenceMs, maxMs, answered };
      const purpose: ForkPurpose = { ...screeningPurpose(parts, screening), hangsUp, tells };
      return forkOf(purpose, wanted, { calls, id, identity, log: parts.log });
    },
  };
}

export interface AsrForkParts extends AsrStreamParts {
  readonly log: Logger;
}

export function asrForkRoute(parts: AsrForkParts): StreamRoute {
  const calls = new LiveCalls();
  const id = 'asr.fork';
  const Query = recognitionQuery(parts.audioMaxMs.continue);
  return {
    ...shared,
    id,
    path: '/v10/asr/freetalk/:property/fork',
    summary: 'Recognise a call whose audio a switch sends: frames of any length, sentences as JSON',
    query: Query,
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'ENGINE_UNAVAILABLE'],
    messages: { fromClient: fromSwitch, toClient: RecognitionFrame, audio },
    open: ({ params, query, identity }) => {
      const wanted = validate(Query, query, 'query');
      const { silenceMs, maxMs: audioMaxMs } = wanted;
      let channel: CallFacts['channel'];
      let ended: FinishCause | undefined;
      const extras = () => ({ audioMaxMs, ...(channel && { channel }) });
      const endedData = (uuid: string, finishCause: FinishCause): RecognitionData => ({
        event: 'ended',
        uuid,
        finishCause,
      });
      const purpose: ForkPurpose = {
        protocol: openAsrStream(parts, 'continue', params.property ?? '', identity, extras),
        ...{ answered: 'keywords', hangsUp: false, tells: true, maxMs: audioMaxMs },
        start: (call) => {
          channel = call.channel;
          const config = { audioFormat: call.audioFormat, vadHead: silenceMs, interimResults: true };
          return { command: 'START', recordId: call.uuid, extraInfo: call.extraInfo, config };
        },
        dataOf: ({ respType, sentence, event }, { uuid, asked }) => {
          switch (respType) {
            case 'RESULT':
              return { data: sentenceData(uuid, sentence as ReturnType<typeof wireAsrSentence>) };
            case 'EVENT':
              ended = event === 'EXCEEDED_SILENCE' ? 'silence' : event === 'EXCEEDED_AUDIO' ? 'timeout' : ended;
              return undefined;
            case 'END': {
              const finishCause = ended ?? asked ?? 'end';
              return { data: endedData(uuid, finishCause), finishCause };
            }
            default:
              return undefined;
          }
        },
        withoutMedia: ({ uuid }, cause) => endedData(uuid, cause),
      };
      return forkOf(purpose, wanted, { calls, id, identity, log: parts.log });
    },
  };
}

function sentenceData(
  uuid: string,
  { isFinal, startTime, endTime, result }: ReturnType<typeof wireAsrSentence>,
): RecognitionData {
  const { text, confidence } = result;
  return { event: 'recognition', uuid, final: isFinal, text, confidence, startMs: startTime, endMs: endTime };
}

interface ForkPlace extends Pick<Handshake, 'identity'> {
  readonly calls: LiveCalls;
  readonly id: string;
  readonly log: Logger;
}

const forkOf = (purpose: ForkPurpose, query: AudioQuery, { calls, id, identity, log }: ForkPlace): Fork =>
  new Fork({
    ...{ purpose, query, calls },
    place: `${id} ${identity.appkey}`,
    newName: randomUUID,
    log: log.child({ route: id }),
  });
