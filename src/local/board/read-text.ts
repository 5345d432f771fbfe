// A small file of a disk as text.
import type { Disk } from '../../storage/disk.js';

export function readText(disk: Disk, file: string): string {
  const pieces: Buffer[] = [];
  for (const piece of disk.read(file)) pieces.push(Buffer.from(piece)); // a piece is valid until the next
  return Buffer.concat(pieces).toString('utf8');
}
