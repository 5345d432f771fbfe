// The https certificate: made on the device, renewed in time, under the same key.
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
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

  it('is made anew when its key is another one, and its key when that is lost', async () => {
    const first = await make();
    rmSync(join(directory, 'key.pem'));
    const second = await make();
    expect(second.key).not.toBe(first.key);
    expect(new X509Certificate(second.cert).checkPrivateKey(createPrivateKey(second.key))).toBe(true);
  });

  it('is not made with a damaged key: the message names the file and what to do', async () => {
    writeFileSync(join(directory, 'key.pem'), '');
    await expect(make()).rejects.toThrow(
      `${join(directory, 'key.pem')}: not a private key; restore it from a backup, or remove it`,
    );
  });
});

describe("the operator's certificate", () => {
  const at = (name: string) => join(directory, name);
  const refused = (certFile: string, keyFile: string) =>
    make(['localhost'], { certFile: at(certFile), keyFile: at(keyFile) }).then(
      () => 'accepted',
      (fault: Error) => `${fault.name}: ${fault.message.replaceAll(`${directory}/`, '')}`,
    );
  const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });

  it('is refused at the start, in words, where a file is missing, is something else, or is not of the pair', async () => {
    await make();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    writeFileSync(at('rsa.pem'), pemOf(rsa));
    writeFileSync(at('ec.pem'), pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey));
    writeFileSync(at('text.pem'), 'no PEM');
    const ownKey = createPrivateKey(readFileSync(at('key.pem')));
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    writeFileSync(at('locked.pem'), ownKey.export({ type: 'pkcs8', format: 'pem', ...cipher }));
    writeFileSync(at('locked-ec.pem'), ownKey.export({ type: 'sec1', format: 'pem', ...cipher }));
    writeFileSync(at('cert.der'), new X509Certificate(readFileSync(at('cert.pem'))).raw);
    const wrongPair =
      'CertificateFault: tls.certFile, tls.keyFile: %s is not the key of the first certificate in cert.pem; name the pair that belongs together';
    const wrongCert = 'must be a certificate in PEM, with its intermediate certificates after it';
    const locked = 'is encrypted with a password; remove the password (openssl pkey -in KEY -out NEW)';

    expect(await refused('none.pem', 'key.pem')).toBe(
      'CertificateFault: tls.certFile: none.pem: cannot be read: it does not exist (ENOENT)',
    );
    expect(await refused('cert.pem', 'none.pem')).toBe(
      'CertificateFault: tls.keyFile: none.pem: cannot be read: it does not exist (ENOENT)',
    );
    for (const name of ['text.pem', 'cert.der', 'key.pem']) {
      expect(await refused(name, 'key.pem')).toBe(`CertificateFault: tls.certFile: ${name}: ${wrongCert}`);
    }
    for (const name of ['text.pem', 'cert.pem']) {
      expect(await refused('cert.pem', name)).toBe(
        `CertificateFault: tls.keyFile: ${name}: not a private key; must be a private key in PEM`,
      );
    }
    for (const name of ['locked.pem', 'locked-ec.pem']) {
      expect(await refused('cert.pem', name)).toBe(`CertificateFault: tls.keyFile: ${name}: ${locked}`);
    }
    for (const name of ['rsa.pem', 'ec.pem']) {
      expect(await refused('cert.pem', name)).toBe(wrongPair.replace('%s', name));
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

  it('hold none that a certificate cannot carry', () => {
    const given = ['通.cn', 'a b', '::ffff:10.0.0.1'];
    expect(ownNames('fe80::1%eth0', ['*.box.lan', ...given]).filter((name) => given.includes(name))).toEqual([]);
    expect(ownNames('fe80::1%eth0', ['*.box.lan'])).toEqual(expect.arrayContaining(['*.box.lan', 'localhost']));
    expect(ownNames('fe80::1%eth0', [])).not.toContain('fe80::1%eth0');
  });
});
