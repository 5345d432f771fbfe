/** The end of an exhaustive switch: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`a value that the types rule out: ${JSON.stringify(value)}`);
}
