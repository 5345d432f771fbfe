// The line of the self-test about free space on the disk of the data directory.
import { statfsSync } from 'node:fs';
import { type Check, type Finding, failed, passed } from '../../cli/selftest/check.js';
import { fileFault } from '../../protocol/file-fault.js';

/** The room of a file system, in bytes. */
export interface Space {
  /** The bytes that a user without privileges may still write. */
  readonly freeBytes: number;
  /** The bytes that are written or free, without the part that is kept for root. */
  readonly allBytes: number;
}

const leastFreeShare = 0.15;

export const spaceCheck = (dataDir: string): Check => ({
  name: 'free space',
  run: () => {
    try {
      return judgeSpace(spaceOf(dataDir), dataDir);
    } catch (fault) {
      return failed(`the data directory ${dataDir} cannot be examined: ${fileFault(fault)}`);
    }
  },
});

/** The room of the file system on which an existing directory lies. */
function spaceOf(directory: string): Space {
  const { bavail, bfree, blocks, bsize } = statfsSync(directory);
  return { freeBytes: bavail * bsize, allBytes: (blocks - bfree + bavail) * bsize };
}

/** `place`: the directory whose file system it is. */
export function judgeSpace({ freeBytes, allBytes }: Space, place: string): Finding {
  const freeShare = allBytes === 0 ? 0 : freeBytes / allBytes;
  const said = `${(freeShare * 100).toFixed(1)} % (${inGb(freeBytes)} of ${inGb(allBytes)}) is free at ${place}`;
  return freeShare >= leastFreeShare
    ? passed(said)
    : failed(`${said}; at least ${leastFreeShare * 100} % must be free`);
}

const inGb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
