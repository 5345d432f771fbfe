// Versions, waves, windows, and the next step of a box towards the firmware that its upstream wants.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleOf, exampleBundle } from '../../../src/firmware/examples.js';
import { BundleError, factsIn, signatureBytes } from '../../../src/firmware/rules/bundle.js';
import { isHeldBack, isInWave, isInWindow, placeOf } from '../../../src/firmware/rules/rollout.js';
import {
  nextStep,
  type OwnFirmware,
  type Standing,
  type Tried,
  type Wanted,
} from '../../../src/firmware/rules/step.js';
import { versionOrder, whyNotInstall } from '../../../src/firmware/rules/version.js';
import { limits } from '../../../src/protocol/limits.js';

describe('versions', () => {
  it.each([
    ['1.2.3', '1.2.4', -1],
    ['1.10.0', '1.9.9', 1],
    ['1.2.3', '1.2.3', 0],
    ['v1.2.3', '1.2.3', 0],
    ['1.2.3-rc.1', '1.2.3', -1],
    ['1.2.3~test', '1.2.3', -1],
    ['1.2.3-rc.2', '1.2.3-rc.10', -1],
    ['1.2', '1.2.1', -1],
    ['99999999999999999999.1', '99999999999999999999.0', 1],
  ])('%s beside %s', (a, b, order) => {
    expect(Math.sign(versionOrder(a, b))).toBe(order);
    expect(Math.sign(versionOrder(b, a))).toBe(-order === 0 ? 0 : -order);
  });

  it('are ordered totally, whatever they are made of', () => {
    const version = fc.stringMatching(/^[0-9a-z.~-]{0,12}$/);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        if (versionOrder(a, b) <= 0 && versionOrder(b, c) <= 0) expect(versionOrder(a, c)).toBeLessThanOrEqual(0);
        expect(Math.sign(versionOrder(a, b))).toBe(0 - Math.sign(versionOrder(b, a)));
      }),
    );
  });

  it('of a bundle for another kind of box never fit', () => {
    const own = { compatible: 'tonegate-arm64', version: '1.0.0' };
    expect(whyNotInstall({ compatible: 'other', version: '2.0.0' }, own, true)).toContain('the bundle is for other');
  });
});

describe('waves', () => {
  const boxes = Array.from({ length: 20_000 }, (_, n) => `box ${n}`);

  it('take their share of the boxes, the same ones each time, and grow', () => {
    for (const percent of [1, 10, 50]) {
      const share = (100 * boxes.filter((box) => isInWave(box, percent)).length) / boxes.length;
      expect(Math.abs(share - percent)).toBeLessThan(1);
    }
    for (const box of boxes.slice(0, 500)) {
      expect(isInWave(box, 10) && !isInWave(box, 50)).toBe(false);
      expect(isInWave(box, 100)).toBe(true);
      expect(isInWave(box, 0)).toBe(false);
      expect(placeOf(box)).toBe(placeOf(box));
    }
  });

  it('are held back when more than the share did not come back well', () => {
    expect(isHeldBack({ good: 90, bad: 10 }, 10)).toBe(false);
    expect(isHeldBack({ good: 89, bad: 11 }, 10)).toBe(true);
    expect(isHeldBack({ good: 0, bad: 1 }, 10)).toBe(true);
    expect(isHeldBack({ good: 0, bad: 0 }, 0)).toBe(false);
    expect(isHeldBack({ good: 1_000, bad: 1 }, 0)).toBe(true);
    expect(isHeldBack({ good: 0, bad: 50 }, 100)).toBe(false);
  });
});

describe('a maintenance window', () => {
  const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 25, hour, minute);
  it.each([
    [{ fromMin: 120, toMin: 300 }, at(2), true],
    [{ fromMin: 120, toMin: 300 }, at(4, 59), true],
    [{ fromMin: 120, toMin: 300 }, at(5), false],
    [{ fromMin: 1_320, toMin: 120 }, at(23), true],
    [{ fromMin: 1_320, toMin: 120 }, at(1), true],
    [{ fromMin: 1_320, toMin: 120 }, at(12), false],
    [{ fromMin: 60, toMin: 60 }, at(1), false],
  ])('%o at %d is open: %s', (window, nowMs, isOpen) => {
    expect(isInWindow(window, nowMs)).toBe(isOpen);
  });
});

const wanted: Wanted = {
  ...{ product: 'tonegate-arm64', version: '2.0.0', minFrom: null, sha256: 'a'.repeat(64), bytes: 10 },
  ...{ window: null, wavePercent: 100, isHeld: false, allowDowngrade: false },
};
const own: OwnFirmware = { product: 'tonegate-arm64', version: '1.0.0', isTrying: false, safeMode: null, boot: 'one' };
const tried = (phase: Tried['phase'], more: Partial<Tried> = {}): Tried => ({
  ...{ sha256: wanted.sha256, version: wanted.version, phase, tries: 1, boot: 'one', reason: '' },
  ...more,
});
const standing = (more: Partial<Standing> = {}): Standing => ({
  ...{ wanted, own, tried: undefined, box: 'a box', isFetched: true, nowMs: Date.UTC(2026, 10, 25, 12) },
  ...more,
});
const stepOf = (more: Partial<Standing>) => {
  const { do: what, state } = nextStep(standing(more));
  return `${what} ${state}`;
};

describe('the next step of a box', () => {
  it.each<[string, Partial<Standing>, string]>([
    ['fetches what it does not have', { isFetched: false }, 'fetch fetching'],
    ['installs what it has', {}, 'install installing'],
    ['rests where nothing is wanted', { wanted: undefined }, 'nothing current'],
    ['rests where the wanted version runs', { own: { ...own, version: '2.0.0' } }, 'nothing current'],
    [
      'waits for its wave, and fetches nothing before',
      { wanted: { ...wanted, wavePercent: 0 }, isFetched: false },
      'nothing waiting',
    ],
    ['waits while the rollout is held back', { wanted: { ...wanted, isHeld: true } }, 'nothing waiting'],
    ['waits for its window', { wanted: { ...wanted, window: { fromMin: 0, toMin: 60 } } }, 'nothing waiting'],
    [
      'fetches before its window opens',
      { wanted: { ...wanted, window: { fromMin: 0, toMin: 60 } }, isFetched: false },
      'fetch fetching',
    ],
    [
      'installs within its window',
      { wanted: { ...wanted, window: { fromMin: 700, toMin: 730 } } },
      'install installing',
    ],
    ['refuses an older version', { own: { ...own, version: '3.0.0' } }, 'nothing refused'],
    [
      'takes an older version where the upstream says so',
      { own: { ...own, version: '3.0.0' }, wanted: { ...wanted, allowDowngrade: true } },
      'install installing',
    ],
    ['refuses one that needs a newer version first', { wanted: { ...wanted, minFrom: '1.5.0' } }, 'nothing refused'],
    ['refuses while it is in safe mode', { own: { ...own, safeMode: 'why' } }, 'nothing refused'],
    ['waits for its self-test', { own: { ...own, isTrying: true }, tried: tried('restarting') }, 'nothing trying'],
    ['restarts once more where it was told and did not', { tried: tried('restarting') }, 'restart restarting'],
    ['came back well', { own: { ...own, version: '2.0.0', boot: 'two' }, tried: tried('restarting') }, 'nothing good'],
    ['stays well', { own: { ...own, version: '2.0.0' }, tried: tried('good') }, 'nothing good'],
    ['went back', { own: { ...own, boot: 'two' }, tried: tried('restarting') }, 'nothing wentBack'],
    [
      'went back into safe mode',
      { own: { ...own, version: '2.0.0', boot: 'two', safeMode: 'why' }, tried: tried('restarting') },
      'nothing wentBack',
    ],
    ['never tries again what it went back from', { tried: tried('wentBack') }, 'nothing wentBack'],
    ['tries again what could not be installed', { tried: tried('failed', { tries: 2 }) }, 'install installing'],
    ['gives up after three installations', { tried: tried('failed', { tries: 3 }) }, 'nothing failed'],
    ['begins another bundle anew', { tried: tried('wentBack', { sha256: 'b'.repeat(64) }) }, 'install installing'],
    [
      'has a restart of the sync process in the middle of an installation',
      { tried: tried('installing') },
      'install installing',
    ],
  ])('%s', (_, more, step) => {
    expect(stepOf(more)).toBe(step);
  });

  it('waits at 1970 where there is a window, and says so; without one it goes on', () => {
    const window = { fromMin: 0, toMin: 1_439 };
    expect(nextStep(standing({ wanted: { ...wanted, window }, nowMs: 60_000 })).reason).toMatch(
      /^the clock of the box is not set/,
    );
    expect(stepOf({ nowMs: 0 })).toBe('install installing');
  });

  it('remembers what became of a restart', () => {
    const back = nextStep(standing({ own: { ...own, boot: 'two' }, tried: tried('restarting') }));
    expect(back.tried).toMatchObject({ phase: 'wentBack', reason: 'the box went back to 1.0.0' });
  });
});

describe('the manifest of a bundle', () => {
  const facts = (bundle: Uint8Array) => {
    const bytes = signatureBytes(bundle.subarray(-8), bundle.length, limits.firmware.signatureBytes);
    return factsIn(bundle.subarray(-8 - bytes, -8));
  };

  it('names its product, its version and what it needs', () => {
    expect(facts(exampleBundle)).toEqual({ compatible: 'tonegate-arm64', version: '0.2.0', minFrom: '0.1.0' });
    const older = bundleOf(
      '[update]\ncompatible=a\nversion=1\ndescription=minFrom 0.1.0 allowDowngrade\n',
      Buffer.alloc(9),
    );
    expect(facts(older)).toMatchObject({ minFrom: '0.1.0', allowsDowngrade: true });
  });

  it.each([
    ['without a version', bundleOf('[update]\ncompatible=a\n', Buffer.alloc(9)), 'has a manifest without version'],
    [
      'with a version outside of [update]',
      bundleOf('[update]\ncompatible=a\n[x]\nversion=1\n', Buffer.alloc(9)),
      'without version',
    ],
    [
      'with a path for a version',
      bundleOf('[update]\ncompatible=a\nversion=../x\n', Buffer.alloc(9)),
      'whose version is not a plain word',
    ],
    ['that is no bundle', Buffer.alloc(100), 'does not end with a signature'],
    ['that is too short', Buffer.alloc(3), 'is too short'],
  ])('%s is refused in words', (_, bundle, words) => {
    expect(() => facts(bundle)).toThrow(words);
  });

  it('is refused, and no more, whatever stands in the signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          factsIn(bytes);
        } catch (fault) {
          expect(fault).toBeInstanceOf(BundleError);
        }
      }),
    );
    for (let at = 0; at < exampleBundle.length; at++) {
      for (const change of [0, 0x7f, 0x84, 0xff]) {
        const altered = Buffer.from(exampleBundle);
        altered[at] = change;
        try {
          facts(altered);
        } catch (fault) {
          expect(fault).toBeInstanceOf(BundleError);
        }
      }
      expect(() => facts(exampleBundle.subarray(0, at))).toThrow(BundleError);
    }
  });
});
