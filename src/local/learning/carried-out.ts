// The work of a task, in this process: what a gateway's work process would do with the same order.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import { loadConfig } from '../../config/config.js';
import { carriedOut } from '../../nlu/training/work/works.js';
import { ServiceError } from '../../protocol/errors.js';
import { realDisk } from '../../storage/disk.js';
import { KeyedFiles } from '../../trust/keyed-files.js';
import { InputFault } from '../../understanding/learning/fault.js';
import type { LearningKind, LearningOrder, TrainOutcome } from '../../understanding/learning/order.js';
import { learningAssetsOf } from '../learning-assets.js';

type OrderOf<K extends LearningKind> = Extract<LearningOrder, { kind: K }>;
type Given<K extends LearningKind> = Omit<OrderOf<K>, 'niceness' | 'assets' | 'resultPath'>;

export const plainFiles = new KeyedFiles(realDisk);

/** The files that a gateway on this machine would use. */
export const localAssets = () => learningAssetsOf(loadConfig({ dataDir: undefined, env: process.env }).config);

/** The outcome, and the result as a query would show it. @throws CommandFailure */
export async function learnt<K extends LearningKind>(
  order: Given<K>,
  onShare: (share: number) => void,
): Promise<{ outcome: TrainOutcome | undefined; result: unknown }> {
  const directory = mkdtempSync(join(tmpdir(), 'tonegate-learning-'));
  const resultPath = join(directory, 'result.json');
  try {
    const whole = { ...order, niceness: 0, assets: localAssets(), resultPath } as unknown as OrderOf<K>;
    const onProgress = ({ progress }: { readonly progress: number }): void => onShare(progress);
    const outcome = await inWords(() =>
      carriedOut(whole, { disk: realDisk, files: plainFiles, onProgress, now: Date.now }),
    );
    return { outcome, result: outcome === undefined ? JSON.parse(readFileSync(resultPath, 'utf8')) : undefined };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @throws CommandFailure for material or a request that cannot be used */
export async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof InputFault) throw new CommandFailure(exitCodes.badInput, fault.message, { cause: fault });
    if (fault instanceof ServiceError) throw new CommandFailure(exitCodes.usage, fault.message, { cause: fault });
    throw fault;
  }
}
