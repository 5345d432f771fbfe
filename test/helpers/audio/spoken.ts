// Shows the output of synthesis's front end for a text: as writing, or as pinyin with the spoken tones.
import type { SpokenSentence, SpokenToken, SyllableToken } from '../../../src/protocol/engine/synthesis.js';
import { openText, type SynthesisText } from '../../../src/tts/front-end.js';
import { normalise } from '../../../src/tts/normalise.js';
import { fixedOne } from '../../../src/tts/pieces.js';
import { languageOf, makeTextReader } from '../../../src/tts/read-text.js';

export function sentencesOf(text: string, options: Partial<SynthesisText> = {}): SpokenSentence[] {
  const given = { text, isMarkup: false, language: 'cn', digitMode: 0, speakPunctuation: false, ...options } as const;
  return [...openText(given, (name) => name === 'cn_known_common').sentences];
}

/**
 * Chinese characters, small letters for English words, capitals for letters, `|` for a short break; punctuation is
 * dropped.
 */
export function asWritten(text: string, options: Partial<SynthesisText> = {}): string {
  const { language = 'cn', digitMode = 0, speakPunctuation = false } = options;
  const folded = normalise(text, 0);
  const pieces = makeTextReader({ digitMode, speakPunctuation })(folded, languageOf(folded.text, language));
  const said = pieces.map((piece) => {
    if (piece.kind === 'spoken') return piece.notation.replaceAll(fixedOne, '一');
    if (piece.kind === 'han') return piece.character;
    if (piece.kind === 'letters') return piece.text.toUpperCase();
    return piece.kind === 'latin' ? ` ${piece.text} ` : piece.kind === 'mark' ? ' ' : '';
  });
  return said
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/(?<![A-Za-z']) | (?![A-Za-z'])/g, '')
    .trim();
}

const standing: Readonly<Record<string, string>> = {
  ...{ i: 'yi', ia: 'ya', ie: 'ye', iao: 'yao', iu: 'you', ian: 'yan', in: 'yin', iang: 'yang', ing: 'ying' },
  ...{ iong: 'yong', io: 'yo', v: 'yu', ve: 'yue', van: 'yuan', vn: 'yun', u: 'wu', ua: 'wa', uo: 'wo', uai: 'wai' },
  ...{ ui: 'wei', uan: 'wan', un: 'wen', uang: 'wang', ueng: 'weng' },
};

function pinyinOf({ initial, final, tone, erhua }: SyllableToken): string {
  const plain = final === 'ii' || final === 'iii' ? 'i' : final;
  const spelled = initial === '' ? (standing[final] ?? final) : initial + plain;
  return `${/^[jqx]v/.test(spelled) ? spelled.replace('v', 'u') : spelled}${erhua ? 'r' : ''}${tone}`;
}

function shown(token: SpokenToken): string {
  switch (token.kind) {
    case 'syllable':
      return pinyinOf(token);
    case 'english':
      return token.isLetter ? token.text.toUpperCase() : token.text.toLowerCase();
    default:
      return `<${token.ms}>`;
  }
}

/** All syllables of all sentences, as they are spoken. */
export function asSpoken(text: string, options: Partial<SynthesisText> = {}): string {
  return sentencesOf(text, options)
    .flatMap(({ tokens }) => tokens.map(shown))
    .join(' ');
}

/** The same with separators: nothing inside a group, then space, /, comma, full stop. */
export function asGrouped(text: string, options: Partial<SynthesisText> = {}): string {
  const marks = { none: '-', word: ' ', phrase: ' / ', clause: ', ', sentence: '. ' } as const;
  return sentencesOf(text, options)
    .flatMap(({ tokens }) => tokens.map((token) => shown(token) + marks[token.boundary]))
    .join('')
    .trim();
}
