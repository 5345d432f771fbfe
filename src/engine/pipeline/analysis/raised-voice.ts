// Decides whether a speaker raised the voice in a sentence, compared with the ordinary sentences of the same session.
// ANGRY rests on this alone: docs/why/emotion.md. The bounds were chosen with `npm run eval:emotion`.
import { median, type VoiceEffort } from './vocal-effort.js';

/** Least voiced audio of a sentence that is judged. */
const leastVoicedMs = 500;
/** Least audio before anything is judged: number of sentences, and length of their voiced parts together. */
const leastSentences = 3;
const leastOrdinaryMs = 3_000;
const keptSentences = 20;
/**
 * Raised sentences in a row after which they count as ordinary: the voice is like that, or another person has taken
 * over.
 */
const longestRun = 5;

/** Least rise of each above the ordinary median. */
const least = { pitchSt: 2.5, levelDb: 3, tiltDb: 0 } as const;
/** Least rise above the highest ordinary sentence: two people who take turns have no common pitch. */
const leastAboveHighestSt = 1;
/** Least sum of the rises, in units of the pitch. The level counts up to a bound, since gain can produce any level. */
const leastScore = 6;
const tiltDbPerUnit = 2.5;
const levelDbPerUnit = 3;
const mostLevelDb = 6;
/** Factor for the sentence after a raised one, which need not rise as far. */
const stillRaised = 0.8;
const scorePerConfidence = 15;
const mostConfidence = 0.9;

export class RaisedVoice {
  /** Ordinary sentences, the newest last. */
  #ordinary: VoiceEffort[] = [];
  #run: VoiceEffort[] = [];

  /** Takes the session's sentences in their order. Returns the confidence, 0.5-0.9, if the voice was raised. */
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
