import { describe, expect, it } from 'vitest';
import { addon, eventKinds, eventStride } from '../../../src/native/index.js';

describe('the two lists of event kinds', () => {
  it('are the same, number for number', () => {
    expect(addon.kinds).toEqual(eventKinds);
  });

  it('come with the countries of the tone plan, as ISO 3166 codes', () => {
    expect(addon.tonePlan).toContain('US,CA');
    for (const codes of addon.tonePlan) expect(codes).toMatch(/^[A-Z]{2}(,[A-Z]{2})*$/);
  });

  it('leave room for whole events only', () => {
    const { events } = new addon.Frontend(0, 8_000, 0, Number.POSITIVE_INFINITY);
    expect(events.length % eventStride).toBe(0);
    expect(events.length / eventStride).toBe(128);
  });
});
