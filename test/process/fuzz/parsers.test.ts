// The parsers of outside bytes with inputs by chance: a short run of `npm run fuzz`, with the same material, but without coverage and
// limits on time.
import { describe, expect, it } from 'vitest';
import { mutant } from '../../../scripts/measure/fuzz/mutate.mjs';
import { type Target, targets } from '../../../scripts/measure/fuzz/targets.mjs';
import { generator } from '../../../scripts/measure/power/rounds.mjs';

const inputs = 1_000;
const mostBytes = 4_096;

describe('a parser of outside bytes answers or refuses with a sentence, whatever the bytes are', () => {
  it.each(Object.entries(targets) as [string, Target][])('%s', async (_, target) => {
    const run = await target.load();
    const seeds = typeof target.seeds === 'function' ? await target.seeds() : target.seeds;
    const corpus = seeds.map((seed) => Buffer.from(seed as Buffer));
    const random = generator(7);
    for (let done = 0; done < inputs; done++) {
      const bytes = mutant(random, corpus, target.words ?? ['0'], mostBytes);
      try {
        await run(bytes);
      } catch (thrown) {
        const fault = thrown as Error & { code?: string };
        const input = bytes.toString('base64');
        expect({ input, name: fault.name, isKnown: target.faults.includes(fault.name) }).toMatchObject({
          isKnown: true,
        });
        expect(fault.code, input).not.toBe('INTERNAL');
        expect(fault.message, input).toMatch(/\S/);
        expect(fault.message, input).not.toMatch(/\b(?:undefined|NaN)\b/);
        expect(fault.message.length, input).toBeLessThanOrEqual(4_000);
      }
    }
  });
});
