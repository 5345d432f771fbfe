// Why a step of sync did not come to its end, told apart by what the agent does about it.

/**
 * - `away`: the upstream cannot be reached, or the connection broke or stalled
 * - `busy`: it answers, but not now (429, 5xx)
 * - `outdated`: what its state names is there no longer; the state has to be fetched anew
 * - `refused`: asking again will not help before someone has changed something
 * - `lying`: what came is not what its name says, lacks the signature of a pinned key, or cannot be read
 * - `noRoom`: the disk of this box
 * - `noGateway`: the gateway of this box does not answer
 * - `notApplied`: the gateway of this box refused the state
 */
export type FaultKind = 'away' | 'busy' | 'outdated' | 'refused' | 'lying' | 'noRoom' | 'noGateway' | 'notApplied';

/** The message is shown to people: plain words, what to do, never a credential. */
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
