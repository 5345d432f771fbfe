// `screen --jsonl`: reads one request per line and writes one result per line, in the same order, as fast as the
// machine can.
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { audioChannels } from '../../protocol/engine/audio.js';
import { asServiceError, ServiceError } from '../../protocol/errors.js';
import type { AudioNames } from '../../protocol/wire/audio-format.js';
import { validate } from '../../protocol/wire/issues.js';
import { ByteRanges } from '../batch/byte-ranges.js';
import { defaultSliceMs, resultLine, type Screener } from './screener.js';

const Line = z.object({
  file: z.string().min(1),
  format: z.string().default('auto'),
  encParams: z.string().default(''),
  channel: z.enum(audioChannels).optional(),
  offset: z.int().min(0).default(0),
  bytes: z.int().min(0).optional(),
  sliceMs: z.int().min(1).max(1_000).default(defaultSliceMs),
});

const names: AudioNames = { format: 'format', encParams: 'encParams', channel: 'channel' };

/** Returns the number of lines that were answered with an error. */
export async function screenLines(input: Readable, output: Writable, screener: Screener): Promise<number> {
  const ranges = new ByteRanges();
  let failed = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    let id: unknown = null;
    let answer: object;
    try {
      const request = parse(line);
      id = (request as { id?: unknown }).id ?? null;
      const { file, format, encParams, channel, offset, bytes, sliceMs } = validate(Line, request);
      const form = { format, encParams, channel, sliceMs, names };
      const heard = await screener.screen(ranges.read(file, offset, bytes), form);
      answer = { id, ...resultLine(heard) };
    } catch (fault) {
      failed++;
      answer = { id, error: errorOf(fault) };
    }
    if (!output.write(`${JSON.stringify(answer)}\n`)) await new Promise((resolve) => output.once('drain', resolve));
  }
  ranges.close();
  return failed;
}

export function errorOf(fault: unknown): { code: number; message: string } {
  const error = asServiceError(fault);
  const cause = error.code === 'INTERNAL' && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return { code: error.row.code, message: `${error.message}${cause}` };
}

function parse(line: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ServiceError('MALFORMED_JSON', 'the line is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ServiceError('INVALID_ARGUMENT', 'the line must be a JSON object');
}
