// The work process as the gateway sees it: it takes one order and reports its progress and its outcome, within its time
// and memory.
import { dirname } from 'node:path';
import { ChildFault, type ChildFaultKind, runOnce } from '../../child/once.js';
import { builtProgram } from '../../child/program.js';
import { limits } from '../../protocol/limits.js';
import type {
  LearningOrder,
  LearningProgress,
  LearningReport,
  TrainOutcome,
} from '../../understanding/learning/order.js';

/** `lost`: the process could not be started, or ended early. `large`: it needed more time or room than it may have. */
export type LearnFaultKind = Extract<LearningReport, { type: 'failed' }>['cause'] | 'lost' | 'large';

/** The failure of a task, in words for the author. */
export class LearnFault extends Error {
  override readonly name = 'LearnFault';
  constructor(
    readonly kind: LearnFaultKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Throws LearnFault, or the reason of the signal. Only model_train has an outcome. */
export type Learn = (
  order: LearningOrder,
  signal: AbortSignal,
  onProgress: (progress: LearningProgress) => void,
) => Promise<TrainOutcome | undefined>;

export const learnInProcess: Learn = (order, signal, onProgress) =>
  learnWith({ program: builtProgram('./work/process.js', import.meta.url) }, order, signal, onProgress);

const learnFaultOf: Readonly<Record<ChildFaultKind, LearnFaultKind>> = {
  unstarted: 'lost',
  late: 'large',
  ended: 'lost',
  answer: 'large',
};

interface WorkProgram {
  /** Path of the program. */
  readonly program: string;
  /** Directories to which it writes, besides those of the order. */
  readonly writes?: readonly string[];
}

export async function learnWith(
  { program, writes = [] }: WorkProgram,
  order: LearningOrder,
  signal: AbortSignal,
  onProgress: (progress: LearningProgress) => void,
): Promise<TrainOutcome | undefined> {
  const report = await runOnce<LearningReport>({
    ...{ program, input: JSON.stringify(order), signal, answerBytes: limits.training.reportBytes },
    niceness: limits.training.niceness,
    ...limits.training.work[order.kind],
    ...{ reads: filesOf(order), writes: [...directoriesOf(order), ...writes] },
    onLine: (line) => {
      const told = line as LearningReport;
      if (told.type === 'progress') onProgress(told);
    },
  }).catch((fault: unknown) => {
    if (!(fault instanceof ChildFault)) throw fault;
    throw new LearnFault(learnFaultOf[fault.kind], `the work process ${fault.message}`, { cause: fault });
  });
  switch (report.type) {
    case 'done':
      return report.trained;
    case 'failed':
      throw new LearnFault(report.cause, report.message);
    case 'progress':
      throw new LearnFault('lost', 'the work process ended early');
  }
}

/** The files of an order: the fields that are paths, and the files that ship with the service. */
function filesOf({ assets, ...order }: LearningOrder): string[] {
  const named = Object.entries(order).filter(([name]) => /path$/i.test(name));
  const shipped = [assets.vectors, ...Object.values(assets.language ?? {}), ...Object.values(assets.phrases ?? {})];
  return [...named.map(([, value]) => value as unknown), ...shipped].filter((each) => typeof each === 'string');
}

/** Directories of an order: files are written beside their final places, and directories are made anew. */
const directoriesOf = (order: LearningOrder): string[] => [
  dirname(order.kind === 'model_train' ? order.outputPath : order.resultPath),
];
