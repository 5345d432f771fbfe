// The grammars of word lists, as recognition wants them.
import type { WordListReaders } from '../asr/words.js';

export const wordListReaders: WordListReaders = { hotwords: () => [], sensitiveWords: () => [] };
