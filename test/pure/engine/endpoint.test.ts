// Specification 2, section 4.2 "VAD parameter effect per mode" and section 6: probabilities of speech, one each 10 ms, in;
// sentences and events out. Timelines are lists of [how long in ms, probability of speech].
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Endpoint,
  type EndpointEvent,
  type EndpointOptions,
  frameMs,
  preRollMs,
  speechProbabilities,
} from '../../../src/engine/pipeline/audio/endpoint.js';

type Timeline = readonly (readonly [ms: number, probability: number])[];

// Specification 2, section 2.3, defaults.
const defaults: EndpointOptions = {
  mode: 'continue',
  headMs: 10_000,
  tailMs: 500,
  endMs: 0,
  maxSegmentMs: 30_000,
  threshold: 10,
};
const [speech, silence] = [0.95, 0.02];

function hear(timeline: Timeline, options: Partial<EndpointOptions> = {}): EndpointEvent[] {
  const endpoint = new Endpoint({ ...defaults, ...options });
  const said: EndpointEvent[] = [];
  let nowMs = 0;
  for (const [ms, probability] of timeline) {
    for (let at = 0; at < ms; at += frameMs) endpoint.push(probability, (each) => said.push(each));
    nowMs += ms;
  }
  endpoint.flush(nowMs, (each) => said.push(each));
  return said;
}

const shown = (said: readonly EndpointEvent[]) => said.map(({ type, atMs }) => `${type} ${atMs}`);

interface Row {
  readonly name: string;
  readonly timeline: Timeline;
  readonly options?: Partial<EndpointOptions>;
  readonly says: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'VOICE_START stands where the voice begins and VOICE_END where it ends',
    timeline: [
      [1_000, silence],
      [2_000, speech],
      [1_000, silence],
    ],
    says: ['voice-start 1000', 'voice-end 3000'],
  },
  {
    name: 'continue: a pause of vadTail splits sentences',
    timeline: [
      [1_000, speech],
      [500, silence],
      [1_000, speech],
      [600, silence],
    ],
    says: ['voice-start 0', 'voice-end 1000', 'voice-start 1500', 'voice-end 2500'],
  },
  {
    name: 'continue: a pause shorter than vadTail does not',
    timeline: [
      [1_000, speech],
      [490, silence],
      [1_000, speech],
      [600, silence],
    ],
    says: ['voice-start 0', 'voice-end 2490'],
  },
  {
    name: 'utterance: the first sentence is the last',
    options: { mode: 'utterance' },
    timeline: [
      [1_000, speech],
      [600, silence],
      [1_000, speech],
      [600, silence],
    ],
    says: ['voice-start 0', 'voice-end 1000'],
  },
  {
    name: 'leading silence over vadHead ends the session, exactly there',
    timeline: [
      [12_000, silence],
      [1_000, speech],
    ],
    says: ['exceeded-silence 10000'],
  },
  {
    name: 'utterance: leading silence over vadHead ends the session',
    options: { mode: 'utterance', headMs: 1_000 },
    timeline: [
      [2_000, silence],
      [1_000, speech],
    ],
    says: ['exceeded-silence 1000'],
  },
  {
    name: 'vadHead 0 checks nothing',
    options: { headMs: 0 },
    timeline: [
      [700_000, silence],
      [1_000, speech],
      [600, silence],
    ],
    says: ['voice-start 700000', 'voice-end 701000'],
  },
  {
    name: 'a voice that begins just before vadHead is heard',
    timeline: [
      [9_980, silence],
      [1_000, speech],
      [600, silence],
    ],
    says: ['voice-start 9980', 'voice-end 10980'],
  },
  {
    name: 'a click just before vadHead does not lengthen it',
    timeline: [
      [9_980, silence],
      [30, speech],
      [600, silence],
    ],
    says: ['exceeded-silence 10000'],
  },
  {
    name: 'vadHead is about leading silence only',
    timeline: [
      [1_000, speech],
      [60_000, silence],
      [1_000, speech],
      [600, silence],
    ],
    says: ['voice-start 0', 'voice-end 1000', 'voice-start 61000', 'voice-end 62000'],
  },
  {
    name: 'continue: silence over vadEnd ends the session, exactly there',
    options: { endMs: 2_000 },
    timeline: [
      [1_000, speech],
      [4_000, silence],
      [1_000, speech],
    ],
    says: ['voice-start 0', 'voice-end 1000', 'exceeded-end-silence 3000'],
  },
  {
    name: 'vadEnd smaller than vadTail: vadTail ends the sentence and the session ends right after it',
    options: { endMs: 200, tailMs: 800 },
    timeline: [
      [1_000, speech],
      [4_000, silence],
    ],
    says: ['voice-start 0', 'voice-end 1000', 'exceeded-end-silence 1800'],
  },
  {
    name: 'vadEnd smaller than vadTail: a pause between the two does nothing',
    options: { endMs: 200, tailMs: 800 },
    timeline: [
      [1_000, speech],
      [500, silence],
      [1_000, speech],
    ],
    says: ['voice-start 0', 'voice-end 2500'],
  },
  {
    name: 'utterance: vadEnd has no effect',
    options: { mode: 'utterance', endMs: 200, headMs: 0 },
    timeline: [
      [3_000, silence],
      [1_000, speech],
      [4_000, silence],
    ],
    says: ['voice-start 3000', 'voice-end 4000'],
  },
  {
    name: 'vadEnd does not count leading silence',
    options: { endMs: 500 },
    timeline: [
      [3_000, silence],
      [1_000, speech],
      [400, silence],
    ],
    says: ['voice-start 3000', 'voice-end 4000'],
  },
  {
    name: 'continue: vadMaxSegment ends a sentence and the next one follows at once',
    options: { maxSegmentMs: 10_000 },
    timeline: [
      [25_000, speech],
      [600, silence],
    ],
    says: [
      'voice-start 0',
      'voice-end 10000',
      'voice-start 10000',
      'voice-end 20000',
      'voice-start 20000',
      'voice-end 25000',
    ],
  },
  {
    name: 'utterance: vadMaxSegment ends the session',
    options: { mode: 'utterance', maxSegmentMs: 10_000 },
    timeline: [[25_000, speech]],
    says: ['voice-start 0', 'voice-end 10000'],
  },
  {
    name: 'vadMaxSegment within a pause: the voice ended where the pause began',
    options: { maxSegmentMs: 10_000, tailMs: 30_000, endMs: 1_000 },
    timeline: [
      [9_000, speech],
      [3_000, silence],
    ],
    says: ['voice-start 0', 'voice-end 9000', 'exceeded-end-silence 10000'],
  },
  {
    name: 'a sound of less than 80 ms is no voice',
    timeline: [
      [500, silence],
      [70, speech],
      [500, silence],
    ],
    says: [],
  },
  {
    name: 'a sound of 80 ms is',
    timeline: [
      [500, silence],
      [80, speech],
      [500, silence],
    ],
    says: ['voice-start 500', 'voice-end 580'],
  },
  {
    name: 'a word that the end of the audio cuts after 40 ms is a voice',
    timeline: [
      [500, silence],
      [40, speech],
    ],
    says: ['voice-start 500', 'voice-end 540'],
  },
  {
    name: 'a sentence under way ends with the audio',
    timeline: [
      [500, silence],
      [800, speech],
      [200, silence],
    ],
    says: ['voice-start 500', 'voice-end 1300'],
  },
  {
    name: 'a click within the trailing silence does not make it begin anew',
    timeline: [
      [1_000, speech],
      [300, silence],
      [20, speech],
      [300, silence],
    ],
    says: ['voice-start 0', 'voice-end 1000'],
  },
  { name: 'audio without a voice says nothing', timeline: [[9_000, silence]], says: [] },
];

describe('the events of a timeline', () => {
  it.each(rows)('$name', ({ timeline, options = {}, says }) => {
    expect(shown(hear(timeline, options))).toEqual(says);
  });
});

describe('vadThreshold', () => {
  it('is a half at its default, and rises with every step of [1-100]', () => {
    expect(speechProbabilities(10).begins).toBe(0.5);
    const all = Array.from({ length: 100 }, (_, at) => speechProbabilities(at + 1));
    for (const [at, { begins, goesOn }] of all.entries()) {
      expect(goesOn).toBeLessThan(begins);
      expect(begins).toBeGreaterThan(all[at - 1]?.begins ?? 0);
      expect(begins).toBeLessThan(1);
    }
  });

  it('raised in noise, keeps what sounds half like speech from being a sentence', () => {
    const noisy: Timeline = [
      [2_000, 0.55],
      [1_000, speech],
      [2_000, 0.45],
    ];
    expect(shown(hear(noisy, { threshold: 20 }))).toEqual(['voice-start 2000', 'voice-end 3000']);
    expect(shown(hear(noisy, { threshold: 8 }))).toEqual(['voice-start 0', 'voice-end 5000']);
  });
});

describe('the audio of a sentence', () => {
  it('begins before the voice, but not before the last sentence ended', () => {
    const said = hear([
      [1_000, silence],
      [1_000, speech],
      [600, silence],
      [1_000, speech],
      [600, silence],
    ]);
    const starts = said.filter((each) => each.type === 'voice-start');
    expect(starts.map(({ fromMs }) => fromMs)).toEqual([1_000 - preRollMs, 2_500]);
  });
});

describe('any timeline', () => {
  const timelines = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 300 }).map((frames) => frames * frameMs),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    { minLength: 1, maxLength: 40 },
  );
  const settings = fc.record({
    mode: fc.constantFrom('utterance' as const, 'continue' as const),
    headMs: fc.constantFrom(0, 1_000, 10_000),
    tailMs: fc.integer({ min: 50, max: 3_000 }),
    endMs: fc.constantFrom(0, 200, 1_000, 5_000),
    maxSegmentMs: fc.constantFrom(10_000, 30_000),
    threshold: fc.integer({ min: 1, max: 100 }),
  });

  it('has starts and ends in turn, at times that never go back, and says nothing after a stop', () => {
    fc.assert(
      fc.property(timelines, settings, (timeline, options) => {
        const said = hear(timeline, options);
        const voices = said.filter(({ type }) => type === 'voice-start' || type === 'voice-end');
        for (const [at, { type }] of voices.entries()) expect(type).toBe(at % 2 === 0 ? 'voice-start' : 'voice-end');
        expect(voices.length % 2).toBe(0);
        if (options.mode === 'utterance') expect(voices.length).toBeLessThanOrEqual(2);
        for (const [at, { atMs }] of said.entries()) expect(atMs).toBeGreaterThanOrEqual(said[at - 1]?.atMs ?? 0);
        const stops = said.filter(({ type }) => type.startsWith('exceeded'));
        expect(stops.length).toBeLessThanOrEqual(1);
        if (stops.length === 1) expect(said.at(-1)).toBe(stops[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('puts every sample into at most one sentence, none longer than vadMaxSegment', () => {
    fc.assert(
      fc.property(timelines, settings, (timeline, options) => {
        let takenMs = 0;
        let voiceMs = 0;
        for (const each of hear(timeline, options)) {
          if (each.type === 'voice-start') {
            expect(each.fromMs).toBeGreaterThanOrEqual(takenMs);
            expect(each.fromMs).toBeLessThanOrEqual(each.atMs);
            voiceMs = each.atMs;
          } else if (each.type === 'voice-end') {
            expect(each.toMs).toBeGreaterThanOrEqual(each.atMs);
            expect(each.atMs - voiceMs).toBeLessThanOrEqual(options.maxSegmentMs);
            takenMs = each.toMs;
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never ends a sentence before the time that it named as the earliest', () => {
    fc.assert(
      fc.property(timelines, settings, (timeline, options) => {
        const endpoint = new Endpoint({ ...defaults, ...options });
        let earliestMs = 0;
        for (const [ms, probability] of timeline) {
          for (let at = 0; at < ms; at += frameMs) {
            endpoint.push(probability, (said) => {
              if (said.type === 'voice-end') expect(said.toMs).toBeGreaterThanOrEqual(earliestMs);
              if (said.type === 'voice-start') earliestMs = 0;
            });
            earliestMs = Math.max(earliestMs, endpoint.earliestEndMs);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a sentence that is cut where somebody else begins to speak', () => {
  const cut = (timeline: Timeline, ...cutsMs: number[]) => {
    const endpoint = new Endpoint(defaults);
    const said: EndpointEvent[] = [];
    for (const ms of cutsMs) endpoint.cutAt(ms);
    for (const [ms, probability] of timeline) {
      for (let at = 0; at < ms; at += frameMs) endpoint.push(probability, (each) => said.push(each));
    }
    endpoint.flush(0, (each) => said.push(each));
    return shown(said);
  };

  it('ends there, and the next one begins there', () => {
    expect(cut([[3_000, speech]], 1_000)).toEqual([
      'voice-start 0',
      'voice-end 1000',
      'voice-start 1000',
      'voice-end 3000',
    ]);
  });

  it('is not cut where nobody speaks', () => {
    const timeline = [
      [1_000, speech],
      [2_000, silence],
      [1_000, speech],
    ] as const;
    expect(cut(timeline, 2_000)).toEqual(['voice-start 0', 'voice-end 1000', 'voice-start 3000', 'voice-end 4000']);
  });
});
