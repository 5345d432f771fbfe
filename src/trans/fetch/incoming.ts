// A source that has been opened: how much it says is coming, and the pieces.

export interface Incoming {
  /** As the source states it. */
  readonly bytes: number | undefined;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** After the last piece: throws where the source has second thoughts. */
  readonly finish?: () => Promise<void>;
  /** Whatever happened. */
  close(): Promise<void> | void;
}
