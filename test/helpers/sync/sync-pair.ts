// A box and its upstream, two real gateways, with a proxy between them that can be told to misbehave, and the box's
// sync agent, which the test starts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config/config.js';
import { limits } from '../../../src/protocol/limits.js';
import type { SyncItem, SyncState, SyncStatus } from '../../../src/protocol/wire/sync-messages.js';
import { runSync } from '../../../src/sync/start.js';
import { realTime, type Time } from '../../../src/sync/time.js';
import type { TransferLimits } from '../../../src/sync/upstream-http.js';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../gateway/gateway.js';
import { administer } from '../gateway/resource-client.js';
import { type HostileProxy, startHostileProxy } from './hostile-proxy.js';

/** A clock with short waits: the agent polls continually, so that no test waits for an interval. */
export const impatient: Time = { ...realTime, sleep: (ms, signal) => realTime.sleep(Math.min(ms, 25), signal) };
/** A clock that never ends a wait; `sync now` is the only reason to poll. */
export const patient: Time = { ...realTime, sleep: (_ms, signal) => realTime.sleep(2 ** 31 - 1, signal) };

export interface AgentOptions {
  readonly time?: Time;
  readonly transferLimits?: Partial<TransferLimits>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The data directory; by default that of the box. */
  readonly dataDir?: string;
}

export interface RunningAgent {
  /** Log lines of the agent. */
  readonly logText: () => string;
  stop(): Promise<void>;
}

export class SyncPair {
  #agents: RunningAgent[] = [];

  constructor(
    readonly upstream: TestGateway,
    readonly box: TestGateway,
    readonly proxy: HostileProxy,
    readonly settings: Readonly<Record<string, unknown>>,
    readonly scratch: string,
  ) {}

  startAgent({ time = impatient, transferLimits = {}, settings = {}, dataDir }: AgentOptions = {}): RunningAgent {
    const flags = { ...this.settings, ...settings };
    const { config } = loadConfig({ dataDir: dataDir ?? this.box.dataDir, env: {}, flags });
    const ended = new AbortController();
    let log = '';
    const running = runSync({
      config,
      log: pino({ level: 'trace' }, { write: (line: string) => (log += line) }),
      signal: ended.signal,
      time,
      chance: () => 0.001,
      transferLimits: { ...limits.sync, ...transferLimits },
    });
    running.catch(() => {}); // `stop` reports the fault
    const agent = {
      logText: () => log,
      stop: async () => {
        this.#agents = this.#agents.filter((each) => each !== agent);
        ended.abort();
        await running;
      },
    };
    this.#agents.push(agent);
    return agent;
  }

  async status(): Promise<SyncStatus> {
    return (await administer(this.box, 'GET', '/v10/admin/sync/status')).json;
  }

  /** Resolves with the first status for which `isSo` is true. The test's own limit ends the wait. */
  async until(isSo: (status: SyncStatus) => boolean): Promise<SyncStatus> {
    for (;;) {
      const status = await this.status();
      if (isSo(status)) return status;
      await sleep(10);
    }
  }

  /** Resolves when the box has applied the present state of the upstream. */
  async inStep(): Promise<SyncStatus> {
    const { revision, origin } = (await state(this.upstream)) as SyncState;
    return this.until(
      ({ applied, outbox, redo }) =>
        applied?.origin === origin && applied.revision >= revision && outbox.waiting === 0 && redo === 0,
    );
  }

  async pollNow(): Promise<void> {
    await administer(this.box, 'POST', '/v10/admin/sync/now');
  }

  async discard(): Promise<void> {
    for (const agent of this.#agents) await agent.stop();
    await this.box.discard();
    await this.proxy.close();
    await this.upstream.discard();
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

export async function startPair(
  boxSettings: Readonly<Record<string, unknown>> = {},
  upstreamOptions: TestGatewayOptions = {},
): Promise<SyncPair> {
  const upstream = await startTestGateway(upstreamOptions);
  const ca = readFileSync(join(upstream.dataDir, 'tls', 'cert.pem'), 'utf8');
  const proxy = await startHostileProxy(upstream.https, ca);
  const app = upstream.apps.add('box', 'default', ['sync']);
  const scratch = mkdtempSync(join(tmpdir(), 'tonegate-pair-'));
  const secretFile = join(scratch, 'secret');
  writeFileSync(secretFile, `${app.secret}\n`);
  const settings = {
    upstream: proxy.url,
    'sync.appkey': app.appkey,
    'sync.secretFile': secretFile,
    'sync.caFile': proxy.caFile,
    ...boxSettings,
  };
  return new SyncPair(upstream, await startTestGateway({ settings }), proxy, settings, scratch);
}

export async function state(gateway: TestGateway): Promise<SyncState> {
  const { status, text } = await administer(gateway, 'GET', '/v10/admin/sync/state');
  if (status !== 200) throw new Error(text);
  return JSON.parse(text);
}

/** The items that both must have in common: all but the numbers that belong to one store. */
export const itemsOf = async (gateway: TestGateway): Promise<SyncItem[]> =>
  (await state(gateway)).items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
