// Training optimisation (specification 3, section 4.2): models, mining, documents and questions.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { learningAssetsOf } from '../../local/learning-assets.js';
import { wordVectorsOf } from '../../local/models.js';
import { trainingRootOf } from '../../local/training-root.js';
import { AddressPolicy } from '../../net/address-policy.js';
import { callBack } from '../../net/callback.js';
import { nluProperty } from '../../nlu/property.js';
import { fileRoutes } from '../../nlu/training/file-routes.js';
import { type ReaderRouteParts, readerRoutes } from '../../nlu/training/reader-routes.js';
import { startTraining, type Training } from '../../nlu/training/start.js';
import { taskRoutes } from '../../nlu/training/task-routes.js';
import type { Metrics } from '../../ops/metrics.js';
import { limits } from '../../protocol/limits.js';
import { DirectoryUse } from '../../storage/directory-use.js';
import { count, ms, several } from '../../system/conf.js';
import { DocumentReaderProcess } from '../../understanding/readers/client.js';
import { feature } from '../feature.js';
import { trainingFixtures } from './training-fixtures.js';

const { training, documents } = limits;
const { keepMs } = training;

export const trainingFeature = feature<TrainingFeatureParts, ReturnType<typeof trainingMetrics>>({
  name: 'training',
  capability: { name: 'nlu.train', oneShotFormats: [], streamFormats: [] },
  limits: () => ({
    own: {
      name: 'nluTraining',
      meaning: 'Training optimisation.',
      limits: {
        bodyBytes: count('The maximum size of a request, in bytes', training.jsonBodyBytes),
        fileBytes: count('The maximum size of a file of material, in bytes', training.material.fileBytes),
        fileLines: count('The maximum number of lines of a file of material', training.material.lines),
        lineBytes: count('The maximum size of a line of material, in bytes', training.material.lineBytes),
        questions: count('The maximum number of questions of generate_question', training.questions),
        questionCharacters: count(
          'The maximum length of each of these questions, in characters',
          training.questionCharacters,
        ),
        queryCharacters: count(
          'The maximum length of the query of a document session, in characters',
          documents.queryCharacters,
        ),
        unfinishedTasks: count('The maximum number of unfinished tasks of a tenant', training.unfinishedPerTenant),
        files: count('The maximum number of files of a tenant', training.filesPerTenant),
        resultBytes: count('The maximum size of the result of a task, in bytes', training.resultBytes),
        keepMs: several('The time for which a finished task can be queried.', {
          modelTrain: ms('The time for model_train', keepMs.model_train),
          others: ms('The time for the other tasks', keepMs.data_mining),
        }),
        readerIdleMs: ms(
          'The time without a question after which a document session is deleted',
          documents.reader.idleMs,
        ),
      },
    },
  }),
  metrics: trainingMetrics,
  fixtures: trainingFixtures,
  serves: (parts) => ({ routes: [...taskRoutes(parts), ...readerRoutes(parts), ...fileRoutes(parts.files)] }),
  start: async (context, counters) => {
    const { config, dataKey, db, log, metrics, now, elapsed, maySweep, quotas, tenants, removals } = context;
    const root = trainingRootOf(config, dataKey);
    const ofDeveloper = db.prepare<[number], string>('SELECT id FROM tenant WHERE developer_id = ?').pluck();
    const use = new DirectoryUse((id: number) => ofDeveloper.all(id).map((tenantId) => root.directoryNameOf(tenantId)));
    quotas.count({ name: 'training', bytesOf: (id) => use.bytesOf(id) });
    const policy = new AddressPolicy(config.training, 'training');
    const started = await startTraining({
      ...{
        db,
        root,
        log,
        now: elapsed,
        maySweep,
        random: randomBytes,
        results: join(config.dataDir, 'nlu', 'training-results'),
        encryptsMaterial: config.training.root === '',
      },
      slots: {
        model_train: config.training.modelTrainings,
        data_mining: config.training.dataMinings,
        doc_to_qa: config.training.documentSplits,
        generate_question: config.training.questionGenerations,
      },
      assets: () => learningAssetsOf(config),
      notify: (url, json, signal) => callBack({ url, json, policy, signal }),
      onEnded: (kind, outcome, seconds) => {
        counters.ended.inc({ kind, outcome });
        counters.seconds.observe({ kind }, seconds);
      },
    });
    const readers = new DocumentReaderProcess({
      ...{ log, vectorFile: wordVectorsOf(config), reads: () => root.directories(), secret: root.key?.secret },
    });
    tenants.keepWhile((tenantId) => started.trainings.useOf(tenantId));
    removals.add({ removeSome: (tenantId) => started.trainings.removeSome(tenantId) });
    metrics.collect(() => {
      counters.unfinished.reset();
      for (const { kind, count: tasks } of started.unfinished()) counters.unfinished.set({ kind }, tasks);
    });
    return {
      parts: { ...started, root, readers, now, random: randomBytes },
      properties: () => [nluProperty],
      stop: async () => {
        await Promise.all([started.stop(), readers.stop()]);
      },
    };
  },
});

type TrainingFeatureParts = Pick<Training, 'trainings' | 'files'> & ReaderRouteParts;

function trainingMetrics(registry: Metrics) {
  return {
    ended: registry.counter({
      name: 'tonegate_nlu_training_tasks_total',
      help: 'Finished training tasks',
      labelNames: ['kind', 'outcome'],
    }),
    seconds: registry.histogram({
      name: 'tonegate_nlu_training_seconds',
      help: 'Time spent on a training task',
      labelNames: ['kind'],
      buckets: [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 43_200],
    }),
    unfinished: registry.gauge({
      name: 'tonegate_nlu_training_unfinished',
      help: 'Training tasks that are waiting or running',
      labelNames: ['kind'],
    }),
  };
}
