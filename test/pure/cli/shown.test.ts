// Texts that come from elsewhere, as commands print them.
import { expect, it, vi } from 'vitest';
import { print } from '../../../src/cli/print.js';
import { shownInLine } from '../../../src/cli/terminal/shown.js';

it('no command prints a control character of a name for people, and --json keeps it as an escape', () => {
  const out: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  try {
    print({}, {}, 'a\u001b[31m\u0007\nb\n');
    print({ json: true }, { name: 'a\u001b[31m' }, '');
  } finally {
    write.mockRestore();
  }
  expect(out).toEqual(['a\ufffd[31m\ufffd\nb\n', '{"name":"a\\u001b[31m"}\n']);
});

it('a name stays in its line', () => {
  expect(shownInLine('a\r\nb.json')).toBe('a\ufffd\ufffdb.json');
});
