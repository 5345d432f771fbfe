// The keywords of the screening table as hotwords: a prompt is likely to contain one of them, and the language model
// does not know the operator's own keywords.
import type { KeywordRow } from '../../../protocol/engine/ring.js';
import type { CompiledHotwords } from '../../runtime/recogniser/hotwords.js';
import type { Recogniser } from '../../runtime/recogniser/recogniser.js';

/** Weight of keywords (docs/measurements.md): a larger one finds hardly more keywords, and false ones. */
const keywordWeight = 1.7;
/** Least length of a keyword: a single character sounds like too many others. */
const leastCharacters = 2;

/** Compiled keywords. The sessions of a process share recognisers and tables, so each pair is compiled once. */
const compiled = new WeakMap<Recogniser, WeakMap<readonly KeywordRow[], CompiledHotwords>>();

/** The keywords as hotwords; undefined if the recogniser has no lexicon that gives their readings. */
export function keywordHotwords(recogniser: Recogniser, keywords: readonly KeywordRow[]): CompiledHotwords | undefined {
  if (recogniser.units.kind !== 'phones' || recogniser.language === undefined) return undefined;
  const ofRecogniser = compiled.get(recogniser) ?? new WeakMap<readonly KeywordRow[], CompiledHotwords>();
  compiled.set(recogniser, ofRecogniser);
  const known = ofRecogniser.get(keywords);
  if (known !== undefined) return known;
  const texts = new Set(keywords.map(({ word }) => word).filter((word) => [...word].length >= leastCharacters));
  const hotwords = recogniser.compileHotwords([...texts].map((text) => ({ text, weight: keywordWeight })));
  ofRecogniser.set(keywords, hotwords);
  return hotwords;
}
