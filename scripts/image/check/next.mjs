// The version after this one, for the tests of updates: the same sources with a further migration and a change of code.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFirmware } from '../build.mjs';
import { sourceTimeS } from '../deb.mjs';

export const nextVersion = '0.1.1';

const modules = 'usr/lib/tonegate/dist/bundle/modules';
const sizeOf = (/** @type {string} */ stage, /** @type {string} */ name) =>
  statSync(path.join(stage, modules, name)).size;

/**
 * Changes files of a root file system, and their hashes in dpkg's list. @param {string} stage @param {Record<string,
 * (text: string) => string>} changes
 */
function changeFiles(stage, changes) {
  const list = path.join(stage, 'usr/share/tonegate-board/dpkg/info/tonegate.md5sums');
  let sums = readFileSync(list, 'utf8');
  for (const [name, change] of Object.entries(changes)) {
    const file = path.join(stage, name);
    const text = change(readFileSync(file, 'utf8'));
    writeFileSync(file, text);
    const line = new RegExp(`^[0-9a-f]{32}  ${name.replaceAll(/[.+]/g, '\\$&')}$`, 'm');
    sums = sums.replace(line, `${createHash('md5').update(text).digest('hex')}  ${name}`);
  }
  writeFileSync(list, sums);
}

/**
 * Writes the bundle of the next version to `output`; its slot is beside it.
 * @param {{ root: string, work: string, output: string, version: string, signing: import('../build.mjs').Signing,
 * report: ReturnType<typeof import('../../setup/report.mjs').openReport> }} order
 */
export async function makeNext({ root, work, output, version, signing, report }) {
  const folder = path.dirname(output);
  const place = path.join(work, 'next-work');
  for (const each of [folder, place]) mkdirSync(each, { recursive: true });
  const migrations = 'usr/lib/tonegate/dist/store/migrations';
  await makeFirmware({
    ...{ root, version: nextVersion, minFrom: version, output: folder, signing, report, work: place },
    deb: path.join(root, `dist/image/tonegate_${version}_arm64.deb`),
    timeS: sourceTimeS(root),
    changeRoot: (stage) => {
      const names = readdirSync(path.join(stage, migrations)).sort();
      const number = String(names.length + 1).padStart(4, '0');
      writeFileSync(
        path.join(stage, migrations, `${number}-next.sql`),
        'CREATE TABLE of_next_version (id INTEGER PRIMARY KEY) STRICT;\n',
      );
      const comment = (/** @type {string} */ text) => `${text}\n// Changed in the next version.\n`;
      const code = readdirSync(path.join(stage, modules)).filter((name) => name.endsWith('.js'));
      const largest = code.sort((a, b) => sizeOf(stage, b) - sizeOf(stage, a)).slice(0, 3);
      changeFiles(stage, Object.fromEntries(largest.map((name) => [`${modules}/${name}`, comment])));
    },
  });
  cpSync(path.join(folder, `tonegate-${nextVersion}-arm64.raucb`), output);
  cpSync(path.join(place, 'slot.img'), path.join(folder, 'slot.img'));
}
