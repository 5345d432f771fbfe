// QA directories and pairs as bodies send them and as views show them (specification 3, section 4.9).
import { z } from 'zod';
import { descriptionText, nameText } from '../fields.js';
import { QuestionDraft, QuestionIds, QuestionView } from '../question/schemas.js';
import { ResponseDraft, ResponseIds, ResponseView } from '../response/schemas.js';

const named = (id: string, description: string) => ({ id, description });

export const dirName = nameText.describe('Its name, unique among those beside it.');
export const dirDescription = descriptionText.describe('A description.');

export const DirDraft = z
  .strictObject({ name: dirName, description: dirDescription.default('') })
  .meta(named('NluDirDraft', 'A directory that is about to be made.'));

export interface DirView {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly children: DirView[];
}
export const DirView: z.ZodType<DirView> = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    get children() {
      return z.array(DirView).describe('The directories in it.');
    },
  })
  .meta(named('NluDir', 'A directory of question-answer pairs, without the pairs.'));

const timeWords = 'must be empty or an RFC 3339 time, such as 2026-01-31T09:00:00+08:00';
/** RFC 3339, 5.6: T and Z may be in lower case. */
const timeForm = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text) => text.replace(/t|z/g, (letter) => letter.toUpperCase()))
  .pipe(z.iso.datetime({ offset: true, error: timeWords }));
/** A time of RFC 3339, as ms UTC; null if empty. */
const time = z
  .union([z.literal(''), timeForm], { error: timeWords })
  .transform((text) => (text === '' ? null : Date.parse(text)));

const times = {
  effectTime: time.optional().describe('The pair is answered from this time on (RFC 3339); empty: from the beginning.'),
  invalidTime: time.optional().describe('The pair is answered before this time (RFC 3339); empty: without end.'),
  beginTime: time.optional().describe('Another spelling of effectTime.'),
  endTime: time.optional().describe('Another spelling of invalidTime.'),
};
const enabled = z.boolean().describe('A disabled pair is never answered.');

export const PairDraft = z
  .strictObject({
    question: QuestionDraft,
    response: ResponseDraft,
    enabled: enabled.default(true),
    ...times,
  })
  .meta(named('NluPairDraft', 'A question-answer pair that is about to be made.'));
export type PairDraft = z.output<typeof PairDraft>;

export const pairChanges = { enabled: enabled.optional(), ...times };

export const PairView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    question: z.union([QuestionView, QuestionIds]).describe('The question; ids only where detail is false.'),
    response: z.union([ResponseView, ResponseIds]).describe('The answers; ids only where detail is false.'),
    enabled,
    effectTime: z.string().describe('The pair is answered from this time on; empty: from the beginning.'),
    invalidTime: z.string().describe('The pair is answered before this time; empty: without end.'),
    beginTime: z.string().describe('effectTime, as lists spell it.'),
    endTime: z.string().describe('invalidTime, as lists spell it.'),
  })
  .meta(named('NluPair', 'A question-answer pair.'));
export type PairView = z.output<typeof PairView>;

export const PairIds = z
  .strictObject({
    id: z.int().describe('The id of the pair.'),
    question: QuestionIds,
    response: ResponseIds,
  })
  .meta(named('NluPairIds', 'The ids of a question-answer pair.'));
export type PairIds = z.output<typeof PairIds>;
