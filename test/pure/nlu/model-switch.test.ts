// The switch to another model: rebuilding in the background, and the refusal of tests meanwhile.
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ModelSwitch } from '../../../src/nlu/resource/model/switch.js';

const quiet = pino({ level: 'silent' });
/** Lets everything run that waits for nothing but promises. */
const settled = () => new Promise((resume) => setImmediate(resume));

/** A rebuild that ends when it is told, and knows what was asked of it. */
function held() {
  const asked: { tenantId: string; modelId: number; signal: AbortSignal }[] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const rebuild = (tenantId: string, modelId: number, signal: AbortSignal) => {
    asked.push({ tenantId, modelId, signal });
    return new Promise<void>((resolve, reject) =>
      ends.push((fault) => (fault === undefined ? resolve() : reject(fault))),
    );
  };
  return { asked, rebuild, end: (index: number, fault?: Error) => ends[index]?.(fault) };
}

describe('a change of the model', () => {
  it('refuses tests of that tenant until every rebuild has ended', async () => {
    const first = held();
    const second = held();
    const models = new ModelSwitch(quiet);
    models.register(first.rebuild);
    models.register(second.rebuild);
    expect(models.state('a')).toBe('READY');
    models.changed('a', 7);
    await settled();
    expect(first.asked).toMatchObject([{ tenantId: 'a', modelId: 7 }]);
    expect([models.state('a'), models.state('b')]).toEqual(['REBUILDING', 'READY']);
    expect(() => models.refuseInMaintenance('a')).toThrow('under maintenance');
    models.refuseInMaintenance('b');
    first.end(0);
    await settled();
    expect(models.state('a')).toBe('REBUILDING');
    second.end(0);
    await settled();
    expect(models.state('a')).toBe('READY');
    models.refuseInMaintenance('a');
  });

  it('gives up rebuilding for the model before, and never rebuilds a tenant twice at once', async () => {
    const one = held();
    const models = new ModelSwitch(quiet);
    models.register(one.rebuild);
    models.changed('a', 1);
    await settled();
    models.changed('a', 2);
    models.changed('a', 3);
    await settled();
    expect(one.asked.map(({ modelId, signal }) => [modelId, signal.aborted])).toEqual([[1, true]]);
    one.end(0);
    await settled();
    expect(one.asked.map(({ modelId }) => modelId)).toEqual([1, 3]);
    expect(models.state('a')).toBe('REBUILDING');
    one.end(1);
    await settled();
    expect(models.state('a')).toBe('READY');
  });

  it('is over when a rebuild fails, and stops with the gateway', async () => {
    const one = held();
    const models = new ModelSwitch(quiet);
    models.register(one.rebuild);
    models.changed('a', 1);
    await settled();
    one.end(0, new Error('no memory'));
    await settled();
    expect(models.state('a')).toBe('READY');
    models.changed('a', 2);
    await settled();
    const stopped = models.stop();
    expect(one.asked[1]?.signal.aborted).toBe(true);
    one.end(1);
    await stopped;
    models.changed('a', 3);
    expect(models.state('a')).toBe('READY');
  });
});
