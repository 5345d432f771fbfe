// The regular expressions of a request are checked before the request is carried out, in a thread unless they are few. A
// check compiles the expression, which takes up to 30 ms, and a request may have thousands.
import { builtProgram } from '../../child/program.js';
import { OnDemandThread } from '../../child/thread.js';
import { inTurns } from '../../http/body/in-turns.js';
import { FairSlots } from '../../jobs/fair-slots.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';
import { NotationFault } from '../../understanding/notation/fault.js';
import {
  isChecked,
  outcomeOf,
  type PatternOutcome,
  rememberOutcome,
  weightOf,
} from '../../understanding/notation/pattern.js';
import { isPattern, sourceOf } from '../../understanding/notation/question.js';
import { Tokens } from '../../understanding/notation/tokens.js';

/** Objects and entries that are looked at in one step. */
const nodesInStep = 200;
const { patternPartsPerRobot: mostParts } = limits.nlu;
const { partsHere, sourcesAtATime, idleMs, heapMiB } = limits.nlu.patternCheck;

export class CheckedPatterns {
  // One request at a time, so that developers take turns.
  readonly #slots = new FairSlots({ atOnce: 1, atOncePerOwner: 1 });
  readonly #thread = new OnDemandThread<readonly string[], PatternOutcome[]>({
    program: builtProgram('./pattern-thread.js', import.meta.url),
    ...{ does: 'checks regular expressions', idleMs, heapMiB },
  });

  /** Checks all expressions of a body; faults are reported where the body is used. @throws ServiceError INVALID_ARGUMENT */
  async check(developerId: number, body: unknown, signal: AbortSignal): Promise<void> {
    const { sources, parts } = await inTurns(sourcesIn(body), { signal });
    if (sources.length === 0) return;
    if (parts <= partsHere) {
      for (const source of sources) rememberOutcome(source, outcomeOf(source));
      return;
    }
    const inThread = async () => {
      for (let from = 0; from < sources.length; from += sourcesAtATime) {
        signal.throwIfAborted();
        const some = sources.slice(from, from + sourcesAtATime);
        const outcomes = await this.#thread.run(some);
        for (const [at, outcome] of outcomes.entries()) rememberOutcome(some[at] as string, outcome);
      }
    };
    await this.#slots.run(String(developerId), inThread, signal);
  }
}

interface Found {
  /** the expressions that must be checked */
  readonly sources: readonly string[];
  /** the parts of these in all */
  readonly parts: number;
}

function* sourcesIn(body: unknown): Steps<Found> {
  const found = new Set<string>();
  const waiting: unknown[] = [body];
  let parts = 0;
  const unchecked: string[] = [];
  let partsToCheck = 0;
  for (let nodes = 1; waiting.length > 0; nodes++) {
    const value = waiting.pop();
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) waiting.push(each);
    for (const source of typeof value === 'string' ? sourcesOf(value) : []) {
      if (found.has(source)) continue;
      found.add(source);
      const weight = weightOf(source);
      parts += weight;
      if (!isChecked(source)) {
        unchecked.push(source);
        partsToCheck += weight;
      }
      if (parts > mostParts) {
        const why = `the regular expressions of the request have more than ${mostParts} parts`;
        throw new ServiceError('INVALID_ARGUMENT', `${why}; send fewer at once, or use smaller numbers in braces`);
      }
    }
    if (nodes % nodesInStep === 0) yield;
  }
  return { sources: unchecked, parts: partsToCheck };
}

/** The expressions of a text that may be a question, a condition or an assignment. */
function* sourcesOf(text: string): Generator<string> {
  if (isPattern(text)) yield sourceOf(text.normalize('NFC'));
  else if (text.includes('~=')) yield* sourcesInExpression(text);
}

function* sourcesInExpression(text: string): Generator<string> {
  if (text.length > limits.nlu.expressionCharacters) return;
  try {
    const tokens = new Tokens(text);
    for (let token = tokens.take(); token.kind !== 'end'; token = tokens.take()) {
      if (token.kind === 'pattern') yield token.source;
    }
  } catch (fault) {
    if (!(fault instanceof NotationFault)) throw fault;
  }
}
