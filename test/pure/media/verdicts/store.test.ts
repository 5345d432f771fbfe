// Verdicts are kept for a while, within bounds that one application cannot use up for another.
import { expect, it } from 'vitest';
import type { ScreeningData } from '../../../../src/media/screening-data.js';
import { type StoreLimits, VerdictStore } from '../../../../src/media/verdicts/store.js';

const own: StoreLimits = { keepMs: 1_000, perApplication: 3, inAll: 5, textCharacters: 4 };
const verdict = (uuid: string, final: boolean, text = ''): ScreeningData => ({
  ...{ event: 'screening', uuid, final, resultId: 10, resultName: 'busy', kind: 'busy', keyword: '#BUSY#', text },
  ...{ confidence: 1, startMs: 0, atMs: 1_110 },
});

function scene() {
  const clock = { nowMs: 0 };
  const store = new VerdictStore(() => clock.nowMs, own);
  const find = (appkey: string, uuid: string) => store.find({ appkey, uuid });
  return { clock, store, find };
}

it('a call is under way until there is a verdict, and the newest verdict counts', () => {
  const { store, find } = scene();
  expect(find('a', 'one')).toBeUndefined();
  const told = store.began({ appkey: 'a', uuid: 'one' });
  expect(find('a', 'one')).toEqual({ verdict: undefined });
  told(verdict('one', false, 'a long text'));
  expect(find('a', 'one')?.verdict).toMatchObject({ final: false, text: 'a lo' });
  told(verdict('one', true));
  expect(find('a', 'one')?.verdict?.final).toBe(true);
  expect(find('b', 'one')).toBeUndefined();
});

it('a verdict is forgotten when its time is over, counted from its last change', () => {
  const { clock, store, find } = scene();
  const told = store.began({ appkey: 'a', uuid: 'one' });
  store.began({ appkey: 'a', uuid: 'two' });
  clock.nowMs = 900;
  told(verdict('one', true));
  clock.nowMs = 1_000;
  expect(find('a', 'two')).toBeUndefined();
  clock.nowMs = 1_899;
  expect(find('a', 'one')).toBeDefined();
  clock.nowMs = 1_900;
  expect(find('a', 'one')).toBeUndefined();
  expect(store.size).toBe(0);
});

it('an application with too many calls loses its own oldest, and so does who has most when all are too many', () => {
  const { store, find } = scene();
  for (const uuid of ['1', '2', '3', '4']) store.began({ appkey: 'a', uuid });
  expect(['1', '2', '3', '4'].filter((uuid) => find('a', uuid))).toEqual(['2', '3', '4']);
  store.began({ appkey: 'b', uuid: '1' });
  store.began({ appkey: 'b', uuid: '2' });
  store.began({ appkey: 'c', uuid: '1' });
  expect(store.size).toBe(own.inAll);
  expect(['1', '2', '3', '4'].filter((uuid) => find('a', uuid))).toEqual(['3', '4']);
  expect(['1', '2'].filter((uuid) => find('b', uuid))).toEqual(['1', '2']);
});

it('a name that comes again belongs to the newer call: the older one says no more', () => {
  const { store, find } = scene();
  const older = store.began({ appkey: 'a', uuid: 'same' });
  store.began({ appkey: 'a', uuid: 'same' });
  older(verdict('same', true));
  expect(find('a', 'same')).toEqual({ verdict: undefined });
  expect(store.size).toBe(1);
});
