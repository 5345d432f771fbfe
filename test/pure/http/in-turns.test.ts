// Long work in pieces: others have their turn between two of them, and a slow reader slows the work down.
import { expect, it } from 'vitest';
import { inTurns, piecesInTurns } from '../../../src/http/body/in-turns.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that goes on by a millisecond whenever somebody looks at it. */
function tickingClock() {
  let ms = 0;
  return () => ++ms;
}

/** Counts the steps that were done, and tells whether the work was left before its end. */
function work(count: number) {
  const seen = { steps: 0, isClosed: false };
  function* steps() {
    try {
      for (; seen.steps < count; seen.steps++) yield;
    } finally {
      seen.isClosed = true;
    }
    return 'done';
  }
  return { seen, steps: steps() };
}

it('done in turns gives the result of the steps, and others have their turns meanwhile', async () => {
  const { seen, steps } = work(100);
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await turn();
  })();
  expect(await inTurns(steps, { clock: tickingClock(), pieceMs: 10 })).toBe('done');
  isDone = true;
  await others;
  expect(seen.steps).toBe(100);
  expect(turns).toBeGreaterThanOrEqual(9);
});

it('waits for a reader that takes its pieces one by one', async () => {
  const { seen, steps } = work(100);
  const pieces = piecesInTurns(steps, { clock: tickingClock(), pieceMs: 10 });
  await pieces.next();
  const first = seen.steps;
  for (let at = 0; at < 20; at++) await turn();
  expect(seen.steps).toBe(first);
  await pieces.next();
  expect(seen.steps).toBeGreaterThan(first);
  expect(seen.steps).toBeLessThan(100);
});

it('ends a piece that is full before its time', async () => {
  const { seen, steps } = work(9);
  const at: number[] = [];
  const isPieceFull = () => seen.steps % 3 === 2;
  for await (const _ of piecesInTurns(steps, { isPieceFull, clock: () => 0 })) at.push(seen.steps);
  expect(at).toEqual([2, 5, 8]);
});

it('leaves the steps when its reader leaves, its client has gone, or it must not go on', async () => {
  const left = work(100);
  for await (const _ of piecesInTurns(left.steps, { clock: tickingClock(), pieceMs: 1 })) break;
  expect(left.seen.isClosed).toBe(true);

  const gone = work(100);
  const client = new AbortController();
  const answer = inTurns(gone.steps, { clock: tickingClock(), pieceMs: 1, signal: client.signal });
  client.abort(new Error('the client has gone'));
  await expect(answer).rejects.toThrow('the client has gone');
  expect([gone.seen.isClosed, gone.seen.steps < 100]).toEqual([true, true]);

  const stopped = work(100);
  const beforePiece = () => {
    throw new Error('something changed');
  };
  await expect(inTurns(stopped.steps, { clock: tickingClock(), pieceMs: 1, beforePiece })).rejects.toThrow('something');
  expect(stopped.seen.isClosed).toBe(true);
});
