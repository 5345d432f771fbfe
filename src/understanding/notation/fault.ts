// The fault that all notations share: an offset in the text, and a sentence.

/** A text that violates its notation. `at` is an index into its UTF-16 code units. */
export class NotationFault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
    this.name = 'NotationFault';
  }

  /** The message with the position as people count it: in characters, from 1. */
  in(text: string): string {
    return `character ${[...text.slice(0, this.at)].length + 1}: ${this.message}`;
  }
}

/** Thrown if a robot needs more memory than one robot may have. The message is a sentence for its author. */
export class RobotTooLarge extends Error {
  override readonly name = 'RobotTooLarge';
}

const shownCharacters = 24;

/** Quotes a part of the input, shortened for a message. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 2 * shownCharacters + 2)];
  const isWhole = characters.length <= shownCharacters && text.length <= 2 * shownCharacters + 2;
  return JSON.stringify(isWhole ? text : `${characters.slice(0, shownCharacters).join('')}…`);
}
