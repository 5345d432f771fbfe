// Limits of the gateway's clock.

export const clock = {
  /** Date of this software: no true clock can be earlier. It moves on with each release. */
  builtAtMs: Date.UTC(2026, 10, 20),
  /** distance from the last known time within which the machine's clock is believed at once */
  nearMs: 30 * 86_400_000,
  /** largest correction: a clock that is further behind the last known time is wrong */
  behindMs: 3_600_000,
  /** time of even running after which a clock that is far from the last known time is believed */
  evenMs: 3_600_000,
  /** deviation from the monotonic clock that still counts as even */
  unevenMs: 60_000,
  /** smallest movement of the time that counts as a jump */
  jumpMs: 3_600_000,
  /** without a believed clock, removals wait until the gateway has run for this time */
  unbelievedSweepMs: 86_400_000,
  /** interval between two readings of the machine's clock */
  lookMs: 5_000,
  /** interval at which the time is saved; a power cut prolongs retention by no more than this */
  saveMs: 600_000,
  /** a stop saves the time only if the last save is at least this long ago */
  saveAtStopMs: 60_000,
} as const;
