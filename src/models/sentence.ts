// Finds the files that serve texts of a language: word vectors, words and phrases for one another, and how likely a sentence is.
import type { ModelStore } from './store.js';

/** The path of their file; undefined: no model has any, and texts are compared by their characters alone. */
export function wordVectorFile(store: Pick<ModelStore, 'candidates'>, property = 'cn_common'): string | undefined {
  for (const { manifest, path } of store.candidates('sentence', property)) {
    if (manifest.family === 'word-vectors') return path(manifest.vectors);
  }
  return undefined;
}

export interface PhraseFiles {
  readonly words: string;
  readonly phrases: string;
}

/** The paths of the tables of words and phrases; undefined: no model has any, and paraphrases are made of forms alone. */
export function phraseFiles(store: Pick<ModelStore, 'candidates'>, property = 'cn_common'): PhraseFiles | undefined {
  for (const { manifest, path } of store.candidates('paraphrase', property)) {
    if (manifest.family === 'phrases') return { words: path(manifest.words), phrases: path(manifest.phrases) };
  }
  return undefined;
}

export interface LanguageFiles {
  readonly lexicon: string;
  readonly model: string;
}

/** The paths of the language model that the recogniser has too; undefined: there is none. */
export function languageFiles(
  store: Pick<ModelStore, 'candidates'>,
  property = 'cn_8k_common',
): LanguageFiles | undefined {
  for (const { manifest, path } of store.candidates('lm', property)) {
    const names = manifest.files.map(({ name }) => name);
    if (names.includes('lexicon.bin') && names.includes('lm.bin')) {
      return { lexicon: path('lexicon.bin'), model: path('lm.bin') };
    }
  }
  return undefined;
}
