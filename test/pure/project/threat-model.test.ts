// docs/threat-model.md says of each line which test or command shows it: they are there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const holding = page.slice(page.indexOf('## What holds'), page.indexOf('## What does not hold'));
const rows = [...holding.matchAll(/^\| (?!attacker|---)(.*) \|$/gm)].map(([, row]) => (row as string).split(' | '));
const shownBy = rows.map((cells) => cells.at(-1) as string);

/** Files and folders; a bare name lies beside the file before it. */
function filesOf(shown: string): string[] {
  const files: string[] = [];
  for (const [, name] of shown.replace(/`[^`]*`/g, '').matchAll(/([\w./-]+\/[\w.-]*|[\w-]+(?:\.\w+)+)/g)) {
    const before = files.at(-1) ?? '';
    const isWhole = /^(test|native|docs)\//.test(name as string);
    files.push(isWhole ? (name as string) : join(before, '..', name as string));
  }
  return files;
}
const commandsOf = (shown: string): { script: string; names: string[] }[] =>
  [...shown.matchAll(/`npm run ([\w:-]+)(?: -- ([^`]*))?`/g)].map(([, script, names]) => ({
    script: script as string,
    names: names?.split(' ') ?? [],
  }));

/** The names that a command takes, by the files in which they are defined. */
const takes: Record<string, (name: string) => boolean> = {
  attack: (name) => existsSync(join(root, `scripts/measure/attack/attacks/${name}.mjs`)),
  fuzz: (name) => {
    const folder = join(root, 'scripts/measure/fuzz/targets');
    const isKey = new RegExp(`^  '?${name}'?: \\{$`, 'm');
    return readdirSync(folder).some((file) => isKey.test(readFileSync(join(folder, file), 'utf8')));
  },
};

describe('each line of what holds in the threat model', () => {
  it('names an attacker, what holds, and a test or a command', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const cells of rows) {
      expect(cells).toHaveLength(3);
      const shown = cells[2] as string;
      expect(filesOf(shown).length + commandsOf(shown).length, shown).toBeGreaterThan(0);
    }
  });

  it('names tests that are there', () => {
    const named = shownBy.flatMap(filesOf);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    const folders = named.filter((name) => statSync(join(root, name)).isDirectory());
    const tests = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));
    expect(folders.filter((folder) => tests(folder).length === 0)).toEqual([]);
  });

  it('names commands that are there, with names that they take', () => {
    const commands = shownBy.flatMap(commandsOf);
    expect(commands.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
    const named = commands.flatMap(({ script, names }) => names.map((name) => ({ script, name })));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ script, name }) => takes[script]?.(name) !== true)).toEqual([]);
  });
});
