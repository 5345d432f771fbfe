// Settings of the training optimisation service.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { addressSettings } from './sources.js';

const { min, max, default: usual } = limits.training.running;
const running = (what: string) => z.int().min(min).max(max).default(usual).describe(`${what} that run at once.`);

export const trainingSettings = {
  root: z
    .string()
    .max(4096)
    .regex(/^(\/.*)?$/, 'must be an absolute path')
    .default('')
    .describe(
      'Directory of what training reads and writes. Each tenant has a directory of its own in it, named by its id, which no path leaves. Empty: nlu/training in the data directory.',
    ),
  modelTrainings: running('Trainings of models'),
  dataMinings: running('Tasks that mine records'),
  documentSplits: running('Tasks that split documents'),
  questionGenerations: running('Tasks that generate questions'),
  ...addressSettings('Those whom callbacks tell'),
};
