// SYS.combine: letters with digits, possibly with symbols between them: A-12, 京A12345, x y z 三八. The normalised value
// has no spaces, digits as figures and a spoken dash as -. Letters stay as they are, except that those of a number
// plate become capitals.
import { plainDigits } from '../../../text/itn/numerals.js';
import type { Span } from './span.js';

type Kind = 'letters' | 'digits' | 'sign';

interface Piece {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly plain: string;
}

const token =
  /(?<letters>[A-Za-zＡ-Ｚａ-ｚ]+)|(?<digits>[0-9０-９]+|[零〇一二三四五六七八九幺]+)|(?<sign>[-_./#@+*&:－＿．／＃＠＋＊＆：]|杠|减号|横杠|下划线|艾特|点)|(?<space>[ \u3000])/gy;
const spokenSigns: Readonly<Record<string, string>> = {
  杠: '-',
  横杠: '-',
  减号: '-',
  下划线: '_',
  艾特: '@',
  点: '.',
};
const halfWidth = (text: string) => text.normalize('NFKC');

function plainOf(kind: Kind, text: string): string {
  if (kind === 'sign') return spokenSigns[text] ?? halfWidth(text);
  if (kind === 'digits' && !/[0-9０-９]/.test(text)) return plainDigits(text);
  return halfWidth(text);
}

const plateProvinces = '京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新使领';
/** Characters that join a spoken numeral to the words after it: A 三百, b 一下. */
const numeralAfter = /^[十百千万亿个下点次些样起种半]/;

/** Finds combinations, from left to right without overlap. */
export function findCombinations(text: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = 0; at < text.length; ) {
    const { pieces, end } = piecesAt(text, at);
    const span = spanOf(text, pieces);
    if (span) found.push(span);
    at = Math.max(end, at + 1);
  }
  return found;
}

/** The pieces at `from` that belong together. Words of several letters join only without a space. */
function piecesAt(text: string, from: number): { readonly pieces: readonly Piece[]; readonly end: number } {
  const pieces: Piece[] = [];
  let isSpaced = false;
  let at = from;
  for (;;) {
    token.lastIndex = at;
    const groups = token.exec(text)?.groups;
    if (!groups) break;
    const end = token.lastIndex;
    if (groups.space !== undefined) {
      if (pieces.length === 0 || isSpaced) break;
      isSpaced = true;
      at = end;
      continue;
    }
    const kind: Kind = groups.letters !== undefined ? 'letters' : groups.digits !== undefined ? 'digits' : 'sign';
    const last = pieces.at(-1);
    const isWord = (piece: { kind: Kind; start: number; end: number }) =>
      piece.kind === 'letters' && piece.end - piece.start > 2;
    if (isSpaced && last && (isWord(last) || isWord({ kind, start: at, end }))) break;
    pieces.push({ kind, start: at, end, plain: plainOf(kind, text.slice(at, end)) });
    isSpaced = false;
    at = end;
  }
  return { pieces, end: pieces.at(-1)?.end ?? from };
}

function spanOf(text: string, all: readonly Piece[]): Span | undefined {
  const isSign = ({ kind }: Piece) => kind === 'sign';
  const first = all.findIndex((piece) => !isSign(piece));
  let last = all.findLastIndex((piece) => !isSign(piece));
  const tail = all[last];
  if (tail?.kind === 'digits' && tail.end - tail.start === 1 && numeralAfter.test(text.slice(tail.end))) {
    if (!/[0-9０-９]/.test(text.charAt(tail.start)))
      last = all.findLastIndex((piece, at) => at < last && !isSign(piece));
  }
  const pieces = all.slice(Math.max(0, first), last + 1);
  const [head, end] = [pieces[0], pieces.at(-1)?.end];
  if (!head || end === undefined || !pieces.some(({ kind }) => kind === 'letters')) return undefined;
  const normal = pieces.map(({ plain }) => plain).join('');
  const isPlate =
    plateProvinces.includes(text.charAt(head.start - 1) || ' ') && /^[A-Z][-.]?[A-Z0-9]{5,6}$/i.test(normal);
  if (isPlate) {
    return {
      start: head.start - 1,
      end,
      normValue: (text.charAt(head.start - 1) + normal.replace(/[-.]/, '')).toUpperCase(),
    };
  }
  const hasBoth = pieces.some(({ kind }) => kind === 'digits');
  return hasBoth || normal.includes('@') ? { start: head.start, end, normValue: normal } : undefined;
}
