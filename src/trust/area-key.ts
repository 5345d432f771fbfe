// The key of one area of a data directory, for processes that write and read several files of that area. It opens no
// file of another area.
import { hkdfSync } from 'node:crypto';
import type { Unsealing } from './seal-form.js';

/** A key that seals and opens files: the key of a data directory, or of one area of it. */
export interface SealingKey extends Unsealing {
  readonly id: string;
}

/** `robots` holds the packages of robots; `training` holds training material, trained models and results. */
export type AreaName = 'robots' | 'training';

/**
 * An area key in transit to a child process. Never pass it as an argument: every user of the machine can read those.
 */
export interface AreaSecret {
  readonly id: string;
  /** 32 bytes in hexadecimal digits */
  readonly key: string;
}

export class AreaKey implements SealingKey {
  readonly #bytes: Buffer;
  /** The id of the data key from which this key is derived. */
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

/** The area key of a secret; undefined: there is no key, and all files are plain. */
export const areaKeyOf = (secret: AreaSecret | undefined): AreaKey | undefined => secret && new AreaKey(secret);
