// The client that a share counts: the address that it comes from, and the application that it speaks for.

export interface Client {
  /** The address in the form of addressOf; undefined for work of the service itself. */
  readonly address?: string | undefined;
  /** Known once the client has shown that it may use it. */
  readonly appkey?: string | undefined;
}

/** The same for all requests of a client, and of no other. */
export const clientKey = ({ address = '', appkey = '' }: Client): string => `${address} ${appkey}`;

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address of a socket's peer. An IPv6 address counts as its /64: that is what one subscriber has, and what he chooses
 * his addresses from.
 */
export function addressOf(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined) return 'unknown'; // the peer has gone
  const v4 = mapped.exec(remoteAddress)?.[1] ?? remoteAddress;
  return v4.includes(':') ? `${networkOf(v4)}::/64` : v4;
}

/** The first four groups, without leading zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::', 2);
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const dotted = [...before, ...after].some((group) => group.includes('.')) ? 1 : 0; // the last 32 bits as a.b.c.d
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length - dotted) }, () => '0');
  const all = [...before, ...(tail === undefined ? [] : zeros), ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
