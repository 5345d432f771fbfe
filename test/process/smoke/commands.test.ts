// The built commands on every processor: each starts, does its work without a gateway, and ends with its exit status.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const busyFile = fileURLToPath(new URL('../../../docs/examples/busy.wav', import.meta.url));

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-commands-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const tonegate = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (fault, stdout, stderr) => {
      resolve({ status: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });

describe('the tonegate command', () => {
  it('screens a recording', async () => {
    const { status, stdout, stderr } = await tonegate('screen', busyFile, '--json');
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('"resultName":"busy"');
  });

  it('speaks a text into a file and transcribes that file', async () => {
    const file = join(directory, 'hello.wav');
    const spoken = await tonegate('synth', '今天天气很好。', '-o', file);
    expect(spoken.status, spoken.stderr).toBe(0);
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('RIFF');
    const transcribed = await tonegate('transcribe', file, '--json');
    expect(transcribed.status, transcribed.stderr).toBe(0);
    expect(transcribed.stdout).toContain('天气');
  });

  it('refuses a file that is no recording with status 3 and says why', async () => {
    const file = join(directory, 'notes.wav');
    writeFileSync(file, 'not a recording');
    const { status, stderr } = await tonegate('screen', file);
    expect(status).toBe(3);
    expect(stderr).toContain('notes.wav');
  });
});
