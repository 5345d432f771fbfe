// JSON lines on stderr (stdout belongs to what a command prints). Secrets never reach a line: requests are logged by
// route, never by URL, and what slips into an object is struck out here.
import { type DestinationStream, type Logger, pino } from 'pino';
import { LineSink } from './line-sink.js';
import { SampledLines } from './sampled-lines.js';

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

const leftOutMessage = 'too many log lines with the same reason; some were dropped';
const levels = { info: 30, warn: 40, fatal: 60 }; // the numbers that pino gives them

export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  const sampled = new SampledLines({
    steadyMs: () => performance.now(),
    tell: (of, leftOut) => log.warn({ of, leftOut }, leftOutMessage),
  });
  process.prependOnceListener('exit', () => sampled.tell()); // before the last lines are flushed
  const log: Logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[redacted]',
      },
      hooks: {
        logMethod(args, method, severity) {
          const [facts, message] = args as [unknown, unknown];
          const why = (facts as { readonly reason?: unknown } | null)?.reason;
          const isRefusal = severity >= levels.warn || (severity === levels.info && why !== undefined);
          const text = typeof message === 'string' ? message : String(facts);
          const isTaken =
            !isRefusal || severity >= levels.fatal || message === leftOutMessage || sampled.takes(text, why);
          if (isTaken) method.apply(this, args);
        },
      },
    },
    destination,
  );
  return log;
}

function standardError(): DestinationStream {
  const sink = new LineSink(2, heldBytes);
  process.once('exit', () => sink.flushSync());
  return sink;
}
