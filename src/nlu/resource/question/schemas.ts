// Questions as bodies send them and as views show them (specification 3, section 2.3).
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { withinBytes } from '../fields.js';

const named = (id: string, description: string) => ({ id, description });

export const questionText = withinBytes(limits.nlu.questionBytes).describe(
  'The text; slots are written {name}, {name@lexicon}, {sample:name@lexicon}; RE: begins a regular expression (RE2).',
);
export const ExtQuestionDraft = z
  .strictObject({ text: questionText })
  .meta(named('NluExtQuestionDraft', 'Another way to ask the same.'));
const exts = z.array(ExtQuestionDraft).max(limits.nlu.extQuestions).describe('Other ways to ask the same.');

export const QuestionDraft = z
  .strictObject({
    text: questionText,
    extQuestions: exts.optional(),
    extended: exts.optional().describe('Another spelling of extQuestions.'),
  })
  .refine(({ extQuestions, extended }) => extQuestions === undefined || extended === undefined, {
    error: 'is another spelling of extQuestions; send one of the two',
    path: ['extended'],
  })
  .meta(named('NluQuestionDraft', 'A question that is about to be made.'));
export type QuestionDraft = z.output<typeof QuestionDraft>;

export const ExtQuestionView = z
  .strictObject({ id: z.int().describe('Its id.'), text: z.string().describe('The text.') })
  .meta(named('NluExtQuestion', 'Another way to ask the same.'));
export const QuestionView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    text: z.string().describe('The standard question.'),
    extQuestions: z.array(ExtQuestionView).describe('Other ways to ask the same.'),
  })
  .meta(named('NluQuestion', 'A question.'));
export type QuestionView = z.output<typeof QuestionView>;

export const QuestionIds = z
  .strictObject({
    id: z.int().describe('The id of the question.'),
    extQuestionIds: z.array(z.int()).describe('The ids of its extended questions.'),
  })
  .meta(named('NluQuestionIds', 'The ids of a question.'));
export type QuestionIds = z.output<typeof QuestionIds>;
