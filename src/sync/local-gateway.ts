// The gateway of this box, reached by the socket that it opens for the sync process, or else by its admin listener. It
// owns the database; the sync process asks it for everything.

import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { urlToHttpOptions } from 'node:url';
import { z } from 'zod';
import { withinTime } from '../net/time-limit.js';
import { type RunningGateway, readAdminCredential, readRunning } from '../ops/data-dir.js';
import { limits } from '../protocol/limits.js';
import { describeIssues } from '../protocol/wire/issues.js';
import {
  type FirmwareReport,
  FirmwareWanted,
  OutboxPage,
  type OutboxVerdict,
  SyncApplied,
  type SyncReport,
  type SyncScope,
  SyncState,
  SyncWanted,
} from '../protocol/wire/sync-messages.js';
import { excerpt, SyncFault } from './fault.js';

type Applied = z.output<typeof SyncApplied>;
type Wanted = z.output<typeof SyncWanted>;
type Page = z.output<typeof OutboxPage>;
const Drained = z.object({ running: z.int() });

const base = '/v10/admin/sync';

interface Reply {
  readonly status: number;
  readonly tag: string | undefined;
  readonly body: Buffer;
}

interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly json?: unknown;
  readonly answerMs?: number;
}

export class LocalGateway {
  readonly #dataDir: string;
  readonly #socket: string;

  /**
   * `socket`: sync.socket. Without it the address and the credential of the gateway are read from the data directory.
   */
  constructor(dataDir: string, socket: string) {
    this.#dataDir = dataDir;
    this.#socket = socket;
  }

  /** The gateway's state and its mark; undefined if `mark` still names the current state. */
  async state(mark: string | undefined, signal: AbortSignal): Promise<{ state: SyncState; mark: string } | undefined> {
    const reply = await this.#ask({ method: 'GET', path: '/state' }, signal);
    if (reply.tag !== undefined && reply.tag === mark) return undefined;
    return { state: read(SyncState, reply), mark: reply.tag ?? '' };
  }

  /** Applies the state, whole or not at all. */
  async apply(state: SyncState, scope: Partial<SyncScope>, signal: AbortSignal): Promise<Applied> {
    const json = { state, scope };
    const reply = await this.#ask({ method: 'POST', path: '/apply', json, answerMs: limits.sync.applyMs }, signal);
    return read(SyncApplied, reply);
  }

  async outbox(signal: AbortSignal): Promise<Page> {
    const path = `/outbox?limit=${limits.sync.outboxPage}`;
    return read(OutboxPage, await this.#ask({ method: 'GET', path }, signal));
  }

  async settle(verdicts: readonly OutboxVerdict[], signal: AbortSignal): Promise<void> {
    await this.#ask({ method: 'POST', path: '/outbox/settle', json: { verdicts } }, signal);
  }

  async report(report: SyncReport, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: 'PUT', path: '/report', json: report }, signal);
  }

  /** Answers when one of the two counters exceeds the given value, or else after `holdMs`. */
  async wanted({ now, outboxSeq }: Wanted, holdMs: number, signal: AbortSignal): Promise<Wanted> {
    const path = `/wanted?after=${now}&outboxAfter=${outboxSeq}&holdMs=${holdMs}`;
    const answerMs = holdMs + limits.sync.requestMs;
    return read(SyncWanted, await this.#ask({ method: 'GET', path, answerMs }, signal));
  }

  async firmware(signal: AbortSignal): Promise<z.output<typeof FirmwareWanted>> {
    return read(FirmwareWanted, await this.#ask({ method: 'GET', path: '/firmware' }, signal));
  }

  async reportFirmware(report: FirmwareReport, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: 'PUT', path: '/firmware/report', json: report }, signal);
  }

  /** Makes the gateway refuse new calls from now on. Returns the number of calls that still run after `maxMs`. */
  async drain(maxMs: number, signal: AbortSignal): Promise<number> {
    const answerMs = maxMs + limits.sync.requestMs;
    const ask = { method: 'POST', path: '/firmware/drain', json: { maxMs }, answerMs } as const;
    return read(Drained, await this.#ask(ask, signal)).running;
  }

  async undrain(signal: AbortSignal): Promise<void> {
    await this.#ask({ method: 'POST', path: '/firmware/undrain' }, signal);
  }

  async #ask(ask: Ask, signal: AbortSignal): Promise<Reply> {
    const place = this.#socket === '' ? adminListener(this.#dataDir) : { socketPath: this.#socket, headers: {} };
    const answerMs = ask.answerMs ?? limits.sync.requestMs;
    const reply = await withinTime(signal, answerMs, (until) => send(place, ask, until)).catch((cause: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new SyncFault('noGateway', noAnswer(cause, this.#socket), { cause });
    });
    if (reply.status === 200) return reply;
    const kind = reply.status >= 500 ? 'noGateway' : 'notApplied';
    throw new SyncFault(kind, `the gateway of this box refused ${ask.path} (${reply.status}: ${messageOf(reply)})`);
  }
}

/** The address of the gateway, and the proof that this process may call it. */
type Place = Pick<http.RequestOptions, 'hostname' | 'port' | 'socketPath'> & {
  readonly headers: Readonly<Record<string, string>>;
};

function adminListener(dataDir: string): Place {
  const running = readRunning(dataDir);
  const credential = readAdminCredential(dataDir);
  if (running === undefined || credential === undefined || !isAlive(running)) {
    throw new SyncFault('noGateway', `no gateway runs on ${dataDir}`);
  }
  const { hostname, port } = urlToHttpOptions(new URL(running.admin));
  return { hostname, port, headers: { authorization: `Bearer ${credential}` } };
}

function noAnswer(cause: unknown, socket: string): string {
  switch (socket === '' ? undefined : (cause as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ECONNREFUSED':
      return `sync.socket: no gateway answers on ${socket}; the gateway needs the same setting`;
    case 'EACCES':
      return `sync.socket: this user may not open ${socket}; the user must be in the group of the socket`;
    default:
      return 'the gateway of this box does not answer';
  }
}

function send(place: Place, { method, path, json }: Ask, signal: AbortSignal): Promise<Reply> {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const all = {
    ...place.headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ ...place, path: `${base}${path}`, method, headers: all, agent: false, signal });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      buffer(response).then((got) => resolve({ status: statusCode, tag: response.headers.etag, body: got }), reject);
    });
    request.end(body);
  });
}

/**
 * True if the gateway's process still runs: the credential must not go to a process that took over a dead one's port.
 */
function isAlive({ pid }: RunningGateway): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function read<S extends z.ZodType>(schema: S, { body }: Reply): z.output<S> {
  const outcome = schema.safeParse(JSON.parse(body.toString('utf8')));
  if (outcome.success) return outcome.data;
  const differs = `sent an answer in an unexpected form (${describeIssues(outcome.error)}); it may be of another version`;
  throw new SyncFault('notApplied', `the gateway of this box ${differs}`);
}

const Refusal = z.object({ error: z.object({ message: z.string() }) });

function messageOf({ body }: Reply): string {
  try {
    return excerpt(Refusal.parse(JSON.parse(body.toString('utf8'))).error.message);
  } catch {
    return 'no reason given';
  }
}
