// Responses and answers as bodies send them and as views show them (specification 3, section 2.3).
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { removedSchema } from '../envelopes.js';
import { withinBytes } from '../fields.js';

const named = (id: string, description: string) => ({ id, description });

export const returnType = z
  .enum(['FIRST', 'RANDOM'])
  .describe('The answer to give where tags leave several: the one with the smallest id, or any.');
const text = withinBytes(limits.nlu.answerBytes);

export const answerFields = {
  type: z.enum(['TEXT', 'TTS', 'AUDIO', 'VIDEO', 'HTML', 'RECOMMEND']).describe('The kind of answer.'),
  content: z
    .union([
      text,
      z
        .looseObject({
          menuIds: z.unknown().optional().describe('Ids of standard questions, in the order of the menu.'),
        })
        .meta(named('NluRecommendation', 'start, menuIds and end of a RECOMMEND answer.'))
        .transform((value) => JSON.stringify(value)),
    ])
    .describe('The answer, with {{ name }} for variables. RECOMMEND: JSON with start, menuIds and end.'),
  cmd: text.describe('An action of the client.'),
  tags: z.array(z.string()).max(limits.nlu.tagsPerAnswer).describe('Tags, each written tagGroup:tag.'),
};
export const AnswerDraft = z
  .strictObject({ ...answerFields, cmd: answerFields.cmd.default(''), tags: answerFields.tags.default([]) })
  .meta(named('NluAnswerDraft', 'An answer that is about to be made.'));
export type AnswerDraft = z.output<typeof AnswerDraft>;

export const ResponseDraft = z
  .strictObject({
    answers: z.array(AnswerDraft).min(1).max(limits.nlu.answersPerResponse).describe('One or more answers.'),
    returnType: returnType.default('FIRST'),
  })
  .meta(named('NluResponseDraft', 'A response that is about to be made.'));
export type ResponseDraft = z.output<typeof ResponseDraft>;

export const AnswerView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    type: answerFields.type,
    content: z.string().describe('The answer as it was saved.'),
    cmd: z.string().describe('An action of the client; empty: none.'),
    tags: z.array(z.string()).describe('Tags, each written tagGroup:tag.'),
  })
  .meta(named('NluAnswer', 'An answer.'));
export type AnswerView = z.output<typeof AnswerView>;

export const ResponseView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    returnType,
    answers: z.array(AnswerView).describe('Its answers.'),
  })
  .meta(named('NluResponse', 'A response.'));
export type ResponseView = z.output<typeof ResponseView>;

export const ResponseIds = z
  .strictObject({
    id: z.int().describe('The id of the response.'),
    answerIds: z.array(z.int()).describe('The ids of its answers.'),
  })
  .meta(named('NluResponseIds', 'The ids of a response.'));
export type ResponseIds = z.output<typeof ResponseIds>;

export const CreatedResponse = z
  .strictObject({ created: ResponseIds })
  .meta(named('NluCreatedResponse', 'The ids of a new response.'));
export const DeletedResponse = removedSchema(ResponseIds).meta(
  named('NluDeletedResponse', 'The ids of a removed response.'),
);
