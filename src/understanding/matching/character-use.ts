// Whether an input uses the characters that the texts of a scope use, or those of any other text: how much likelier its characters are
// among the scope's than in Mandarin at large.
import { commonCharacters, firstClass } from './tables/common-characters.js';

const step = 0.5;
/** Minus the log probability of each character in Mandarin at large, in nats. */
const rarities = new Map<number, number>();
let rarest = firstClass * step;
for (const [at, characters] of commonCharacters.split('|').entries()) {
  rarest = (firstClass + at) * step;
  for (let place = 0; place < characters.length; place++) rarities.set(characters.charCodeAt(place), rarest);
}
/** Letters, digits, and what stands for a slot. */
const otherRarity = 5;
const rarityOf = (unit: number): number =>
  rarities.get(unit) ?? (unit >= 0x4e00 && unit <= 0x9fff ? rarest : otherRarity);

/** The share of the scope's own characters; the rest is any text's. */
const ownShare = 0.8;
const leastRatio = Math.log(1 - ownShare);
/** Ten nats are a strange character; an input is not stranger than three of them. */
const strangeNats = 10;
const mostStrange = 3;

export interface CharacterFamiliarity {
  /** The mean over the characters of the input of the logarithm of how much likelier each is in the scope. */
  readonly likelier: number;
  /** The characters that the scope does not have, the rare ones counting more. */
  readonly strange: number;
}

export class CharacterUse {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const unit = line.charCodeAt(at);
      this.#counts.set(unit, (this.#counts.get(unit) ?? 0) + 1);
    }
    this.#total += line.length;
  }

  familiarity(line: string): CharacterFamiliarity {
    let [sum, strange] = [0, 0];
    for (let at = 0; at < line.length; at++) {
      const unit = line.charCodeAt(at);
      const rarity = rarityOf(unit);
      const count = this.#counts.get(unit) ?? 0;
      if (count === 0) strange += rarity / strangeNats;
      sum += count === 0 ? leastRatio : Math.log(1 - ownShare + (ownShare * count * Math.exp(rarity)) / this.#total);
    }
    const likelier = line.length === 0 ? 0 : sum / line.length;
    return { likelier, strange: Math.min(mostStrange, strange) };
  }
}
