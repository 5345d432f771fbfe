// The shares of a gateway's listeners: connections, handshakes, requests and the bytes of their bodies.
import { limits } from '../protocol/limits.js';
import { Rate } from './rate.js';
import { type Full, Share, screeningReserveOf } from './share.js';

export interface ShareLimits {
  readonly maxConnections: number;
  readonly maxInFlight: number;
  readonly inFlightBodyBytes: number;
}

/** The rates of one address. */
export interface ShareRates {
  readonly connectionsPerS: number;
  readonly handshakesPerS: number;
}

/** A refusal by reason: whose part of the share was full, a rate that was passed, or the load of the machine. */
export type OnRefused = (share: string, full: Full | 'rate' | 'load') => void;

export interface Shares {
  readonly connections: Share;
  readonly requests: Share;
  /** for requests of ring screening once the others are full */
  readonly screeningRequests: Share;
  readonly bodyBytes: Share;
  /** for bodies of ring screening once the others are full */
  readonly screeningBodyBytes: Share;
  /** new TCP connections */
  readonly connectionRate: Rate;
  /** TLS and WebSocket handshakes */
  readonly handshakeRate: Rate;
  readonly onRefused: OnRefused;
}

export function createShares(
  own: ShareLimits,
  { connectionsPerS, handshakesPerS }: ShareRates = limits.shares,
  onRefused: OnRefused = () => {},
): Shares {
  const rate = (perS: number) => new Rate({ perS, burst: perS * limits.shares.burstS });
  const { maxConnections, maxInFlight, inFlightBodyBytes } = own;
  const requests = {
    ...{ name: 'requests', what: 'requests in progress', limit: maxInFlight, onRefused },
    advice: 'send fewer requests at once',
  };
  const bodies = {
    ...{ name: 'bodies', what: 'bytes of request bodies', limit: inFlightBodyBytes, onRefused },
    advice: 'send fewer or smaller requests at once',
  };
  return {
    connections: new Share({
      ...{ name: 'connections', what: 'open connections', limit: maxConnections, onRefused },
      advice: 'close idle connections, or use one connection for many requests',
    }),
    requests: new Share(requests),
    screeningRequests: screeningReserveOf(requests),
    bodyBytes: new Share(bodies),
    screeningBodyBytes: screeningReserveOf(bodies),
    connectionRate: rate(connectionsPerS),
    handshakeRate: rate(handshakesPerS),
    onRefused,
  };
}
