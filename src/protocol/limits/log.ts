// The log.
export const log = {
  /** lines of one reason; more are counted and left out */
  linesPerSecond: 10,
  /** reasons that are told apart; beyond them all messages share one */
  reasons: 256,
  /** letters at the start of a cause that tell it from other causes */
  reasonLetters: 60,
};
