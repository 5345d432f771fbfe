// `tonegate update` and the bundles of a stick, on a box below a directory.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boardOf } from '../../../src/local/board/board.js';
import { Box } from '../../../src/local/board/box.js';
import { download } from '../../../src/local/board/download.js';
import { realDisk } from '../../../src/storage/disk.js';
import { bundleText, makeTestBox, type TestBox } from '../../helpers/board/test-box.js';

let box: TestBox;
beforeEach(() => {
  box = makeTestBox('1.0.0');
});
afterEach(() => box.discard());

const update = (source: string, order: { allowDowngrade?: boolean; restart?: boolean } = {}) =>
  box.board.update({ source, allowDowngrade: false, restart: true, ...order }, box.say);
const installs = () => box.calls().filter((call) => call.startsWith('rauc install'));
const restarts = () => box.calls().filter((call) => call === 'systemctl reboot');

describe('tonegate update', () => {
  it('installs a newer bundle into the other slot and restarts', async () => {
    await update(box.write('new.raucb', bundleText('1.1.0')));
    expect(box.read('installed')).toContain('1.1.0');
    expect(box.bootState('BOOT_PENDING')).toBe('B');
    expect(box.bootState('BOOT_ORDER')).toBe('B A');
    expect(restarts()).toHaveLength(1);
  });

  it('leaves the restart to the operator who says so', async () => {
    await update(box.write('new.raucb', bundleText('1.1.0')), { restart: false });
    expect(restarts()).toEqual([]);
    expect(box.said.at(-1)).toBe('the box tries the update at its next start');
  });

  it.each([
    [
      'of a foreign key',
      bundleText('1.1.0', { isSigned: false }),
      /cannot be installed on this box: rauc info: signature verification failed: self-signed certificate$/,
    ],
    [
      'of another product',
      bundleText('1.1.0', { compatible: 'other-box' }),
      /^the bundle is for other-box; this box is tonegate-arm64$/,
    ],
    [
      'that is older',
      bundleText('0.9.0'),
      /^the bundle \(0\.9\.0\) is older than the version of this box \(1\.0\.0\); --allow-downgrade/,
    ],
    ['of the version that runs', bundleText('1.0.0'), /^this box already runs 1\.0\.0/],
    [
      'that needs a newer version first',
      bundleText('2.0.0', { description: 'minFrom 1.5.0' }),
      /needs at least version 1\.5\.0; this box has 1\.0\.0\. Update to 1\.5\.0 first$/,
    ],
    [
      'whose manifest names no version',
      'signed\n{"compatible":"tonegate-arm64"}\n',
      /the manifest of the bundle names no version/,
    ],
  ])('refuses a bundle %s, and changes nothing', async (_, text, words) => {
    await expect(update(box.write('a.raucb', text))).rejects.toThrow(words);
    expect(installs()).toEqual([]);
    expect(restarts()).toEqual([]);
    expect(box.bootState('BOOT_PENDING')).toBe('');
  });

  it('installs an older one where the operator says so', async () => {
    await update(box.write('old.raucb', bundleText('0.9.0')), { allowDowngrade: true });
    expect(box.read('installed')).toContain('0.9.0');
  });

  it('installs an older one where the bundle says so, but not the version that runs', async () => {
    const description = 'minFrom 0.1.0 allowDowngrade';
    await expect(update(box.write('same.raucb', bundleText('1.0.0', { description })))).rejects.toThrow(/already runs/);
    await update(box.write('old.raucb', bundleText('0.9.0', { description })));
    expect(box.read('installed')).toContain('0.9.0');
  });

  it('names the last words of an installation that fails, and does not restart', async () => {
    box.write('broken-rauc', '');
    await expect(update(box.write('new.raucb', bundleText('1.1.0')))).rejects.toThrow('No space left on device');
    expect(restarts()).toEqual([]);
  });

  it('refuses a bundle whose image is not the one of its manifest, and changes nothing', async () => {
    const bundle = box.write('new.raucb', bundleText('1.1.0'));
    box.write('stated-hash', '0'.repeat(64));
    await expect(update(bundle)).rejects.toThrow(
      /^the manifest of the bundle lies, or the bundle is damaged: new\.raucb should have the SHA-256 0{64}, and has [0-9a-f]{64}$/,
    );
    expect(box.has('installed')).toBe(false);
    expect(box.bootState('BOOT_PENDING')).toBe('');
    box.write('stated-hash', createHash('sha256').update(bundleText('1.1.0')).digest('hex'));
    await update(bundle);
    expect(box.read('installed')).toContain('1.1.0');
  });

  it('waits while another update has not passed its self-test', async () => {
    box.box.bootState('set-primary', 'B');
    const bundle = box.write('new.raucb', bundleText('1.1.0'));
    await expect(update(bundle)).rejects.toThrow('the update in slot B waits for the next start of the box');
    box.boot('B', '1.0.5');
    await expect(update(bundle)).rejects.toThrow('has not passed its self-test yet');
    box.box.bootState('set-state', 'B', 'good');
    await update(bundle);
    expect(installs()).toHaveLength(1);
  });

  it('is refused on a machine that does not run the image, in words', async () => {
    const elsewhere = boardOf(new Box({ root: '/nowhere' }));
    const words = /^this machine does not run the tonegate image .*update a Debian package with apt instead$/;
    await expect(elsewhere.update({ source: 'x', allowDowngrade: false, restart: true }, () => {})).rejects.toThrow(
      words,
    );
    expect(() => elsewhere.status()).toThrow(words);
  });
});

describe('a stick with bundles', () => {
  it('brings the newest one that may be installed, and names the others', async () => {
    box.write('stick/a.raucb', bundleText('1.2.0'));
    box.write('stick/b.raucb', bundleText('1.10.0'));
    box.write('stick/c.raucb', bundleText('9.0.0', { isSigned: false }));
    box.write('stick/notes.txt', 'no bundle');
    await box.board.updateFromStick(`${box.root}/stick`, box.say);
    expect(box.read('installed')).toContain('1.10.0');
    expect(box.said.join('\n')).toMatch(/c\.raucb cannot be installed on this box/);
    expect(box.read('dev/console')).toContain('the box restarts');
  });

  it('that stays in a box which went back is not installed again', async () => {
    const stick = `${box.root}/stick`;
    box.write('stick/a.raucb', bundleText('1.2.0'));
    await box.board.updateFromStick(stick, box.say);
    box.box.bootState('set-state', 'B', 'bad'); // the update failed its self-tests
    box.box.bootState('set-state', 'A', 'good');
    await box.board.updateFromStick(stick, box.say);
    expect(installs()).toHaveLength(1);
    expect(box.said.at(-1)).toMatch(/^every newer bundle on this stick was installed before/);
  });

  it('is tried three times if its installation fails or is cut short, and then no more', async () => {
    const stick = `${box.root}/stick`;
    box.write('stick/a.raucb', bundleText('1.2.0'));
    box.write('broken-rauc', '');
    for (const _ of [1, 2]) {
      await expect(box.board.updateFromStick(stick, box.say)).rejects.toThrow('No space left on device');
    }
    expect(installs()).toHaveLength(2);
    rmSync(join(box.root, 'broken-rauc'));
    await box.board.updateFromStick(stick, box.say);
    expect(box.read('installed')).toContain('1.2.0');
    box.box.bootState('set-state', 'B', 'bad');
    box.box.bootState('set-state', 'A', 'good');
    await box.board.updateFromStick(stick, box.say);
    expect(installs()).toHaveLength(3);
  });

  it('without any bundle, or with none that may be installed, is refused on the console', async () => {
    box.write('stick/notes.txt', '');
    await expect(box.board.updateFromStick(`${box.root}/stick`, box.say)).rejects.toThrow('holds no bundle');
    box.write('stick/old.raucb', bundleText('0.1.0'));
    await expect(box.board.updateFromStick(`${box.root}/stick`, box.say)).rejects.toThrow(
      'no bundle on the stick can be installed',
    );
    expect(box.read('dev/console')).toContain('no update from this stick');
    expect(installs()).toEqual([]);
  });
});

interface Seen {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** A server whose answers a test decides: each request is cut after `cutAfter` bytes, if there is one. */
async function serve(
  content: () => Buffer,
  options: { etag?: () => string | undefined; cuts?: number[]; lies?: boolean } = {},
) {
  const seen: Seen[] = [];
  const server = http.createServer((request, response) => {
    const { range, 'if-range': ifRange } = request.headers;
    seen.push({ range, ifRange: ifRange as string | undefined });
    const whole = content();
    const etag = options.etag === undefined ? `"${createHash('sha256').update(whole).digest('hex')}"` : options.etag();
    const isRest = range !== undefined && (ifRange === etag || options.lies === true);
    const from = isRest ? Number(/\d+/.exec(range)?.[0]) : 0;
    response.writeHead(isRest ? 206 : 200, {
      'content-length': whole.length - from,
      ...(etag !== undefined && { etag }),
      ...(isRest && {
        'content-range': `bytes ${options.lies === true ? from + 1 : from}-${whole.length - 1}/${whole.length}`,
      }),
    });
    const cut = options.cuts?.shift();
    if (cut === undefined) response.end(whole.subarray(from));
    else response.write(whole.subarray(from, from + cut), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}/a.raucb`, close: () => server.close() };
}

describe('a bundle at an address', () => {
  const bundle = Buffer.concat([Buffer.from(bundleText('1.1.0')), Buffer.alloc(300_000, 'x')]);
  const fetched = async (url: string) => {
    const folder = `${box.root}/data/updates`;
    const file = await download(url, { disk: realDisk, folder, onProgress: () => {}, pauseMs: 1 });
    return Buffer.concat([...realDisk.read(file)].map((piece) => Buffer.from(piece)));
  };

  it('is downloaded, installed and removed again', async () => {
    const server = await serve(() => bundle);
    await update(server.url);
    expect(box.read('installed')).toContain('1.1.0');
    expect(box.said).toContain('downloaded 100 %');
    expect(box.has('data/updates/download.part')).toBe(false);
    server.close();
  });

  it('goes on where the line broke, with the ETag of the part', async () => {
    const server = await serve(() => bundle, { cuts: [100_000, 100_000] });
    expect((await fetched(server.url)).equals(bundle)).toBe(true);
    const rests = server.seen.filter(({ range }) => range !== undefined);
    expect(rests.length).toBeGreaterThan(0);
    for (const { ifRange } of rests) expect(ifRange).toMatch(/^"[0-9a-f]{64}"$/);
    server.close();
  });

  it('that changed meanwhile comes anew as a whole', async () => {
    let content = Buffer.alloc(200_000, 'a');
    const server = await serve(() => content, { cuts: [50_000] });
    const folder = `${box.root}/data/updates`;
    const onProgress = () => {
      content = Buffer.alloc(220_000, 'b');
    };
    const file = await download(server.url, { disk: realDisk, folder, onProgress, pauseMs: 1 });
    expect(box.read(file.slice(box.root.length)).length).toBe(220_000);
    expect(box.read(file.slice(box.root.length))).toMatch(/^b+$/);
    server.close();
  });

  it.each([
    ['has no ETag', () => undefined],
    ['has a weak one', () => 'W/"a"'],
  ])('that %s begins anew after a break', async (_, etag) => {
    const server = await serve(() => bundle, { etag, cuts: [100_000] });
    expect((await fetched(server.url)).equals(bundle)).toBe(true);
    expect(server.seen.every(({ range }) => range === undefined)).toBe(true);
    server.close();
  });

  it('is thrown away where the server sends another part than was asked for', async () => {
    const server = await serve(() => bundle, { cuts: [100_000], lies: true });
    expect((await fetched(server.url)).equals(bundle)).toBe(true);
    expect(server.seen.at(-1)?.range).toBeUndefined();
    server.close();
  });

  it('that does not fit on the data partition is not begun', async () => {
    const server = await serve(() => bundle);
    const disk = { ...realDisk, freeBytes: () => 60_000_000 };
    const full = boardOf(
      new Box({
        root: box.root,
        env: {
          PATH: `${box.root}/bin:${process.env.PATH}`,
          TEST_ROOT: box.root,
          TONEGATE_BOOT_STATE: `${box.root}/state`,
          TONEGATE_BOARD_RUN: `${box.root}/run`,
          TONEGATE_CMDLINE: `${box.root}/cmdline`,
        },
        disk,
      }),
    );
    const order = { source: server.url, allowDowngrade: false, restart: true };
    await expect(full.update(order, box.say)).rejects.toThrow(
      /the data partition has 60 MB free, but the bundle needs \d+ MB; free some space/,
    );
    expect(server.seen).toHaveLength(1);
    server.close();
  });

  it('that the server does not have is not asked for again', async () => {
    let asked = 0;
    const server = http.createServer((_, response) => {
      asked++;
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/none`;
    await expect(update(url)).rejects.toThrow(`the bundle was not downloaded: ${url}: the server answered 404`);
    expect(asked).toBe(1);
    server.close();
  });
});
