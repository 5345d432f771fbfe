// The word vectors that serve a language.
import type { ModelStore } from './store.js';

/** The path of their file; undefined: no model has any, and texts are compared by their characters alone. */
export function wordVectorFile(store: Pick<ModelStore, 'candidates'>, property = 'cn_common'): string | undefined {
  for (const { manifest, path } of store.candidates('sentence', property)) {
    if (manifest.family === 'word-vectors') return path(manifest.vectors);
  }
  return undefined;
}
