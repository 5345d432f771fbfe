// The record of the updates that this box has tried: DATA/sync/firmware.json. It is written before each step that a
// restart may follow.
import { join } from 'node:path';
import { z } from 'zod';
import type { Tried } from '../../firmware/rules/step.js';
import type { Disk } from '../../storage/disk.js';
import { writeText } from '../../storage/whole-file.js';

const Kept = z.strictObject({
  sha256: z.string().length(64),
  version: z.string(),
  phase: z.enum(['installing', 'restarting', 'good', 'failed', 'wentBack']),
  tries: z.int().min(0),
  boot: z.string(),
  reason: z.string(),
});

export class TriedRecord {
  readonly #file: string;

  constructor(
    readonly disk: Disk,
    dataDir: string,
  ) {
    this.#file = join(dataDir, 'sync', 'firmware.json');
  }

  /** The record; undefined if there is none or the file cannot be read: an update may then be tried once more. */
  read(): Tried | undefined {
    if (this.disk.size(this.#file) === undefined) return undefined;
    try {
      const pieces = [...this.disk.read(this.#file)].map((piece) => Buffer.from(piece));
      return Kept.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
    } catch {
      return undefined;
    }
  }

  write(tried: Tried): void {
    writeText(this.#file, `${JSON.stringify(tried)}\n`, 0o600, this.disk);
  }
}
