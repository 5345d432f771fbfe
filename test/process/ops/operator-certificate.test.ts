// The dates of the operator's https certificate: https goes on with one that clients refuse, so the gateway says so.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { certificate } from '../../../src/http/certificate.js';
import type { TlsMaterial } from '../../../src/http/listener.js';
import { httpsCertificate } from '../../../src/main/https-certificate.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';

const dayMs = 86_400_000;
/** The validity of the certificates that this test makes, from a day before it makes them. */
const validDays = 825;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tonegate-certificate-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The settings of an operator whose certificate was made so many days ago. */
async function madeDaysAgo(days: number) {
  const directory = join(dataDir, 'tls');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  const names = ['localhost', '127.0.0.1'];
  await certificate({ directory, certFile: '', keyFile: '', names, now: () => Date.now() - days * dayMs });
  const [certFile, keyFile] = [join(dataDir, 'operator.pem'), join(dataDir, 'operator.key')];
  copyFileSync(join(directory, 'cert.pem'), certFile);
  copyFileSync(join(directory, 'key.pem'), keyFile);
  return { 'tls.certFile': certFile, 'tls.keyFile': keyFile };
}

describe('a certificate of the operator', () => {
  it('that has expired serves, and the log, /healthz and /readyz say that clients refuse it', async () => {
    const settings = await madeDaysAgo(validDays + 5);
    const gateway = await startTestGateway({ dataDir, settings });
    const words = expect.stringMatching(
      /^tls\.certFile: \S+operator\.pem: expired on \d{4}-\d\d-\d\d, so clients refuse https; replace the files /,
    );
    for (const path of ['/healthz', '/readyz']) {
      expect((await gateway.inside(path)).json).toMatchObject({ degraded: expect.arrayContaining([words]) });
    }
    expect(gateway.logText()).toMatch(/"level":40.*operator\.pem: expired on/);
    const { text } = await gateway.inside('/metrics');
    const until = Number(/^tonegate_https_certificate_valid_until_seconds (\d+)$/m.exec(text)?.[1]);
    expect(until).toBeLessThan(Date.now() / 1_000);
    await gateway.stop(0);
  });

  async function watched(days: number, nowMs = Date.now()) {
    const { config } = loadConfig({ dataDir, env: {}, flags: await madeDaysAgo(days) });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const onJump: ((byMs: number) => void)[] = [];
    const clock = { utcMs: () => nowMs, onJump: (listener: (byMs: number) => void) => void onJump.push(listener) };
    const own = await httpsCertificate({ config, clock, log });
    const jump = () => {
      for (const listener of onJump) listener(dayMs);
    };
    return { own, lines, jump };
  }

  it.each([
    ['is fine while it is valid for more than two weeks', validDays - 16, undefined],
    ['gets a warning in its last two weeks', validDays - 10, /: expires on \S+; replace the files/],
    ['gets a warning after its end', validDays, /: expired on \S+, so clients refuse https; replace the files/],
    [
      'gets a warning before its beginning',
      -3,
      /: is valid only from \S+ on, so clients refuse https; check the clock/,
    ],
  ])('%s', async (_, days, words) => {
    const { own, lines } = await watched(days);
    expect(own.degraded()).toEqual(words === undefined ? [] : [expect.stringMatching(words)]);
    expect(lines).toEqual(words === undefined ? [] : [expect.stringMatching(words)]);
  });

  it('is watched again when it is replaced', async () => {
    const { own, jump } = await watched(validDays);
    const served: TlsMaterial[] = [];
    own.keepFresh({ setCertificate: (tls: TlsMaterial) => void served.push(tls) } as never);
    await madeDaysAgo(0);
    jump();
    await expect.poll(() => own.degraded()).toEqual([]);
    expect(served.at(-1)?.cert).toBe(readFileSync(join(dataDir, 'operator.pem'), 'utf8'));
    own.stop();
  });
});
