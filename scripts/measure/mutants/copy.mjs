// A copy of a checkout in which bugs may be planted: its files as they are now, hard links to the packages and to the
// native test objects (which are named by their content and never written to again), compiled code of its own.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

function must(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const isSame = (one, other) =>
  existsSync(other) && statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));

/** Returns the folder of the copy. */
export function copyTree(root, target) {
  mkdirSync(target, { recursive: true });
  const listed = must('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root);
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
  const kept = new Set(['node_modules', 'native', '.cache', 'dist', 'models']);
  for (const name of readdirSync(target)) if (!kept.has(name)) rmSync(path.join(target, name), { recursive: true });
  for (const folder of ['native/core', 'native/test', 'dist']) {
    rmSync(path.join(target, folder), { recursive: true, force: true });
  }
  for (const file of files) {
    const [from, to] = [path.join(root, file), path.join(target, file)];
    if (isSame(from, to)) continue;
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  must('cp', ['-a', path.join(root, 'dist'), path.join(target, 'dist')]);
  rmSync(path.join(target, 'dist/bundle'), { recursive: true, force: true }); // bugs are planted in single modules
  if (!existsSync(path.join(target, 'node_modules'))) {
    must('cp', ['-al', path.join(root, 'node_modules'), path.join(target, 'node_modules')]);
  }
  mkdirSync(path.join(target, 'native/build'), { recursive: true });
  rmSync(path.join(target, 'native/build/Release'), { recursive: true, force: true });
  must('cp', ['-a', path.join(root, 'native/build/Release'), path.join(target, 'native/build/Release')]);
  if (existsSync(path.join(root, 'native/build/test')) && !existsSync(path.join(target, 'native/build/test'))) {
    must('cp', ['-al', path.join(root, 'native/build/test'), path.join(target, 'native/build/test')]);
  }
  return target;
}
