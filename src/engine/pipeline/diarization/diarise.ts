// Finds who speaks when in a recording of one channel that at most two people share. This runs before the
// transcription, so that a sentence ends where the other speaker begins (docs/why/speakers.md).
import type { PcmFile, Speakers } from '../../../protocol/engine/transcription.js';
import { type TwoVoices, twoVoicesIn } from './clustering.js';
import { type HearVoicesParts, hearVoices } from './embeddings.js';
import { agentAmong } from './speaker-roles.js';
import { speakerBetween, speakersOf, type Turn, turnsOf } from './turns.js';

export interface SaidSentence {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** The turns in order; none for a recording without speech. `signal` aborts when nobody waits for them any more. */
export type Diarise = (audio: PcmFile, signal: AbortSignal) => Promise<readonly Turn[]>;

/** Fewest windows, of about half a second each, that count as a voice. */
const leastWindows = 3;

export function diariserOf(parts: HearVoicesParts): Diarise {
  const { twoVoices } = parts.model.manifest.voiceprint;
  return async (audio, signal) => {
    const heard = await hearVoices(audio, parts, signal);
    if (heard === undefined) return [];
    const { cells, vectors } = heard;
    const two = await twoVoicesIn(vectors, parts.quiet);
    if (signal.aborted) return [];
    const speakers =
      two !== undefined && !isOneVoice(two, twoVoices)
        ? await speakersOf(cells, vectors, two, parts.quiet)
        : new Uint8Array(cells.length);
    return turnsOf(cells, speakers, (aroundMs, withinMs) => heard.quietestNear(aroundMs, withinMs));
  };
}

/** True if the two groups are one person: groups of one voice lie close together, or one of them is a noise. */
export const isOneVoice = ({ counts, apartness }: TwoVoices, twoVoices: number): boolean =>
  apartness < twoVoices || Math.min(...counts) < leastWindows;

/** The speaker of each sentence. The first speaker of a sentence is 0, whoever had the first turn. */
export function speakersOfSentences(sentences: readonly SaidSentence[], turns: readonly Turn[]): Speakers {
  const heard = sentences.map(({ startMs, endMs }) => speakerBetween(turns, startMs, endMs));
  const bySentence = heard.map((speaker) => (speaker === heard[0] ? 0 : 1));
  return { bySentence, agent: agentAmong(sentences.map(({ text }, at) => ({ text, speaker: bySentence[at] ?? 0 }))) };
}
