// The confidence of words (docs/text.md): from their sounds alone.
import { describe, expect, it } from 'vitest';
import { wordConfidence } from '../../../src/engine/runtime/recogniser/confidence.js';

const unit = (confidence: number, lostNats: number) => ({ confidence, lostNats });

describe('the confidence of a word', () => {
  it('falls with the probability of its units, and with what they lost against the likeliest way', () => {
    const sure = wordConfidence([unit(0.95, 0), unit(0.95, 0)]);
    const unlikely = wordConfidence([unit(0.3, 0), unit(0.3, 0)]);
    const beaten = wordConfidence([unit(0.95, 2), unit(0.95, 2)]);
    expect(sure).toBeGreaterThan(0.8);
    expect(unlikely).toBeLessThan(sure);
    expect(beaten).toBeLessThan(sure);
  });

  it('is a number of 0 to 1, whatever was heard', () => {
    for (const word of [[], [unit(0, 1e9)], [unit(1, 0)], [unit(1e-30, 0)]]) {
      expect(wordConfidence(word)).toBeGreaterThanOrEqual(0);
      expect(wordConfidence(word)).toBeLessThanOrEqual(1);
    }
    expect(wordConfidence([])).toBe(0);
  });
});
