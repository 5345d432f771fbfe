// Measures whether an input uses the characters of a scope's texts or those of any other text: how much more likely its
// characters are in the scope than in general Mandarin.
import { commonCharacters, firstClass } from './tables/common-characters.js';

const step = 0.5;
/** The negative log probability of each character in general Mandarin, in nats. */
const rarities = new Map<number, number>();
let rarest = firstClass * step;
for (const [at, characters] of commonCharacters.split('|').entries()) {
  rarest = (firstClass + at) * step;
  for (let place = 0; place < characters.length; place++) rarities.set(characters.charCodeAt(place), rarest);
}
/** The value for letters, digits and placeholders of slots. */
const otherRarity = 5;
const rarityOf = (unit: number): number =>
  rarities.get(unit) ?? (unit >= 0x4e00 && unit <= 0x9fff ? rarest : otherRarity);

/** The weight of the scope's own character distribution; the rest is that of general Mandarin. */
const ownShare = 0.8;
const leastRatio = Math.log(1 - ownShare);
/** Ten nats make one strange character; more than three of them make no difference. */
const strangeNats = 10;
const mostStrange = 3;

export interface CharacterFamiliarity {
  /** The mean log ratio of the characters' probabilities in the scope and in general. */
  readonly likelier: number;
  /** The sum over characters that the scope lacks, weighted by rarity. */
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
