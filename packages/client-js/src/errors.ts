// The errors of a call. An abort is none of these: it rejects with the reason of its AbortSignal.

export interface ErrorDetails {
  /** The number of the error; docs/errors.md of tonegate lists them. 0 if the gateway named none. */
  readonly code?: number | undefined;
  /** The token by which the log of the gateway names the request or session. */
  readonly traceToken?: string | undefined;
  readonly cause?: unknown;
}

/** The base of every error of this package. */
export class TonegateError extends Error {
  readonly code: number;
  readonly traceToken: string | undefined;

  constructor(message: string, { code = 0, traceToken, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.traceToken = traceToken;
  }
}

/** The gateway refused a request or a handshake. */
export class RefusedError extends TonegateError {
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, status: number, details: ErrorDetails = {}) {
    super(message, details);
    this.status = status;
  }
}

/** 401: the appkey or the secret is wrong, or a fresh token was refused too. */
export class UnauthenticatedError extends RefusedError {}

/** 503, also after the last try. */
export class UnavailableError extends RefusedError {
  /** Time in ms after which the gateway recommends another try. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails & { readonly retryAfterMs?: number | undefined } = {}) {
    super(message, 503, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** A streaming session ended with ERROR or FATAL_ERROR, or a fork was refused. */
export class SessionError extends TonegateError {
  /** True if the connection ended with the error: FATAL_ERROR. */
  readonly isFatal: boolean;

  constructor(message: string, isFatal: boolean, details: ErrorDetails = {}) {
    super(message, details);
    this.isFatal = isFatal;
  }
}

/** The connection could not be made, or broke before the end. */
export class ConnectionError extends TonegateError {}

/** The caller asked for something impossible: an unknown coding, or a missing optional package. */
export class UsageError extends TonegateError {}

/** A transcription task ended without a result for one of its files. `code` is the state of the file. */
export class TranscriptionError extends TonegateError {}
