// Seeded random numbers: the same name gives the same clip on every machine.

/** @typedef {{ next(): number, range(from: number, to: number): number, int(below: number): number,
 *   pick<T>(items: readonly T[]): T, gauss(): number, chance(p: number): boolean }} Random */

/** FNV-1a over the name, with a final mix, so that neighbouring names give unrelated seeds.
 * @param {string} name */
function seedOf(name) {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}

/** Mulberry32: 32 bits of state are plenty for a clip of 30 s that never repeats a name.
 * @param {string} name
 * @returns {Random} */
export function makeRandom(name) {
  let state = seedOf(name);
  /** @type {number | undefined} */
  let spare;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (/** @type {number} */ below) => Math.floor(next() * below);
  return {
    next,
    int,
    range: (from, to) => from + (to - from) * next(),
    pick: (items) => /** @type {any} */ (items[int(items.length)]),
    chance: (p) => next() < p,
    gauss() {
      if (spare !== undefined) {
        const kept = spare;
        spare = undefined;
        return kept;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      const angle = 2 * Math.PI * next();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
  };
}
