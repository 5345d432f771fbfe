/**
 * Training material that cannot be used. The message names the file and the line, what is wrong, and what would be
 * right.
 */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}
