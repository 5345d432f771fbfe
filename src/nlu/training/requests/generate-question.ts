// The request of generate_question (specification 3, section 4.2).
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { count, notifyUrl, serverPath } from './fields.js';

const { questions, questionCharacters } = limits.training;
const questionWords = `must have 1 to ${questionCharacters} characters`;

export const GenerateBody = z
  .strictObject({
    questions: z
      .array(
        z
          .string()
          .max(questionCharacters, questionWords)
          .refine((text) => text.trim() !== '', { error: questionWords }),
      )
      .min(1, `must have 1 to ${questions} entries`)
      .max(questions, `must have 1 to ${questions} entries`)
      .describe('The questions, without spaces between words.'),
    config: z
      .strictObject({
        notifyUrl: notifyUrl.default(''),
        topBeams: count('The most questions that are made of one.').default(30),
        modelPath: serverPath(
          'The directory of a trained model that measures similarity; empty: the shipped model.',
        ).default(''),
      })
      .prefault({})
      .describe('The settings for generating questions.'),
  })
  .meta({ id: 'NluGenerateRequest', description: 'Questions for which paraphrases are to be generated.' });
export type GenerateBody = z.output<typeof GenerateBody>;
