// An input that was heard at two deaths of engines is refused; whoever was merely heard beside it is not.
import { expect, it } from 'vitest';
import { clipInput, DeadlyInputs, type Suspect } from '../../../src/engine/client/deadly-inputs.js';

const clip = (name: string) => clipInput(Buffer.from(name.padEnd(8)));
class Death extends Error {
  constructor(readonly engine: number) {
    super(`engine ${engine} died`);
  }
}

function guard(known: readonly Suspect[] = []) {
  const refused: (readonly Suspect[])[] = [];
  const inputs = new DeadlyInputs({
    ...{ known, refused: (all: readonly Suspect[]) => refused.push(all), log: { warn: () => {} } },
    ...{ suspects: 4, deaths: 2 },
  });
  const hear = (name: string, outcome: () => Promise<string>) =>
    inputs.guarded(clip(name), outcome, (fault) => (fault instanceof Death ? fault.engine : undefined));
  const dies = (name: string, engine: number) =>
    hear(name, async () => {
      throw new Death(engine);
    });
  return { inputs, refused, hear, dies };
}
const fine = async () => 'heard';

it('is refused after its second death, by its hash, and its words say so', async () => {
  const { hear, dies, refused } = guard();
  await expect(dies('bad', 1)).rejects.toThrow('engine 1 died');
  await expect(dies('bad', 2)).rejects.toThrow('engine 2 died');
  await expect(hear('bad', fine)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/not processed again: 2 engines died while processing it \(SHA-256 [0-9a-f]{64}\)/),
  });
  expect(await hear('good', fine)).toBe('heard');
  expect(refused.at(-1)).toEqual([{ sha256: await clip('bad').sha256(), bytes: 8, deaths: 2 }]);
});

it('is clear once it was heard to its end', async () => {
  const { hear, dies } = guard();
  await expect(dies('good', 1)).rejects.toThrow();
  expect(await hear('good', fine)).toBe('heard');
  await expect(dies('good', 2)).rejects.toThrow('engine 2');
  expect(await hear('good', fine)).toBe('heard');
});

it('is clear also if it was heard to its end by who sent it before the death', async () => {
  const { hear, dies } = guard();
  let end = (_: string) => {};
  const early = hear('good', () => new Promise<string>((resolve) => (end = resolve)));
  await expect(dies('good', 1)).rejects.toThrow('engine 1');
  end('heard');
  expect(await early).toBe('heard');
  await expect(dies('good', 2)).rejects.toThrow('engine 2');
  expect(await hear('good', fine)).toBe('heard');
});

it('counts one death once, however often it was heard at that moment', async () => {
  const { hear, dies } = guard();
  await Promise.allSettled([dies('same', 1), dies('same', 1), dies('same', 1)]);
  expect(await hear('same', fine)).toBe('heard');
});

it('is heard alone among suspects, so that a second death tells who it was', async () => {
  const { hear, dies } = guard();
  await Promise.allSettled([dies('bad', 1), dies('innocent', 1)]);
  let isHeard = false;
  const bad = hear('bad', async () => {
    isHeard = true;
    await new Promise((resolve) => setTimeout(resolve, 20));
    isHeard = false;
    throw new Death(2);
  });
  const innocent = hear('innocent', async () => `beside the other: ${isHeard}`);
  await expect(bad).rejects.toThrow('engine 2');
  expect(await innocent).toBe('beside the other: false');
  await expect(hear('bad', fine)).rejects.toThrow('not processed again');
});

it('stays refused after a restart, and is forgotten when something else was to blame', async () => {
  const { dies, refused } = guard();
  await expect(dies('bad', 1)).rejects.toThrow();
  await expect(dies('bad', 2)).rejects.toThrow();
  const after = guard(refused.at(-1));
  await expect(after.hear('bad', fine)).rejects.toThrow('not processed again');
  after.inputs.forget();
  expect(after.refused).toEqual([[]]);
  expect(await after.hear('bad', fine)).toBe('heard');
});

it('keeps only so many suspects', async () => {
  const { dies, refused } = guard();
  await expect(dies('a', 1)).rejects.toThrow();
  for (const [at, other] of ['b', 'c', 'd', 'e'].entries()) await expect(dies(other, 2 + at)).rejects.toThrow();
  await expect(dies('a', 9)).rejects.toThrow(); // its first death is forgotten
  expect(refused).toEqual([]);
});
