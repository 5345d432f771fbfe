// Turns a recognised sentence into its written form: src/text, with the punctuation model between its two halves.
import type { Candidate, HotwordRule, TextParams } from '../../../protocol/engine/recognition.js';
import { beginText, finishText, makeTextRules, type TextRules } from '../../../text/finish.js';
import type { HeardWord as TextWord } from '../../../text/heard.js';
import { marksOf } from '../../../text/marks.js';
import type { HeardHypothesis, HeardWord } from '../../runtime/recogniser/hypotheses.js';
import { syllablesOf } from './syllables.js';

/** Adds punctuation to a text without any. A finished text ends with a closing mark. */
export type Punctuate = (text: string, options: { readonly isFinished: boolean }) => Promise<string>;

/** Length of the following text that is used as context for the end of a sentence. */
const contextCharacters = 20;

export class SentenceText {
  readonly #rules: TextRules;
  readonly #punctuate: Punctuate | undefined;

  constructor(params: TextParams, hotwords: readonly HotwordRule[], punctuate: Punctuate | undefined) {
    this.#rules = makeTextRules(params, hotwords);
    this.#punctuate = params.addPunc ? punctuate : undefined;
  }

  /** True if the text depends on the following one; only punctuation does. */
  get usesContext(): boolean {
    return this.#punctuate !== undefined;
  }

  interim(heard: HeardHypothesis): Candidate {
    return finishText(this.#rules, beginText(this.#rules, textWords(heard)), { isFinal: false });
  }

  /** Candidates, the best first; hypotheses that give the same text are one. `following`: the next sentence. */
  async candidates(
    heard: readonly HeardHypothesis[],
    following: HeardHypothesis | undefined,
    newParagraph: boolean,
  ): Promise<Candidate[]> {
    const candidates = new Map<string, Candidate>();
    for (const hypothesis of heard) {
      const candidate = await this.#finish(hypothesis, following, newParagraph);
      if (!candidates.has(candidate.text)) candidates.set(candidate.text, candidate);
    }
    return [...candidates.values()];
  }

  async #finish(
    hypothesis: HeardHypothesis,
    following: HeardHypothesis | undefined,
    newParagraph: boolean,
  ): Promise<Candidate> {
    const draft = beginText(this.#rules, textWords(hypothesis));
    const next = following && beginText(this.#rules, textWords(following)).text;
    const marks = await this.#marks(draft.text, [...(next ?? '')].slice(0, contextCharacters).join(''));
    return finishText(this.#rules, draft, { marks, isFinal: true, newParagraph });
  }

  async #marks(text: string, following: string): Promise<readonly string[] | undefined> {
    if (this.#punctuate === undefined || text === '') return undefined;
    const marked = await this.#punctuate(text + following, { isFinished: following === '' });
    return marksOf(text + following, marked).slice(0, [...text].length);
  }
}

function textWords({ words }: HeardHypothesis): TextWord[] {
  return words.map((word) => ({
    text: word.text,
    startMs: word.startMs,
    endMs: word.endMs,
    confidence: word.confidence,
    hotword: word.hotword !== undefined,
    ...soundOf(word),
  }));
}

/** The sound syllable by syllable, if the word was heard as phones. */
function soundOf({ units }: HeardWord): Pick<TextWord, 'readings' | 'charStartsMs'> {
  const syllables = syllablesOf(units);
  if (syllables === undefined || syllables.length === 0) return {};
  return { readings: syllables.map(({ text }) => text), charStartsMs: syllables.map(({ startMs }) => startMs) };
}
