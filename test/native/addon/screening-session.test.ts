// The end of a live screening session: END hears what was held back, and audioMax is a limit of the audio, however it is cut
// into slices. Without a recogniser.
import { describe, expect, it } from 'vitest';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { ScreeningSession } from '../../../src/engine/pipeline/screening/screening.js';
import type { RingEvidence, RingVerdict } from '../../../src/protocol/engine/ring.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';

interface Options {
  readonly sliceMs?: number;
  readonly audioMaxMs?: number;
  readonly cancel?: boolean;
}

function screened(samples: Int16Array, { sliceMs = 100, audioMaxMs = 90_000, cancel = false }: Options = {}) {
  const verdicts: RingVerdict[] = [];
  let evidence: RingEvidence | undefined;
  let cause = '';
  const session = new ScreeningSession(
    { coding: 'pcm_s16le', sampleRateHz: 8_000 },
    audioMaxMs,
    {
      judge: ringJudge(defaultTables, { until: 'match', endOnRingback: false }),
      frontends: new FrontendPool(anySecond, 1),
    },
    {
      result: (verdict, rests) => {
        verdicts.push(verdict);
        evidence = rests;
      },
      ended: (why) => {
        cause = why;
      },
    },
  );
  for (const slice of sliced(bytesOf(samples), 16, sliceMs)) session.push(slice);
  session.end(cancel);
  return {
    named: verdicts.map(({ keyword, isFinal }) => `${keyword || 'none'}${isFinal ? ' final' : ''}`),
    evidence,
    cause,
  };
}

describe('END of a live screening session', () => {
  const heldBack = joined(silence(200), tone(cadences.ringback, 1_000), silence(500));

  it('decides what was held back: a ringback burst whose pause was not long enough yet', () => {
    const { named, evidence, cause } = screened(heldBack);
    expect(named).toEqual(['#WAIT#', '#WAIT# final']);
    expect(evidence?.decided.map(({ kind }) => kind)).toEqual(['ringback']);
    expect(cause).toBe('end');
  });

  it('tells a burst that still sounds', () => {
    const { named, evidence } = screened(joined(silence(200), tone(cadences.ringback, 600)));
    expect(named).toEqual(['none final']);
    expect(evidence?.tones).toHaveLength(1);
  });

  it('as CANCEL decides nothing more', () => {
    expect(screened(heldBack, { cancel: true })).toMatchObject({ named: [], cause: 'cancel' });
  });
});

describe('audioMax of a live screening session', () => {
  const busy = tone(cadences.busy, 4_000);
  const decidedAtMs = screened(busy).evidence?.decided[0]?.atMs ?? 0;

  it('lets a tone count that is decided before it, in slices of any length', () => {
    expect(decidedAtMs).toBeGreaterThan(500);
    for (const sliceMs of [40, 100, 1_000]) {
      const { named } = screened(busy, { sliceMs, audioMaxMs: Math.ceil(decidedAtMs) });
      expect(named).toEqual(['#BUSY# final']);
    }
  });

  it('lets no tone count that is decided after it, although the slice that reaches it holds one', () => {
    for (const sliceMs of [40, 100, 1_000]) {
      const { named, evidence, cause } = screened(busy, { sliceMs, audioMaxMs: Math.floor(decidedAtMs) - 1 });
      expect(named).toEqual(['none final']);
      expect(evidence?.decided).toEqual([]);
      expect(cause).toBe('audioMax');
    }
  });
});
