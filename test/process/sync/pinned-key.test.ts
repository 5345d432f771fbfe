// A pinned key is the whole of a SHA-256: a key that agrees with it in all digits but one is another key.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificate } from '../../../src/http/certificate.js';
import { keyHash, pinnedConnection } from '../../../src/sync/pinned-key.js';

let directory: string;
let server: Server;
let pin: string;
let requests = 0;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-pin-'));
  const material = await certificate({ directory, certFile: '', keyFile: '', names: ['localhost'], now: Date.now });
  pin = keyHash(new X509Certificate(material.cert).publicKey.export({ type: 'spki', format: 'der' }));
  server = createServer(material, (_, response) => {
    requests++;
    response.end('heard');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true, force: true });
});

function ask(pinnedKey: string): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const agent = new Agent();
  Object.assign(agent, { createConnection: pinnedConnection(pinnedKey) });
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}

const withDigitChanged = (at: number) =>
  [...pin].map((digit, index) => (index === at ? (digit === '0' ? '1' : '0') : digit)).join('');

describe('a pinned key', () => {
  it('lets a request through to the one who holds it', async () => {
    const before = requests;
    expect(await ask(pin)).toBe(200);
    expect(requests).toBe(before + 1);
  });

  it.each([
    ['its last digit', 63],
    ['its first digit', 0],
    ['a digit in the middle', 31],
  ])('that differs in %s is another key, and nothing is sent', async (_, at) => {
    const before = requests;
    await expect(ask(withDigitChanged(at))).rejects.toThrow(`presents a key (${pin}) other than sync.pinnedKey`);
    expect(requests).toBe(before);
  });

  it('that is only the beginning of the right one, or none at all, is another key', async () => {
    for (const wrong of [pin.slice(0, 63), '', 'none'])
      await expect(ask(wrong)).rejects.toThrow('other than sync.pinnedKey');
  });
});
