// The gateway of this box, by its admin listener. It owns the database; the sync process asks it for everything.
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type RunningGateway, readAdminCredential, readRunning } from '../ops/data-dir.js';
import { limits } from '../protocol/limits.js';
import { describeIssues } from '../protocol/wire/issues.js';
import {
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
  constructor(readonly dataDir: string) {}

  /** `undefined`: what `mark` names is still its state. */
  async state(mark: string | undefined, signal: AbortSignal): Promise<{ state: SyncState; mark: string } | undefined> {
    const reply = await this.#ask({ method: 'GET', path: '/state' }, signal);
    if (reply.tag !== undefined && reply.tag === mark) return undefined;
    return { state: read(SyncState, reply), mark: reply.tag ?? '' };
  }

  /** Whole or not at all. */
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

  /** Answers when one of the two has grown beyond what is given, else after `holdMs`. */
  async wanted({ now, outboxSeq }: Wanted, holdMs: number, signal: AbortSignal): Promise<Wanted> {
    const path = `/wanted?after=${now}&outboxAfter=${outboxSeq}&holdMs=${holdMs}`;
    const answerMs = holdMs + limits.sync.requestMs;
    return read(SyncWanted, await this.#ask({ method: 'GET', path, answerMs }, signal));
  }

  async #ask(ask: Ask, signal: AbortSignal): Promise<Reply> {
    const running = readRunning(this.dataDir);
    const credential = readAdminCredential(this.dataDir);
    if (running === undefined || credential === undefined || !isAlive(running)) {
      throw new SyncFault('noGateway', `no gateway runs on ${this.dataDir}`);
    }
    const either = AbortSignal.any([signal, AbortSignal.timeout(ask.answerMs ?? limits.sync.requestMs)]);
    const reply = await send(`${running.admin}${base}${ask.path}`, credential, ask, either).catch((cause: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new SyncFault('noGateway', 'the gateway of this box does not answer', { cause });
    });
    if (reply.status === 200) return reply;
    const kind = reply.status >= 500 ? 'noGateway' : 'notApplied';
    throw new SyncFault(kind, `the gateway of this box refuses ${ask.path} (${reply.status}: ${messageOf(reply)})`);
  }
}

function send(url: string, credential: string, { method, json }: Ask, signal: AbortSignal): Promise<Reply> {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const all = {
    authorization: `Bearer ${credential}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: all, agent: false, signal });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      buffer(response).then((got) => resolve({ status: statusCode, tag: response.headers.etag, body: got }), reject);
    });
    request.end(body);
  });
}

/** The credential is not sent to whoever took over the port of a gateway that died. */
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
  const differs = `answers in another form (${describeIssues(outcome.error)}): is it of another version?`;
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
