// The https certificate: the operator's, or one made here. The key is made on the device and is kept when the
// certificate is renewed, so that clients can pin the public key.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileFault } from '../protocol/file-fault.js';
import { writeIfRoom, writeText } from '../storage/whole-file.js';
import type { TlsMaterial } from './listener.js';

const dayMs = 86_400_000;
/** Some clients refuse certificates with a longer validity. */
const validDays = 825;
const renewBeforeDays = 30;

/** The certificate or the key of the operator cannot be used. The message says why and never contains a key. */
class CertificateFault extends Error {
  override readonly name = 'CertificateFault';
}

export interface CertificateOptions {
  readonly directory: string;
  /** If both are empty, a self-signed certificate is made. */
  readonly certFile: string;
  readonly keyFile: string;
  readonly names: readonly string[];
  readonly now: () => number;
}

export async function certificate(options: CertificateOptions): Promise<TlsMaterial> {
  if (options.certFile !== '') return ofOperator(options);
  const keyFile = join(options.directory, 'key.pem');
  const certFile = join(options.directory, 'cert.pem');
  const key = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : newKey(keyFile);
  if (existsSync(certFile)) {
    const cert = readFileSync(certFile, 'utf8');
    if (stillGood(cert, options)) return { key, cert };
  }
  const cert = await selfMade(key, options);
  writeIfRoom(() => writeText(certFile, cert, 0o644)); // otherwise the next start makes it again
  return { key, cert };
}

function ofOperator({ certFile, keyFile }: CertificateOptions): TlsMaterial {
  const cert = readGiven('tls.certFile', certFile);
  const key = readGiven('tls.keyFile', keyFile);
  const given = parsed(`tls.certFile: ${certFile} is not a certificate in PEM form`, () => new X509Certificate(cert));
  const what = 'is not a private key in PEM form without a password';
  const privateKey = parsed(`tls.keyFile: ${keyFile} ${what}`, () => createPrivateKey(key));
  if (!given.checkPrivateKey(privateKey)) {
    throw new CertificateFault(`tls.keyFile: ${keyFile} is not the key of the certificate in ${certFile}`);
  }
  return { key, cert };
}

function parsed<T>(message: string, parse: () => T): T {
  try {
    return parse();
  } catch (fault) {
    throw new CertificateFault(message, { cause: fault });
  }
}

function readGiven(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    throw new CertificateFault(`${setting}: ${file} cannot be read: ${fileFault(fault)}`, { cause: fault });
  }
}

/** Every name by which a client on this network may reach the gateway. */
export function ownNames(host: string, more: readonly string[]): string[] {
  const names = new Set(['localhost', '127.0.0.1', '::1', hostname(), ...more]);
  if (host !== '0.0.0.0' && host !== '::') names.add(host);
  for (const each of Object.values(networkInterfaces()).flat()) {
    if (each !== undefined && !each.internal && !each.address.startsWith('fe80')) names.add(each.address);
  }
  return [...names].filter((name) => name !== '');
}

function newKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  writeIfRoom(() => writeText(file, pem, 0o600));
  return pem;
}

function stillGood(pem: string, options: CertificateOptions): boolean {
  let cert: X509Certificate;
  try {
    cert = new X509Certificate(pem);
  } catch {
    return false;
  }
  const now = options.now();
  if (Date.parse(cert.validFrom) > now || Date.parse(cert.validTo) - now < renewBeforeDays * dayMs) return false;
  return options.names.every((name) => (isIP(name) > 0 ? cert.checkIP(name) : cert.checkHost(name)) !== undefined);
}

async function selfMade(key: string, options: CertificateOptions): Promise<string> {
  const { generate } = await import('selfsigned'); // loaded only when needed, because it takes memory
  const { createPublicKey } = await import('node:crypto');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;
  const altNames = options.names.map((name) =>
    isIP(name) > 0 ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  );
  const made = await generate([{ name: 'commonName', value: 'tonegate' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    keyPair: { privateKey: key, publicKey },
    notBeforeDate: new Date(options.now() - dayMs),
    notAfterDate: new Date(options.now() + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return made.cert;
}
