// A real gateway in this process, on free ports of the loopback, with its own data directory.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config/config.js';
import type { HttpLimits } from '../../../src/http/listener.js';
import type { Feature } from '../../../src/main/feature.js';
import { coreFeatures } from '../../../src/main/features.js';
import { type Gateway, startGateway } from '../../../src/main/gateway.js';
import { limits } from '../../../src/protocol/limits.js';
import { basic, type CallOptions, call, type Exchange } from './call.js';

export interface TestGatewayOptions {
  /** Features besides coreFeatures; the functions of the core need no engine. */
  readonly features?: readonly Feature[];
  /** Dotted setting → value. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly httpLimits?: Partial<HttpLimits>;
  /** A data directory that is kept across restarts. */
  readonly dataDir?: string;
  /** The machine's clock at the start, ms UTC; the default is the true time. */
  readonly wallMs?: number;
}

export interface TestGateway extends Gateway {
  readonly dataDir: string;
  /** The demo application of the first start. */
  readonly app: { readonly appkey: string; readonly secret: string };
  /** Every log line so far, as text. */
  readonly logText: () => string;
  /** Lets time pass for the gateway. */
  advance(ms: number): void;
  /** Stops the monotonic clock of the gateway; only `advance` moves it then. */
  holdClock(): void;
  /** Sets the clock of the gateway's machine, ms UTC; no time passes. */
  setClock(wallMs: number): void;
  /** Asks for `path` on the https listener, trusting the gateway's own certificate. */
  secure(path: string, options?: CallOptions): Promise<Exchange>;
  plain(path: string, options?: CallOptions): Promise<Exchange>;
  inside(path: string, options?: CallOptions): Promise<Exchange>;
  /** Calls get-access-token with the application's credentials. */
  token(query?: string, app?: { appkey: string; secret: string }): Promise<string>;
  /**
   * A token of the application that is kept for an hour of the gateway's clock, since an application has at most a
   * thousand.
   */
  keptToken(app?: { appkey: string; secret: string }): Promise<string>;
  /** Resolves when /readyz reports that its engines are ready. */
  whenReady(): Promise<void>;
  /** Stops it and removes the data directory. */
  discard(): Promise<void>;
}

const keptTokenMs = 3_600_000;

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tonegate-test-'));
  let offsetMs = 0;
  let heldMs: number | undefined;
  let wallOffsetMs = options.wallMs === undefined ? 0 : options.wallMs - Date.now();
  let log = '';
  let app = { appkey: '', secret: '' };
  const { config } = loadConfig({
    dataDir,
    env: {},
    // A spare would take the CPU of tests that run at the same time; the load of the machine must not affect their
    // results.
    flags: {
      ...{ httpPort: 0, httpsPort: 0, adminPort: 0, 'storage.reserveMib': 1, spareEngine: 'off', admission: 'off' },
      ...options.settings,
    },
  });
  const gateway = await startGateway({
    config,
    features: [...coreFeatures, ...(options.features ?? []).filter((each) => !coreFeatures.includes(each))],
    log: pino({ level: 'trace' }, { write: (line: string) => (log += line) }),
    time: {
      wallMs: () => Date.now() + offsetMs + wallOffsetMs,
      steadyMs: () => (heldMs ?? performance.now()) + offsetMs,
    },
    onDemoApp: (demo) => {
      app = demo;
    },
    checkReplies: true,
    httpLimits: { ...limits.http, ...options.httpLimits },
  });
  const ca = readFileSync(join(dataDir, 'tls', 'cert.pem'), 'utf8');
  const secure = (path: string, callOptions: CallOptions = {}) => call(gateway.https + path, { ca, ...callOptions });
  const token = async (query = '', of = app) => {
    const path = `/v10/auth/get-access-token?appkey=${of.appkey}${query}`;
    const reply = await secure(path, { headers: { authorization: basic(of.appkey, of.secret) } });
    return (reply.json as { token: string }).token;
  };
  const kept = new Map<string, { readonly token: Promise<string>; readonly atMs: number }>();
  return {
    ...gateway,
    dataDir,
    app,
    logText: () => log,
    advance: (ms) => {
      offsetMs += ms;
    },
    holdClock: () => {
      heldMs ??= performance.now();
    },
    setClock: (wallMs) => {
      wallOffsetMs = wallMs - Date.now() - offsetMs;
    },
    secure,
    plain: (path, callOptions) => call(gateway.http + path, callOptions),
    inside: (path, callOptions) => call(gateway.admin + path, callOptions),
    token,
    keptToken(of = app) {
      const atMs = Date.now() + offsetMs;
      const known = kept.get(of.appkey);
      if (known !== undefined && atMs - known.atMs < keptTokenMs) return known.token;
      const fresh = { token: token('', of), atMs };
      kept.set(of.appkey, fresh);
      return fresh.token;
    },
    async whenReady() {
      while ((await call(`${gateway.admin}/readyz`)).status !== 200) await new Promise((next) => setTimeout(next, 25));
    },
    async discard() {
      await gateway.stop(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
