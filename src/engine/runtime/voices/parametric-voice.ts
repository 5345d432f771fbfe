// A voice without a network: the mean sounds of a table. A sentence is rendered at once (1 ms for a second of speech)
// and returned in pieces.
import {
  frameFloats,
  type NativeParametricVoice,
  renderUnits,
  type SpokenBoundary,
  type SpokenUnit,
} from '../../../native/vocoder.js';
import type { SpokenToken } from '../../../protocol/engine/synthesis.js';
import type { VoiceNumbers } from './neural-voice.js';
import { gapMs, onsetMs, releaseMsAt } from './pauses.js';
import type { Speech, SpokenRun, Voice } from './voice.js';

const frameMs = 5;
/** Frames of a piece: 320 ms of speech. */
const pieceFrames = 64;
const silentUnit = 'sil';
/** Prefix of the name of a final without an initial; a table may have it as a unit of its own. */
const bare = '-';
const fastest = 4;

export function parametricVoice(numbers: VoiceNumbers, table: NativeParametricVoice): Voice {
  const places = new Map(table.units.map((name, at) => [name, at]));
  return {
    ...numbers,
    frameMs,
    speak: (speech) =>
      new ParametricRun({ ...speech, rate: speech.rate * numbers.tempo }, numbers.swing, table, places),
  };
}

class ParametricRun implements SpokenRun {
  #frames: Float32Array | undefined;
  #given = 0;

  constructor(
    readonly speech: Speech,
    readonly swing: number,
    readonly table: NativeParametricVoice,
    readonly places: ReadonlyMap<string, number>,
  ) {}

  async next(): Promise<Float32Array | undefined> {
    this.#frames ??= this.#render();
    if (this.#given >= this.#frames.length) return undefined;
    const end = Math.min(this.#frames.length, this.#given + pieceFrames * frameFloats);
    const piece = this.#frames.subarray(this.#given, end);
    this.#given = end;
    return piece;
  }

  #render(): Float32Array {
    const { tokens, mood } = this.speech;
    const rate = Math.min(fastest, this.speech.rate);
    const hush = (durationMs: number): SpokenUnit => ({ unit: this.#place(silentUnit), durationMs });
    const units = [
      hush(onsetMs),
      ...tokens.flatMap((token, at) => [...this.#unitsOf(token), ...gapAfter(token, at === tokens.length - 1, hush)]),
      hush(releaseMsAt(rate)),
    ];
    const frames = renderUnits(this.table, units, mood, rate);
    for (let at = 0; at < frames.length; at += frameFloats) {
      const hz = frames[at] as number;
      if (hz > 0) frames[at] = this.table.meanHz * (hz / this.table.meanHz) ** this.swing;
    }
    return frames;
  }

  #unitsOf(token: SpokenToken): SpokenUnit[] {
    if (token.kind === 'pause') return token.ms > 0 ? [{ unit: this.#place(silentUnit), durationMs: token.ms }] : [];
    const { prosody, boundary } = token;
    const names = token.kind === 'english' ? token.phones : syllableNames(token);
    return names.map((name, at) => ({
      unit: this.#place(name),
      boundary: at === names.length - 1 ? (boundary satisfies SpokenBoundary) : 'none',
      rate: prosody?.rate ?? 1,
      semitones: prosody?.pitchSemitones ?? 0,
      gainDb: prosody?.gainDb ?? 0,
    }));
  }

  #place(name: string): number {
    const other = name.startsWith(bare) ? this.places.get(name.slice(bare.length)) : undefined;
    return this.places.get(name) ?? other ?? (this.places.get(silentUnit) as number);
  }
}

const syllableNames = ({ initial, final, tone, erhua }: Extract<SpokenToken, { kind: 'syllable' }>): string[] => [
  ...(initial === '' ? [] : [initial]),
  `${initial === '' ? bare : ''}${final}${tone}`,
  ...(erhua ? ['er5'] : []),
];

function gapAfter(token: SpokenToken, isLast: boolean, hush: (ms: number) => SpokenUnit): SpokenUnit[] {
  const ms = gapMs(token.boundary);
  return isLast || token.kind === 'pause' || ms === undefined ? [] : [hush(ms)];
}
