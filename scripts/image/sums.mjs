// SHA256SUMS of a folder.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes SHA256SUMS over every other file of `output`. @param {string} output */
export function writeSums(output) {
  const names = readdirSync(output).filter(
    (name) => name !== 'SHA256SUMS' && statSync(path.join(output, name)).isFile(),
  );
  const lines = names.sort().map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(output, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  writeFileSync(path.join(output, 'SHA256SUMS'), lines.join(''));
}
