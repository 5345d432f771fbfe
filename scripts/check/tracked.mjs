// Fails if a file of the project names the folder of this checkout, or the host of a package registry: both are facts
// about one machine.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LARGEST_TEXT_BYTES = 2 * 1024 * 1024;
const REGISTRY_URL = /https?:\/\/[^\s/"'<>)]*registry/i;

/** Folders of this machine that no file may name; a path with one segment (/app, /root) is too general. */
export function machinePaths(root, home = os.homedir(), temporary = os.tmpdir()) {
  const inTemporary = path.relative(temporary, root).split(path.sep)[0];
  const candidates = [root, home, inTemporary === '..' ? '' : path.join(temporary, inTemporary)];
  return candidates.filter((candidate) => candidate.split(path.sep).filter(Boolean).length >= 2);
}

export function findInText(text, paths) {
  const found = [];
  text.split('\n').forEach((content, index) => {
    for (const machinePath of paths) {
      const at = content.indexOf(machinePath);
      if (at >= 0 && !/[\w-]/.test(content[at + machinePath.length] ?? '') && !/[\w.]/.test(content[at - 1] ?? ''))
        found.push({ line: index + 1, rule: `names the path ${machinePath}` });
    }
    if (REGISTRY_URL.test(content)) found.push({ line: index + 1, rule: 'names the host of a package registry' });
  });
  return found;
}

export function projectFiles(root) {
  const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  return git.status === 0 ? git.stdout.split('\0').filter(Boolean) : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  const paths = machinePaths(root);
  let count = 0;
  const files = projectFiles(root);
  for (const file of files) {
    const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST_TEXT_BYTES) continue;
    const bytes = readFileSync(path.join(root, file));
    if (bytes.includes(0)) continue; // not text
    for (const { line, rule } of findInText(bytes.toString('utf8'), paths)) {
      process.stdout.write(`${file}:${line} ${rule}\n`);
      count += 1;
    }
  }
  process.stdout.write(`Tracked files: ${files.length} checked, ${count === 0 ? 'nothing' : count} found\n`);
  process.exit(count === 0 && files.length > 0 ? 0 : 1); // a check without files has not passed
}
