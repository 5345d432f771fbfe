// Settings of the training optimisation service.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';
import { addressSettings } from './sources.js';

const { min, max, default: usual } = limits.training.running;
const running = (what: string) =>
  z.int().min(min).max(max).default(usual).describe(`Largest number of ${what} at once.`);

export const trainingSettings = {
  root: z
    .string()
    .max(4096)
    .regex(/^(\/.*)?$/, 'must be an absolute path')
    .default('')
    .describe(
      'Directory of the files that training reads and writes. Each tenant has its own directory in it, named by its id, and no path leads out of that directory. Empty: nlu/training in the data directory.',
    ),
  modelTrainings: running('model trainings'),
  dataMinings: running('tasks that mine records'),
  documentSplits: running('tasks that split documents'),
  questionGenerations: running('tasks that generate questions'),
  ...addressSettings('Receivers of callbacks'),
};
