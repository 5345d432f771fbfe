// Content that the sync process brought: DATA/sync/content/<sha256>. The name is what it claims to be; nothing is
// believed before its hash was counted here.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import type { Disk } from '../../storage/disk.js';

export interface Expected {
  readonly sha256: string;
  readonly bytes: number;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class Staged {
  constructor(
    readonly disk: Disk,
    readonly directory: string,
  ) {}

  path(sha256: string): string {
    return join(this.directory, sha256);
  }

  has(sha256: string): boolean {
    return this.disk.size(this.path(sha256)) !== undefined;
  }

  /** `what` is what the refusal calls it. */
  read({ sha256, bytes }: Expected, mostBytes: number, what: string): Buffer {
    const size = this.disk.size(this.path(sha256));
    const refuse = (why: string) => new ServiceError('INVALID_ARGUMENT', `${what}: content ${sha256} ${why}`);
    if (bytes > mostBytes) throw refuse(`has ${bytes} bytes, must have at most ${mostBytes}`);
    if (size === undefined) throw refuse('is neither stored here nor was it delivered with the state');
    if (size !== bytes) throw refuse(`was delivered with ${size} bytes, but the state says ${bytes}`);
    const content = readWhole(this.disk, this.path(sha256), size);
    if (sha256Of(content) !== sha256) throw refuse('was delivered damaged: its hash differs');
    return content;
  }

  /** Gone for good only with its directory; a leftover does no harm. */
  remove(sha256: string): void {
    if (this.has(sha256)) this.disk.remove(this.path(sha256));
  }
}

export function readWhole(disk: Disk, file: string, size: number): Buffer {
  const pieces: Buffer[] = [];
  let filled = 0;
  for (const piece of disk.read(file)) {
    pieces.push(Buffer.from(piece)); // a piece is valid until the next
    filled += piece.length;
    if (filled > size) break; // it grows
  }
  return Buffer.concat(pieces);
}
