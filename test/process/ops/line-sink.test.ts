// Log lines: no reader of them, however slow or gone, may stall a call or a stop.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LineSink } from '../../../src/ops/line-sink.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-sink-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Both ends of a pipe; neither blocks. */
function pipe(): { reader: number; writer: number } {
  const path = join(directory, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
}

it('lines arrive in order, whether written by themselves or by the last flush', async () => {
  const path = join(directory, 'log');
  const file = openSync(path, 'w');
  const sink = new LineSink(file, 1_000);
  sink.write('one\n');
  sink.write('two\n');
  await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n'));
  sink.write('three\n');
  sink.flushSync();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
  closeSync(file);
});

it('a pipe whose reader has gone is given up, also by the last flush', () => {
  const { reader, writer } = pipe();
  closeSync(reader);
  const sink = new LineSink(writer, 1_000);
  sink.write('nobody\n');
  sink.flushSync();
  sink.write('nobody\n');
  sink.flushSync();
  closeSync(writer);
});

it('a reader that does not read gets what fits in the pipe and in the bound, and no line in pieces', async () => {
  const { reader, writer } = pipe();
  const sink = new LineSink(writer, 100_000);
  const line = `${'x'.repeat(999)}\n`;
  for (let lines = 0; lines < 400; lines++) sink.write(line);
  sink.flushSync(); // the pipe holds 64 KiB: gives up
  const chunk = Buffer.alloc(1_000_000);
  expect(readSync(reader, chunk)).toBeLessThanOrEqual(100_000);
  for (const end of [reader, writer]) closeSync(end);
});

it('a slow reader gets every line that the bound let in', async () => {
  const { reader, writer } = pipe();
  const sink = new LineSink(writer, 200_000);
  const line = `${'x'.repeat(999)}\n`;
  for (let lines = 0; lines < 400; lines++) sink.write(line);
  const chunk = Buffer.alloc(10_000);
  let text = '';
  await vi.waitFor(
    () => {
      try {
        text += chunk.toString('latin1', 0, readSync(reader, chunk));
      } catch (fault) {
        expect((fault as NodeJS.ErrnoException).code).toBe('EAGAIN');
      }
      expect(text).toHaveLength(200_000);
    },
    { timeout: 15_000, interval: 1 },
  );
  expect(text).toBe(line.repeat(200));
  for (const end of [reader, writer]) closeSync(end);
});
