// The compiling process as the gateway sees it: one answer, within its time and memory.
import { ChildFault, runOnce } from '../child/once.js';
import { builtProgram } from '../child/program.js';
import { limits } from '../protocol/limits.js';
import type { CompileOrder, CompileReport, CompileSecrets } from './compile-process.js';

export interface CompileRun {
  readonly report: Promise<CompileReport>;
  stop(): void;
}

export type Compile = (order: CompileOrder, text: Buffer, secrets?: CompileSecrets) => CompileRun;

export const compileInProcess: Compile = (order, text, secrets = {}) => {
  const { heapMiB, compileMs, answerBytes, niceness } = limits.olm;
  const stopped = new AbortController();
  const report = runOnce<CompileReport>({
    program: builtProgram('./compile-process.js', import.meta.url),
    args: [JSON.stringify(order)],
    input: Buffer.concat([Buffer.from(`${JSON.stringify(secrets)}\n`), text]),
    reads: [order.lexicon],
    writes: [order.directory],
    timeMs: compileMs,
    niceness,
    heapMiB,
    answerBytes,
    signal: stopped.signal,
  }).catch((fault: unknown): CompileReport => {
    if (!(fault instanceof ChildFault || stopped.signal.aborted)) throw fault;
    const reason = fault instanceof ChildFault ? fault.message : 'was stopped';
    return { fault: `the compiling process ${reason}`, isText: false };
  });
  return { report, stop: () => stopped.abort() };
};
