// docs/hardening.md, "Admission": what work costs is learnt, and an engine takes no more than it hears in time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandOf, type EngineLoad, shareBeside, whyBehind, whyFull } from '../../../src/engine/client/admission.js';
import { ClipPace } from '../../../src/engine/client/clip-pace.js';
import { LoadMeter } from '../../../src/engine/client/load-meter.js';
import { type PerKind, WorkCosts } from '../../../src/engine/client/work-costs.js';
import { limits } from '../../../src/protocol/limits.js';

const { fullShare, always, lateMs, oneShotPace } = limits.admission;
const costs: PerKind = { ring: 0.01, asr: 0.05, tts: 0.1 };
const none: PerKind = { ring: 0, asr: 0, tts: 0 };
const load = (changes: Partial<EngineLoad>): EngineLoad => ({
  sessions: none,
  lateMs: 0,
  liveShare: undefined,
  ...changes,
});

describe('an engine', () => {
  it('takes sessions until their cost fills the part of its time that live work may have', () => {
    const last = Math.floor(fullShare / costs.ring + 1e-9);
    expect(whyFull('ring', load({ sessions: { ...none, ring: last - 1 } }), costs)).toBeUndefined();
    expect(whyFull('ring', load({ sessions: { ...none, ring: last } }), costs)).toBe(
      'its calls would take 81 % of its time',
    );
  });

  it('counts what each kind costs', () => {
    const sessions = { ring: 10, asr: 8, tts: 2 };
    expect(demandOf(sessions, costs)).toBeCloseTo(0.7);
    expect(whyFull('asr', load({ sessions }), costs)).toBeUndefined();
    expect(whyFull('tts', load({ sessions: { ...sessions, asr: 9 } }), costs)).toContain('85 %');
  });

  it('keeps a part of its time for screening, which recognition and synthesis do not get', () => {
    const sessions = { ring: 0, asr: 15, tts: 0 }; // three quarters
    const few = { ...costs, asr: 0.05, tts: 0.02 };
    expect(whyFull('tts', load({ sessions: { ...sessions, tts: 1 } }), few)).toBe(
      'its recognition and synthesis would take 79 % of its time, and the rest is reserved for screening',
    );
    const busy = load({ sessions: { ...sessions, tts: 1 } });
    expect(whyFull('ring', busy, few)).toBeUndefined();
    expect(whyFull('asr', load({ sessions: { ring: 69, asr: 1, tts: 0 } }), few)).toBeUndefined();
  });

  it('that shares its processor with the gateway leaves it what it takes', () => {
    const most = (beside: number): number => {
      for (let ring = always; ; ring++) {
        if (whyFull('ring', load({ sessions: { ...none, ring } }), costs, beside) !== undefined) return ring;
      }
    };
    expect([0, 0.2, 0.4, 0.5].map(most)).toEqual([80, 75, 66, 60]);
    expect(whyFull('ring', load({ sessions: { ...none, ring: 80 } }), costs, 0.4)).toBe(
      'its calls would take 81 % of its time, and the gateway process takes 40 % of the same processor',
    );
  });

  it('shares it where there are no more processors than engines, and whoever keeps the gateway busy shuts out a part of the calls', () => {
    expect(shareBeside(0.3, 2, 1)).toBe(0);
    expect(shareBeside(0.3, 1, 1)).toBe(0.3);
    expect(shareBeside(0.3, 2, 2)).toBe(0.15);
    expect(shareBeside(1.2, 1, 1)).toBe(limits.admission.besideShare);
  });

  it('that is late with its calls takes no other one, and no one-shot', () => {
    const late = load({ sessions: { ...none, asr: always }, lateMs: 1_250 });
    expect(whyFull('ring', late, costs)).toBe('it is 1.3 s behind its calls');
    expect(whyBehind(late)).toBe('it is 1.3 s behind its calls');
    expect(whyBehind({ ...late, lateMs: lateMs - 1 })).toBeUndefined();
  });

  it('that was busy all the time takes no other call, whatever its calls should cost', () => {
    const sessions = { ...none, ring: always };
    expect(whyFull('ring', load({ sessions, liveShare: 0.99 }), costs)).toBe('its calls take 99 % of its time');
    expect(whyFull('ring', load({ sessions, liveShare: 0.94 }), costs)).toBeUndefined();
  });

  it('takes a few calls whatever its load: a machine that cannot hear so many has no use for a refusal', () => {
    const few = load({ sessions: { ...none, ring: always - 1 }, lateMs: 10_000, liveShare: 1 });
    expect(whyFull('tts', few, { ...costs, ring: 1, tts: 1 })).toBeUndefined();
    expect(whyBehind(few)).toBeUndefined();
  });
});

describe('the cost of work', () => {
  const second = { lastedMs: 1_000, activeMs: 0, audioMs: none };

  it('is what is expected until it is measured', () => {
    const learnt = new WorkCosts(costs);
    expect(learnt.of('asr')).toBe(0.05);
    learnt.expect({ asr: 0.02 });
    expect([learnt.of('asr'), learnt.of('ring')]).toEqual([0.02, 0.01]);
  });

  it('comes to what is measured', () => {
    const learnt = new WorkCosts(costs);
    for (let at = 0; at < 30; at++) learnt.learn({ ...second, activeMs: 200, audioMs: { ...none, ring: 100_000 } });
    expect(learnt.of('ring')).toBeCloseTo(0.002, 3);
    expect(learnt.of('asr')).toBe(0.05);
  });

  it('is shared by kinds side by side as they cost before', () => {
    const learnt = new WorkCosts(costs);
    for (let at = 0; at < 30; at++) {
      learnt.learn({ ...second, activeMs: 600, audioMs: { ...none, ring: 10_000, asr: 10_000 } });
    }
    expect(learnt.of('ring') + learnt.of('asr')).toBeCloseTo(0.06, 3);
    expect(learnt.of('asr') / learnt.of('ring')).toBeCloseTo(5, 1);
  });

  it('forgets: calls that cost more count within seconds', () => {
    const learnt = new WorkCosts(costs);
    const calls = { ...none, ring: 50_000 };
    for (let at = 0; at < 60; at++) learnt.learn({ ...second, activeMs: 100, audioMs: calls });
    for (let at = 0; at < 20; at++) learnt.learn({ ...second, activeMs: 500, audioMs: calls });
    expect(learnt.of('ring')).toBeGreaterThan(0.007);
  });

  it('is never negative, endless or undefined, whatever was measured', () => {
    const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
    const interval = fc.record({ lastedMs: ms, activeMs: ms, audioMs: fc.record({ ring: ms, asr: ms, tts: ms }) });
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 20 }), (intervals) => {
        const learnt = new WorkCosts(costs);
        for (const each of intervals) learnt.learn(each);
        for (const kind of ['ring', 'asr', 'tts'] as const) {
          expect(learnt.of(kind)).toBeGreaterThan(0);
          expect(learnt.of(kind)).toBeLessThan(1e7);
        }
      }),
    );
  });
});

describe('what an engine says of its load', () => {
  it('counts lateness that two pings in a row have seen', () => {
    const meter = new LoadMeter(new WorkCosts());
    meter.beat(900);
    expect(meter.lateMs).toBe(0);
    meter.beat(700);
    expect(meter.lateMs).toBe(700);
    meter.beat(10);
    expect(meter.lateMs).toBe(10);
  });

  it('teaches the cost of live work while there is no other', () => {
    const learnt = new WorkCosts(costs);
    const meter = new LoadMeter(learnt);
    meter.answered(0, 0);
    meter.worked('ring', 40_000);
    meter.answered(200, 500);
    expect(meter.liveShare).toBeUndefined(); // two intervals are needed
    expect(learnt.of('ring')).toBeCloseTo((0.01 * 20_000 + 200) / 60_000);
    meter.worked('ring', 40_000);
    meter.answered(350, 1_000);
    expect(meter.liveShare).toBeCloseTo(0.3);
  });

  it('teaches nothing while one-shots or recordings are heard beside it', () => {
    const learnt = new WorkCosts(costs);
    const meter = new LoadMeter(learnt);
    meter.answered(0, 0);
    meter.worked('ring', 40_000);
    meter.mixed();
    meter.answered(500, 500);
    meter.answered(990, 1_000);
    expect(learnt.of('ring')).toBe(0.01);
    expect(meter.liveShare).toBeUndefined();
  });
});

describe('the wait of a one-shot', () => {
  it('is expected from the pace of the machine, then from what was measured', () => {
    const pace = new ClipPace();
    expect(pace.timeFor(oneShotPace * 3_000)).toBe(3_000);
    for (let at = 0; at < 20; at++) {
      pace.begins(1_000, at * 1_000);
      pace.ends(1_000, at * 1_000 + 500, true);
    }
    expect(pace.timeFor(60_000)).toBeGreaterThan(60_000 / oneShotPace);
    expect(pace.timeFor(60_000)).toBeLessThan(30_000);
  });

  it('is not made shorter or longer by clips that were given up', () => {
    const pace = new ClipPace();
    const before = pace.timeFor(60_000);
    for (let at = 0; at < 50; at++) {
      pace.begins(59_000, at * 1_000);
      pace.ends(59_000, at * 1_000 + 300, false);
    }
    expect(pace.timeFor(60_000)).toBeCloseTo(before, 6);
    pace.begins(1_000, 60_000);
    pace.ends(1_000, 160_000, false); // longer than the pace would have it: that it was slow is known
    expect(pace.timeFor(60_000)).toBeGreaterThan(before);
  });

  it('counts what an engine is hearing', () => {
    const pace = new ClipPace();
    pace.begins(oneShotPace * 1_000, 0);
    expect(pace.timeFor(oneShotPace * 1_000)).toBe(2_000);
  });
});
