// What serves texts of a language: word vectors, and words and phrases for one another.
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
