// The addresses of the trunks: where calls go, and whose requests are answered. The host name of a trunk is looked up when it is
// used, and no more often than once in a while; what it resolved to before holds as long as the name service is away. The
// address rules of ring screening (`ring.allow`, `ring.deny`) hold for what a name resolves to; private addresses and this
// machine are no fault in a trunk, which the operator names.
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { AddressPolicy, type NetRules } from '../../net/address-policy.js';
import { addressesOf } from '../../net/connect.js';
import { limits } from '../../protocol/limits.js';

export interface NamedTrunk {
  readonly host: string;
  readonly port: number;
}

export interface TrunkAddressParts {
  readonly trunks: readonly NamedTrunk[];
  readonly rules: NetRules;
  /** The address that calls come from: a trunk is reached over the same version of IP. */
  readonly ownAddress: string;
  readonly nowMs: () => number;
  readonly log: Logger;
  /** Resolves a name. Throws NetFault. */
  readonly lookUp?: typeof addressesOf;
}

interface Known {
  atMs: number;
  addresses: readonly string[];
  looking: Promise<void> | undefined;
}

export class TrunkAddresses {
  readonly #parts: TrunkAddressParts;
  readonly #policy: AddressPolicy;
  /** by host name and port */
  readonly #known = new Map<string, Known>();
  /** senders whose address may be a trunk's, which a look-up will tell */
  #unsure = 0;

  constructor(parts: TrunkAddressParts) {
    this.#parts = parts;
    this.#policy = new AddressPolicy({ ...parts.rules, privateAddresses: true, loopback: true }, 'ring');
  }

  /** The address that a call is sent to. Throws a NetFault where there is none. */
  async of(trunk: NamedTrunk): Promise<string> {
    if (isIP(trunk.host) !== 0) return trunk.host;
    const known = this.#knownOf(trunk);
    if (this.#isOld(known)) await this.#look(trunk, known);
    const family = isIP(this.#parts.ownAddress);
    const address = known.addresses.find((each) => isIP(each) === family);
    if (address === undefined) {
      throw new Error(`${trunk.host} has no IPv${family} address, but media.sip.address is one`);
    }
    return address;
  }

  /**
   * Tells whether the address is a trunk's. Names that were not looked up for a while are looked up before the answer. Only a
   * limited number of senders waits for that; a trunk sends a lost message again.
   */
  async has(address: string): Promise<boolean> {
    if (this.#isKnown(address)) return true;
    if (this.#unsure >= limits.sip.unsureSenders) return false;
    this.#unsure++;
    try {
      await this.#lookAll();
    } finally {
      this.#unsure--;
    }
    return this.#isKnown(address);
  }

  #isKnown(address: string): boolean {
    const { trunks } = this.#parts;
    return trunks.some((trunk) => trunk.host === address || this.#known.get(keyOf(trunk))?.addresses.includes(address));
  }

  async #lookAll(): Promise<void> {
    const { trunks, log } = this.#parts;
    for (const trunk of trunks) {
      if (isIP(trunk.host) !== 0) continue;
      const known = this.#knownOf(trunk);
      if (!this.#isOld(known)) continue;
      try {
        await this.#look(trunk, known);
      } catch (fault) {
        log.warn(
          { trunk: trunk.host, reason: (fault as Error).message },
          'the host name of a SIP trunk has no usable address',
        );
      }
    }
  }

  #knownOf(trunk: NamedTrunk): Known {
    const key = keyOf(trunk);
    const known = this.#known.get(key) ?? { atMs: Number.NEGATIVE_INFINITY, addresses: [], looking: undefined };
    this.#known.set(key, known);
    return known;
  }

  #isOld({ atMs, looking }: Known): boolean {
    return looking !== undefined || this.#parts.nowMs() - atMs >= limits.sip.nameHoldsMs;
  }

  /** One look-up at a time for each name. Throws where it fails and nothing is known from before. */
  async #look({ host, port }: NamedTrunk, known: Known): Promise<void> {
    const { lookUp = addressesOf, nowMs, log } = this.#parts;
    known.looking ??= lookUp(host, { policy: this.#policy, port })
      .then(
        (found) => {
          known.addresses = found.map(({ address }) => address);
        },
        (fault: Error) => {
          if (known.addresses.length === 0) throw fault;
          log.warn(
            { trunk: host, reason: fault.message },
            'the host name of a SIP trunk could not be resolved; its previous addresses stay in use',
          );
        },
      )
      .finally(() => {
        known.atMs = nowMs();
        known.looking = undefined;
      });
    await known.looking;
  }
}

const keyOf = ({ host, port }: NamedTrunk): string => `${host} ${port}`;
