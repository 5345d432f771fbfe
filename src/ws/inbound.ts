// A client's frames, in the form that the state machine takes.
import type { RawData } from 'ws';
import { ServiceError } from '../protocol/errors.js';
import { parseJsonBytes } from '../protocol/wire/json.js';

export interface Inbound {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

export type Command = Readonly<Record<string, unknown>>;

export function inbound(data: RawData, isBinary: boolean): Inbound {
  if (Buffer.isBuffer(data)) return { data, isBinary };
  return { data: Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data), isBinary };
}

export function parseCommand(data: Buffer): Command {
  const value = parseJsonBytes(data);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Command;
  throw new ServiceError('INVALID_ARGUMENT', 'message: must be a JSON object with a command');
}
