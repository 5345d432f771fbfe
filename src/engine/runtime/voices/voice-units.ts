// Converts the tokens of a sentence into the units on which the voices' network was trained: with tone, position in the
// word and position in the phrase. scripts/train/tts/tts_units.py is its counterpart; both must count alike.
import { ModelError } from '../../../models/model-error.js';
import type { EnglishToken, SpokenToken, SyllableToken } from '../../../protocol/engine/synthesis.js';
import { consonants, finals, initials, vowels } from '../../../protocol/engine/synthesis.js';
import { stressOf, syllablesOf } from '../../../text/english-syllables.js';
import { gapMs } from './pauses.js';

export const silence = '_';
/** Number of values of a unit that the encoder reads. */
export const unitColumns = 6;
/** Largest syllable count within a phrase; further syllables are alike. */
const farthest = 8;

export interface VoiceUnit {
  readonly name: string;
  /** 0: none; 1-5: tones; 6-8: English stress 0, 1, 2. */
  readonly tone: number;
  /** Position in the word: 1 begins a word, 2 ends one, 3 does both. */
  readonly word: number;
  /** Number of the syllable in the sentence; -1 for silence. */
  readonly syllable: number;
  /** Length of a silence. */
  readonly ms: number;
  /** Token whose prosody the unit has. */
  readonly token: SpokenToken | undefined;
}

export class UnitNames {
  readonly #ids: ReadonlyMap<string, number>;
  /** True if the list has the sounds of English. */
  readonly hasEnglish: boolean;

  /** Parses the list of units. Throws a ModelError if it lacks a sound of Mandarin. `shown` names the list. */
  constructor(text: string, shown: string) {
    const names = text.replace(/\r/g, '').replace(/\n+$/, '').split('\n');
    this.#ids = new Map(names.map((name, at) => [name, at]));
    const missing = [silence, ...initials, ...finals].filter((name) => !this.#ids.has(name));
    if (missing.length > 0) throw new ModelError('bad', `${shown}: lacks ${missing.slice(0, 8).join(', ')}`);
    this.hasEnglish = [...consonants, ...vowels].every((name) => this.#ids.has(name));
  }

  /** Rows of unitColumns numbers. Phrases lie between silences. */
  columnsOf(units: readonly VoiceUnit[]): BigInt64Array {
    const rows = new BigInt64Array(units.length * unitColumns);
    let begin = 0;
    for (let end = 0; end <= units.length; end++) {
      const unit = units[end];
      if (unit !== undefined && unit.syllable >= 0) continue;
      this.#phrase(units, begin, end, rows);
      if (unit !== undefined) rows[end * unitColumns] = BigInt(this.#ids.get(unit.name) ?? 0);
      begin = end + 1;
    }
    return rows;
  }

  #phrase(units: readonly VoiceUnit[], begin: number, end: number, rows: BigInt64Array): void {
    const first = units[begin]?.syllable ?? 0;
    const count = end > begin ? (units[end - 1] as VoiceUnit).syllable - first + 1 : 0;
    for (let at = begin; at < end; at++) {
      const { name, tone, word, syllable } = units[at] as VoiceUnit;
      const place = syllable - first;
      const before = 1 + Math.min(place, farthest - 1);
      const after = 1 + Math.min(count - 1 - place, farthest - 1);
      const row = [this.#ids.get(name) ?? 0, tone, word, before, after, Math.min(count, farthest)];
      rows.set(row.map(BigInt), at * unitColumns);
    }
  }
}

/** The units of the tokens, with silence around them. English units are there only if the voice has them. */
export function unitsOf(tokens: readonly SpokenToken[], edgeMs: number): VoiceUnit[] {
  const units: VoiceUnit[] = [];
  let syllables = 0;
  const hush = (ms: number, token?: SpokenToken) => {
    const last = units.at(-1);
    if (last?.name === silence) units[units.length - 1] = { ...last, ms: last.ms + ms };
    else units.push({ name: silence, tone: 0, word: 0, syllable: -1, ms, token });
  };
  hush(edgeMs);
  for (const [at, token] of tokens.entries()) {
    const isLast = at === tokens.length - 1;
    if (token.kind === 'pause') {
      hush(token.ms, token);
      continue;
    }
    const before = tokens[at - 1];
    const starts = before === undefined || before.kind === 'pause' || before.boundary !== 'none';
    const ends = isLast || token.boundary !== 'none';
    const spoken = token.kind === 'english' ? ofWord(token, syllables) : ofSyllable(token, syllables);
    const last = (spoken.at(-1)?.syllable ?? syllables) as number;
    for (const unit of spoken) {
      const word = (starts && unit.syllable === syllables ? 1 : 0) + (ends && unit.syllable === last ? 2 : 0);
      units.push({ ...unit, word });
    }
    syllables = last + 1;
    const gap = gapMs(token.boundary);
    if (!isLast && gap !== undefined) hush(gap);
  }
  hush(edgeMs);
  return units;
}

type Named = Omit<VoiceUnit, 'word'>;

function ofSyllable(token: SyllableToken, syllable: number): Named[] {
  const { initial, final, tone, erhua } = token;
  const each = { ms: 0, token };
  return [
    ...(initial === '' ? [] : [{ name: initial, tone, syllable, ...each }]),
    { name: final, tone, syllable, ...each },
    ...(erhua ? [{ name: 'er', tone: 5, syllable: syllable + 1, ...each }] : []),
  ];
}

function ofWord(token: EnglishToken, first: number): Named[] {
  return syllablesOf(token.phones).flatMap((syllable, at) =>
    syllable.map((phone) => ({
      name: phone.replace(/\d$/, ''),
      tone: 6 + stressOf(syllable),
      syllable: first + at,
      ms: 0,
      token,
    })),
  );
}
