// textSmooth: removes fillers and stutters from the sentence; they stay in `words` with category S. It is conservative:
// repetitions that can be meant (看看, 研究研究, 对对对, 谢谢谢谢) stay, and so does every numeral.
import type { Piece } from './piece.js';
import { withCategory } from './piece.js';

const alwaysFillers = new Set(['嗯', '呃', '唔', '呣', '嗯嗯', '呃呃']);
/** Fillers, but only where they open an utterance or stand between pauses. Elsewhere they are particles: 好啊, 是哦. */
const particles = new Set(['啊', '哦', '噢', '喔', '诶', '欸', '哎', '唉', '呀', '额']);
const pauseMs = 200;

const pronouns = new Set(['我', '你', '您', '他', '她', '它', '咱', '我们', '你们', '他们', '她们', '咱们']);
/** Function words that nobody repeats on purpose. */
const stutters = new Set([...'我你您他她它咱这那在就都也还又很没能要因所但或给']);
/** Words that end in a character that could be a stutter: 现在在家, 成都都有. */
const wordEnds = new Set(
  '现在 存在 所在 实在 正在 好在 内在 潜在 自在 成都 首都 京都 成就 造就 早就 也就 需要 主要 重要 只要 还要 不要 想要 可能 功能 只能 才能 性能 技能 不能 只有 没有 自我 其他 也没 还没 或许 由于 这在 就在'.split(
    ' ',
  ),
);
/** Words of two or more characters whose repetition has no meaning. */
const stutteredWords =
  '我们 你们 他们 她们 咱们 这个 那个 就是 就是说 然后 因为 所以 但是 如果 而且 或者 比如 比如说 还有 这种 那种 现在 不过 其实 反正'.split(
    ' ',
  );
/** Words that form a phrase after a pronoun; such a phrase is repeated on purpose: 你好你好, 我知道我知道. */
const emphatic = /^(?:好|来|看|听|说|行|知道|明白|懂|同意|可以|走|去|等|先|有|没有|是|不是|爱|爱你)$/;
const numerals = /[零〇一二两三四五六七八九幺十百千万亿半几0-9A-Za-z]/;
const longestRepeat = 5;

/** Marks fillers and stutters with category S and empties their `shown` text. */
export function smoothPieces(pieces: readonly Piece[]): readonly Piece[] {
  const dropped = smoothed(pieces);
  if (dropped.size === 0) return pieces;
  return pieces.map((piece, at) =>
    dropped.has(at) ? { ...piece, shown: '', categories: withCategory(piece.categories, 'S') } : piece,
  );
}

/**
 * The indices of the characters that smoothing drops from a text without times, such as a typed one or one from another
 * recogniser.
 */
export function smoothedCharacters(characters: readonly string[]): ReadonlySet<number> {
  const pieces: Piece[] = new Array(characters.length);
  for (let word = 0; word < characters.length; word++) pieces[word] = pieceOf(characters[word] as string, word);
  return smoothed(pieces);
}

const none: Piece['categories'] = [];

// biome-ignore format: robots with many questions are read much faster without spread objects
const pieceOf = (text: string, word: number): Piece => ({
  units: [{ text, startMs: 0, endMs: 0, confidence: 1, reading: undefined, word, hotword: false }],
  text,
  shown: text,
  categories: none,
});

function smoothed(pieces: readonly Piece[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  dropFillers(pieces, dropped);
  dropRepeats(pieces, dropped);
  dropOpenings(pieces, dropped);
  // an utterance of nothing but fillers is an answer
  return dropped.size === pieces.length ? new Set() : dropped;
}

function dropFillers(pieces: readonly Piece[], dropped: Set<number>): void {
  for (const [at, piece] of pieces.entries()) {
    if (piece.categories.includes('U')) continue;
    if (alwaysFillers.has(piece.text)) dropped.add(at);
    else if (particles.has(piece.text) && isWordAlone(pieces, at) && isLoose(pieces, at, dropped)) dropped.add(at);
  }
}

/** True if the filler opens the utterance, or has pauses on both sides. */
function isLoose(pieces: readonly Piece[], at: number, dropped: ReadonlySet<number>): boolean {
  const isOpening = dropped.size === at; // places are dropped in order
  if (isOpening) return at + 1 < pieces.length;
  return (
    gapMs(pieces, at) >= pauseMs &&
    (at + 1 === pieces.length || gapMs(pieces, at + 1) >= pauseMs) &&
    at + 1 < pieces.length
  );
}

function gapMs(pieces: readonly Piece[], at: number): number {
  return (pieces[at]?.units[0]?.startMs ?? 0) - (pieces[at - 1]?.units.at(-1)?.endMs ?? 0);
}

function wordOf(piece: Piece | undefined): number | undefined {
  return piece?.units[0]?.word;
}

function isWordAlone(pieces: readonly Piece[], at: number): boolean {
  const word = wordOf(pieces[at]);
  return wordOf(pieces[at - 1]) !== word && wordOf(pieces[at + 1]) !== word;
}

function dropRepeats(pieces: readonly Piece[], dropped: Set<number>): void {
  const kept = pieces.map((_, at) => at).filter((at) => !dropped.has(at));
  let at = 0;
  while (at < kept.length) {
    const length = repeatAt(pieces, kept, at);
    if (length === 0) {
      at++;
      continue;
    }
    // the last repetition stays, because it stands next to the following text
    for (const place of kept.splice(at, length)) dropped.add(place);
  }
}

/** The number of pieces at `at` that are repeated at once and can be dropped without loss; 0: none. */
function repeatAt(pieces: readonly Piece[], kept: readonly number[], at: number): number {
  for (let length = 1; length <= longestRepeat; length++) {
    if (!isSameText(pieces, kept[at], kept[at + length])) continue;
    const first = kept.slice(at, at + length).map((place) => pieces[place] as Piece);
    const second = kept.slice(at + length, at + 2 * length).map((place) => pieces[place] as Piece);
    if (second.length < length) return 0;
    if (!first.every((piece, index) => isSame(piece, second[index] as Piece))) continue;
    const block = first.map((piece) => piece.text).join('');
    const before = kept[at - 1] === undefined ? '' : (pieces[kept[at - 1] as number] as Piece).text;
    const following = kept[at + 2 * length];
    const after = following === undefined ? undefined : (pieces[following] as Piece).text;
    if (isStutter(block, length, before, after)) return length;
  }
  return 0;
}

/** A cheap comparison of texts before the exact one. */
function isSameText(pieces: readonly Piece[], one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && pieces[one]?.text === pieces[other]?.text;
}

function isSame(one: Piece, other: Piece): boolean {
  if (one.categories.includes('U') || other.categories.includes('U') || one.text !== other.text) return false;
  const [first, second] = [one.units[0]?.reading, other.units[0]?.reading];
  // 还还: hai2 and huan2 are two words
  return first === undefined || second === undefined || first.slice(0, -1) === second.slice(0, -1);
}

function isStutter(block: string, length: number, before: string, after: string | undefined): boolean {
  if (numerals.test(block)) return false;
  if (length === 1) {
    return stutters.has(block) && !wordEnds.has(before + block) && after !== undefined && !wordEnds.has(block + after);
  }
  if (stutteredWords.includes(block)) return true;
  const head = block.slice(0, 2);
  const pronoun = pronouns.has(head) ? head : pronouns.has(block.slice(0, 1)) ? block.slice(0, 1) : '';
  const rest = block.slice(pronoun.length);
  return pronoun !== '' && rest !== '' && after !== undefined && !emphatic.test(rest);
}

const openingLength = 6;

/** Drops openings such as the 那个 of 那个我想问一下 and the 就是 of 就是我想问, which only gain time before 我. */
function dropOpenings(pieces: readonly Piece[], dropped: Set<number>): void {
  const kept: number[] = [];
  for (let at = 0; at < pieces.length && kept.length < openingLength; at++) if (!dropped.has(at)) kept.push(at);
  const text = kept.map((at) => (pieces[at] as Piece).text).join('');
  const opening = /^(?:(?:那个|这个)(?=[我您咱])|就是(?=我们?(?:想|要|觉得|需要|刚才|今天|之前)))/.exec(text);
  const length = opening?.[0].length ?? 0;
  if (kept.slice(0, length).some((at) => pieces[at]?.categories.includes('U') || pieces[at]?.text.length !== 1)) return;
  for (const at of kept.slice(0, length)) dropped.add(at);
}
