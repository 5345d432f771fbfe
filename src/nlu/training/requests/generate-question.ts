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
        modelPath: serverPath('The directory of a trained model that tells likenesses; empty: what ships.').default(''),
      })
      .prefault({})
      .describe('How questions are made.'),
  })
  .meta({ id: 'NluGenerateRequest', description: 'Questions of which other ones that mean the same are to be made.' });
export type GenerateBody = z.output<typeof GenerateBody>;
