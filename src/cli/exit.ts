// The exit statuses of commands. Scripts rely on them.
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
