/** Material that cannot be used. The message says which file and line, what is wrong, and what would be right. */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}
