// English words for a voice that knows only the sounds of Mandarin. They become the nearest syllables, as loan words
// do. Letters have fixed names.
import type { EnglishToken, Phone, SyllableToken, Tone } from '../protocol/engine/synthesis.js';
import { parseSyllable } from './spoken-syllable.js';
import { isTonelessSyllable } from './word-lists/syllables.js';

const letterNames: Readonly<Record<string, string>> = {
  ...{ a: 'ei1', b: 'bi4', c: 'xi1', d: 'di4', e: 'yi4', f: 'ai2 fu5', g: 'ji4', h: 'ei1 chi5', i: 'ai4', j: 'zhei4' },
  ...{
    k: 'kei4',
    l: 'ai2 le5',
    m: 'ai2 mu5',
    n: 'en1',
    o: 'ou1',
    p: 'pi4',
    q: 'kou1',
    r: 'a4',
    s: 'ai2 si5',
    t: 'ti4',
  },
  ...{ u: 'you1', v: 'wei1', w: 'da2 bu5 liu5', x: 'ai4 ke5 si5', y: 'wai4', z: 'zei4' },
};

/** Mandarin initials for a consonant before a vowel, the best choice first. */
const onsets: Readonly<Record<string, readonly string[]>> = {
  ...{ B: ['b'], P: ['p'], M: ['m'], F: ['f'], D: ['d'], T: ['t'], N: ['n'], L: ['l'], G: ['g'], K: ['k', 'g'] },
  ...{ HH: ['h', 'x'], JH: ['zh', 'j'], CH: ['ch', 'q'], SH: ['sh', 'x'], ZH: ['r'], R: ['r', 'l'], S: ['s', 'x'] },
  ...{ Z: ['z', 'j'], TH: ['s', 'x'], DH: ['z', 'd'], V: ['w', 'f'], W: ['w'], Y: ['y'], NG: [''] },
};

const rimes: Readonly<Record<string, readonly string[]>> = {
  ...{
    AA: ['a', 'ua'],
    AE: ['ai', 'a', 'ei'],
    AH: ['a', 'e', 'u'],
    AO: ['ao', 'ou', 'o'],
    AW: ['ao'],
    AY: ['ai', 'a'],
  },
  ...{
    EH: ['ai', 'ei', 'e', 'ie'],
    ER: ['e', 'er', 'u'],
    EY: ['ei', 'ai', 'ui', 'ie'],
    IH: ['i', 'ei', 'e'],
    IY: ['i', 'ei', 'ui'],
  },
  ...{ OW: ['ou', 'uo', 'o', 'u', 'ao'], OY: ['uo', 'o', 'ao'], UH: ['u', 'o', 'ou'], UW: ['u', 'ou', 'o', 'iu'] },
};
const anyRime = ['a', 'e', 'i', 'u', 'ei', 'ou'];

/** Mandarin finals for a vowel that n or ng follows. */
const nasals: Readonly<Record<string, readonly string[]>> = {
  ...{ AA: ['ang', 'an'], AE: ['an'], AH: ['an', 'en'], AO: ['ang', 'ong'], AW: ['ang'], AY: ['an'], EH: ['en', 'an'] },
  ...{ ER: ['en'], EY: ['en', 'an'], IH: ['in', 'ing', 'en'], IY: ['in', 'ing', 'en'], OW: ['ong', 'eng', 'ang'] },
  ...{ OY: ['uan', 'an'], UH: ['un', 'en'], UW: ['un', 'ong', 'en'] },
};

/** The syllable for a consonant that has no vowel. */
const fillers: Readonly<Record<string, string>> = {
  ...{ B: 'bu', P: 'pu', M: 'mu', F: 'fu', D: 'de', T: 'te', N: 'en', L: 'er', G: 'ge', K: 'ke', HH: 'he', JH: 'zhi' },
  ...{
    CH: 'qi',
    SH: 'shi',
    ZH: 'ri',
    R: 'er',
    S: 'si',
    Z: 'zi',
    TH: 'si',
    DH: 'de',
    V: 'fu',
    W: 'wu',
    Y: 'yi',
    NG: 'eng',
  },
};

const standing: Readonly<Record<string, string>> = {
  i: 'yi',
  in: 'yin',
  ing: 'ying',
  u: 'wu',
  un: 'wen',
  ong: 'weng',
  uo: 'wo',
};

/** Mandarin syllables for an English token. They keep the token's place, prosody and boundary. */
export function inMandarin(token: EnglishToken): SyllableToken[] {
  const name = token.isLetter ? letterNames[token.text.toLowerCase()] : undefined;
  const written = name === undefined ? syllablesOf(token.phones) : name.split(' ');
  const { start, end, boundary, prosody } = token;
  const parsed = written.flatMap((each) => parseSyllable(each) ?? []);
  return parsed.map((syllable, at) => ({
    kind: 'syllable',
    ...syllable,
    erhua: false,
    boundary: at === parsed.length - 1 ? boundary : 'none',
    start,
    end,
    ...(prosody ? { prosody } : {}),
  }));
}

/** Mandarin syllables with tone digits for English phones. */
export function syllablesOf(phones: readonly Phone[]): string[] {
  const said: string[] = [];
  let onset: string | undefined;
  const settle = (): void => {
    if (onset !== undefined) said.push(`${fillers[onset]}5`);
    onset = undefined;
  };
  for (let at = 0; at < phones.length; at++) {
    const phone = phones[at] as string;
    const vowel = /\d$/.test(phone) ? phone.slice(0, -1) : undefined;
    if (vowel === undefined) {
      settle();
      onset = phone;
      continue;
    }
    const isNasal = /^(?:N|NG)$/.test(phones[at + 1] ?? '') && !/\d$/.test(phones[at + 2] ?? '');
    const tone: Tone = phone.endsWith('1') ? 1 : 4;
    said.push(`${join(onset, isNasal ? nasals[vowel] : rimes[vowel])}${tone}`);
    if (vowel === 'OY' && !isNasal) said.push('yi5');
    onset = undefined;
    if (isNasal) at++;
  }
  settle();
  return said;
}

function join(onset: string | undefined, wanted: readonly string[] = anyRime): string {
  for (const rime of [...wanted, ...anyRime]) {
    for (const initial of onset === undefined ? [''] : (onsets[onset] ?? [''])) {
      const written = initial === '' ? (standing[rime] ?? rime) : initial + rime;
      if (isTonelessSyllable(written)) return written;
    }
  }
  return 'e';
}
