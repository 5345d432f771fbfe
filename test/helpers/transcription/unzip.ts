// The entries of a zip archive by name.
import { fromBuffer } from 'yauzl';

export function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Buffer>();
    fromBuffer(bytes, { lazyEntries: true }, (fault, zip) => {
      if (fault) return reject(fault);
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (streamFault, stream) => {
          if (streamFault) return reject(streamFault);
          const parts: Buffer[] = [];
          for await (const part of stream) parts.push(part as Buffer);
          entries.set(entry.fileName, Buffer.concat(parts));
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}
