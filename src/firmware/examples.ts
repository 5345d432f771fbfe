// Examples of the routes of firmware. The bundle has the form of one, and no signature that any box would believe.
import type { FirmwareReport } from '../protocol/wire/sync-messages.js';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(parts);
  const length = bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
};

/** Data behind which the manifest stands, in the shell of a signature. */
export function bundleOf(manifest: string, data: Uint8Array): Buffer {
  const content = der(0x30, der(0x06, Buffer.from([0x2a])), der(0xa0, der(0x04, Buffer.from(manifest))));
  const signed = der(0x30, der(0x02, Buffer.from([1])), der(0x31), content);
  const signature = der(0x30, der(0x06, Buffer.from([0x2a])), der(0xa0, signed));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(signature.length));
  return Buffer.concat([data, signature, length]);
}

export const exampleBundle = bundleOf(
  '[update]\ncompatible=tonegate-arm64\nversion=0.2.0\ndescription=minFrom 0.1.0\n\n[bundle]\nformat=verity\n',
  Buffer.alloc(64),
);

export const exampleReport: FirmwareReport = {
  ...{ box: 'a box of the documents', product: 'tonegate-arm64', version: '0.1.0' },
  ...{ state: 'current', sha256: '', reason: '' },
};
