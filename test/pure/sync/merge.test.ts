// The version that wins and the name that is shown, as pure functions: whatever arrives in whatever order, every store
// that has seen the same things shows the same.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SyncResource, SyncScope } from '../../../src/protocol/wire/sync-messages.js';
import {
  ancestorsAfter,
  compareVersions,
  isAncestor,
  isConflict,
  versionTag,
} from '../../../src/protocol/wire/versions.js';
import { shownNames } from '../../../src/resources/names.js';
import { newer, planMerge } from '../../../src/resources/replica/merge.js';
import { chance } from '../../helpers/chance.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const version = (more: Partial<SyncResource> = {}): SyncResource => ({
  ...{ kind: 'resource', id: 'a1', category: 'user', cu: 'asr', type: 'userword', developer: 'd', userId: '' },
  ...{ name: 'list', lang: 'cn', desc: '', createdAtMs: 1, ver: 1, updatedAtMs: 1, origin: 'x', ancestors: [] },
  content: { sha256: hash('one'), bytes: 3 },
  ...more,
});

/** Few values, so that ties are common. */
function anyVersion(pick: ReturnType<typeof chance>): SyncResource {
  return version({
    ver: pick.int(1, 3),
    updatedAtMs: pick.int(0, 2),
    origin: pick.of(['x', 'y']),
    content: pick.of([null, { sha256: hash('one'), bytes: 3 }, { sha256: hash('two'), bytes: 3 }]),
    ancestors: pick.of([[], ['0123456789abcdef']]),
  });
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

describe('versions of one resource are in a total order', () => {
  it('the higher ver wins, then the later time, then the greater hash, then the greater origin', () => {
    const base = version();
    expect(compareVersions(version({ ver: 2, updatedAtMs: 0 }), base)).toBeGreaterThan(0);
    expect(compareVersions(version({ updatedAtMs: 2 }), base)).toBeGreaterThan(0);
    const [low, high] = [hash('one'), hash('two')].sort() as [string, string];
    const withHash = (sha256: string) => version({ content: { sha256, bytes: 3 } });
    expect(compareVersions(withHash(high), withHash(low))).toBeGreaterThan(0);
    expect(compareVersions(version({ origin: 'y' }), base)).toBeGreaterThan(0);
  });

  it('a deletion is a version: it beats the one that it deleted, and a still newer one beats it', () => {
    const deleted = version({ ver: 2, content: null, ancestors: ancestorsAfter(version()) });
    expect(newer(version(), deleted)).toBe(deleted);
    expect(newer(version({ ver: 3 }), deleted).ver).toBe(3);
  });

  it('it is antisymmetric and transitive, and only equal versions are equal in it', () => {
    for (const seed of seeds) {
      const pick = chance(seed);
      const [a, b, c] = [anyVersion(pick), anyVersion(pick), anyVersion(pick)];
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
      if (compareVersions(a, b) === 0) expect(a).toEqual(b);
      if (compareVersions(a, b) >= 0 && compareVersions(b, c) >= 0)
        expect(compareVersions(a, c)).toBeGreaterThanOrEqual(0);
    }
  });

  it('the newer of two is commutative, associative and idempotent', () => {
    for (const seed of seeds) {
      const pick = chance(seed);
      const [a, b, c] = [anyVersion(pick), anyVersion(pick), anyVersion(pick)];
      expect(newer(a, b)).toEqual(newer(b, a));
      expect(newer(newer(a, b), c)).toEqual(newer(a, newer(b, c)));
      expect(newer(a, a)).toEqual(a);
    }
  });
});

describe('a version that lost is a conflict', () => {
  it('when it was made apart, and not when the winner was made from it', () => {
    const first = version();
    const second = version({ ver: 2, content: { sha256: hash('two'), bytes: 3 }, ancestors: ancestorsAfter(first) });
    const third = version({ ver: 3, content: null, ancestors: ancestorsAfter(second) });
    expect(isAncestor(first, third)).toBe(true);
    expect(isConflict(first, third)).toBe(false);
    const apart = version({ ver: 2, origin: 'y', content: { sha256: hash('three'), bytes: 5 } });
    expect(isConflict(apart, third)).toBe(true);
    expect(third.ancestors).toEqual([versionTag(second), versionTag(first)]);
  });

  it('and not when both say the same', () => {
    expect(isConflict(version(), version({ ver: 5, origin: 'y' }))).toBe(false);
  });
});

describe('a state that arrives', () => {
  const scope = SyncScope.parse({});
  const plan = (local: SyncResource[], items: SyncResource[], more: Partial<SyncScope> = {}) =>
    planMerge({
      local: new Map(local.map((item) => [item.id, item])),
      state: { format: 1, origin: 'up', revision: 1, items },
      scope: { ...scope, ...more },
      ...{ self: 'x', now: 9 },
    });
  const sys = (more: Partial<SyncResource> = {}) => version({ category: 'sys', developer: null, ...more });

  it('brings a user resource that is not here, and a newer version of one that is', () => {
    expect(plan([], [version()]).put).toHaveLength(1);
    expect(plan([version()], [version({ ver: 2 })]).put).toHaveLength(1);
    expect(plan([version({ ver: 2 })], [version()]).put).toEqual([]);
    expect(plan([version()], [version()])).toEqual({ put: [], drop: [], losses: [] });
  });

  it('leaves a loss, whichever side wins, where both changed a user resource apart', () => {
    const first = version();
    const apart = (ver: number, origin: string, text: string) =>
      version({ ver, origin, ancestors: ancestorsAfter(first), content: { sha256: hash(text), bytes: 5 } });
    const [here, there] = [apart(3, 'x', 'here'), apart(2, 'up', 'there')];
    const why = 'a newer version was made elsewhere';
    expect(plan([here], [there])).toEqual({ put: [], drop: [], losses: [{ lost: there, won: here, why }] });
    expect(plan([there], [here])).toEqual({ put: [here], drop: [], losses: [{ lost: there, won: here, why }] });
    expect(plan([version({ ver: 2, ancestors: ancestorsAfter(first) })], [first]).losses).toEqual([]);
  });

  it('does not delete a user resource by not listing it', () => {
    expect(plan([version()], [])).toEqual({ put: [], drop: [], losses: [] });
  });

  it('deletes one of a plain upstream that is no longer listed there, unless it was changed here', () => {
    const place = { developer: 'd', cu: 'asr', type: 'userword', userId: '' };
    const [gone] = plan([version({ origin: 'up' })], [], { whole: [place] }).put;
    expect(gone).toMatchObject({ ver: 2, content: null, origin: 'up' });
    expect(plan([version()], [], { whole: [place] }).put).toEqual([]);
    expect(plan([version({ origin: 'up' })], [], { whole: [{ ...place, userId: 'u' }] }).put).toEqual([]);
  });

  it('leaves user resources alone where they are not wanted', () => {
    expect(plan([], [version()], { users: 'none' }).put).toEqual([]);
  });

  it('replaces sys resources whatever their versions, and keeps what was made here among the conflicts', () => {
    const here = sys({ ver: 9, origin: 'x', content: { sha256: hash('here'), bytes: 4 } });
    const { put, losses } = plan([here], [sys({ origin: 'up' })]);
    expect(put).toHaveLength(1);
    expect(losses).toMatchObject([{ lost: { ver: 9 }, won: { origin: 'up' } }]);
    expect(plan([sys({ origin: 'up', ver: 9 })], [sys({ origin: 'up' })]).losses).toEqual([]);
  });

  it('removes sys resources that it does not list; those made here are kept among the conflicts, or stay if so wanted', () => {
    expect(plan([sys({ origin: 'up' })], [])).toEqual({ put: [], drop: ['a1'], losses: [] });
    expect(plan([sys()], []).losses).toMatchObject([{ won: null }]);
    expect(plan([sys()], [], { keepLocalSys: true })).toEqual({ put: [], drop: [], losses: [] });
    expect(plan([sys({ origin: 'up' })], [], { keepLocalSys: true }).drop).toEqual(['a1']);
    expect(plan([sys()], [], { sys: false })).toEqual({ put: [], drop: [], losses: [] });
  });
});

describe('the shown name', () => {
  const claim = (id: string, wanted: string, createdAtMs: number) => ({ id, wanted, createdAtMs });

  it('is the elder’s; the younger one shows the beginning of its id', () => {
    const shown = shownNames([claim('0123456789', 'names', 2), claim('9876543210', 'names', 1)]);
    expect(Object.fromEntries(shown)).toEqual({ 9876543210: 'names', '0123456789': 'names (01234567)' });
  });

  it('gives way to whoever really has that name', () => {
    const shown = shownNames([
      claim('a', 'names', 1),
      claim('0123456789', 'names', 2),
      claim('b', 'names (01234567)', 3),
    ]);
    expect(shown.get('b')).toBe('names (01234567)');
    expect(shown.get('0123456789')).toBe('names (0123456789)');
  });

  it('follows from the set and not from its order, and no name is shown twice', () => {
    for (const seed of seeds) {
      const pick = chance(seed);
      const wanted = ['n', 'n (a)', 'n (b)', 'n (a) (a)', 'm'];
      const claims = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => claim(id, pick.of(wanted), pick.int(1, 3)));
      const shown = shownNames(claims);
      expect(new Set(shown.values()).size).toBe(claims.length);
      const shuffled = claims.map((each) => ({ each, at: pick.int(0, 1_000) })).sort((a, b) => a.at - b.at);
      expect(shownNames(shuffled.map(({ each }) => each))).toEqual(shown);
    }
  });
});
