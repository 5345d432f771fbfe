// `*` for any text, `?` for any one character; the case does not matter.
const special = /[.+^${}()|[\]\\]/g;

export function wildcard(pattern: string): (text: string) => boolean {
  // runs of * as one: each more would multiply the ways to fail
  const source = pattern.replace(/\*+/g, '*').replace(special, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 'is');
  return (text) => expression.test(text);
}
