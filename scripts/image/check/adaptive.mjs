// The cost of an update of code alone: the blocks of N+1 that a box with N lacks, of all blocks of a whole bundle.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { places } from '../disk.mjs';
import { slotBytes } from '../rootfs.mjs';
import { note, tell } from './tell.mjs';

const blockBytes = 4_096;
const hashBytes = 32;
const mostShare = 0.15;

/** @param {Buffer} content */
function* blocksOf(content) {
  for (let at = 0; at < content.length; at += blockBytes)
    yield createHash('sha256')
      .update(content.subarray(at, at + blockBytes))
      .digest('hex');
}

/** @param {{ image: string, next: string }} parts */
export async function checkAdaptive({ image, next }) {
  const handle = openSync(image, 'r');
  const old = Buffer.alloc(slotBytes);
  readSync(handle, old, 0, slotBytes, places.slotA);
  closeSync(handle);
  const have = new Set(blocksOf(old));
  const slot = readFileSync(path.join(path.dirname(next), 'slot.img'));
  let missing = 0;
  let blocks = 0;
  for (const hash of blocksOf(slot)) {
    blocks++;
    if (!have.has(hash)) missing++;
  }
  const whole = statSync(next).size;
  // The list of hashes comes first, then the blocks; the hash tree of the bundle is as large as another such list.
  const download = missing * blockBytes + 2 * blocks * hashBytes;
  const share = download / whole;
  note(
    `${missing} of ${blocks} blocks are new: ${(download / 1e6).toFixed(1)} MB of ${(whole / 1e6).toFixed(1)} MB, ${(100 * share).toFixed(1)} %`,
  );
  tell(
    `an update of code alone brings at most ${100 * mostShare} % of a bundle`,
    share <= mostShare,
    `${(100 * share).toFixed(1)} %`,
  );
}
