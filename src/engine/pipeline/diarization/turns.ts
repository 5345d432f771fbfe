// Turns cells of speech, each somewhat similar to one voice or the other, into turns of the speakers. A turn goes on
// unless the other voice is heard for long enough to pay for the change (Viterbi, two states); a change is cheap after
// a pause.
import type { SpeakerNumber } from '../../../protocol/engine/transcription.js';
import { dot, type TwoVoices, type VoiceVectors } from './clustering.js';
import type { Cell } from './voice-windows.js';

export interface Turn {
  readonly fromMs: number;
  readonly toMs: number;
  readonly speaker: SpeakerNumber;
}

/**
 * Cost of a change, in units of likeness (a certain cell gives about 0.5); tuned on development speakers
 * (models/speaker/card.md).
 */
export const changeCost = { within: 0.25, afterPause: 0.1 };

/** Number of cells that take 1 ms of work. */
const cellsOfStep = 1_000;

/** The speaker of each cell. `quiet` is awaited in between. */
export async function speakersOf(
  cells: readonly Cell[],
  { values, size }: VoiceVectors,
  { means: [one, other] }: TwoVoices,
  quiet: () => Promise<void> = async () => {},
  cost = changeCost,
): Promise<Uint8Array> {
  const apart = other.map((value, at) => value - (one[at] as number));
  const scale = 1 / Math.max(1e-6, Math.sqrt(dot(apart, apart)));
  /** The better previous state, for each cell and state. */
  const came = new Uint8Array(2 * cells.length);
  let best: [number, number] = [0, 0];
  for (const [at, cell] of cells.entries()) {
    if (at % cellsOfStep === 0) await quiet();
    const price = cell.follows ? cost.within : cost.afterPause;
    const evidence = scale * dot(apart, values.subarray(at * size, (at + 1) * size));
    const stays: [boolean, boolean] = [best[0] >= best[1] - price, best[1] >= best[0] - price];
    came[2 * at] = stays[0] ? 0 : 1;
    came[2 * at + 1] = stays[1] ? 1 : 0;
    best = [
      (stays[0] ? best[0] : best[1] - price) - evidence / 2,
      (stays[1] ? best[1] : best[0] - price) + evidence / 2,
    ];
  }
  const speakers = new Uint8Array(cells.length);
  let state = best[1] > best[0] ? 1 : 0;
  for (let at = cells.length - 1; at >= 0; at--) {
    speakers[at] = state;
    state = came[2 * at + state] as number;
  }
  return speakers;
}

/** Largest distance by which a change may be moved to a quieter place. */
const nearMs = 300;

/** The turns in each stretch of speech; the first speaker is 0. `quietestNear` gives the best place for a change. */
export function turnsOf(
  cells: readonly Cell[],
  speakers: Uint8Array,
  quietestNear: (aroundMs: number, withinMs: number) => number,
): Turn[] {
  const turns: { fromMs: number; toMs: number; speaker: SpeakerNumber }[] = [];
  for (const [at, { fromMs, toMs, follows }] of cells.entries()) {
    const speaker: SpeakerNumber = speakers[at] === speakers[0] ? 0 : 1;
    const last = turns.at(-1);
    if (last === undefined || !follows) {
      turns.push({ fromMs, toMs, speaker });
    } else if (last.speaker === speaker) {
      last.toMs = toMs;
    } else {
      const changeMs = quietestNear(fromMs, Math.min(nearMs, fromMs - last.fromMs, toMs - fromMs));
      last.toMs = changeMs;
      turns.push({ fromMs: changeMs, toMs, speaker });
    }
  }
  return turns;
}

/** Times at which one speaker follows the other; a current sentence ends there. */
export function changesIn(turns: readonly Turn[]): number[] {
  return turns.flatMap((turn, at) => {
    const before = turns[at - 1];
    return before === undefined || before.speaker === turn.speaker ? [] : [Math.round((before.toMs + turn.fromMs) / 2)];
  });
}

/** The speaker who speaks most between the two times; without a turn there, the speaker of the nearest turn. */
export function speakerBetween(turns: readonly Turn[], fromMs: number, toMs: number): SpeakerNumber {
  const spoken: [number, number] = [0, 0];
  let nearest = { ms: Number.POSITIVE_INFINITY, speaker: 0 as SpeakerNumber };
  for (let at = Math.max(0, firstEndingAfter(turns, fromMs - farMs) - 1); at < turns.length; at++) {
    const turn = turns[at] as Turn;
    if (turn.fromMs > toMs + farMs && nearest.ms < Number.POSITIVE_INFINITY) break;
    spoken[turn.speaker] += Math.max(0, Math.min(toMs, turn.toMs) - Math.max(fromMs, turn.fromMs));
    const ms = Math.max(turn.fromMs - toMs, fromMs - turn.toMs);
    if (ms < nearest.ms) nearest = { ms, speaker: turn.speaker };
  }
  if (spoken[0] === spoken[1]) return nearest.ms < Number.POSITIVE_INFINITY ? nearest.speaker : 0;
  return spoken[1] > spoken[0] ? 1 : 0;
}

/** Greatest distance of the nearest turn of a sentence. */
const farMs = 10_000;

function firstEndingAfter(turns: readonly Turn[], ms: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle] as Turn).toMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
