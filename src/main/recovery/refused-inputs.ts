// DATA/engine/refused.json: inputs that ended engines, kept across restarts of the gateway.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { DeadlyInputs, type Input } from '../../engine/client/deadly-inputs.js';
import { limits } from '../../protocol/limits.js';
import { realDisk } from '../../storage/disk.js';
import { writeIfRoom, writeText } from '../../storage/whole-file.js';
import type { StoredFiles } from '../../trust/stored-files.js';

const Refused = z.strictObject({
  format: z.literal(1),
  inputs: z
    .array(z.strictObject({ sha256: z.string().length(64), bytes: z.int().min(0), deaths: z.int().min(1) }))
    .max(limits.engine.suspects),
});

export function openDeadlyInputs(dataDir: string, log: { warn(facts: object, message: string): void }): DeadlyInputs {
  const file = join(dataDir, 'engine', 'refused.json');
  return new DeadlyInputs({
    ...{ log, suspects: limits.engine.suspects, deaths: limits.engine.inputDeaths },
    known: known(file),
    refused: (inputs) => {
      const isKept = writeIfRoom(() => writeText(file, `${JSON.stringify({ format: 1, inputs }, null, 1)}\n`));
      if (!isKept) log.warn({ file }, 'the disk is full: refused inputs are forgotten at the next start');
    },
  });
}

/** An unreadable file counts as empty: at worst an input ends an engine twice more. */
function known(file: string): z.output<typeof Refused>['inputs'] {
  try {
    const pieces = [...realDisk.read(file)];
    return Refused.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))).inputs;
  } catch {
    return [];
  }
}

/** A recording as samples on the disk. The hash is over the samples, so it does not change with the encryption. */
export const fileInput = (path: string, files: StoredFiles): Input => ({
  kind: 'file',
  bytes: files.bytesOf(path),
  sha256: async () => {
    const hash = createHash('sha256');
    await pipeline((await files.open(path)).read(), hash);
    return hash.digest('hex');
  },
});
