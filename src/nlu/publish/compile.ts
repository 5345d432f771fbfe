// The publishing process as the gateway sees it: it takes one robot and returns the name of its package, within its
// time and memory.
import { ChildFault, runOnce } from '../../child/once.js';
import { builtProgram } from '../../child/program.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { DiskFull } from '../../storage/part-file.js';
import type { CompileOrder, CompileReport, CompileSecrets } from './compile-process.js';
import { type FeedParts, inOneGo, inTurns, type Meet, SnapshotChanged } from './feed.js';
import type { PackageName } from './files.js';
import type { SnapshotOf } from './snapshot.js';

/** A failure to make a package, in words for the author. */
export class CompileFault extends Error {
  override readonly name = 'CompileFault';
}

/** The enabled model or the robot itself cannot be used, and another try would not change that. */
export class LastingFault extends CompileFault {}

/** The robot is larger than a robot may be. */
export class LargeRobotFault extends LastingFault {}

export interface CompileTask extends CompileOrder {
  /** The niceness of the process; the default is that of publishing. */
  readonly niceness?: number;
}

export type Compile = (
  task: CompileTask,
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<PackageName>;

/** Keys, and the other needs of the process besides its order. */
export interface CompileSetting {
  /** The file of word vectors; undefined if there is none. */
  readonly vectors?: string | undefined;
  readonly secrets?: CompileSecrets;
}

/** Makes compilers. Each throws CompileFault, DiskFull, the reason of the signal, or a fault of the input. */
export const compilerWith =
  ({ vectors, secrets = {} }: CompileSetting): Compile =>
  (order, input, signal) =>
    compileInProcess({ ...order, vectors }, afterLine(JSON.stringify(secrets), input), signal);

async function* afterLine(line: string, input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${line}\n`);
  yield* input;
}

const compileInProcess: Compile = async ({ niceness = limits.nlu.publish.niceness, ...order }, input, signal) => {
  const { timeMs, heapMiB, answerBytes } = limits.nlu.publish;
  const report = await runOnce<CompileReport>({
    program: builtProgram('./compile-process.js', import.meta.url),
    args: [JSON.stringify(order)],
    ...{ input, timeMs, heapMiB, niceness, answerBytes, signal },
    ...{ reads: filesOf(order), writes: [order.directory] },
  }).catch((fault: unknown) => {
    if (!(fault instanceof ChildFault)) throw fault;
    throw new CompileFault(`the publishing process ${fault.message}`, { cause: fault });
  });
  if (!('fault' in report)) return report;
  if (report.fault === 'model') throw new LastingFault(report.message);
  if (report.fault === 'robot') throw new LargeRobotFault(report.message);
  if (report.fault === 'full') throw new DiskFull('the disk of this gateway is full');
  throw new CompileFault('the publishing process failed; its log has the details');
};

const filesOf = ({ vectors, learntBefore = [], trained }: CompileOrder): string[] => [
  ...(vectors === undefined ? [] : [vectors]),
  ...learntBefore,
  ...(trained === undefined ? [] : [trained.directory]),
];

export interface MadePackage extends PackageName {
  /** The enabled model; null if there was none. */
  readonly modelId: number | null;
  /** Number of times that the robot was read. */
  readonly readings: number;
}

/** The directory of a trained model. @throws ServiceError if there is none */
export type ModelDirectory = (tenantId: string, path: string) => string;

export interface RobotParts extends FeedParts {
  readonly modelDirectory: ModelDirectory;
}

/** Makes a package of the robot in its state at one moment. */
export async function compileRobot(
  compile: Compile,
  parts: RobotParts,
  of: SnapshotOf,
  order: CompileTask,
  signal: AbortSignal,
): Promise<MadePackage> {
  for (let readings = 1; ; readings++) {
    const read = readings > limits.nlu.publish.readings ? inOneGo : inTurns;
    let modelId: number | null = null;
    const meet: Meet = (found) => {
      if (found.section === 'model') modelId = found.record.id;
    };
    try {
      const trained = trainedModel(parts, of.tenantId);
      const { sha256, bytes } = await compile({ ...order, trained }, read(parts, of, meet), signal);
      return { sha256, bytes, modelId, readings };
    } catch (fault) {
      if (!(fault instanceof SnapshotChanged)) throw fault;
    }
  }
}

function trainedModel({ queries, modelDirectory }: RobotParts, tenantId: string): CompileOrder['trained'] {
  const model = queries.enabledModel(tenantId);
  if (model?.type !== 'OPTIMIZED') return undefined;
  try {
    return { id: model.id, directory: modelDirectory(tenantId, model.model_path) };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    throw new LastingFault(`the enabled model ${model.name}: ${fault.message}`, { cause: fault });
  }
}
