// Lists as the grammar of src/text reads them. Lists come again with every call of a user: the newest few are kept.
import { createHash } from 'node:crypto';
import { limits } from '../protocol/limits.js';
import type { HotwordRule } from '../protocol/recognition.js';
import { parseHotwords } from '../text/word-lists/hotwords.js';
import type { Diagnostic } from '../text/word-lists/lines.js';
import { parseSensitiveWords } from '../text/word-lists/sensitive.js';
import { WordListFault, type WordListReaders } from './words.js';

/** `ignoreTone`: phoneme replacement compares syllables without their tones. */
export function wordListReaders(ignoreTone: boolean): WordListReaders {
  return {
    hotwords: kept((content): readonly HotwordRule[] => {
      const { rules, diagnostics } = parseHotwords(content, { ignoreTone });
      refuseFaults(diagnostics);
      return rules;
    }),
    sensitiveWords: kept((content) => {
      const { words, diagnostics } = parseSensitiveWords(content);
      refuseFaults(diagnostics);
      return words;
    }),
  };
}

/** A note says what will not work as it may be meant; only a fault makes the list illegal. */
function refuseFaults(diagnostics: readonly Diagnostic[]): void {
  const faults = diagnostics.filter(({ severity }) => severity === 'fault');
  const [first] = faults;
  if (first === undefined) return;
  const place = first.line === 0 ? '' : `line ${first.line}: `;
  const more = faults.length > 1 ? `; and ${faults.length - 1} more` : '';
  throw new WordListFault(`${place}${first.wrong}; right would be ${first.right}${more}`);
}

function kept<T>(read: (content: Uint8Array) => T): (content: Uint8Array) => T {
  const results = new Map<string, T>();
  return (content) => {
    const key = createHash('sha256').update(content).digest('base64');
    const result = results.get(key) ?? read(content);
    results.delete(key);
    results.set(key, result); // the newest stands last
    if (results.size > limits.asr.keptHotwordLists) results.delete([...results.keys()][0] as string);
    return result;
  };
}
