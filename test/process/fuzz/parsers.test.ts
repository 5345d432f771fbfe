// The parsers of outside bytes: the kept inputs of `npm run fuzz`, among them those that broke a rule once, and then a short run of it
// with the same material, but without coverage and limits on time.
import { describe, expect, it } from 'vitest';
import { keptInputs } from '../../../scripts/measure/fuzz/corpus.mjs';
import { mutant } from '../../../scripts/measure/fuzz/mutate.mjs';
import { targets } from '../../../scripts/measure/fuzz/targets/all.mjs';
import type { Target } from '../../../scripts/measure/fuzz/targets/target.mjs';
import { generator } from '../../../scripts/measure/power/rounds.mjs';

const inputs = 1_000;
const mostBytes = 4_096;

describe('a parser of outside bytes answers or refuses with a sentence, whatever the bytes are', () => {
  it.each(Object.entries(targets) as [string, Target][])('%s', async (name, target) => {
    const run = await target.load();
    const seeds = typeof target.seeds === 'function' ? await target.seeds() : target.seeds;
    const corpus = [...seeds.map((seed) => Buffer.from(seed as Buffer)), ...keptInputs(name)];
    const random = generator(7);
    const made = () =>
      target.made !== undefined && random(2) === 0
        ? target.made(random)
        : mutant(random, corpus, target.words ?? ['0'], mostBytes);
    for (let done = 0; done < corpus.length + inputs; done++) {
      const bytes = corpus[done] ?? made();
      try {
        await run(bytes);
      } catch (thrown) {
        const fault = thrown as Error & { code?: string };
        const input = bytes.toString('base64').slice(0, 4_000);
        expect({ input, name: fault.name, isKnown: target.faults.includes(fault.name) }).toMatchObject({
          isKnown: true,
        });
        expect(fault.code, input).not.toBe('INTERNAL');
        expect(fault.message, input).toMatch(/\S/);
        expect(fault.message, input).not.toMatch(/\b(?:undefined|NaN)\b/);
        expect(fault.message.length, input).toBeLessThanOrEqual(4_000);
        expect(target.complaint?.(fault, bytes), input).toBeUndefined();
      }
    }
  });
});
