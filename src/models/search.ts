// The search that turns the scores of a recogniser into text, with a lexicon and a language model or without them.
import { z } from 'zod';

export const Search = z.strictObject({
  joining: z
    .enum(['lexicon', 'readings', 'units', 'none'])
    .optional()
    .describe(
      'lexicon: phones become the words of the language model (task lm). readings: each character stands for its readings in the lexicon of the language model, and these become words. units: each character is a word of the language model. none: no language model. lexicon for phones, none for others, unless given.',
    ),
  languageWeight: z
    .number()
    .min(0)
    .max(10)
    .optional()
    .describe('Weight of the language model; 0: off. The default is 0.58 with lexicon and readings, otherwise 0.'),
  unitBonus: z
    .number()
    .min(-20)
    .max(20)
    .optional()
    .describe(
      'Bonus for each recognised unit, in nats; 0: off. The default is 2.75 with lexicon and readings, otherwise 0.',
    ),
  blankPenalty: z
    .number()
    .min(0)
    .max(20)
    .optional()
    .describe(
      'Penalty of the blank, in nats, where its probability is not close to 1; 0: off. The default is 0.65 with lexicon and readings, otherwise 0.',
    ),
});
export type Search = z.output<typeof Search>;
export type Joining = NonNullable<Search['joining']>;
type UnitKind = 'phones' | 'characters' | 'bpe';

/** The joinings that the units of a model can have; the first unless the manifest says another. */
const joiningsOf: Readonly<Record<UnitKind, readonly [Joining, ...Joining[]]>> = {
  phones: ['lexicon'],
  characters: ['none', 'readings', 'units'],
  bpe: ['none'],
};

export const joiningOf = (kind: UnitKind, search: Search): Joining => search.joining ?? joiningsOf[kind][0];

export function* searchComplaints(kind: UnitKind, search: Search): Generator<string> {
  const possible = joiningsOf[kind];
  const joining = joiningOf(kind, search);
  if (!possible.includes(joining)) {
    yield `search.joining: a model of ${kind} cannot have ${joining}; it can have ${possible.join(', ')}`;
  }
  if (joining === 'none' && (search.languageWeight ?? 0) > 0) {
    yield 'search.languageWeight: must be 0 with the joining none, which has no language model';
  }
}

/** True if a model of characters is to be combined with a language model. */
export const isJoinedByCharacters = ({ units, search }: { units: { kind: UnitKind }; search: Search }): boolean =>
  units.kind === 'characters' && joiningOf(units.kind, search) !== 'none';
