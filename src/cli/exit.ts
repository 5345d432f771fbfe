// The exit statuses of commands. Scripts rely on them.
import { isDiskFull } from '../protocol/errors.js';

export const exitCodes = { fine: 0, usage: 2, badInput: 3, service: 4, internal: 5 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure whose message is meant for the person at the terminal: no stack is printed. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The failure of a file that was to be written. A full disk is no fault of the arguments. */
export const writeFailure = (message: string, fault: unknown): CommandFailure =>
  new CommandFailure(isDiskFull(fault) ? exitCodes.service : exitCodes.badInput, message, { cause: fault });
