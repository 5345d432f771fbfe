// docs/board.md: a person looks for the words on his console, so they must be those that the software prints.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const page = read('docs/board.md');
const filesOf = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

/** Everything that prints on a box. Variables, of a shell or of a template, are a gap like `…` in the page. */
const printed = [
  ...['board/boot/boot.cmd', 'board/rootfs/init', 'src/firmware/rules/version.ts'],
  ...['board/update', 'src/local/board', 'src/cli/board'].flatMap(filesOf),
]
  .map(read)
  .join('\n')
  .replaceAll(/\$\{[^}]*\}|\$[a-z]+|\$\([^)]*\)/g, '…')
  .split('\n');
/** Words of OpenSSL. */
const foreign = ['certificate is not yet valid'];

const [, failures = ''] = page.split('## What failures look like');
const messages = failures
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, message]) => message as string));

describe('the page of the box', () => {
  it('has a table of messages', () => expect(messages.length).toBeGreaterThan(20));

  it.each(messages)('shows the words that are printed: %s', (message) => {
    // The code prints the words before a colon in another place than the reason after it, and numbers are gaps there.
    const sentences = message.replace('1 of 10', '… of …').replace('10 self-tests', '… self-tests').split(/: /);
    for (const sentence of sentences) {
      const pieces = sentence.split(/[ ;]*…[ ;]*/).filter((piece) => !foreign.includes(piece));
      const pattern = new RegExp(pieces.map((piece) => piece.replaceAll(/[.()|\\]/g, '\\$&')).join('.*'));
      expect(
        printed.some((line) => pattern.test(line)),
        sentence,
      ).toBe(true);
    }
  });

  it.each([...new Set(page.match(/tonegate (board|firmware) [a-z][a-z-]+/g))])(
    'names a command that there is: %s',
    (line) => {
      const [, group, name] = line.split(' ');
      expect(read(`src/cli/board/${group}.ts`)).toMatch(new RegExp(`(\\(|\\[)'${name}[ ']`));
    },
  );

  it.each([...new Set(page.match(/--[a-z][a-z-]+/g))])('names an option that there is: %s', (option) => {
    const others = ['--ignore-missing', '--data-binary', '--show-secret'];
    const sources = ['board', 'firmware'].map((name) => read(`src/cli/board/${name}.ts`)).join();
    expect(others.includes(option) || sources.includes(`'${option}`)).toBe(true);
  });
});
