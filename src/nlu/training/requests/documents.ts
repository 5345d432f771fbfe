// The requests of doc_to_qa and doc_reader (specification 3, section 4.2).
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { count, notifyUrl, source } from './fields.js';

export const SplitBody = z
  .strictObject({
    ...source,
    config: z
      .strictObject({ notifyUrl: notifyUrl.default('') })
      .prefault({})
      .describe('The address that is called when the task ends.'),
  })
  .meta({ id: 'NluSplitRequest', description: 'Documents that are to be split into questions and answers.' });
export type SplitBody = z.output<typeof SplitBody>;

export const ReaderBody = z
  .strictObject({
    ...source,
    config: z
      .strictObject({
        nbest: count('The number of paragraphs in which answers are searched for.').default(10),
        maxAnswerLength: count('The maximum number of characters of an answer.').default(500),
        docBufferLength: count(
          'The largest number of characters, of a sentence and of those before it, that are used together to choose an answer.',
        ).default(150),
      })
      .prefault({})
      .describe('The settings for finding answers.'),
  })
  .meta({ id: 'NluReaderRequest', description: 'Documents that are to be asked.' });
export type ReaderBody = z.output<typeof ReaderBody>;

const { queryCharacters } = limits.documents;
const queryWords = `must have 1 to ${queryCharacters} characters`;

export const AskBody = z
  .strictObject({
    query: z
      .string()
      .max(queryCharacters, queryWords)
      .refine((text) => text.trim() !== '', { error: queryWords })
      .describe('The question.'),
  })
  .meta({ id: 'NluReaderQuestion', description: 'A question about the documents of a session.' });
