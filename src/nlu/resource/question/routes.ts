// The routes of questions and extended questions (specification 3, section 4.5). Their owners create and delete questions.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { patchBody } from '../patch.js';
import { ExtQuestionDraft, ExtQuestionView, QuestionView, questionText } from './schemas.js';
import type { Questions } from './service.js';

const questionPatch = patchBody(
  'NluQuestionPatch',
  'a question: its standard text',
  { text: questionText.optional() },
  { ...QuestionView.shape, extended: QuestionView.shape.extQuestions },
);
const extQuestionPatch = patchBody(
  'NluExtQuestionPatch',
  'an extended question',
  { text: questionText.optional() },
  ExtQuestionView.shape,
);

const questionId = idParam('The question.');
const extQuestionId = idParam('The extended question.');
const ofQuestion = { questionId: '{question}' };
const ofExt = { questionId: '{question}', extQuestionId: '{extQuestion}' };

export function questionRoutes(questions: Questions): Route[] {
  return [
    nluRoute({
      id: 'nlu.questions.view',
      method: 'GET',
      path: '/questions/:questionId',
      summary: 'View a question with its extended questions',
      params: { questionId },
      reply: QuestionView,
      example: { params: ofQuestion },
      invalid: { params: { questionId: 'first' } },
      handle: ({ tenantId, params }) => questions.view(tenantId, params.questionId),
    }),
    nluRoute({
      id: 'nlu.questions.change',
      method: 'PATCH',
      path: '/questions/:questionId',
      summary: 'Change the standard text of a question',
      params: { questionId },
      body: questionPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofQuestion, body: { text: '{unique}' } },
      invalid: { params: ofQuestion, body: { text: '几点{开门' } },
      handle: ({ tenantId, params, body }) => {
        questions.change(tenantId, params.questionId, body);
        return updated(params.questionId);
      },
    }),
    nluRoute({
      id: 'nlu.extQuestions.list',
      method: 'GET',
      path: '/questions/:questionId/ext_questions',
      summary: 'List the extended questions of a question',
      params: { questionId },
      reply: z.strictObject({ extQuestions: z.array(ExtQuestionView).describe('The extended questions.') }),
      example: { params: ofQuestion },
      invalid: { params: { questionId: 'first' } },
      handle: ({ tenantId, params }) => ({ extQuestions: questions.extQuestions(tenantId, params.questionId) }),
    }),
    nluRoute({
      id: 'nlu.extQuestions.create',
      method: 'POST',
      path: '/questions/:questionId/ext_questions',
      summary: 'Add an extended question',
      params: { questionId },
      body: nluBody(ExtQuestionDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { params: ofQuestion, body: { text: '{unique}' } },
      invalid: { params: ofQuestion, body: { text: 'RE:(?=x)' } },
      handle: ({ tenantId, params, body }) => created({ id: questions.addExt(tenantId, params.questionId, body.text) }),
    }),
    nluRoute({
      id: 'nlu.extQuestions.view',
      method: 'GET',
      path: '/questions/:questionId/ext_questions/:extQuestionId',
      summary: 'View an extended question',
      params: { questionId, extQuestionId },
      reply: ExtQuestionView,
      example: { params: ofExt },
      invalid: { params: { ...ofQuestion, extQuestionId: 'first' } },
      handle: ({ tenantId, params }) => questions.extQuestion(tenantId, params.questionId, params.extQuestionId),
    }),
    nluRoute({
      id: 'nlu.extQuestions.change',
      method: 'PATCH',
      path: '/questions/:questionId/ext_questions/:extQuestionId',
      summary: 'Change an extended question',
      params: { questionId, extQuestionId },
      body: extQuestionPatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT'],
      example: { params: ofExt, body: { text: '{unique}' } },
      invalid: { params: ofExt, body: { text: '' } },
      handle: ({ tenantId, params, body }) => {
        questions.changeExt(tenantId, params.questionId, params.extQuestionId, body);
        return updated(params.extQuestionId);
      },
    }),
    nluRoute({
      id: 'nlu.extQuestions.remove',
      method: 'DELETE',
      path: '/questions/:questionId/ext_questions/:extQuestionId',
      summary: 'Delete an extended question',
      params: { questionId, extQuestionId },
      storage: 'frees',
      reply: DeletedId,
      example: { params: ofExt },
      invalid: { params: { ...ofQuestion, extQuestionId: '0' } },
      handle: ({ tenantId, params }) => {
        questions.removeExt(tenantId, params.questionId, params.extQuestionId);
        return removed({ id: params.extQuestionId });
      },
    }),
  ];
}
