/** The end of an exhaustive switch: the code does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`a value that the types rule out: ${JSON.stringify(value)}`);
}
