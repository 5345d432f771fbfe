// The log.
export const log = {
  /** of one reason; more are counted and left out */
  linesPerSecond: 10,
  /** that are told apart; beyond them a message is one reason */
  reasons: 256,
  /** of the text of a reason that tell it from others */
  reasonLetters: 60,
};
