// The routes of task questions (specification 3, section 4.10, which writes some paths with task_question).
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { removed, removedSchema, UpdatedId, updated } from '../envelopes.js';
import { nameText } from '../fields.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { detailQuery, pageQuery, pageReply } from '../page.js';
import { patchBody } from '../patch.js';
import { QuestionDraft, QuestionIds, QuestionView } from '../question/schemas.js';
import type { TaskQuestions } from './service.js';

const named = (id: string, description: string) => ({ id, description });
const label = nameText.describe('The label, by which conditions name the question that was hit.');

export const TaskQuestionDraft = z
  .strictObject({ label, question: QuestionDraft })
  .meta(named('NluTaskQuestionDraft', 'A task question that is about to be made.'));
const TaskQuestionView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    label: z.string().describe('Its label.'),
    question: z.union([QuestionView, QuestionIds]).describe('The question; ids only where detail is false.'),
  })
  .meta(named('NluTaskQuestion', 'A task question.'));
const Ids = z
  .strictObject({ id: z.int().describe('The id of the task question.'), question: QuestionIds })
  .meta(named('NluTaskQuestionIds', 'The ids of a task question.'));
const Listing = z
  .strictObject({
    ...pageReply,
    taskQuestions: z.array(TaskQuestionView).describe('The task questions of this page.'),
  })
  .meta(named('NluTaskQuestionListing', 'A page of task questions.'));
const Created = z
  .strictObject({ created: Ids })
  .meta(named('NluCreatedTaskQuestion', 'The ids of a new task question.'));
const Deleted = removedSchema(Ids).meta(named('NluDeletedTaskQuestion', 'The ids of a removed task question.'));
const taskQuestionPatch = patchBody(
  'NluTaskQuestionPatch',
  'a task question: its label',
  { label: label.optional() },
  TaskQuestionView.shape,
);

const tqId = idParam('The task question.');
const ofThis = { tqId: '{taskQuestion}' };
const one = { path: '/task_questions/:tqId', aliases: ['/task_question/:tqId'], params: { tqId } };
const all = { path: '/task_questions', aliases: ['/task_question'] };

export function taskQuestionRoutes(taskQuestions: TaskQuestions): Route[] {
  return [
    nluRoute({
      ...all,
      id: 'nlu.taskQuestions.list',
      method: 'GET',
      summary: 'List task questions',
      query: z.object({
        ...pageQuery,
        label: z.string().default('').describe('List only those whose label holds this text.'),
        detail: detailQuery('ids of the questions only'),
      }),
      reply: Listing,
      example: { query: { limit: '10' } },
      invalid: { query: { limit: 'ten' } },
      handle: ({ tenantId, query: { label: wanted, detail, ...page } }) =>
        taskQuestions.list(tenantId, wanted, page, detail),
    }),
    nluRoute({
      ...all,
      id: 'nlu.taskQuestions.create',
      method: 'POST',
      summary: 'Create a task question',
      body: nluBody(TaskQuestionDraft),
      storage: 'grows',
      reply: Created,
      errors: ['CONFLICT', 'TOO_MANY_RESOURCES'],
      example: { body: { label: 'agrees', question: { text: '好的', extQuestions: [{ text: '可以' }] } } },
      invalid: { body: { label: 'agrees', question: { text: '{明天:date}可以' } } },
      handle: ({ tenantId, body }) => ({ created: taskQuestions.create(tenantId, body.label, body.question) }),
    }),
    nluRoute({
      ...one,
      id: 'nlu.taskQuestions.view',
      method: 'GET',
      summary: 'View a task question',
      reply: TaskQuestionView,
      example: { params: ofThis },
      invalid: { params: { tqId: 'first' } },
      handle: ({ tenantId, params }) => taskQuestions.view(tenantId, params.tqId),
    }),
    nluRoute({
      ...one,
      id: 'nlu.taskQuestions.change',
      method: 'PATCH',
      summary: 'Change the label of a task question',
      body: taskQuestionPatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofThis, body: { label: 'declines' } },
      invalid: { params: ofThis, body: { label: '' } },
      handle: ({ tenantId, params, body }) => {
        taskQuestions.change(tenantId, params.tqId, body);
        return updated(params.tqId);
      },
    }),
    nluRoute({
      ...one,
      id: 'nlu.taskQuestions.remove',
      method: 'DELETE',
      summary: 'Delete a task question that no scene uses',
      storage: 'frees',
      reply: Deleted,
      errors: ['IN_USE'],
      example: { params: ofThis },
      invalid: { params: { tqId: '0' } },
      handle: ({ tenantId, params }) => removed(taskQuestions.remove(tenantId, params.tqId)),
    }),
  ];
}
