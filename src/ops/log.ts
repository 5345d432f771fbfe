// JSON lines on stderr (stdout belongs to what a command prints). Secrets never reach a line: requests are logged by
// route, never by URL, and what slips into an object is struck out here.
import { type DestinationStream, type Logger, pino } from 'pino';
import { LineSink } from './line-sink.js';

const secretKeys = [
  'authorization',
  'access-token',
  'x-svc-access-token',
  'token',
  'refresh_token',
  'secret',
  'credential',
  'password',
  'key',
];

/** Waiting for a slow reader of stderr must not stall calls: up to this much is held, then lines are dropped. */
const heldBytes = 1024 * 1024;

export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[struck out]',
      },
    },
    destination,
  );
}

function standardError(): DestinationStream {
  const sink = new LineSink(2, heldBytes);
  process.once('exit', () => sink.flushSync());
  return sink;
}
