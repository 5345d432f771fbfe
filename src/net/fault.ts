// The reasons why a request to an address that a client named failed. The texts may be shown to that client, so they
// never repeat what was sent.

/** `refused`: no other try would change it; `absent`: there is nothing at this address; `passing`: worth another try. */
export type NetFaultKind = 'refused' | 'absent' | 'passing';

export class NetFault extends Error {
  override readonly name = 'NetFault';
  constructor(
    readonly kind: NetFaultKind,
    message: string,
  ) {
    super(message);
  }
}

export const refused = (message: string) => new NetFault('refused', message);
export const absent = (message: string) => new NetFault('absent', message);
export const passing = (message: string) => new NetFault('passing', message);

/**
 * The fault for no usable answer. The text is the same for a port that is closed, filtered, mute or serves something
 * else, so that whoever names addresses learns nothing about the ports of a network that only this gateway reaches.
 */
export const noConnection = (cause: unknown): NetFault =>
  Object.assign(passing('the address cannot be reached, or its answer cannot be used'), { cause });

/** The fault for a connection that served a file and ended before all of it had come. */
export const brokenOff = (): NetFault => passing('the connection ended before the whole file had come');

/** The part of a fault that may be shown: its code, never its text, which may repeat what was sent. */
export function codeOf(fault: unknown): string {
  const { code, name, errors } = fault as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  if (fault instanceof DOMException) return name; // its code is a number of old
  return String(code ?? errors?.[0]?.code ?? name ?? 'failed');
}
