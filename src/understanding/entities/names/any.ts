// SYS.any_x_y: x to y characters of any kind. As an answer it is the whole input without surrounding spaces and marks.
// In a question's notation it is a gap, which the matcher measures; `boundsOfAny` gives its size.

/** The least and the greatest number of characters; undefined: this is another lexicon. */
export function boundsOfAny(lexicon: string): { readonly least: number; readonly most: number } | undefined {
  const [, least, most] = /^SYS\.any_([0-9]+)_([0-9]+)$/.exec(lexicon) ?? [];
  return least === undefined ? undefined : { least: Number(least), most: Number(most) };
}

const around = /[\s\p{P}]/u;

/** The offsets of the input without surrounding spaces and marks; undefined: its length is out of bounds. */
export function findAny(text: string, least: number, most: number): { start: number; end: number } | undefined {
  let start = 0;
  let end = text.length;
  while (start < end && around.test(text.charAt(start))) start += 1;
  while (end > start && around.test(text.charAt(end - 1))) end -= 1;
  let characters = 0;
  for (const _ of text.slice(start, end)) characters += 1;
  return characters >= least && characters <= most ? { start, end } : undefined;
}
