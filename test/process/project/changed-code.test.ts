// The code that changed from one commit of a repository to another, as `npm run measure:stale` counts it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChangedCode } from '../../../scripts/measure/lib/changed-code.mjs';

let root: string;
const git = (...args: string[]): string => {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...own, ...args], { cwd: root, encoding: 'utf8' }).trim();
};
const write = (files: Readonly<Record<string, string | Buffer>>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
};
const commit = (): string => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'a');
  return git('rev-parse', 'HEAD');
};

const long = Array.from({ length: 30 }, (_, at) => `export const value${at} = f(${at});`).join('\n');

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tonegate-changed-'));
  git('init', '--quiet');
  mkdirSync(join(root, 'src'));
});
afterAll(() => rmSync(root, { recursive: true }));

/** The counts by file from one commit to the next. */
function changed(before: string, now: string): Record<string, number> {
  const code = new ChangedCode(root);
  const files = code.files(before, now);
  code.read(files);
  return Object.fromEntries(code.count(files));
}

it('counts neither comments nor moves, and counts statements, removed files and other contents', () => {
  write({
    'src/comment.ts': 'f(1);\n',
    'src/number.cc': 'int a = 1;\nint b = 1;\n',
    'src/order.py': 'f()\ng()\n',
    'src/renamed.ts': long,
    'src/whole.ts': 'f(2);\nfunction moved() { return 41; }\n',
    'src/gone.ts': 'gone(1);\ngone(2);\n',
    'src/model.bin': Buffer.from([0, 1, 255]),
  });
  const before = commit();
  write({
    'src/comment.ts': '// one\nf(\n  1,\n);\n',
    'src/number.cc': 'int a = 1;\nint b = 2;  // two\n',
    'src/order.py': 'g()\nf()\n',
    'src/whole.ts': 'f(2);\n',
    'src/taken.ts': '/** Has come from another file. */\nexport function moved() {\n  return 41;\n}\n',
    'src/model.bin': Buffer.from([0, 2, 255]),
  });
  renameSync(join(root, 'src/renamed.ts'), join(root, 'src/new-name.ts'));
  rmSync(join(root, 'src/gone.ts'));
  const now = commit();
  expect(changed(before, now)).toEqual({
    'src/number.cc': 2,
    'src/order.py': 1,
    'src/gone.ts': 2,
    'src/model.bin': 2,
  });
  expect(changed(now, now)).toEqual({});
});
