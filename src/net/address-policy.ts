// The addresses that clients may name, to be asked or told of something. The rule is applied to the address that is
// connected to, not to the one that the name resolved to earlier, so that a name that changes its address gains nothing.
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { wildcard } from './wildcard.js';

export interface NetRules {
  /** CIDR, address or host name with `*` and `?`. These win over everything below. */
  readonly allow: readonly string[];
  /** The same form; these win over the two switches. */
  readonly deny: readonly string[];
  readonly privateAddresses: boolean;
  readonly loopback: boolean;
}

/** The circumstances of a connection that is about to be made. `fromPublic`: a public address redirected us here. */
export interface Way {
  readonly port: number;
  readonly fromPublic?: boolean;
}

/** Ports of system services begin below; those of the schemes that a client may name are open. */
const firstFreePort = 1024;
const servicePorts: ReadonlySet<number> = new Set([21, 22, 80, 443]);

export type AddressKind = 'special' | 'loopback' | 'private' | 'public';

type Subnet = readonly [network: string, prefix: number];

// IANA's special-purpose registries (RFC 6890 and updates), and where clouds keep their metadata
const special: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16], // link-local: metadata of most clouds
  ['100.100.100.200', 32], // metadata
  ['168.63.129.16', 32], // metadata
  ['192.0.0.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
  ['::', 96], // unspecified, and the deprecated form of IPv4 in IPv6; ::1 is told before
  ['fe80::', 10], // link-local
  ['fec0::', 10],
  ['ff00::', 8], // multicast
  ['fd00:ec2::254', 128], // metadata
  ['fd20:ce::254', 128], // metadata
  ['::ffff:0:0:0', 96], // IPv4 translated (RFC 2765)
  ['64:ff9b::', 96], // IPv4 in IPv6, by whatever gateway
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
];
const loopback: readonly Subnet[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];
const privates: readonly Subnet[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['198.18.0.0', 15],
  ['fc00::', 7],
];

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family(network));
  return list;
}

const specialList = listOf(special);
const loopbackList = listOf(loopback);
const privateList = listOf(privates);

/** `::ffff:1.2.3.4` is 1.2.3.4, and a zone (`%eth0`) no part of the address. */
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  if (isIP(bare) !== 6) return bare;
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const holds = (list: BlockList, address: string) => list.check(address, family(address));

export function addressKind(address: string): AddressKind {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return 'special';
  if (holds(loopbackList, plain)) return 'loopback';
  if (holds(specialList, plain)) return 'special';
  return holds(privateList, plain) ? 'private' : 'public';
}

/** A host that no other machine can reach. */
export const isLoopback = (host: string): boolean => host === 'localhost' || addressKind(host) === 'loopback';

/** One entry of `allow` or `deny`. An address with a wrong prefix throws a RangeError. */
function matcher(entry: string): (host: string, address: string) => boolean {
  const [network = '', prefix] = entry.replace(/^\[(.*)\]$/, '$1').split('/');
  if (isIP(network) === 0) {
    const named = wildcard(entry);
    return (host) => named(host);
  }
  const list = listOf([[network, prefix === undefined ? (isIP(network) === 6 ? 128 : 32) : Number(prefix)]]);
  return (_host, address) => holds(list, address);
}

/** A test whether an address is one of these addresses and networks (CIDR). A wrong entry throws a RangeError. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const fits = entries.map(matcher);
  return (address) => {
    const plain = plainAddress(address);
    return fits.some((each) => each('', plain));
  };
}

export class AddressPolicy {
  readonly #rules: NetRules;
  readonly #allow: readonly ReturnType<typeof matcher>[];
  readonly #deny: readonly ReturnType<typeof matcher>[];

  /** `settings`: the group of settings that holds the rules, for messages. */
  constructor(
    rules: NetRules,
    readonly settings = 'trans',
    readonly ownAddresses: () => readonly string[] = addressesOfThisMachine,
  ) {
    this.#rules = rules;
    this.#allow = rules.allow.map(matcher);
    this.#deny = rules.deny.map(matcher);
  }

  /** The reason why this address may not be connected to, or undefined. */
  refusal(host: string, address: string, { port, fromPublic = false }: Way): string | undefined {
    const plain = plainAddress(address);
    const name = host.toLowerCase().replace(/\.$/, ''); // a dot at the end makes it no other name
    const { settings } = this;
    if (this.#allow.some((fits) => fits(name, plain))) return undefined;
    if (this.#deny.some((fits) => fits(name, plain))) return `is on the list ${settings}.deny`;
    if (port < firstFreePort && !servicePorts.has(port)) {
      return `must not be asked for port ${port}: below ${firstFreePort} only ${[...servicePorts].join(', ')} are allowed; add it to ${settings}.allow if you trust it`;
    }
    const kind = this.#isOwn(plain) ? 'loopback' : addressKind(plain);
    if (kind === 'special')
      return `is a link-local, metadata or reserved address; add it to ${settings}.allow if you trust it`;
    if (kind === 'loopback' && !this.#rules.loopback) {
      return `is this machine; see ${settings}.loopback and ${settings}.allow`;
    }
    if (kind === 'private' && !this.#rules.privateAddresses) {
      return `is a private address; see ${settings}.privateAddresses and ${settings}.allow`;
    }
    if (kind !== 'public' && fromPublic) {
      return `is not public, and a public address redirected to it; add it to ${settings}.allow if you trust it`;
    }
    return undefined;
  }

  #isOwn(plain: string): boolean {
    return this.ownAddresses().some((own) => plainAddress(own) === plain);
  }
}

/** Asked anew each time: a board gets its address from the network, and keeps it for hours. */
const addressesOfThisMachine = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
