// The likelihood of a text by the shipped language model, which tells sentences from texts that nobody says.
import type { NativeLanguageModel, NativeLexicon } from './search-addon.js';

/** No word of the model has this number, so that it counts as unknown. */
const unknownWord = 0xffff - 3;
const hanRun = /[\u3400-\u9fff]+|[^\u3400-\u9fff]+/g;
/** Marks and blanks between words, which nobody speaks. */
const unspoken = /[\p{P}\p{Z}\p{C}]/gu;

/** Log probability of the text as a sentence, for each of its characters. */
export function likelihoodOf(lexicon: NativeLexicon, language: NativeLanguageModel): (text: string) => number {
  return (text) => {
    const words: number[] = [];
    let characters = 0;
    for (const run of text.replace(unspoken, '').match(hanRun) ?? []) {
      characters += run.length;
      const known = lexicon.split(run);
      if (known.length > 0) words.push(...known);
      else words.push(unknownWord);
    }
    return characters === 0 ? 0 : language.score(Uint16Array.from(words), true) / characters;
  };
}
