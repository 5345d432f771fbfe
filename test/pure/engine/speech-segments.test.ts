import { describe, expect, it } from 'vitest';
import { type SpeechEvent, SpeechSegments } from '../../../src/engine/runtime/classifiers/speech-segments.js';

const options = { threshold: 0.5, endThreshold: 0.35, minSpeechMs: 100, minSilenceMs: 300, outputMs: 10 };

/** Pairs of probability and number of outputs of 10 ms. */
function events(...parts: readonly [number, number][]): string[] {
  const segments = new SpeechSegments(options);
  const found: string[] = [];
  const emit = ({ type, atMs }: SpeechEvent) => found.push(`${type} ${atMs}`);
  for (const [probability, outputs] of parts) for (let n = 0; n < outputs; n++) segments.push(probability, emit);
  segments.flush(emit);
  return found;
}

describe('where speech begins and ends', () => {
  it('is where the probability crosses the threshold', () => {
    expect(events([0, 50], [0.9, 100], [0, 100])).toEqual(['speech-start 500', 'speech-end 1500']);
  });

  it('a pause shorter than minSilenceMs belongs to the speech', () => {
    expect(events([0.9, 50], [0, 29], [0.9, 50], [0, 50])).toEqual(['speech-start 0', 'speech-end 1290']);
    expect(events([0.9, 50], [0, 30], [0.9, 50], [0, 50])).toEqual([
      'speech-start 0',
      'speech-end 500',
      'speech-start 800',
      'speech-end 1300',
    ]);
  });

  it('speech shorter than minSpeechMs is not reported, however often it comes', () => {
    expect(events([0.9, 9], [0, 20], [0.9, 9], [0, 50])).toEqual([]);
    expect(events([0.9, 10], [0, 50])).toEqual(['speech-start 0', 'speech-end 100']);
  });

  it('between the two thresholds speech goes on, but none begins', () => {
    expect(events([0.4, 50], [0.9, 50], [0.4, 50], [0, 50])).toEqual(['speech-start 500', 'speech-end 1500']);
  });

  it('speech that is going on ends with the audio', () => {
    expect(events([0, 10], [0.9, 30])).toEqual(['speech-start 100', 'speech-end 400']);
  });
});
