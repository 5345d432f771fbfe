// The key of one area of a data directory, for processes that write and read several of its files: it opens those of no other area.
import { hkdfSync } from 'node:crypto';
import type { Unsealing } from './seal-form.js';

/** Seals files, and opens them: the key of a data directory, or of an area of it. */
export interface SealingKey extends Unsealing {
  readonly id: string;
}

/** `robots`: packages of robots; `training`: its material, models and results. */
export type AreaName = 'robots' | 'training';

/** An area key on its way to a process. It never belongs into arguments, which every user of the machine can read. */
export interface AreaSecret {
  readonly id: string;
  /** in hexadecimal digits */
  readonly key: string;
}

export class AreaKey implements SealingKey {
  readonly #bytes: Buffer;
  /** That of the data key. */
  readonly id: string;

  constructor({ id, key }: AreaSecret) {
    this.id = id;
    this.#bytes = Buffer.from(key, 'hex');
  }

  get secret(): AreaSecret {
    return { id: this.id, key: this.#bytes.toString('hex') };
  }

  fileKey(salt: Uint8Array): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bytes, salt, 'tonegate sealed file', 32));
  }
}

/** Undefined: there is no key, and all files are plain. */
export const areaKeyOf = (secret: AreaSecret | undefined): AreaKey | undefined => secret && new AreaKey(secret);
