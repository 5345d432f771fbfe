// Signatures of states and models.
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeyFault } from '../../../src/trust/key-file.js';
import { faultOfSignature } from '../../../src/trust/signature.js';
import { keptSigningKey, makeSigningKey, readSigningKey } from '../../../src/trust/signing-key.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = Buffer.from('{"format":1,"origin":"a","revision":7,"items":[]}');

it('a key is made once, is its owner’s alone, and signs the same way after it was read again', () => {
  const file = join(folder, 'sync', 'sign.key');
  const key = keptSigningKey(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(keptSigningKey(file).publicKey).toBe(key.publicKey);
  expect(faultOfSignature('sync state', text, readSigningKey(file).sign('sync state', text), [key.publicKey])).toBe(
    undefined,
  );
  expect(() => makeSigningKey(file)).toThrow(/a key is never overwritten/);
});

it('a signature counts for these bytes, this subject and a pinned key only', () => {
  const [key, other] = ['a', 'b'].map((name) => makeSigningKey(join(folder, name))) as [
    ReturnType<typeof makeSigningKey>,
    ReturnType<typeof makeSigningKey>,
  ];
  const signature = key.sign('sync state', text);
  const pinned = [other.publicKey, key.publicKey];
  expect(faultOfSignature('sync state', text, signature, pinned)).toBeUndefined();
  expect(faultOfSignature('model manifest', text, signature, pinned)).toMatch(/altered/);
  expect(faultOfSignature('sync state', text, signature, [other.publicKey])).toMatch(/not pinned here/);
  expect(faultOfSignature('sync state', text, undefined, pinned)).toBe('is not signed');
  for (let at = 0; at < text.length; at++) {
    const altered = Buffer.from(text);
    altered[at] = (altered[at] as number) ^ 1;
    expect(faultOfSignature('sync state', altered, signature, pinned), `byte ${at}`).toMatch(/altered/);
  }
  for (let at = 0; at < signature.length; at++) {
    const altered = `${signature.slice(0, at)}${signature[at] === 'B' ? 'C' : 'B'}${signature.slice(at + 1)}`;
    if (Buffer.from(altered, 'base64').equals(Buffer.from(signature, 'base64'))) continue;
    expect(faultOfSignature('sync state', text, altered, pinned), `character ${at}`).toBeDefined();
  }
});

it.each<[string, (file: string) => void, RegExp]>([
  ['is missing', () => {}, /cannot be read: it does not exist \(ENOENT\)/],
  ['is open to others', openToOthers, /chmod 600/],
  ['is something else', (file) => writeFileSync(file, 'secret', { mode: 0o600 }), /not a private Ed25519 key/],
  ['is far too large', (file) => writeFileSync(file, Buffer.alloc(1e6), { mode: 0o600 }), /too large/],
  ['has a key of another kind', (file) => writeFileSync(file, rsa(), { mode: 0o600 }), /not a private Ed25519 key/],
])('a key file that %s is refused in a sentence', (_name, make, words) => {
  const file = join(folder, 'key');
  make(file);
  expect(() => readSigningKey(file)).toThrow(KeyFault);
  expect(() => readSigningKey(file)).toThrow(words);
});

const rsa = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });

function openToOthers(file: string): void {
  makeSigningKey(file);
  chmodSync(file, 0o640);
}
