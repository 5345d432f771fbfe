// Ring screening as the purpose of a call, for every carrier.

import type { StopKind } from '../protocol/engine/ring.js';
import { type CauseRow, noMedia, onlySilence, otherSituations, type RingVerdict } from '../protocol/engine/ring.js';
import type { wireSentence } from '../protocol/wire/ring-messages.js';
import { openRingStream, type RingStreamParts } from '../ring/stream.js';
import type { CallFacts, CallPurpose, CallRecord } from './call.js';
import { type FinishCause, noMediaData, type ScreeningData, screeningData, undecidedData } from './screening-data.js';

/** Keeps the verdicts on calls for those who ask later. */
export interface VerdictKeeping {
  began(call: { readonly appkey: string; readonly uuid: string; readonly url?: string }): KeptCall;
}

interface KeptCall {
  told(verdict: ScreeningData): void;
}

export interface ScreeningParts extends RingStreamParts {
  readonly causeOf: (resultId: number) => CauseRow | undefined;
  /** A call of which no audio came. */
  readonly onNoMedia: () => void;
  readonly verdicts: VerdictKeeping;
}

/** The settings with which one call is screened. */
export interface Screening {
  readonly property: string;
  readonly appkey: string;
  readonly stopOn: readonly StopKind[];
  readonly silenceMs: number;
  readonly maxMs: number;
  readonly answered: CallPurpose['answered'];
  /** The address that its verdict is posted to, instead of ring.verdictUrl. */
  readonly verdictUrl?: string | undefined;
}

/** The purpose of one call. Throws what is wrong with the property, and OVERLOADED. */
export function screeningPurpose(
  parts: ScreeningParts,
  { property, appkey, stopOn, silenceMs, maxMs, answered, verdictUrl }: Screening,
): CallPurpose {
  let channel: CallFacts['channel'];
  let sampleRateHz: number | undefined;
  const extras = () => ({ stopOn, silenceMs, ...(channel && { channel }), ...(sampleRateHz && { sampleRateHz }) });
  const { causeOf } = parts;
  return {
    protocol: openRingStream(parts, property, extras),
    ...{ answered, maxMs },
    start: (call) => {
      ({ channel, sampleRateHz } = call);
      const config = { audioFormat: call.audioFormat, audioMax: maxMs / 1_000 };
      return { command: 'START', recordId: call.uuid, extraInfo: call.extraInfo, config };
    },
    dataOf: ({ respType, sentence }, { uuid, asked }) => {
      if (respType !== 'RESULT') return undefined;
      const said = sentence as ReturnType<typeof wireSentence>;
      const finishCause = said.isFinal ? causeOfEnd(said, asked) : undefined;
      const data = screeningData(said, { uuid, finishCause, causeOf });
      return { data, ...(finishCause && { finishCause }) };
    },
    withoutMedia: ({ uuid }, finishCause) => {
      parts.onNoMedia();
      return noMediaData({ uuid, finishCause, causeOf });
    },
    record: recordOf(parts, appkey, verdictUrl),
  };
}

function recordOf({ verdicts, causeOf }: ScreeningParts, appkey: string, url: string | undefined): CallRecord {
  let kept: KeptCall | undefined;
  let newest: ScreeningData | undefined;
  return {
    began: ({ uuid }) => {
      kept = verdicts.began({ appkey, uuid, ...(url !== undefined && { url }) });
    },
    told: (data) => {
      newest = data as ScreeningData;
      kept?.told(newest);
    },
    cutOff: ({ uuid }) => kept?.told(undecidedData(newest, { uuid, finishCause: 'end', causeOf })),
  };
}

function causeOfEnd(
  { exceededAudio, resultId, keyword }: Pick<ReturnType<typeof wireSentence>, 'exceededAudio' | 'resultId' | 'keyword'>,
  asked: FinishCause | undefined,
): FinishCause {
  if (exceededAudio) return 'timeout';
  if (asked !== undefined) return asked;
  return keyword === '' && resultId === onlySilence.resultId ? 'silence' : 'match';
}

/** The verdict on a call without audio, as it is counted. */
export const noMediaVerdict: RingVerdict = {
  ...{ result: '', keyword: '', confidence: 0, isFinal: true, startMs: 0, endMs: 0, exceededAudio: false },
  ...otherSituations,
  ...noMedia,
};
