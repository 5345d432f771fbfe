// Pinyin syllables and the phones that a recogniser hears: an initial, and a final with its tone. The phones are those
// of scripts/train (docs/model-formats.md).
import { limits } from '../../../protocol/limits.js';

const initials = ['zh', 'ch', 'sh', ...'bpmfdtnlgkhjqxrzcs'];
/** Spellings with y or w of finals without an initial. */
const bareFinals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    yi: 'i',
    ya: 'ia',
    ye: 'ie',
    yo: 'io',
    yao: 'iao',
    you: 'iu',
    yan: 'ian',
    yin: 'in',
    yang: 'iang',
    ying: 'ing',
    yong: 'iong',
    yu: 'v',
    yue: 've',
    yuan: 'van',
    yun: 'vn',
    wu: 'u',
    wa: 'ua',
    wo: 'uo',
    wai: 'uai',
    wei: 'ui',
    wan: 'uan',
    wen: 'un',
    wang: 'uang',
    weng: 'ueng',
  }),
);
const spellingOfBare: ReadonlyMap<string, string> = new Map(
  [...bareFinals].map(([spelling, final]): [string, string] => [final, spelling]),
);

/** Cache: hotword lists have tens of thousands of syllables, a thousand of them different. */
const known = new Map<string, readonly string[]>();

/** `zhong1` → zh, ong1; undefined for a text that is no syllable with a tone. */
export function phonesOf(syllable: string): readonly string[] | undefined {
  const before = known.get(syllable);
  if (before !== undefined) return before;
  const phones = split(syllable);
  if (known.size >= limits.wordList.knownReadings) known.clear();
  if (phones !== undefined) known.set(syllable, phones);
  return phones;
}

function split(syllable: string): readonly string[] | undefined {
  const match = /^([a-z]+)([1-5])$/.exec(syllable.toLowerCase().replaceAll('ü', 'v').replaceAll('u:', 'v'));
  if (match === null) return undefined;
  const [, spelling = '', tone = ''] = match;
  const bare = bareFinals.get(spelling);
  if (bare !== undefined) return [bare + tone];
  const initial = initials.find((each) => spelling.startsWith(each)) ?? '';
  const rest = spelling.slice(initial.length);
  if (rest === '') return undefined;
  return initial === '' ? [rest + tone] : [initial, finalAfter(initial, rest) + tone];
}

function finalAfter(initial: string, rest: string): string {
  if (rest === 'i') return /^(zh|ch|sh|r)$/.test(initial) ? 'iii' : /^[zcs]$/.test(initial) ? 'ii' : 'i';
  if (/^[jqx]$/.test(initial)) return rest.replace(/^u/, 'v');
  return /^[nl]$/.test(initial) && rest === 'ue' ? 've' : rest;
}

export interface HeardSyllable {
  readonly text: string;
  readonly startMs: number;
}

/** Converts phones, as they were heard, to syllables; undefined if they do not make up syllables. */
export function syllablesOf(
  phones: readonly { readonly name: string; readonly startMs: number }[],
): HeardSyllable[] | undefined {
  const syllables: HeardSyllable[] = [];
  let initial: { readonly name: string; readonly startMs: number } | undefined;
  for (const phone of phones) {
    const match = /^([a-z]+)([1-5])$/.exec(phone.name);
    if (match === null) {
      if (initial !== undefined || !initials.includes(phone.name)) return undefined;
      initial = phone;
      continue;
    }
    const [, final = '', tone = ''] = match;
    syllables.push({ text: spelled(initial?.name, final) + tone, startMs: (initial ?? phone).startMs });
    initial = undefined;
  }
  return initial === undefined ? syllables : undefined;
}

function spelled(initial: string | undefined, final: string): string {
  if (initial === undefined) return spellingOfBare.get(final) ?? final;
  const vowel = final.replace(/^i{2,3}$/, 'i');
  return initial + (/^[jqx]$/.test(initial) ? vowel.replace(/^v/, 'u') : vowel);
}
