// Voices without a network: mean sounds in a table, which speak within a few milliseconds.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fixture = fileURLToPath(new URL('../../fixtures/mean-sounds.bin', import.meta.url));

export const tableName = 'mean-sounds.bin';
/** 460 sounds of the first voices of this project. */
export const tableBytes = (): Buffer => readFileSync(fixture);

export const tableVoice = (property: string, changes: object = {}): object => ({
  ...{ property, kind: 'parametric', table: tableName },
  ...changes,
});
