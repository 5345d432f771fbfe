// Limits of the gateway's clock.

export const clock = {
  /** The date of this software. No correct clock can be before it; each release moves it forward. */
  builtAtMs: Date.UTC(2026, 10, 20),
  /** distance from the last known time within which the machine's clock is trusted at once */
  nearMs: 30 * 86_400_000,
  /** largest plausible lag of a clock behind the last known time, as after a correction */
  behindMs: 3_600_000,
  /** time for which a clock far from the last known time must run evenly before it is trusted */
  evenMs: 3_600_000,
  /** deviation from the steady clock that still counts as an even pace */
  unevenMs: 60_000,
  /** a larger change of the time counts as a jump */
  jumpMs: 3_600_000,
  /** uptime after which removals begin although no clock can be trusted */
  unbelievedSweepMs: 86_400_000,
  /** interval of the checks of the machine's clock */
  lookMs: 5_000,
  /** interval at which the time is saved; a power cut extends retention by at most this much */
  saveMs: 600_000,
  /** a stop saves the time only if this much has passed since it was last saved */
  saveAtStopMs: 60_000,
} as const;
