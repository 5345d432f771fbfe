// Ed25519 signatures, written as `v1`, the public key and the signature, both in BASE64. A signature covers the
// subject, the version of this format and the hash of the bytes, so that a signature of one kind of thing is not valid
// for another.
import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * The kind of thing that is signed. A state names its origin and its revision; a manifest names its id and its version.
 */
export type Subject = 'sync state' | 'model manifest';

/** The HTTP header that carries the signature of a state. */
export const signatureHeader = 'x-tonegate-signature';

const signatureForm = /^v1 ([A-Za-z0-9+/]{43}=) ([A-Za-z0-9+/]{86}==)$/;

/** The bytes that are signed: the subject, the version and the SHA-256 of the bytes. */
export const signedText = (subject: Subject, bytes: Uint8Array | string): Buffer =>
  Buffer.from(`tonegate ${subject} v1\n${createHash('sha256').update(bytes).digest('hex')}\n`);

/**
 * Checks a signature against the accepted public keys. Returns the reason why it is not valid; undefined: it is valid.
 */
export function faultOfSignature(
  subject: Subject,
  bytes: Uint8Array,
  signature: string | undefined,
  publicKeys: readonly string[],
): string | undefined {
  if (signature === undefined || signature === '') return 'is not signed';
  const [, by = '', value = ''] = signatureForm.exec(signature) ?? [];
  if (by === '') return 'has a signature of an unknown form, perhaps from another version';
  if (!publicKeys.includes(by)) return `is signed with the key ${by}, which is not pinned here`;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64Url(by) }, format: 'jwk' });
  if (verify(null, signedText(subject, bytes), key, Buffer.from(value, 'base64'))) return undefined;
  return 'does not match its signature: it was altered on its way, or the signature belongs to something else';
}

const base64Url = (text: string): string => Buffer.from(text, 'base64').toString('base64url');
