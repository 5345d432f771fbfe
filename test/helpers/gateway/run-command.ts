// Runs a command of the command line inside this process; records its output and its exit status.
import type { Command } from 'commander';
import { vi } from 'vitest';
import { CommandFailure, exitCodes } from '../../../src/cli/exit.js';

export interface Ended {
  readonly code: number;
  readonly stdout: Buffer;
  /** Standard error, with the message of the failure, which the program prints. */
  readonly stderr: string;
}

export async function runCommand(command: Command, args: readonly string[]): Promise<Ended> {
  const [stdout, stderr] = [[] as Buffer[], [] as Buffer[]];
  const into = (chunks: Buffer[]) => (chunk: Uint8Array | string) => chunks.push(Buffer.from(chunk)) > 0;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into(stdout)),
    vi.spyOn(process.stderr, 'write').mockImplementation(into(stderr)),
  ];
  const before = process.exitCode;
  process.exitCode = undefined;
  let code: number = exitCodes.fine;
  try {
    await command.exitOverride().parseAsync([...args], { from: 'user' });
    code = Number(process.exitCode ?? exitCodes.fine);
  } catch (fault) {
    if (!(fault instanceof CommandFailure)) throw fault;
    code = fault.exitCode;
    stderr.push(Buffer.from(`tonegate: ${fault.message}\n`));
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
  return { code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') };
}
