// Reads the manifest of a RAUC bundle (format verity). It lies within the signature (CMS SignedData, RFC 5652) at the
// end of the file, before eight bytes with the length of that signature. Nothing is verified here: the box does that.
import type { BundleFacts } from './version.js';
import { allowsDowngradeIn, minFromIn } from './version.js';

/** Says what is wrong with the bytes. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Length of the signature, from the last eight bytes of the file. */
export function signatureBytes(last: Uint8Array, fileBytes: number, mostBytes: number): number {
  if (last.length !== 8) throw new BundleError('is too short for a bundle');
  const bytes = Number(Buffer.from(last).readBigUInt64BE());
  if (bytes > 0 && bytes <= mostBytes && bytes + 8 < fileBytes) return bytes;
  throw new BundleError('is not a RAUC bundle: it does not end with a signature');
}

/** Facts of the bundle with this signature. */
export function factsIn(signature: Uint8Array): BundleFacts {
  const values = updateSection(contentOf(signature));
  const need = (key: string): string => {
    const value = values.get(key);
    if (value === undefined || value === '') throw new BundleError(`has a manifest without ${key}`);
    if (!/^[\w.+~:-]{1,64}$/.test(value)) throw new BundleError(`has a manifest whose ${key} is not a plain word`);
    return value;
  };
  const description = values.get('description') ?? '';
  const minFrom = minFromIn(description);
  return {
    ...{ compatible: need('compatible'), version: need('version') },
    ...(minFrom !== undefined && { minFrom }),
    ...(allowsDowngradeIn(description) && { allowsDowngrade: true }),
  };
}

/** Keys of `[update]`. */
function updateSection(manifest: string): Map<string, string> {
  const values = new Map<string, string>();
  let isUpdate = false;
  for (const line of manifest.split('\n')) {
    const section = /^\[(.*)\]\s*$/.exec(line);
    if (section !== null) isUpdate = section[1] === 'update';
    const pair = /^(\w+)=(.*)$/.exec(line);
    if (isUpdate && pair !== null) values.set(pair[1] as string, (pair[2] as string).trim());
  }
  return values;
}

const [sequence, octets, objectId, context0] = [0x30, 0x04, 0x06, 0xa0];

/** ContentInfo → SignedData → encapContentInfo → eContent. */
function contentOf(signature: Uint8Array): string {
  const info = inside(whole(signature), sequence);
  const signed = inside(whole(inside(element(info, 1), context0)), sequence);
  const encapsulated = inside(element(signed, 2), sequence);
  if (element(encapsulated, 0).tag !== objectId) throw damaged();
  const absent = 'has no manifest in its signature: its format is not verity';
  const content = whole(inside(element(encapsulated, 1, absent), context0));
  if (content.tag !== octets) throw damaged();
  return Buffer.from(content.bytes).toString('utf8');
}

interface Element {
  readonly tag: number;
  readonly bytes: Uint8Array;
  /** The bytes that follow it. */
  readonly rest: Uint8Array;
}

const damaged = () => new BundleError('has a damaged signature');

function whole(bytes: Uint8Array): Element {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw damaged();
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 4 || first === 0x80 || bytes.length < 2 + more) throw damaged();
  let length = more === 0 ? first : 0;
  for (const byte of bytes.subarray(2, 2 + more)) length = length * 256 + byte;
  const end = 2 + more + length;
  if (end > bytes.length) throw damaged();
  return { tag, bytes: bytes.subarray(2 + more, end), rest: bytes.subarray(end) };
}

function inside({ tag, bytes }: Element, wanted: number): Uint8Array {
  if (tag !== wanted) throw damaged();
  return bytes;
}

function element(bytes: Uint8Array, index: number, absent?: string): Element {
  let rest = bytes;
  for (let left = index; left > 0; left--) rest = whole(rest).rest;
  if (rest.length === 0 && absent !== undefined) throw new BundleError(absent);
  return whole(rest);
}
