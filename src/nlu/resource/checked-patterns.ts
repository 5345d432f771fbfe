// The regular expressions of a request are checked in pieces before the request is carried out. A check compiles the
// expression, which takes up to 30 ms, and a request may have thousands.
import { setTimeout as sleep } from 'node:timers/promises';
import { inTurns, piecesInTurns } from '../../http/body/in-turns.js';
import { FairSlots } from '../../jobs/fair-slots.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';
import { NotationFault } from '../../understanding/notation/fault.js';
import { checkPattern, weightOf } from '../../understanding/notation/pattern.js';
import { isPattern, sourceOf } from '../../understanding/notation/question.js';
import { Tokens } from '../../understanding/notation/tokens.js';

/** Objects and entries that are looked at in one step. */
const nodesInStep = 200;
/** A piece has one large expression, and calls get as much time after it. */
const [pieceMs, restMs] = [2, 8];
const { patternPartsPerRobot: mostParts } = limits.nlu;

export class CheckedPatterns {
  // One request at a time, so that many of them do not add up their pieces between two turns of a call.
  readonly #slots = new FairSlots({ atOnce: 1, atOncePerOwner: 1 });

  /** Checks all expressions of a body; faults are reported where the body is used. @throws ServiceError INVALID_ARGUMENT */
  async check(developerId: number, body: unknown, signal: AbortSignal): Promise<void> {
    const sources = await inTurns(sourcesIn(body), { signal });
    if (sources.size === 0) return;
    await this.#slots.run(String(developerId), async () => {
      signal.throwIfAborted();
      for await (const _ of piecesInTurns(checks(sources), { signal, pieceMs })) await sleep(restMs);
    });
  }
}

function* checks(sources: ReadonlySet<string>): Steps<void> {
  for (const source of sources) {
    checkPattern(source);
    yield;
  }
}

function* sourcesIn(body: unknown): Steps<ReadonlySet<string>> {
  const found = new Set<string>();
  const waiting: unknown[] = [body];
  let parts = 0;
  for (let nodes = 1; waiting.length > 0; nodes++) {
    const value = waiting.pop();
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) waiting.push(each);
    for (const source of typeof value === 'string' ? sourcesOf(value) : []) {
      if (found.has(source)) continue;
      found.add(source);
      parts += weightOf(source);
      if (parts > mostParts) {
        const why = `the regular expressions of the request have more than ${mostParts} parts`;
        throw new ServiceError('INVALID_ARGUMENT', `${why}; send fewer at once, or use smaller numbers in braces`);
      }
    }
    if (nodes % nodesInStep === 0) yield;
  }
  return found;
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
