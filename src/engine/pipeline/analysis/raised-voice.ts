// Decides whether a speaker raised the voice in a sentence, against the ordinary sentences of the same session. It is
// all that ANGRY stands on: docs/why/emotion.md. The bounds were chosen with `npm run eval:emotion`.
import { median, type VoiceEffort } from './vocal-effort.js';

/** Too little voice says nothing. */
const leastVoicedMs = 500;
/** Audio that is required before anything is judged: sentences, and their voiced parts together. */
const leastSentences = 3;
const leastOrdinaryMs = 3_000;
const keptSentences = 20;
/** After so many raised sentences in a row this is how the voice is, or somebody else has taken the telephone. */
const longestRun = 5;

/** Each must rise above the ordinary median by so much. */
const least = { pitchSt: 2.5, levelDb: 3, tiltDb: 0 } as const;
/** Above the highest ordinary sentence: two people in turns have no one pitch. */
const leastAboveHighestSt = 1;
/** The sum of the rises, in units of the pitch. Gain may make any level: more than this counts no more. */
const leastScore = 6;
const tiltDbPerUnit = 2.5;
const levelDbPerUnit = 3;
const mostLevelDb = 6;
/** After a raised sentence the next need not rise as far. */
const stillRaised = 0.8;
const scorePerConfidence = 15;
const mostConfidence = 0.9;

export class RaisedVoice {
  /** The newest last. */
  #ordinary: VoiceEffort[] = [];
  #run: VoiceEffort[] = [];

  /** The session's sentences in their order. How sure it is, 0.5-0.9, if the voice was raised. */
  judge(effort: VoiceEffort): number | undefined {
    if (effort.voicedMs < leastVoicedMs) return undefined;
    const confidence = this.#confidence(effort);
    if (confidence === undefined) {
      this.#ordinary = [...this.#ordinary, effort].slice(-keptSentences);
      this.#run = [];
      return undefined;
    }
    this.#run.push(effort);
    if (this.#run.length >= longestRun) {
      this.#ordinary = this.#run;
      this.#run = [];
    }
    return confidence;
  }

  #confidence({ pitchSt, levelDb, tiltDb }: VoiceEffort): number | undefined {
    const ordinary = this.#ordinary;
    if (ordinary.length < leastSentences) return undefined;
    if (ordinary.reduce((sum, { voicedMs }) => sum + voicedMs, 0) < leastOrdinaryMs) return undefined;
    const pitches = ordinary.map((each) => each.pitchSt);
    const higherSt = pitchSt - median(pitches);
    const louderDb = levelDb - median(ordinary.map((each) => each.levelDb));
    const flatterDb = tiltDb - median(ordinary.map((each) => each.tiltDb));
    const score = higherSt + flatterDb / tiltDbPerUnit + Math.min(louderDb, mostLevelDb) / levelDbPerUnit;
    const share = this.#run.length > 0 ? stillRaised : 1;
    const isRaised =
      higherSt >= share * least.pitchSt &&
      louderDb >= share * least.levelDb &&
      flatterDb >= share * least.tiltDb &&
      score >= share * leastScore &&
      pitchSt - Math.max(...pitches) >= leastAboveHighestSt;
    if (!isRaised) return undefined;
    return Math.min(mostConfidence, 0.5 + (score - share * leastScore) / scorePerConfidence);
  }
}
