// Orders of the sync process on a box: root carries them out, and trusts nothing of them but RAUC.
import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleText, makeTestBox, type TestBox } from '../../helpers/board/test-box.js';

let box: TestBox;
beforeEach(() => {
  box = makeTestBox('1.0.0');
});
afterEach(() => box.discard());

const name = 'a'.repeat(64);
const order = (...lines: string[]) => box.write('var/lib/tonegate-content/order', `${['id-1', ...lines].join('\n')}\n`);
const carryOut = () => box.board.carryOutOrder(box.say);
const outcome = () => box.read('run/tonegate-board/outcome').trim().split('\n');

describe('an order of the sync process', () => {
  it('installs the bundle that it brought, and says so under the id of the order', () => {
    box.write(`var/lib/tonegate-content/${name}`, bundleText('1.1.0'));
    order('install', name, '');
    carryOut();
    expect(outcome()).toEqual(['id-1', 'done']);
    expect(box.read('installed')).toContain('1.1.0');
    expect(box.calls()).not.toContain('systemctl reboot');
    expect(box.has('var/lib/tonegate-content/order')).toBe(false);
  });

  it('restarts the box', () => {
    order('restart');
    carryOut();
    expect(outcome()).toEqual(['id-1', 'done']);
    expect(box.calls()).toContain('systemctl reboot');
  });

  it.each([
    ['an older version', ['install', name], bundleText('0.9.0'), 'is older than the version of this box'],
    [
      'what RAUC does not verify',
      ['install', name],
      bundleText('1.1.0', { isSigned: false }),
      'signature verification failed',
    ],
    ['a name that leads elsewhere', ['install', '../../etc/passwd'], bundleText('1.1.0'), 'must name a bundle'],
    ['anything else', ['format', '/dev/sda'], bundleText('1.1.0'), 'neither install nor restart'],
  ])('is refused for %s', (_, lines, text, words) => {
    box.write(`var/lib/tonegate-content/${name}`, text);
    order(...lines);
    expect(carryOut).toThrow(words);
    expect(outcome().slice(0, 2)).toEqual(['id-1', 'failed']);
    expect(outcome().join()).toContain(words);
    expect(box.calls().some((call) => call.startsWith('rauc install'))).toBe(false);
  });

  it('that is a link, as its bundle may be, is not followed', () => {
    box.write('elsewhere', bundleText('1.1.0'));
    box.write('var/lib/tonegate-content/x', '');
    symlinkSync(`${box.root}/elsewhere`, `${box.root}/var/lib/tonegate-content/${name}`);
    order('install', name);
    expect(carryOut).toThrow('must name a bundle');
    symlinkSync(`${box.root}/elsewhere`, `${box.root}/var/lib/tonegate-content/order`);
    expect(carryOut).toThrow('neither install nor restart');
  });
});
