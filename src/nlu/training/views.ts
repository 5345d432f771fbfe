// Tasks as a query and a callback show them (specification 3, sections 3.1 and 4.2).
import { join } from 'node:path';
import { z } from 'zod';
import { ErrorFacts } from '../../http/describe/refusals.js';
import type { LearningProgress, TrainOutcome } from '../../understanding/learning/order.js';
import type { TaskRow } from './table.js';

const taskId = z.string().describe('The id of the task.');
const warnings = z
  .array(z.string())
  .optional()
  .describe('Sentences about what was given and is not used (extension); absent where there are none.');

const ItsTaskId = z.strictObject({ taskId }).meta({ id: 'NluTaskId', description: 'The id of a task.' });
export const CreatedTask = z
  .strictObject({ created: ItsTaskId, warnings })
  .meta({ id: 'NluTaskCreated', description: 'A task that was begun.' });
export const DeletedTask = z
  .strictObject({ deleted: ItsTaskId })
  .meta({ id: 'NluTaskDeleted', description: 'A task that was ended or cleared.' });

const ModelType = z.enum(['SMALL', 'BIG']).describe('The kind of the model.');

const TrainedModel = z
  .strictObject({
    epoch: z.int().describe('The epoch after which it was kept.'),
    steps: z.int().optional().describe('BIG: the steps after which it was kept.'),
    modelPath: z.string().describe('Its directory.'),
    eval: z
      .strictObject({ rate: z.array(z.number()).describe('The accuracy on the test set, from Top1 to Top10.') })
      .describe('The quality of the model.'),
    type: ModelType,
    trainedTime: z.int().describe('The time at which it was saved, in seconds since 1970 (UTC).'),
  })
  .meta({ id: 'NluTrainedModel', description: 'One of the best models of a training.' });

export const TrainingView = z
  .strictObject({
    taskId,
    status: z.enum(['WAIT', 'TRAIN', 'EVAL', 'FINISHED', 'ERROR']).describe('The state of the work.'),
    waitTaskCount: z
      .int()
      .optional()
      .describe('WAIT: its place among the waiting tasks, by age; developers take turns.'),
    epochFinished: z.int().optional().describe('The epochs that are over.'),
    progress: z.number().optional().describe('TRAIN and EVAL: the progress of the work, from 0 to 1.'),
    estimatedNeedTime: z.int().optional().describe('TRAIN and EVAL: the seconds that it may still take.'),
    results: z.array(TrainedModel).optional().describe('FINISHED: the best models, the best one first.'),
    error: ErrorFacts.optional(),
    warnings,
  })
  .meta({ id: 'NluTraining', description: 'The training of a model.' });

const working = z.enum(['WORKING', 'FINISHED', 'ERROR']).describe('The state of the work.');
const taskView = <R extends z.ZodType>(id: string, description: string, result: R) =>
  z
    .strictObject({ taskId, status: working, result: result.optional(), error: ErrorFacts.optional(), warnings })
    .meta({ id, description });

const q = z.string().describe('A standard question.');
const e = z.array(z.string()).describe('Questions that mean the same.');
const KnownPoint = z
  .strictObject({ q, i: z.string().describe('The id of the knowledge point.'), e })
  .meta({ id: 'NluMinedQuestions', description: 'New extended questions of a knowledge point.' });
const NewPoint = z
  .strictObject({ q, e })
  .meta({ id: 'NluQuestions', description: 'A question with others that mean the same.' });
const QuestionAnswer = z
  .strictObject({ q: z.string().describe('The question.'), a: z.string().describe('The answer.') })
  .meta({ id: 'NluQuestionAnswer', description: 'A question and its answer.' });
const SplitDocument = z
  .strictObject({ doc: z.string().describe('The document.'), qa: z.array(QuestionAnswer).describe('Its pairs.') })
  .meta({ id: 'NluSplitDocument', description: 'A document as questions and answers.' });

export const MiningView = taskView(
  'NluMining',
  'The mining of records.',
  z
    .strictObject({
      kb: z.array(KnownPoint).optional().describe('Known points of the knowledge base; only if one was given.'),
      new_kb: z.array(NewPoint).describe('New points.'),
    })
    .describe('FINISHED: the mined questions.'),
);
export const SplitView = taskView(
  'NluSplitting',
  'The splitting of documents.',
  z.array(SplitDocument).describe('FINISHED: the documents.'),
);
export const GenerationView = taskView(
  'NluGeneration',
  'The generation of questions.',
  z.array(NewPoint).describe('FINISHED: the questions.'),
);

/** A task that is being worked on. */
export interface Live {
  readonly report: Omit<LearningProgress, 'type'> | undefined;
  /** Time since the work began. */
  readonly elapsedMs: number;
}

export interface ViewFacts {
  /** The directory of its tenant. */
  readonly directory: string;
  /** The work; undefined if nothing works on the task. */
  readonly live: Live | undefined;
  readonly placeInQueue: () => number;
}

/** The view as a callback sends it, with the status WORKING, FINISHED or ERROR. */
export const calledView = (view: TaskView): TaskView =>
  view.status === 'FINISHED' || view.status === 'ERROR' ? view : { ...view, status: 'WORKING' };

/** The reply to a query. `result`: JSON; undefined if there is none. */
export const viewText = (view: TaskView, result: string | undefined): string => {
  const text = JSON.stringify(view);
  return result === undefined ? text : `${text.slice(0, -1)},"result":${result}}`;
};

/** A view without the task's result. */
export interface TaskView extends Omit<z.output<typeof TrainingView>, 'status'> {
  readonly status: z.output<typeof TrainingView>['status'] | 'WORKING';
}

export function viewOf(row: TaskRow, facts: ViewFacts): TaskView {
  const outcome = row.outcome === null ? undefined : (JSON.parse(row.outcome) as TrainOutcome);
  const sentences = [...(JSON.parse(row.warnings) as string[]), ...(outcome?.warnings ?? [])];
  const head = { taskId: row.id };
  const tail = sentences.length === 0 ? {} : { warnings: sentences };
  if (row.state === 'ERROR') {
    const refusal = { code: row.error_code ?? 0, message: row.error ?? '' };
    return { ...head, status: 'ERROR', error: refusal, ...tail };
  }
  if (row.state === 'FINISHED') return { ...head, status: 'FINISHED', ...finished(outcome, facts.directory), ...tail };
  if (row.kind !== 'model_train') return { ...head, status: 'WORKING', ...tail };
  return { ...head, ...training(row, facts), ...tail };
}

function training(row: TaskRow, { live, placeInQueue }: ViewFacts) {
  if (row.state === 'OPEN' && row.lease === null) return { status: 'WAIT' as const, waitTaskCount: placeInQueue() };
  const { training: stage, progress = 0 } = live?.report ?? {};
  const elapsedS = (live?.elapsedMs ?? 0) / 1_000;
  // At the beginning only the elapsed time is known.
  const share = Math.min(1, Math.max(progress, 0.01));
  return {
    status: stage?.status ?? ('TRAIN' as const),
    epochFinished: stage?.epochFinished ?? 0,
    progress,
    estimatedNeedTime: Math.ceil((elapsedS * (1 - share)) / share),
  };
}

function finished(outcome: TrainOutcome | undefined, directory: string) {
  if (outcome === undefined) return {};
  const results = outcome.results.map(({ modelPath, eval: { rate }, ...each }) => ({
    ...each,
    modelPath: join(directory, modelPath),
    eval: { rate: [...rate] },
  }));
  return { epochFinished: outcome.epochFinished, results };
}
