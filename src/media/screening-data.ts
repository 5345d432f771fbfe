// A verdict of ring screening as carriers of calls tell a switch of it: flat, and with the status of SIP and the cause of
// Q.850 that fit it.
import { z } from 'zod';
import {
  type CauseRow,
  type DecidedKind,
  decidedKinds,
  noMedia,
  onlySilence,
  otherSituations,
  type RingMarker,
} from '../protocol/engine/ring.js';
import type { wireSentence } from '../protocol/wire/ring-messages.js';

/** Reasons for which the screening of a call ended. */
const finishCauses = ['match', 'timeout', 'end', 'answered', 'noMedia', 'silence'] as const;
export type FinishCause = (typeof finishCauses)[number];

const verdictKinds = [...decidedKinds, 'prompt', 'silence', 'noMedia', 'status', 'other'] as const;
type VerdictKind = (typeof verdictKinds)[number];

export const finishCause = z
  .enum(finishCauses)
  .describe(
    'The cause of the end: a match, the longest time, the end of the call or a stop, an answer, no audio, or silence alone.',
  );
export const callUuid = z
  .string()
  .describe('The name that the switch gave to the call, or one made by the gateway if it gave none.');

export const ScreeningData = z
  .strictObject({
    event: z.literal('screening').describe('The name of this event.'),
    uuid: callUuid,
    final: z.boolean().describe('true: nothing follows but the end of the connection.'),
    resultId: z
      .int()
      .describe(
        'The number of the verdict in the tables of ring screening; 0 other situations, 90 silence, 91 no media.',
      ),
    resultName: z.string().describe('The name of the verdict.'),
    kind: z
      .enum(verdictKinds)
      .describe(
        'The evidence for the verdict: a kind of signal, a prompt, silence, no audio, the SIP status alone, or nothing.',
      ),
    keyword: z
      .string()
      .describe('The keyword or the marker, such as #BUSY#, on which the verdict is based; may be empty.'),
    text: z.string().describe('The recognised text of a prompt; may be empty.'),
    confidence: z.number().min(0).max(1).describe('The confidence of the verdict, from 0 to 1.'),
    startMs: z.number().describe('The start time of the evidence in the audio, in ms.'),
    atMs: z.number().describe('The time of the decision in the audio, in ms.'),
    lagMs: z.number().optional().describe('The lag of recognition behind the audio, in ms.'),
    finishCause: finishCause.optional(),
    sipStatus: z
      .int()
      .optional()
      .describe('The SIP status of the verdict in the table of causes; absent for an answered call.'),
    q850: z.int().optional().describe('The Q.850 cause of the verdict in the table of causes.'),
    sip: z
      .strictObject({
        status: z.int().describe('The latest SIP status; 0 before the first one; 408 if no reply came in time.'),
        reason: z.string().optional().describe('The reason phrase of a final status, or a text that replaces it.'),
        q850: z.int().optional().describe('The Q.850 cause in the Reason header.'),
        sinceRtpMs: z.number().optional().describe('The time from the first audio packet to this verdict, in ms.'),
      })
      .optional()
      .describe('The replies of the trunk to a call that was placed over SIP, as evidence.'),
  })
  .meta({ id: 'ScreeningData', description: 'A verdict on a call. A final one has a finishCause.' });
export type ScreeningData = z.output<typeof ScreeningData>;

export interface ToldCall {
  readonly uuid: string;
  readonly finishCause: FinishCause | undefined;
  readonly causeOf: (resultId: number) => CauseRow | undefined;
}

export function screeningData(sentence: ReturnType<typeof wireSentence>, call: ToldCall): ScreeningData {
  const { isFinal: final, resultId, resultName, keyword, confidence, startTime: startMs, endTime: atMs } = sentence;
  const { lagMs } = sentence.evidence;
  const text = keyword.startsWith('#') ? '' : sentence.result;
  const fields = { resultId, resultName, kind: kindOf(sentence), keyword, text, confidence, startMs, atMs };
  return { ...headOf(call, final), ...fields, ...(lagMs !== undefined && { lagMs }), ...tailOf(call, resultId) };
}

/** The verdict on a call of which no audio came. */
export function noMediaData(call: ToldCall): ScreeningData {
  const nothing = { kind: 'noMedia', keyword: '', text: '', confidence: 0, startMs: 0, atMs: 0 } as const;
  return { ...headOf(call, true), ...noMedia, ...nothing, ...tailOf(call, noMedia.resultId) };
}

/** The verdict on a call that only its signalling says something of. */
export function statusData(
  row: { readonly resultId: number; readonly resultName: string },
  call: ToldCall,
): ScreeningData {
  const nothing = { kind: 'status', keyword: '', text: '', confidence: 0, startMs: 0, atMs: 0 } as const;
  return { ...headOf(call, true), ...row, ...nothing, ...tailOf(call, row.resultId) };
}

/** The final verdict on a call whose session ended without one: the newest interim one, or other situations. */
export function undecidedData(newest: ScreeningData | undefined, call: ToldCall): ScreeningData {
  const nothing = { kind: 'other', keyword: '', text: '', confidence: 0, startMs: 0, atMs: 0 } as const;
  const known = newest ?? { ...otherSituations, ...nothing };
  return { ...known, ...headOf(call, true), ...tailOf(call, known.resultId) };
}

const headOf = ({ uuid }: ToldCall, final: boolean) => ({ event: 'screening', uuid, final }) as const;

function tailOf({ finishCause: cause, causeOf }: ToldCall, resultId: number) {
  const row = cause === 'answered' ? undefined : causeOf(resultId);
  return {
    ...(cause && { finishCause: cause }),
    ...(row && { sipStatus: row.sipStatus, q850: row.q850 }),
  };
}

/** The kind of a marker where the evidence does not say which of several it was. */
const kindOfMarker: Readonly<Record<RingMarker, DecidedKind>> = {
  '#BUSY#': 'busy',
  '#WAIT#': 'ringback',
  '#RING#': 'ring',
  '#MUSIC#': 'music',
  '#FAX#': 'cng',
  '#CONGESTION#': 'congestion',
  '#UNOBTAINABLE#': 'unobtainable',
  '#CALLWAIT#': 'call-waiting',
  '#DIAL#': 'dial',
  '#HOWLER#': 'howler',
  '#SIT#': 'sit',
  '#BEEP#': 'beep',
  '#FOREIGN_BUSY#': 'foreign-busy',
  '#FOREIGN_RING#': 'foreign-ring',
};

function kindOf({ keyword, resultId, startTime, evidence }: ReturnType<typeof wireSentence>): VerdictKind {
  if (keyword === '') return resultId === onlySilence.resultId ? 'silence' : 'other';
  if (!keyword.startsWith('#')) return 'prompt';
  const decided = evidence.decided.findLast(({ fromMs, kind }) => fromMs === startTime && kind !== 'speech');
  return decided?.kind ?? kindOfMarker[keyword as RingMarker] ?? 'other';
}
