// Offline transcription, sources over http (specification 2, sections 3.3 and 4.4).
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { fetchSource } from '../../../src/trans/fetch/fetch-source.js';
import {
  optionsFor,
  policyFor,
  type Served,
  serveBytes,
  serveHttp,
} from '../../helpers/transcription/source-servers.js';

const redirectsMax = limits.trans.fetch.redirects;
const stallMs = 300;
const notFound = 4100;
const failed = 4101;
const noConnection = 'the address cannot be reached, or its answer cannot be used';

let folder = '';
const servers: Served[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-fetch-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  rmSync(folder, { recursive: true });
});

async function served(answer: RequestListener): Promise<string> {
  const server = await serveHttp(answer);
  servers.push(server);
  return server.url;
}

async function servedBytes(...answer: Parameters<typeof serveBytes>): Promise<string> {
  const server = await serveBytes(...answer);
  servers.push(server);
  return server.url;
}

const target = () => join(folder, 'source');
const fetched = (url: string, options: Partial<Parameters<typeof fetchSource>[2]> = {}) =>
  fetchSource(url, target(), { ...optionsFor(), ...options });

/** Nothing stays of a fetch that failed. */
async function faultOf(fetching: Promise<unknown>) {
  const fault = await fetching.then(
    () => undefined,
    (each: unknown) => each as { code?: number; isPassing?: boolean; message: string },
  );
  expect(readdirSync(folder)).toEqual([]);
  return fault;
}

const refusedWith = (code: number, isPassing: boolean, message: RegExp | string) =>
  expect.objectContaining({ code, isPassing, message: expect.stringMatching(message) });

describe('a source over http', () => {
  it('is written as it is, whole, and its bytes are counted', async () => {
    const body = randomBytes(3_000_000);
    const url = await served((_, response) => response.end(body));
    let counted = 0;
    const onBytes = (bytes: number) => {
      counted += bytes;
    };
    expect(await fetched(`${url}/a.wav?x=1`, { onBytes })).toEqual({
      bytes: body.length,
    });
    expect(counted).toBe(body.length);
    expect(readFileSync(target()).equals(body)).toBe(true);
    expect(readdirSync(folder)).toEqual(['source']);
  });

  it('without a stated length is taken as far as it goes', async () => {
    const url = await served((_, response) => {
      response.write('one');
      response.end('two');
    });
    await fetched(url);
    expect(readFileSync(target(), 'utf8')).toBe('onetwo');
  });

  it.each([404, 410])('that answers %i is not found: 4100', async (status) => {
    const url = await served((_, response) => response.writeHead(status).end());
    expect(await faultOf(fetched(url))).toEqual(refusedWith(notFound, false, String(status)));
  });

  it.each([400, 401, 403, 418, 204, 206, 304])('that answers %i has failed for good: 4101', async (status) => {
    const url = await served((_, response) => response.writeHead(status).end());
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, false, String(status)));
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('that answers %i is worth another try', async (status) => {
    const url = await served((_, response) => response.writeHead(status).end());
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, true, String(status)));
  });

  it('that nobody serves is worth another try', async () => {
    const url = await served(() => {});
    await servers.pop()?.stop();
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, true, noConnection));
  });

  it('that sends less than it stated is not taken for whole', async () => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('x'.repeat(10), () => response.destroy());
    });
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, true, /before all of the stated 1000 bytes/));
  });

  it('that sends more than it stated is refused', async () => {
    const url = await servedBytes((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n${'x'.repeat(1000)}`),
    );
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, false, /more than the 10 bytes/));
  });

  it('whose chunks end early is not taken for whole', async () => {
    const url = await servedBytes((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n'),
    );
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, true, /before the end of the body/));
  });

  it('that does not speak HTTP looks like one that nobody serves', async () => {
    const url = await servedBytes((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, true, noConnection));
  });

  it('that packs its body unasked is refused', async () => {
    const url = await served((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, false, /Content-Encoding/));
  });

  it.each([
    ['says', { 'content-length': '101' }],
    ['sends', {}],
  ])('that %s more bytes than a recording may have is refused', async (_, headers) => {
    const url = await served((__, response) => response.writeHead(200, headers).end('x'.repeat(101)));
    const policy = policyFor({ fileBytes: 100 });
    expect(await faultOf(fetched(url, { policy }))).toEqual(refusedWith(failed, false, /at most 100/));
  });

  it.each([
    ['before its head looks like one that nobody serves', 0, noConnection],
    ['in its body says so', 2_000, /stalled/],
  ])('that stalls %s, and is worth another try', async (_, bytes, words) => {
    const url = await served((__, response) => {
      if (bytes === 0) return;
      response.writeHead(200, { 'content-length': 10_000 });
      response.write('x'.repeat(bytes));
    });
    expect(await faultOf(fetched(url, { policy: policyFor({ stallMs }) }))).toEqual(refusedWith(failed, true, words));
  });

  it('that never comes to an end is given up', async () => {
    const url = await served((_, response) => {
      const drip = setInterval(() => response.write('x'.repeat(2_000)), 20);
      response.once('close', () => clearInterval(drip));
    });
    const policy = policyFor({ stallMs: 5_000, totalMs: 200 });
    expect(await faultOf(fetched(url, { policy }))).toEqual(refusedWith(failed, false, /longer than/));
  });

  it('that is cancelled ends with the reason of the cancel', async () => {
    const abort = new AbortController();
    const url = await served((_, response) => {
      response.write('x'.repeat(5_000));
    });
    const reason = new Error('cancelled');
    const onBytes = () => abort.abort(reason);
    expect(await faultOf(fetched(url, { signal: abort.signal, onBytes }))).toBe(reason);
  });
});

describe('a redirect', () => {
  it('is followed', async () => {
    const url = await served((request, response) => {
      if (request.url === '/first') response.writeHead(302, { location: '/second' }).end();
      else response.end(request.url);
    });
    await fetched(`${url}/first`);
    expect(readFileSync(target(), 'utf8')).toBe('/second');
  });

  it(`is followed ${redirectsMax} times at most`, async () => {
    let asked = 0;
    const url = await served((_, response) => {
      asked++;
      response.writeHead(301, { location: '/again' }).end();
    });
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, false, /more than 5 times/));
    expect(asked).toBe(redirectsMax + 1);
  });

  it.each([
    ['a private address', 'http://10.1.2.3/', /private/],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/', /link-local, metadata/],
    ['the metadata in another spelling', 'http://[::ffff:a9fe:a9fe]/', /link-local, metadata/],
    ['this machine by a number', 'http://2130706434/', /this machine/],
  ])('to %s is not followed', async (_, location, why) => {
    const url = await served((__, response) => response.writeHead(307, { location }).end());
    const policy = policyFor({ loopback: false, privateAddresses: false, allow: ['127.0.0.1'] });
    expect(await faultOf(fetched(url, { policy }))).toEqual(refusedWith(failed, false, why));
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/a', 'gopher://127.0.0.1/', 'http://'])(
    'to %s is not followed',
    async (location) => {
      const url = await served((_, response) => response.writeHead(302, { location }).end());
      expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, false, /redirects to|scheme/));
    },
  );

  it('without a target is refused', async () => {
    const url = await served((_, response) => response.writeHead(302).end());
    expect(await faultOf(fetched(url))).toEqual(refusedWith(failed, false, /without a Location/));
  });

  it('takes the credentials of a URL to the same server, and to no other', async () => {
    const seen: (string | undefined)[] = [];
    const other = await served((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const url = await served((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: request.url === '/' ? '/b' : other }).end();
    });
    await fetched(url.replace('://', '://me:se%40cret@'));
    const basic = `Basic ${Buffer.from('me:se@cret').toString('base64')}`;
    expect(seen).toEqual([basic, basic, undefined]);
  });
});

describe('an address that is not allowed', () => {
  it('is not asked, even where a name stands for it', async () => {
    let asked = 0;
    const url = await served((_, response) => {
      asked++;
      response.end();
    });
    const policy = policyFor({ loopback: false });
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      expect(await faultOf(fetched(url.replace('127.0.0.1', host), { policy }))).toEqual(
        refusedWith(failed, false, /this machine/),
      );
    }
    expect(asked).toBe(0);
  });
});

describe('memory', () => {
  it('does not grow with the size of a source', async () => {
    const pieces = 128;
    const piece = randomBytes(1 << 20);
    const hash = createHash('sha256');
    for (let count = 0; count < pieces; count++) hash.update(piece);
    const url = await served(async (_, response) => {
      for (let count = 0; count < pieces; count++) {
        if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
      }
      response.end();
    });
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    const onBytes = () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    };
    await fetched(url, { onBytes });
    expect(createHash('sha256').update(readFileSync(target())).digest('hex')).toBe(hash.digest('hex'));
    expect(most).toBeLessThan(64 << 20);
    expect(existsSync(`${target()}.part`)).toBe(false);
  });
});
