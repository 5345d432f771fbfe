// Limits of the log.
export const log = {
  /** lines for one reason; further ones are counted and dropped */
  linesPerSecond: 10,
  /** distinct reasons; beyond them each message counts as the same reason */
  reasons: 256,
  /** letters of a reason's text that distinguish it from others */
  reasonLetters: 60,
};
