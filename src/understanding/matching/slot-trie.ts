// A tree of texts with slots, whose edges are characters, lexicons and gaps. The search follows all characters and
// entities of an input at once, so that a text with slots is matched exactly and its slot values are known.
import type { Entity } from '../entities/entity.js';
import type { Line } from './plain-text.js';
import type { Gap, QuestionText, TextSlot } from './question-texts.js';
import { groupedBy } from './tables/grouped.js';
import { IntegerTable } from './tables/integer-table.js';

/** An entity with its offsets in a line. */
export interface Placed {
  readonly entity: Entity;
  readonly start: number;
  readonly end: number;
}

/** The filling of a slot: an entity, or a part of the line. */
export interface Filling {
  readonly start: number;
  readonly end: number;
  readonly entity: Entity | undefined;
}

export interface SlotHit {
  readonly text: number;
  /** The fillings of the text's slots, in order. */
  readonly fillings: readonly Filling[];
}

interface Step extends Filling {
  readonly before: Step | undefined;
}

interface State {
  readonly node: number;
  readonly at: number;
  readonly steps: Step | undefined;
}

/** The first edge number of lexicons, above all UTF-16 code units. */
const firstLexicon = 0x10000;
const firstGap = 0x1000000;
/** The number of states after which the search gives up; robots need less than a thousandth of it. */
const mostStates = 20_000;

export class SlotTrie {
  readonly #edges = new IntegerTable(1024);
  readonly #lexicons = new Map<string, number>();
  readonly #gaps: Gap[] = [];
  readonly #ends = new Map<number, number[]>();
  #nodes = 1;

  add(index: number, { parts }: QuestionText): void {
    let node = 0;
    for (const part of parts ?? []) {
      if (typeof part !== 'string') node = this.#child(node, this.#symbolOf(part));
      else for (let at = 0; at < part.length; at++) node = this.#child(node, part.charCodeAt(at));
    }
    const ends = this.#ends.get(node);
    if (ends === undefined) this.#ends.set(node, [index]);
    else ends.push(index);
  }

  #symbolOf({ lexicon, gap }: TextSlot): number {
    if (gap === undefined) {
      const known = this.#lexicons.get(lexicon) ?? this.#lexicons.size;
      this.#lexicons.set(lexicon, known);
      return firstLexicon + known;
    }
    const at = this.#gaps.findIndex(({ least, most }) => least === gap.least && most === gap.most);
    return firstGap + (at >= 0 ? at : this.#gaps.push(gap) - 1);
  }

  #child(node: number, symbol: number): number {
    const known = this.#edges.get(node, symbol);
    if (known >= 0) return known;
    this.#edges.set(node, symbol, this.#nodes);
    return this.#nodes++;
  }

  /** The texts that match the whole line, each once, with their fillings. */
  hits({ text }: Line, placed: readonly Placed[]): SlotHit[] {
    if (this.#nodes === 1 || text.length === 0) return [];
    const startingAt = groupedBy(placed, ({ start }) => start);
    const found = new Map<number, SlotHit>();
    const seen = new IntegerTable();
    const waiting: State[] = [];
    const reach = (node: number, at: number, steps: Step | undefined): void => {
      if (node < 0 || at > text.length || seen.size >= mostStates || seen.get(node, at) >= 0) return;
      seen.set(node, at, 1);
      waiting.push({ node, at, steps });
    };
    reach(0, 0, undefined);
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      const { node, at, steps: before } = state;
      if (at === text.length) {
        for (const index of this.#ends.get(node) ?? []) found.set(index, { text: index, fillings: inOrder(before) });
        continue;
      }
      // the last state pushed is tried first: characters, then entities, the longest first, then gaps, the shortest
      // first
      this.#reachGaps(state, text.length, reach);
      for (const { entity, start, end } of (startingAt.get(at) ?? []).toReversed()) {
        const lexicon = this.#lexicons.get(entity.lexicon);
        if (lexicon === undefined || end <= start) continue;
        reach(this.#edges.get(node, firstLexicon + lexicon), end, { start, end, entity, before });
      }
      reach(this.#edges.get(node, text.charCodeAt(at)), at + 1, before);
    }
    return [...found.values()];
  }

  #reachGaps(
    { node, at, steps: before }: State,
    end: number,
    reach: (node: number, at: number, steps: Step) => void,
  ): void {
    for (const [number, { least, most }] of this.#gaps.entries()) {
      const child = this.#edges.get(node, firstGap + number);
      if (child < 0) continue;
      for (let to = Math.min(end, at + most); to >= at + least; to--) {
        reach(child, to, { start: at, end: to, entity: undefined, before });
      }
    }
  }
}

function inOrder(last: Step | undefined): Filling[] {
  const fillings: Filling[] = [];
  for (let step = last; step !== undefined; step = step.before) fillings.push(step);
  return fillings.reverse();
}
