// Finds the line of a JSON text at which a part of it begins, for findings to name.

export type JsonPath = readonly (string | number)[];

/**
 * The line, counted from 1. A part that does not exist has the line of the nearest part around it. The text must be
 * JSON.
 */
export function lineOf(text: string, path: JsonPath): number {
  const at = place(text, path);
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return line;
}

function place(text: string, path: JsonPath): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const next = partAt(text, at, step);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** The place where the value of a key or an index begins in the object or array at `from`. */
function partAt(text: string, from: number, step: string | number): number | undefined {
  const isObject = text[from] === '{';
  if (!isObject && text[from] !== '[') return undefined;
  let at = skipSpace(text, from + 1);
  for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index++) {
    let name: string | number = index;
    if (isObject) {
      const end = endOfText(text, at);
      name = JSON.parse(text.slice(at, end));
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === step) return at;
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++;
  return at;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === '"') {
      at = endOfText(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (letter === '{' || letter === '[') depth++;
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (letter === ',' && depth === 0) return at;
  }
  return text.length;
}
