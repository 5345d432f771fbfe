// Reasons why a step of sync failed, by what the agent does about them.

/**
 * - `away`: the upstream cannot be reached, or the connection broke or stalled
 * - `busy`: the upstream cannot answer now (429, 5xx)
 * - `outdated`: content that the state names is gone; the state has to be fetched anew
 * - `refused`: asking again will not help before someone has changed something
 * - `lying`: the content is not what its name says, lacks the signature of a pinned key, or cannot be read
 * - `noRoom`: the disk of this box has no room or fails
 * - `noGateway`: the gateway of this box does not answer
 * - `notApplied`: the gateway of this box refused the state
 */
export type FaultKind = 'away' | 'busy' | 'outdated' | 'refused' | 'lying' | 'noRoom' | 'noGateway' | 'notApplied';

/** A fault of sync. People read its message: plain words, what to do, never a credential. */
export class SyncFault extends Error {
  override readonly name = 'SyncFault';
  readonly retryAfterMs: number | undefined;
  constructor(
    readonly kind: FaultKind,
    message: string,
    options: ErrorOptions & { readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

const shownCharacters = 200;

/** Excerpt of a text from outside: one line of limited length. */
export const excerpt = (text: string): string => {
  const line = text.replace(/[^\P{C}]+|\s+/gu, ' ').trim();
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
};

const certificateFaults =
  /^(CERT_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERR_SSL_|EPROTO$|INVALID_CA|HOSTNAME_MISMATCH)/;

/** The words for a code of TLS, to follow the name of the server; undefined for any other code. `settings` say whom this box trusts. */
export function certificateFault(code: string, settings: string): string | undefined {
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED') {
    return `presents a certificate that is not valid now (${code}); check the clock of this box`;
  }
  return certificateFaults.test(code)
    ? `presents a certificate that is not trusted (${code}); check ${settings}`
    : undefined;
}
