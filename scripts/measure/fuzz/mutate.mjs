// Inputs made of other inputs: bytes and words are changed, repeated, cut out and put in; JSON is changed as a tree.

/** @typedef {(below: number) => number} Random */

const odd = [
  '0',
  '-1',
  '1e999',
  '9007199254740993',
  'null',
  'true',
  '""',
  '[]',
  '{}',
  '"\\u0000"',
  '"__proto__"',
  '0.5',
  '"😀"',
];
const characters = [
  '\0',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\u3000',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '😀',
  '中',
  '１',
  '"',
  '\\',
  '<',
  '&',
  '{',
  '[',
  '}',
  ']',
  '|',
  ':',
  '=',
  ',',
  ';',
  '#',
  '%',
  '@',
  '-',
  '+',
  '.',
  '9',
  'A',
];

/** @param {Random} random @param {readonly Buffer[]} corpus @param {readonly string[]} words @param {number} mostBytes */
export function mutant(random, corpus, words, mostBytes) {
  // the shorter of two: most of the time would go into the longest
  const two = [corpus[random(corpus.length)], corpus[random(corpus.length)]];
  const [seed] = /** @type {[Buffer]} */ (two.sort((one, other) => (one?.length ?? 0) - (other?.length ?? 0)));
  const tree = random(3) === 0 ? jsonMutant(random, seed) : undefined;
  if (tree !== undefined) return tree.subarray(0, mostBytes);
  let bytes = Buffer.from(seed);
  for (let left = 1 + random(6); left > 0; left--) bytes = changed(random, bytes, corpus, words);
  return bytes.subarray(0, mostBytes);
}

/** @param {Random} random @param {Buffer} bytes @param {readonly Buffer[]} corpus @param {readonly string[]} words */
function changed(random, bytes, corpus, words) {
  const at = random(bytes.length + 1);
  const length = Math.min(bytes.length - at, 1 + random(random(8) === 0 ? 512 : 16));
  const put = (/** @type {Buffer} */ piece, removed = 0) =>
    Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + removed)]);
  switch (random(8)) {
    case 0: {
      if (at >= bytes.length) return bytes;
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
      return copy;
    }
    case 1:
      return put(Buffer.of(random(256)), random(2));
    case 2:
      return put(Buffer.alloc(0), length);
    case 3:
      return put(Buffer.concat(Array(1 + random(random(16) === 0 ? 200 : 3)).fill(bytes.subarray(at, at + length))));
    case 4: {
      const other = /** @type {Buffer} */ (corpus[random(corpus.length)]);
      const from = random(other.length + 1);
      return put(other.subarray(from, from + 1 + random(64)), random(2) * length);
    }
    case 5:
      return put(Buffer.from(characters[random(characters.length)] ?? ''), random(2));
    case 6:
      return put(Buffer.from(odd[random(odd.length)] ?? ''), random(2) * length);
    default:
      return put(Buffer.from(words[random(words.length)] ?? ''), random(2) * length);
  }
}

/** @param {Random} random @param {Buffer} seed @returns {Buffer | undefined} */
function jsonMutant(random, seed) {
  if (seed[0] !== 0x7b && seed[0] !== 0x5b) return undefined;
  let value;
  try {
    value = JSON.parse(seed.toString('utf8'));
  } catch {
    return undefined;
  }
  for (let left = 1 + random(3); left > 0; left--) change(random, value);
  return Buffer.from(JSON.stringify(value));
}

/** @param {Random} random @param {any} tree */
function change(random, tree) {
  /** @type {{ holder: any, key: string }[]} */ const places = [];
  const walk = (/** @type {any} */ holder) => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      if (typeof holder[key] === 'object' && holder[key] !== null && places.length < 2_000) walk(holder[key]);
    }
  };
  walk(tree);
  const place = places[random(places.length)];
  if (place === undefined) return;
  const { holder, key } = place;
  const other = places[random(places.length)];
  switch (random(5)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1:
      holder[key] = JSON.parse((odd[random(odd.length)] ?? 'null').replace('1e999', '1e308'));
      return;
    case 2:
      if (other !== undefined) holder[key] = structuredClone(other.holder[other.key]);
      return;
    case 3:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[random(holder.length)]));
      else holder[`${key}${random(3)}`] = holder[key];
      return;
    default:
      if (typeof holder[key] === 'string') {
        const text = holder[key];
        const at = random(text.length + 1);
        holder[key] =
          text.slice(0, at) +
          (characters[random(characters.length)] ?? '').repeat(random(20) === 0 ? 300 : 1) +
          text.slice(at + random(2));
      } else if (typeof holder[key] === 'number') holder[key] += [1, -1, 0.5, 1e6][random(4)] ?? 0;
  }
}
