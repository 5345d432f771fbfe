// A step is up to date if the stamp inside its output names the same inputs; deleting the output deletes the stamp too.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Every file below `start` (a file or a directory), sorted, without the directories in `except`. */
export function filesBelow(start, except = []) {
  if (!existsSync(start)) return [];
  if (!statSync(start).isDirectory()) return [start];
  const found = [];
  for (const entry of readdirSync(start, { withFileTypes: true })) {
    if (except.includes(entry.name)) continue;
    const file = path.join(start, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(file, except));
    else if (entry.isFile()) found.push(file);
  }
  return found.sort();
}

/** One hash over the names and the contents of files, and over `facts` such as the Node version. */
export function hashOf(root, files, facts) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of files) {
    hash.update(`\0${path.relative(root, file)}\0`);
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

export function writeStamp(file, hash) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${hash}\n`);
}

/** Facts on which a compiled addon depends besides its sources. */
export function platformFacts() {
  return { modules: process.versions.modules, arch: process.arch, platform: process.platform };
}
