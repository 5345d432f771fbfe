// A client's command, in the form that the state machine takes.
import { ServiceError } from '../protocol/errors.js';
import { parseJsonBytes } from '../protocol/wire/json.js';

export type Command = Readonly<Record<string, unknown>>;

export function parseCommand(data: Buffer): Command {
  const value = parseJsonBytes(data);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Command;
  throw new ServiceError('INVALID_ARGUMENT', 'message: must be a JSON object with the field command');
}
