// An opened source: the size that it announces, and its pieces.

export interface Incoming {
  /** The size that the source states; undefined: it states none. */
  readonly bytes: number | undefined;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Called after the last piece; throws if the source reports a failure at its end. */
  readonly finish?: () => Promise<void>;
  /** Releases the source, after success or failure. */
  close(): Promise<void> | void;
}
