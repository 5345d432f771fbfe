// Requests of the command line as those of the interface: the same schemas, with the words of flags in what is refused.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { CommandFailure, exitCodes } from '../../cli/exit.js';

/** @throws CommandFailure that names the flag, its value and the range */
export function parsedRequest<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(request);
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const name = path[0] === 'questions' ? path.join(' ') : `--${String(path.at(-1))}`;
  const right = issue?.code === 'invalid_value' ? `must be ${issue.values.join(' or ')}` : issue?.message;
  throw new CommandFailure(exitCodes.usage, `${name}: ${right}`);
}

/** The path as an order has it. Undefined and '' are no path. @throws CommandFailure where it leads to nothing, or to another thing */
export function inputAt(path: string | undefined, wanted: 'file' | 'directory'): string | undefined {
  if (path === undefined || path === '') return undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandFailure(exitCodes.badInput, `${path}: does not exist`);
  if (wanted === 'file' ? found.isFile() : found.isDirectory()) return resolve(path);
  throw new CommandFailure(exitCodes.badInput, `${path}: must be a ${wanted}`);
}

/** One that has to be given. */
export const neededAt = (path: string, wanted: 'file' | 'directory'): string => {
  const found = inputAt(path, wanted);
  if (found !== undefined) return found;
  throw new CommandFailure(exitCodes.usage, `a path is empty; it must name a ${wanted}`);
};
