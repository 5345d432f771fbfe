// The routes of responses and answers (specification 3, section 4.7). Their owners create and delete responses.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { AnswerDraft, AnswerView, answerFields, ResponseView, returnType } from './schemas.js';
import type { Responses } from './service.js';

const responsePatch = patchBody(
  'NluResponsePatch',
  'a response: its return type',
  { returnType: returnType.optional() },
  ResponseView.shape,
);
const { content, cmd, tags } = answerFields;
const answerPatch = patchBody(
  'NluAnswerPatch',
  'an answer; tags replace all that it had',
  { content: content.optional(), cmd: cmd.optional(), tags: tags.optional() },
  AnswerView.shape,
);

const responseId = idParam('The response.');
const answerId = idParam('The answer.');
const ofResponse = { responseId: '{response}' };
const ofAnswer = { responseId: '{response}', answerId: '{answer}' };

export function responseRoutes(responses: Responses): Route[] {
  return [
    nluRoute({
      id: 'nlu.responses.view',
      method: 'GET',
      path: '/responses/:responseId',
      summary: 'View a response with its answers',
      params: { responseId },
      reply: ResponseView,
      example: { params: ofResponse },
      invalid: { params: { responseId: 'first' } },
      handle: ({ tenantId, params }) => responses.view(tenantId, params.responseId),
    }),
    nluRoute({
      id: 'nlu.responses.change',
      method: 'PATCH',
      path: '/responses/:responseId',
      summary: 'Change which of several answers a response gives',
      params: { responseId },
      body: responsePatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofResponse, body: { returnType: 'RANDOM' } },
      invalid: { params: ofResponse, body: { returnType: 'LAST' } },
      handle: ({ tenantId, params, body }) => {
        responses.change(tenantId, params.responseId, body);
        return updated(params.responseId);
      },
    }),
    nluRoute({
      id: 'nlu.answers.list',
      method: 'GET',
      path: '/responses/:responseId/answers',
      summary: 'List the answers of a response',
      params: { responseId },
      reply: z.strictObject({ answers: z.array(AnswerView).describe('The answers.') }),
      example: { params: ofResponse },
      invalid: { params: { responseId: 'first' } },
      handle: ({ tenantId, params }) => ({ answers: responses.answers(tenantId, params.responseId) }),
    }),
    nluRoute({
      id: 'nlu.answers.create',
      method: 'POST',
      path: '/responses/:responseId/answers',
      summary: 'Add an answer to a response',
      params: { responseId },
      body: nluBody(AnswerDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['TOO_MANY_RESOURCES'],
      example: { params: ofResponse, body: { type: 'TEXT', content: '九点开门，{{ user.name }}。' } },
      invalid: { params: ofResponse, body: { type: 'TEXT', content: '{{ user.name' } },
      handle: ({ tenantId, params, body }) => created({ id: responses.addAnswer(tenantId, params.responseId, body) }),
    }),
    nluRoute({
      id: 'nlu.answers.view',
      method: 'GET',
      path: '/responses/:responseId/answers/:answerId',
      summary: 'View an answer',
      params: { responseId, answerId },
      reply: AnswerView,
      example: { params: ofAnswer },
      invalid: { params: { ...ofResponse, answerId: 'first' } },
      handle: ({ tenantId, params }) => responses.answer(tenantId, params.responseId, params.answerId),
    }),
    nluRoute({
      id: 'nlu.answers.change',
      method: 'PATCH',
      path: '/responses/:responseId/answers/:answerId',
      summary: 'Change an answer',
      params: { responseId, answerId },
      body: answerPatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofAnswer, body: { content: '十点开门。' } },
      invalid: { params: ofAnswer, body: { tags: ['colour'] } },
      handle: ({ tenantId, params, body }) => {
        responses.changeAnswer(tenantId, params.responseId, params.answerId, body);
        return updated(params.answerId);
      },
    }),
    nluRoute({
      id: 'nlu.answers.remove',
      method: 'DELETE',
      path: '/responses/:responseId/answers/:answerId',
      summary: 'Delete an answer that is not the last one of its response',
      params: { responseId, answerId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['CONFLICT'],
      example: { params: ofAnswer },
      invalid: { params: { ...ofResponse, answerId: '0' } },
      handle: ({ tenantId, params }) => {
        responses.removeAnswer(tenantId, params.responseId, params.answerId);
        return removed({ id: params.answerId });
      },
    }),
  ];
}
