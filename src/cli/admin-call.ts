// The requests that commands send to the admin listener of the gateway that runs on a data directory.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { needAccess, type RunningGateway, readAdminCredential, readRunning } from '../ops/data-dir.js';
import { limits } from '../protocol/limits.js';
import { CommandFailure, exitCodes } from './exit.js';

export type AdminCall = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const { answerMs } = limits.adminClient;

/** The connection to the running gateway; undefined if none runs. */
export function runningGateway(dataDir: string): AdminCall | undefined {
  const running = livingGateway(dataDir);
  if (running === undefined) return undefined;
  const credential = readAdminCredential(dataDir);
  return credential === undefined ? undefined : callOf(running, credential);
}

/** The gateway that runs on the data directory and takes restored content while it does; undefined if there is none. */
export function gatewayForRestore(dataDir: string): RunningGateway | undefined {
  const running = existsSync(dataDir) ? livingGateway(dataDir) : undefined;
  return running?.takesRestores === true ? running : undefined;
}

/** The body of a reply, piece by piece; undefined if no gateway runs. It fails if the reply ends early. */
export async function runningStream(dataDir: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const running = livingGateway(dataDir);
  if (running === undefined) return undefined;
  const headers = { authorization: `Bearer ${readAdminCredential(dataDir) ?? ''}` };
  const response = await fetch(`${running.admin}${path}`, { headers }).catch((fault: unknown) => {
    throw noAnswer(running, fault);
  });
  if (!response.ok || response.body === null) throw await refusalOf(response);
  return response.body;
}

/** Sends a file to the gateway that runs on the data directory, in little memory. */
export async function sendFile<T>(dataDir: string, path: string, file: string): Promise<T> {
  const running = livingGateway(dataDir);
  if (running === undefined) throw noneRuns(dataDir);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new CommandFailure(exitCodes.badInput, `${file} does not exist`);
  if (!stat.isFile()) throw new CommandFailure(exitCodes.badInput, `${file} is not a file`);
  const bytes = stat.size;
  const response = await fetch(`${running.admin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readAdminCredential(dataDir) ?? ''}`,
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
    },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
  } as RequestInit).catch((fault: unknown) => {
    throw noAnswer(running, fault);
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export interface GatewayHealth {
  readonly version: string;
  readonly ready: boolean;
  /** Names of the parts that must be ready before calls can be taken. */
  readonly waitingFor: readonly string[];
  /** Sentences about parts that work only in part. */
  readonly degraded: readonly string[];
}

/** The answers of /healthz and /readyz; undefined if no gateway runs. */
export async function gatewayHealth(dataDir: string): Promise<GatewayHealth | undefined> {
  const running = livingGateway(dataDir);
  if (running === undefined) return undefined;
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${running.admin}${path}`, { signal: AbortSignal.timeout(answerMs) });
    return (await response.json()) as T;
  };
  return answered(running, async () => {
    const { version } = await ask<Pick<GatewayHealth, 'version'>>('/healthz');
    return { ...(await ask<Omit<GatewayHealth, 'version'>>('/readyz')), version }; // 503 is an answer too
  });
}

export function neededGateway(dataDir: string): AdminCall {
  const call = runningGateway(dataDir);
  if (call !== undefined) return call;
  throw noneRuns(dataDir);
}

function noneRuns(dataDir: string): CommandFailure {
  const another = 'name the directory of a running gateway with --data (`npm start` uses data/ in its checkout)';
  const start = `start one with \`tonegate serve --data ${dataDir}\` (the Debian package: \`systemctl start tonegate\`)`;
  const words = existsSync(dataDir)
    ? `no gateway is running on this data directory; ${start}, or ${another}`
    : `no gateway is running here, because the directory does not exist; ${another}`;
  return new CommandFailure(exitCodes.service, `${dataDir}: ${words}`);
}

function livingGateway(dataDir: string): RunningGateway | undefined {
  needAccess(dataDir);
  const running = readRunning(dataDir);
  return running === undefined || !alive(running.pid) ? undefined : running;
}

function noAnswer({ admin }: RunningGateway, fault: unknown): CommandFailure {
  const isLate = (fault as Error).name === 'TimeoutError';
  const what = isLate
    ? `has not answered for ${answerMs / 1_000} s; it hangs, or this machine is overloaded`
    : 'does not answer';
  return new CommandFailure(exitCodes.service, `the gateway at ${admin} ${what}`, { cause: fault });
}

/** The result of an exchange with the gateway. Its time may run out before the answer or within it. */
async function answered<T>(running: RunningGateway, exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (fault) {
    if (fault instanceof CommandFailure || fault instanceof SyntaxError) throw fault;
    throw noAnswer(running, fault);
  }
}

/**
 * True if the process still runs: the credential must not go to a process that took over the port of a dead gateway.
 */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function callOf(running: RunningGateway, credential: string): AdminCall {
  return <T>(method: string, path: string, body?: unknown): Promise<T> =>
    answered(running, async () => {
      const response = await fetch(`${running.admin}${path}`, {
        method,
        signal: AbortSignal.timeout(answerMs),
        headers: {
          authorization: `Bearer ${credential}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw await refusalOf(response);
      return (await response.json()) as T;
    });
}

async function refusalOf(response: Response): Promise<CommandFailure> {
  const { error } = (await response.json()) as { error?: { message: string } };
  const bad = response.status >= 400 && response.status < 500 && response.status !== 401;
  return new CommandFailure(
    bad ? exitCodes.badInput : exitCodes.service,
    error?.message ?? `status ${response.status}`,
  );
}
