// Connections to addresses that the policy lets pass: the look-up that the socket itself uses is the one that is
// checked.
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { type AddressPolicy, addressKind } from './address-policy.js';
import { NetFault, noConnection, passing, refused } from './fault.js';

export interface Doorway {
  readonly policy: AddressPolicy;
  /** A public address redirected us. */
  readonly fromPublic?: boolean;
  readonly port: number;
}

/** The addresses of a host that may be connected to; a NetFault where there is none. */
export async function addressesOf(host: string, { policy, ...way }: Doorway): Promise<LookupAddress[]> {
  const found = isIP(host) === 0 ? await lookUp(host) : [{ address: host, family: isIP(host) }];
  const good = found.filter(({ address }) => policy.refusal(host, address, way) === undefined);
  if (good.length > 0) return good;
  const why = found.map(({ address }) => policy.refusal(host, address, way));
  throw refused(`${host} ${why[0] ?? 'has no address'}`);
}

export const hasPublic = (addresses: readonly LookupAddress[]): boolean =>
  addresses.some(({ address }) => addressKind(address) === 'public');

async function lookUp(host: string): Promise<LookupAddress[]> {
  try {
    return await lookup(host, { all: true });
  } catch (fault) {
    throw Object.assign(passing(`${host} has no address`), { cause: fault }); // a name service may be back later
  }
}

/** A function for `lookup` of net.connect. It is not called for a host that is an address: see `checkHost`. */
export function checkedLookup(door: Doorway, onAddresses?: (addresses: LookupAddress[]) => void): LookupFunction {
  return (host, options, callback) => {
    addressesOf(host, door).then(
      (addresses) => {
        onAddresses?.(addresses);
        const [first] = addresses as [LookupAddress];
        if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (fault) => callback(fault as NodeJS.ErrnoException, '', 4),
    );
  };
}

/** The same for a host that is an address already, which no look-up would see. */
export async function checkHost(host: string, door: Doorway): Promise<LookupAddress[]> {
  return isIP(host) === 0 ? [] : await addressesOf(host, door);
}

/** A TCP connection, or a NetFault. */
export async function openSocket(host: string, door: Doorway, signal: AbortSignal): Promise<Socket> {
  const { port } = door;
  await checkHost(host, door);
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: checkedLookup(door), autoSelectFamily: true, noDelay: true });
    const abort = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      signal.removeEventListener('abort', abort);
      resolve(socket);
    });
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort);
      reject(fault instanceof NetFault || signal.aborted ? fault : noConnection(fault));
    });
  });
}
