// JSON as people like to compare it: a value that fits into one line is written on one, any other has a line for each
// part.

const lineCharacters = 100;

/** The JSON text, with a newline at its end. */
export const jsonText = (value: unknown): string => `${written(value, '', 0)}\n`;

/** `used` is the number of characters that the line already holds. */
function written(value: unknown, indent: string, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const flat = inOneLine(value);
  if (flat !== undefined && used + flat.length <= lineCharacters) return flat;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => `${deeper}${written(each, deeper, deeper.length)}`)
    : Object.entries(value).map(([key, each]) => {
        const name = `${deeper}${JSON.stringify(key)}: `;
        return name + written(each, deeper, name.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** The value on one line; undefined if it is too long for that. */
function inOneLine(value: object): string | undefined {
  const parts: string[] = [];
  let length = 4;
  const entries: [string | undefined, unknown][] = Array.isArray(value)
    ? value.map((each) => [undefined, each])
    : Object.entries(value);
  for (const [key, each] of entries) {
    const text = typeof each === 'object' && each !== null ? inOneLine(each) : JSON.stringify(each);
    if (text === undefined) return undefined;
    const part = key === undefined ? text : `${JSON.stringify(key)}: ${text}`;
    length += part.length + 2;
    if (length > lineCharacters) return undefined;
    parts.push(part);
  }
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}';
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}
