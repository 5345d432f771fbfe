// Limits of the gateway's clock.

export const clock = {
  /** No machine's clock can truthfully be before this software was written; moved on with each release. */
  builtAtMs: Date.UTC(2026, 10, 20),
  /** distance from the last known time within which the machine's clock is believed at once */
  nearMs: 30 * 86_400_000,
  /** a clock cannot be behind the last known time by more than a correction */
  behindMs: 3_600_000,
  /** a clock that is far from the last known time is believed when it has gone on evenly for so long */
  evenMs: 3_600_000,
  /** deviation from the steady clock that is still an even pace */
  unevenMs: 60_000,
  /** a movement of the time by more is a jump */
  jumpMs: 3_600_000,
  /** without a clock to believe, removals wait until the gateway has run for so long */
  unbelievedSweepMs: 86_400_000,
  /** interval of the looks at the machine's clock */
  lookMs: 5_000,
  /** interval at which the time is saved; a power cut makes what is kept last longer by no more */
  saveMs: 600_000,
  /** a stop saves the time only if so much has passed since it was saved */
  saveAtStopMs: 60_000,
} as const;
