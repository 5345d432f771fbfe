// The compiling process as the gateway sees it: one answer, within its time and memory.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '../protocol/limits.js';
import type { CompileOrder, CompileReport } from './compile-process.js';

export interface CompileRun {
  readonly report: Promise<CompileReport>;
  stop(): void;
}

export type Compile = (order: CompileOrder, text: Buffer) => CompileRun;

/** Source files are not built where they lie; tests run them from there. */
function compilerEntry(): string {
  const beside = fileURLToPath(new URL('./compile-process.js', import.meta.url));
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL('../../dist/custom-lm/compile-process.js', import.meta.url));
}

export const compileInProcess: Compile = (order, text) => {
  const { heapMiB, compileMs, answerBytes } = limits.olm;
  const flags = [`--max-old-space-size=${heapMiB}`, compilerEntry(), JSON.stringify(order)];
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => void child.kill('SIGKILL');
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    stop();
  }, compileMs);
  let answer = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    answer = (answer + piece).slice(0, answerBytes);
  });
  child.stdin.on('error', () => {}); // it has gone; its end says why
  child.stdin.end(text);
  const report = new Promise<CompileReport>((resolve) => {
    const failed = (fault: string) => resolve({ fault, isText: false });
    child.once('error', () => failed('the compiling process does not start'));
    child.once('close', (code, signal) => {
      clearTimeout(late);
      if (isLate) return failed(`not compiled within ${compileMs / 1_000} s`);
      try {
        resolve(JSON.parse(answer) as CompileReport);
      } catch {
        failed(`the compiling process ended early (${signal ?? code})`);
      }
    });
  });
  return { report, stop };
};
