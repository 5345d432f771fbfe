// Digest answers to 401 and 407 (RFC 7616, RFC 8760): MD5 and SHA-256, without qop or with qop=auth, and their session forms,
// which have a nonce of ours in the secret and so need qop.
import { createHash } from 'node:crypto';
import { type Header, parted, readParams, SipFault } from './message.js';

/** The strongest one first. */
const algorithms = ['SHA-256', 'SHA-256-sess', 'MD5', 'MD5-sess'] as const;
type Algorithm = (typeof algorithms)[number];

export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: Algorithm;
  readonly hasQop: boolean;
  readonly isStale: boolean;
}

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** The strongest one that can be answered. Throws a SipFault. */
export function challengeOf(headers: readonly Header[], name: 'www-authenticate' | 'proxy-authenticate'): Challenge {
  const known = headers.filter((header) => header.name === name).flatMap(({ value }) => readChallenge(value) ?? []);
  const rank = ({ algorithm }: Challenge) => algorithms.indexOf(algorithm);
  const [best] = known.sort((one, other) => rank(one) - rank(other));
  if (best !== undefined) return best;
  throw new SipFault(
    `${name}: must be Digest with one of ${algorithms.join(', ')}, and qop=auth (qop may be absent without -sess)`,
  );
}

function readChallenge(value: string): Challenge | undefined {
  const [, text] = /^Digest\s+(.*)$/is.exec(value) ?? [];
  if (text === undefined) return undefined;
  const { realm, nonce, opaque, qop, stale, algorithm = 'MD5' } = readParams(parted(text, ','));
  const named = algorithms.find((each) => each.toUpperCase() === algorithm.toUpperCase());
  const offered = qop?.split(',').map((each) => each.trim().toLowerCase());
  if (named === undefined || realm === undefined || nonce === undefined) return undefined;
  if (offered === undefined ? named.endsWith('-sess') : !offered.includes('auth')) return undefined;
  return {
    realm,
    nonce,
    opaque,
    algorithm: named,
    hasQop: offered !== undefined,
    isStale: stale?.toLowerCase() === 'true',
  };
}

export interface Asked {
  readonly method: string;
  readonly uri: string;
  readonly clientNonce: string;
  /** the number of uses of the nonce, this one included */
  readonly count: number;
}

export function digestAnswer(challenge: Challenge, { user, password }: Login, asked: Asked): string {
  const { realm, nonce, opaque, algorithm, hasQop } = challenge;
  const hash = (text: string) =>
    createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const nc = asked.count.toString(16).padStart(8, '0');
  const plain = hash(`${user}:${realm}:${password}`);
  const secret = algorithm.endsWith('-sess') ? hash(`${plain}:${nonce}:${asked.clientNonce}`) : plain;
  const request = hash(`${asked.method}:${asked.uri}`);
  const middle = hasQop ? `${nonce}:${nc}:${asked.clientNonce}:auth` : nonce;
  const fields = [
    ...[`username=${quoted(user)}`, `realm=${quoted(realm)}`, `nonce=${quoted(nonce)}`, `uri=${quoted(asked.uri)}`],
    ...[`response="${hash(`${secret}:${middle}:${request}`)}"`, `algorithm=${algorithm}`],
    ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce="${asked.clientNonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  return `Digest ${fields.join(', ')}`;
}

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
