// The https certificate: made on the device, renewed in time, under the same key.
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificate, ownNames } from '../../../src/http/certificate.js';

const dayMs = 86_400_000;
let directory: string;
let nowMs: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-tls-'));
  nowMs = Date.UTC(2027, 0, 1);
});
afterEach(() => rmSync(directory, { recursive: true }));

const make = (names = ['localhost', '127.0.0.1'], files = { certFile: '', keyFile: '' }) =>
  certificate({ directory, ...files, names, now: () => nowMs });

describe('the self-signed certificate', () => {
  it('is P-256, names every address, and its key is readable by its owner only', async () => {
    const cert = new X509Certificate((await make(['localhost', 'box.lan', '127.0.0.1', '::1'])).cert);
    expect(cert.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    for (const name of ['localhost', 'box.lan']) expect(cert.checkHost(name)).toBe(name);
    for (const address of ['127.0.0.1', '::1']) expect(cert.checkIP(address)).toBe(address);
    expect(cert.checkHost('elsewhere.lan')).toBeUndefined();
    expect(cert.verify(cert.publicKey)).toBe(true);
    expect(statSync(join(directory, 'key.pem')).mode & 0o777).toBe(0o600);
  });

  it('stays as long as it is good', async () => {
    const first = await make();
    nowMs += 700 * dayMs;
    expect(await make()).toEqual(first);
  });

  it('is renewed 30 days before it expires, under the same key', async () => {
    const first = await make();
    nowMs += 800 * dayMs;
    const second = await make();
    expect(second.cert).not.toBe(first.cert);
    expect(second.key).toBe(first.key);
    expect(Date.parse(new X509Certificate(second.cert).validTo)).toBeGreaterThan(nowMs + 365 * dayMs);
    expect(readFileSync(join(directory, 'cert.pem'), 'utf8')).toBe(second.cert);
  });

  it('is made anew when a name is missing in it', async () => {
    const first = await make();
    const second = await make(['localhost', '127.0.0.1', '10.1.2.3']);
    expect(second.cert).not.toBe(first.cert);
    expect(new X509Certificate(second.cert).checkIP('10.1.2.3')).toBe('10.1.2.3');
  });

  it("gives way to the operator's", async () => {
    const own = await make();
    const files = { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
    expect(await make(['other.lan'], files)).toEqual(own);
  });

  it("is not replaced by the operator's if that is unusable, and the message names the setting and the file", async () => {
    await make();
    const file = (name: string, text: string | Buffer) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const { privateKey } = generateKeyPairSync('ed25519');
    const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    const other = file('other.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const [text, none] = [file('text.pem', 'no certificate'), join(directory, 'none.pem')];
    for (const [files, message] of [
      [{ certFile: none, keyFile }, `tls.certFile: ${none} cannot be read: it does not exist (ENOENT)`],
      [{ certFile, keyFile: directory }, `tls.keyFile: ${directory} cannot be read: it is a directory (EISDIR)`],
      [{ certFile: text, keyFile }, `tls.certFile: ${text} is not a certificate in PEM form`],
      [{ certFile, keyFile: text }, `tls.keyFile: ${text} is not a private key in PEM form without a password`],
      [{ certFile, keyFile: other }, `tls.keyFile: ${other} is not the key of the certificate in ${certFile}`],
    ] as const) {
      await expect(make(['localhost'], files)).rejects.toThrow(message);
    }
  });
});

describe('the names of this machine', () => {
  it('hold the loopback, the listening address and the configured ones', () => {
    expect(ownNames('10.9.8.7', ['box.lan'])).toEqual(
      expect.arrayContaining(['localhost', '127.0.0.1', '::1', '10.9.8.7', 'box.lan']),
    );
    expect(ownNames('0.0.0.0', [])).not.toContain('0.0.0.0');
  });
});
