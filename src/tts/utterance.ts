// Turns pieces into the units that a voice speaks: readings, tones, groups and boundaries
// (src/protocol/engine/synthesis.ts).
import type { Boundary, Mood, SpokenSentence, SpokenToken, Tone } from '../protocol/engine/synthesis.js';
import { readTexts } from '../text/pinyin.js';
import { parseSyllable, type Syllable } from '../text/spoken-syllable.js';
import { type Cell, toCells } from './cells.js';
import { breathAfter, type Group, groupWords } from './mandarin/group.js';
import { isErhua, neutralPlaces } from './mandarin/neutral-tone-erhua.js';
import { changeOneAndNot, raiseThirdTones, type Spoken, softenDoubledVerbs } from './mandarin/sandhi.js';
import { type Piece, stronger } from './pieces.js';

type Writable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never;
type Token = Writable<SpokenToken>;

export interface Frame {
  readonly start: number;
  readonly end: number;
  readonly isWhole: boolean;
  /** The number of characters that were skipped already. */
  readonly skipped: number;
  /** The text as it was written; it tells the mood of the sentence. */
  readonly text: string;
}

/** Builds one sentence of speech units. */
export function toSentence(pieces: readonly Piece[], frame: Frame): SpokenSentence {
  const cells = toCells(pieces);
  const readings = readTexts(
    cells.map((cell) => (cell.kind === 'han' && cell.given === undefined ? cell.character : ' ')),
  );
  const tokens: Token[] = [];
  let unread = pieces.filter(({ kind }) => kind === 'skipped').length;
  for (let at = 0; at < cells.length; ) {
    const cell = cells[at] as Cell;
    if (cell.kind === 'han') {
      let end = at;
      while (cells[end]?.kind === 'han') end++;
      unread += addRun(tokens, cells.slice(at, end) as HanCell[], readings.slice(at, end));
      at = end;
      continue;
    }
    addOther(tokens, cell);
    at++;
  }
  const last = tokens.at(-1);
  if (last) last.boundary = stronger(last.boundary, frame.isWhole ? 'sentence' : 'clause');
  for (const token of tokens.slice(0, -1)) if (token.boundary === 'sentence') token.boundary = 'clause';
  const { start, end } = frame;
  return { start, end, tokens, mood: moodOf(frame), skipped: frame.skipped + unread };
}

function addOther(tokens: Token[], cell: Exclude<Cell, HanCell>): void {
  const { start, end, prosody } = cell;
  const placed = { start, end, ...(prosody ? { prosody } : {}) };
  const last = tokens.at(-1);
  if (cell.kind === 'english') {
    const { text, phones, isLetter } = cell;
    tokens.push({ kind: 'english', text, phones, isLetter, boundary: 'word', ...placed });
  } else if (cell.kind === 'pause') {
    if (last) last.boundary = stronger(last.boundary, 'phrase');
    tokens.push({ kind: 'pause', ms: cell.ms, boundary: 'phrase', ...placed });
  } else if (last) last.boundary = stronger(last.boundary, cell.boundary);
}

type HanCell = Extract<Cell, { kind: 'han' }>;
type Read = {
  readonly cell: HanCell;
  readonly syllable: Syllable;
  readonly spoken: Spoken;
  end: number;
  erhua: boolean;
};

/** Adds a run of adjacent characters to the tokens. Returns the number of characters that have no reading. */
function addRun(tokens: Token[], cells: readonly HanCell[], readings: readonly string[]): number {
  const characters = cells.map(({ character }) => character);
  const neutral = new Set(neutralPlaces(characters));
  const run: Read[] = [];
  for (const [at, cell] of cells.entries()) {
    const previous = run.at(-1);
    if (cell.given === undefined && previous && isErhua(characters, at)) {
      previous.erhua = true;
      previous.end = cell.end;
      continue;
    }
    const syllable = parseSyllable(cell.given ?? readings[at] ?? '');
    if (!syllable) continue;
    const tone: Tone = cell.given === undefined && neutral.has(at) ? 5 : syllable.tone;
    const spoken = { character: cell.character, isFixed: cell.given !== undefined, tone };
    run.push({ cell, syllable, spoken, end: cell.end, erhua: false });
  }
  const groups = groupWords(run.map(({ spoken }) => spoken.character));
  const boundaries = settleTones(run, groups);
  for (const [at, { cell, syllable, spoken, end, erhua }] of run.entries()) {
    const { initial, final } = syllable;
    const boundary = boundaries.get(at + 1) ?? 'none';
    const { start, prosody } = cell;
    const placed = { start, end, ...(prosody ? { prosody } : {}) };
    tokens.push({ kind: 'syllable', initial, final, tone: spoken.tone, erhua, boundary, ...placed });
  }
  return cells.length - run.length - run.filter(({ erhua }) => erhua).length;
}

/** Changes the tones. Returns the boundary before each index where a group begins or the run ends. */
function settleTones(run: readonly Read[], groups: readonly Group[]): Map<number, Boundary> {
  const spoken = run.map((each) => each.spoken);
  changeOneAndNot(spoken);
  softenDoubledVerbs(spoken);
  const breaths = breathAfter(
    groups,
    spoken.map(({ character }) => character),
  );
  const boundaries = new Map<number, Boundary>();
  let phrase: Group[] = [];
  for (const [number, group] of groups.entries()) {
    phrase.push(group);
    const isLast = number === groups.length - 1;
    boundaries.set(group.end, breaths.has(number) ? 'phrase' : 'word');
    if (!isLast && !breaths.has(number)) continue;
    raiseThirdTones(spoken, phrase);
    phrase = [];
  }
  return boundaries;
}

function moodOf({ isWhole, text }: Frame): Mood {
  if (!isWhole) return 'continuing';
  const end = text.trimEnd().slice(-8);
  if (/[？?]/.test(end)) return 'question';
  if (/[！!]/.test(end)) return 'exclamation';
  return /[吗么][。.”"’」』）)]*$/.test(end) && !/[什那这多怎要]么[。.]*$/.test(end) ? 'question' : 'statement';
}
