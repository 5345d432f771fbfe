// The https certificate: the operator's, or one made here. The key is made on the device and is kept when the
// certificate is renewed, so that clients can pin the public key.
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { isCertificateName } from '../protocol/certificate-name.js';
import { fileFault } from '../protocol/file-fault.js';
import { writeIfRoom, writeText } from '../storage/whole-file.js';
import type { TlsMaterial } from './listener.js';

const dayMs = 86_400_000;
/** Some clients refuse certificates with a longer validity. */
const validDays = 825;
const renewBeforeDays = 30;

export interface CertificateOptions {
  readonly directory: string;
  /** If both are empty, a self-signed certificate is made. */
  readonly certFile: string;
  readonly keyFile: string;
  readonly names: readonly string[];
  readonly now: () => number;
}

/** A file of a certificate or key that cannot be used. */
class CertificateFault extends Error {
  override readonly name = 'CertificateFault';
}

/** Throws a CertificateFault that names the file and says what is wrong with it. */
export async function certificate(options: CertificateOptions): Promise<TlsMaterial> {
  if (options.certFile !== '') return operators(options);
  const keyFile = join(options.directory, 'key.pem');
  const certFile = join(options.directory, 'cert.pem');
  const key = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : newKey(keyFile);
  const keyObject = privateKey(
    key,
    keyFile,
    'restore it from a backup, or remove it: the gateway then makes a new key',
  );
  if (existsSync(certFile)) {
    const cert = readFileSync(certFile, 'utf8');
    if (stillGood(cert, keyObject, options)) return { key, cert };
  }
  const cert = await selfMade(key, options);
  writeIfRoom(() => writeText(certFile, cert, 0o644)); // otherwise the next start makes it again
  return { key, cert };
}

/** The operator's certificate. Both files are checked, because a server with a wrong pair listens but fails every handshake. */
function operators({ certFile, keyFile }: CertificateOptions): TlsMaterial {
  const cert = textOf(certFile, 'tls.certFile');
  const key = textOf(keyFile, 'tls.keyFile');
  let first: X509Certificate;
  try {
    first = new X509Certificate(cert);
    if (!cert.includes('-----BEGIN')) throw new Error('DER');
  } catch (cause) {
    const right = 'must be a certificate in PEM, with its intermediate certificates after it';
    throw new CertificateFault(`tls.certFile: ${certFile}: ${right}`, { cause });
  }
  if (!first.checkPrivateKey(privateKey(key, `tls.keyFile: ${keyFile}`, 'must be a private key in PEM'))) {
    throw new CertificateFault(
      `tls.certFile, tls.keyFile: ${keyFile} is not the key of the first certificate in ${certFile}; name the pair that belongs together`,
    );
  }
  try {
    createSecureContext({ key, cert });
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^error:[0-9A-F]+:/, '');
    throw new CertificateFault(`tls.certFile: ${certFile}: cannot be used for https (${reason})`, { cause });
  }
  return { key, cert };
}

function textOf(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CertificateFault(`${setting}: ${file}: cannot be read: ${fileFault(cause)}`, { cause });
  }
}

function privateKey(pem: string, where: string, right: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const isEncrypted = /^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem);
    throw new CertificateFault(
      isEncrypted
        ? `${where}: is encrypted with a password; remove the password (openssl pkey -in KEY -out NEW)`
        : `${where}: not a private key; ${right}`,
      { cause },
    );
  }
}

/** Every name by which a client on this network may reach the gateway. */
export function ownNames(host: string, more: readonly string[]): string[] {
  const names = new Set(['localhost', '127.0.0.1', '::1', hostname(), ...more]);
  if (host !== '0.0.0.0' && host !== '::') names.add(host);
  for (const each of Object.values(networkInterfaces()).flat()) {
    if (each !== undefined && !each.internal && !each.address.startsWith('fe80')) names.add(each.address);
  }
  return [...names].filter(isCertificateName);
}

function newKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  writeIfRoom(() => writeText(file, pem, 0o600));
  return pem;
}

function stillGood(pem: string, key: KeyObject, options: CertificateOptions): boolean {
  let cert: X509Certificate;
  try {
    cert = new X509Certificate(pem);
  } catch {
    return false;
  }
  if (!cert.checkPrivateKey(key)) return false;
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
