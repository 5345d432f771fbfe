// The program that knows the box (firmware.program): `status` prints the state of the box, `install FILE` writes the
// other slot, `restart` restarts the box.
import { z } from 'zod';
import { followed } from '../../child/bounded.js';
import { spawnChild } from '../../child/spawn.js';
import type { OwnFirmware } from '../../firmware/rules/step.js';
import { limits } from '../../protocol/limits.js';
import { excerpt } from '../fault.js';

const { programMs, installMs, programAnswerBytes, versionBytes } = limits.firmware;
const word = z.string().min(1).max(versionBytes);

/** The output of `tonegate board status --json`, with the id of the boot. */
const Status = z.object({
  product: word,
  version: word,
  /** The slot of an update that is being tried; empty if there is none. */
  pending: z.string().default(''),
  slot: z.string().default(''),
  safeMode: z.string().optional(),
  boot: z.string().min(1).max(100),
});

/** A failure of the program; the message quotes its complaint. */
export class ProgramFault extends Error {
  override readonly name = 'ProgramFault';
}

export class FirmwareProgram {
  constructor(readonly path: string) {}

  async status(signal: AbortSignal): Promise<OwnFirmware> {
    const text = await this.#run(['status'], programMs, signal);
    const told = Status.safeParse(parsed(text));
    if (!told.success) throw new ProgramFault(`${this.path} status: its output is not the status of a box`);
    const { product, version, pending, slot, safeMode, boot } = told.data;
    // An update that waits for the restart is not being tried yet.
    return { product, version, isTrying: pending !== '' && pending === slot, safeMode: safeMode ?? null, boot };
  }

  async install(file: string, allowDowngrade: boolean, signal: AbortSignal): Promise<void> {
    await this.#run(['install', file, ...(allowDowngrade ? ['--allow-downgrade'] : [])], installMs, signal);
  }

  async restart(signal: AbortSignal): Promise<void> {
    await this.#run(['restart'], programMs, signal);
  }

  async #run(args: readonly string[], timeMs: number, signal: AbortSignal): Promise<string> {
    const child = spawnChild(this.path, args, { stdio: ['ignore', 'pipe', 'pipe'], env: process.env });
    const pieces: Buffer[] = [];
    let bytes = 0;
    const { status, isLate, complaint } = await followed(child, {
      ...{ timeMs, signal, complaintBytes: 2_000 },
      onOutput: (piece) => {
        bytes += piece.length;
        if (bytes <= programAnswerBytes) pieces.push(Buffer.from(piece));
      },
    }).catch((fault: NodeJS.ErrnoException) => {
      if (fault.syscall?.startsWith('spawn') !== true) throw fault;
      throw new ProgramFault(`firmware.program: ${this.path} cannot be started (${fault.code})`);
    });
    if (isLate) throw new ProgramFault(`${this.path} ${args[0]}: took longer than ${timeMs / 1_000} s`);
    if (status !== 0) throw new ProgramFault(excerpt(complaint) || `${this.path} ${args[0]}: ended with ${status}`);
    return Buffer.concat(pieces).toString('utf8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
