// The routes of training tasks (specification 3, section 4.2).
import { z } from 'zod';
import { type BodyRule, JsonText, lenientBody, type Route } from '../../http/route.js';
import type { ErrorName } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { LearningKind } from '../../understanding/learning/order.js';
import { created } from '../resource/envelopes.js';
import { trainRoute } from '../resource/nlu-route.js';
import { type Prepared, prepareGeneration, prepareMining, prepareSplit, prepareTraining } from './orders.js';
import { MineBody } from './requests/data-mining.js';
import { SplitBody } from './requests/documents.js';
import { GenerateBody } from './requests/generate-question.js';
import { TrainBody } from './requests/model-train.js';
import type { TrainingRoot } from './root.js';
import type { Trainings } from './service.js';
import { CreatedTask, DeletedTask, GenerationView, MiningView, SplitView, TrainingView } from './views.js';

export interface TaskRouteParts {
  readonly trainings: Trainings;
  readonly root: TrainingRoot;
}

const taskId = z.string().max(limits.training.taskIdBytes).describe('The task.');
export const trainBody = <S extends z.ZodType>(schema: S): BodyRule<z.output<S>> =>
  lenientBody(schema, limits.training.jsonBodyBytes);

interface Family<S extends z.ZodType> {
  readonly kind: LearningKind;
  /** Name in the ids of routes. */
  readonly name: string;
  readonly words: { readonly create: string; readonly task: string };
  readonly schema: S;
  readonly view: z.ZodType;
  readonly prepare: (body: z.output<S>, root: TrainingRoot, tenantId: string) => Prepared;
  readonly example: object;
  readonly invalid: object;
  readonly errors?: readonly ErrorName[];
}

export const taskRoutes = (parts: TaskRouteParts): Route[] => [
  ...routesOf(parts, {
    ...{ kind: 'model_train', name: 'modelTrain', schema: TrainBody, view: TrainingView, prepare: prepareTraining },
    words: { create: 'Train a model of a knowledge base', task: 'the training of a model' },
    example: {
      ...{ kbPath: '{trainBase}', testSetPath: '{trainSet}', outputPath: 'models/{unique}' },
      config: { modelType: 'SMALL', maxEpochs: 1 },
    },
    invalid: { kbPath: '{trainBase}', testSetPath: '{trainSet}', outputPath: 'models', config: { keepModels: -1 } },
    errors: ['CONFLICT'],
  }),
  ...routesOf(parts, {
    ...{ kind: 'data_mining', name: 'dataMining', schema: MineBody, view: MiningView, prepare: prepareMining },
    words: { create: 'Mine questions from records of dialogs', task: 'the mining of records' },
    example: { recordsPath: '{trainRecords}', config: { 'kmeans.minSentencePerCluster': 2 } },
    invalid: { recordsPath: '{trainRecords}', config: { kmeans: { minAverageDistance: 1.5 } } },
    errors: ['CONFLICT'],
  }),
  ...routesOf(parts, {
    ...{ kind: 'doc_to_qa', name: 'docToQa', schema: SplitBody, view: SplitView, prepare: prepareSplit },
    words: { create: 'Split documents into questions and answers', task: 'the splitting of documents' },
    example: { type: 'FILE', path: '{trainDocument}' },
    invalid: { type: 'FOLDER', path: '{trainDocument}' },
    errors: ['CONFLICT'],
  }),
  ...routesOf(parts, {
    ...{ kind: 'generate_question', name: 'generateQuestion', schema: GenerateBody, view: GenerationView },
    prepare: prepareGeneration,
    words: { create: 'Make questions that mean the same as others', task: 'the generation of questions' },
    example: { questions: ['怎么办理退货'], config: { topBeams: 5 } },
    invalid: { questions: [] },
    errors: ['CONFLICT'],
  }),
];

function routesOf<S extends z.ZodType>({ trainings, root }: TaskRouteParts, family: Family<S>): Route[] {
  const { kind, name, words, schema, view, prepare, example, invalid, errors = [] } = family;
  const of = { taskId: `{${name}}` };
  const malformed = { ...of, property: 'cn_16k_common' };
  const links = {
    query: { to: `nlu.${name}.view`, parameters: { taskId: '$response.body#/created/taskId' } },
    remove: { to: `nlu.${name}.remove`, parameters: { taskId: '$response.body#/created/taskId' } },
  };
  return [
    trainRoute({
      id: `nlu.${name}.create`,
      method: 'POST',
      path: `/${kind}`,
      summary: `${words.create}, in the background`,
      body: trainBody(schema),
      storage: 'grows',
      reply: CreatedTask,
      errors: ['TOO_MANY_RESOURCES', ...errors],
      links: {
        query: { ...links.query, parameters: { ...links.query.parameters, property: '$request.path.property' } },
        remove: { ...links.remove, parameters: { ...links.remove.parameters, property: '$request.path.property' } },
      },
      example: { body: example },
      invalid: { body: invalid },
      handle: ({ tenantId, body, log }) => {
        const prepared = prepare(body, root, tenantId);
        const id = trainings.create(tenantId, prepared);
        log.info({ task: id, kind }, 'training: task created');
        const { warnings } = prepared;
        return { ...created({ taskId: id }), ...(warnings.length > 0 && { warnings: [...warnings] }) };
      },
    }),
    trainRoute({
      id: `nlu.${name}.view`,
      method: 'GET',
      path: `/${kind}/:taskId`,
      summary: `Query ${words.task}`,
      params: { taskId },
      reply: view,
      example: { params: of },
      invalid: { params: malformed },
      handle: async ({ tenantId, params }) => new JsonText(await trainings.query(tenantId, kind, params.taskId)),
    }),
    trainRoute({
      id: `nlu.${name}.remove`,
      method: 'DELETE',
      path: `/${kind}/:taskId`,
      summary: `End ${words.task}, or clear what it has come to; finished models stay`,
      params: { taskId },
      storage: 'frees',
      reply: DeletedTask,
      example: { params: of },
      invalid: { params: malformed },
      handle: async ({ tenantId, params }) => {
        await trainings.remove(tenantId, kind, params.taskId);
        return { deleted: { taskId: params.taskId } };
      },
    }),
  ];
}
