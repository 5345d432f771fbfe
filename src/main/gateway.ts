// The gateway process: HTTP, WebSocket, authentication, sessions' protocol state, and the only connection to the
// database. Wires the parts together, starts them in order and stops them in the opposite one.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { cageGaps } from '../child/cage.js';
import { type Clock, machineTime, type TimeSource } from '../clock/clock.js';
import { keepClock } from '../clock/kept-clock.js';
import type { Config } from '../config/config.js';
import type { HttpLimits } from '../http/listener.js';
import { createHttpApp, createHttpServer } from '../http/server.js';
import { addressList, isLoopback } from '../net/address-policy.js';
import {
  adminCredential,
  databaseFile,
  databaseLock,
  makeDataDir,
  type RestoreOutcome,
  type RunningGateway,
  readRunning,
  removeRunning,
  tracesIn,
  writeRunning,
} from '../ops/data-dir.js';
import { createMetrics } from '../ops/metrics.js';
import { version } from '../ops/version.js';
import { limits } from '../protocol/limits.js';
import { Sessions } from '../session/sessions.js';
import { createShares } from '../shares/shares.js';
import { Quotas } from '../storage/quotas.js';
import { Room } from '../storage/room.js';
import { lockDirectory } from '../store/directory-lock.js';
import { isEncrypted } from '../store/encrypt.js';
import { GroupCommit } from '../store/group-commit.js';
import { emptyLogWhenIdle } from '../store/idle-log.js';
import { openKeptStore } from '../store/kept.js';
import { closeStore, emptyLog, freeBytesIn, limitLog, logBytesOf, StoreError } from '../store/open.js';
import { Apps, type NewApp } from '../system/apps.js';
import { authChecks } from '../system/checks.js';
import { operationConf } from '../system/conf.js';
import { hashOf } from '../system/secret.js';
import { systemTable } from '../system/table.js';
import { TenantRemovals } from '../system/tenants/removals.js';
import { tenantTable } from '../system/tenants/table.js';
import { Tenants } from '../system/tenants/tenants.js';
import { Tokens } from '../system/tokens.js';
import { takeDataKey } from '../trust/data-key.js';
import { createStreamHost } from '../ws/host.js';
import { createContext, type GatewayFacts } from './context.js';
import { documentsOf, together } from './documents.js';
import type { Feature, Served, StartedFeature } from './feature.js';
import { gatewayMetrics } from './gateway-metrics.js';
import { type HttpsCertificate, httpsCertificate } from './https-certificate.js';
import { giveBackInWork } from './recovery/rest.js';

export interface GatewayOptions {
  readonly config: Config;
  readonly log: Logger;
  /** If the database has lost data, it is set aside and an empty one is made; otherwise the start is refused. */
  readonly startsAnew?: boolean;
  /** The features to serve: all (features), or those that need no engine (coreFeatures). */
  readonly features: readonly Feature[];
  /** the machine's clocks unless given */
  readonly time?: TimeSource;
  /**
   * Called with the demo application that the first start makes; its secret is not available later. Without a callback
   * none is made.
   */
  readonly onDemoApp?: ((app: NewApp) => void) | undefined;
  readonly checkReplies?: boolean;
  readonly httpLimits?: HttpLimits;
  /** The process stops this gateway, and starts one with restored content, when it gets `restoreSignal`. */
  readonly takesRestores?: boolean;
}

export interface Gateway {
  /** Its routes and sockets, by listener. */
  readonly served: Served;
  readonly http: string;
  readonly https: string;
  readonly admin: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly apps: Apps;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly adminCredential: string;
  /** Names of the parts that /readyz still waits for. The listeners open before the engines have their models. */
  waitingFor(): readonly string[];
  /** Writes the outcome of a restore where the command that waits for it looks. */
  reportRestore(outcome: RestoreOutcome): void;
  /** Ends running calls within `drainMs` (the configured time unless given), then everything. */
  stop(drainMs?: number): Promise<void>;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const undo: (() => Promise<void> | void)[] = [];
  try {
    return await start(options, undo);
  } catch (fault) {
    for (const step of undo.reverse()) await step();
    throw fault;
  }
}

async function start(options: GatewayOptions, undo: (() => Promise<void> | void)[]): Promise<Gateway> {
  const { config, log } = options;
  makeDataDir(config.dataDir);
  const lock = lockDataDir(config.dataDir);
  undo.push(() => lock.release());
  const reserveBytes = config.storage.reserveMib * 1024 * 1024;
  const room = new Room({ dataDir: config.dataDir, reserveBytes, log });
  const makeRoom = (fault: unknown) => room.noticed(fault);
  const key = takeDataKey(config.dataDir, config.storage.keyFile, () => isEncrypted(databaseFile(config.dataDir)));
  const traces = tracesIn(config.dataDir);
  const { db, applied, copy, setAside } = openKeptStore(
    databaseFile(config.dataDir),
    traces,
    options.startsAnew,
    databaseLock(config.dataDir, key),
  );
  undo.push(() => closeStore(db));
  removeRunning(config.dataDir); // the database is closed in order, whatever fails later
  if (setAside !== undefined)
    log.warn({ setAside }, 'the database could not be used: the gateway starts with an empty one');
  if (applied.length > 0) log.info({ applied, copy }, 'database migrated');

  const kept = keepClock({ db, log, ...(options.time && { source: options.time }) });
  undo.push(() => kept.stop());
  const { clock } = kept;
  const { utcMs: now, elapsedMs: elapsed } = clock;

  const table = systemTable(db);
  const tokens = new Tokens({
    table,
    now: elapsed,
    random: randomBytes,
    lifeS: config.token.lifeS,
    maySweep: clock.maySweep,
    makeRoom,
  });
  undo.push(() => void tokens.storeHeld());
  const apps = new Apps({
    ...{ table, now, random: randomBytes },
    onRemoved: (appkey) => {
      tokens.forgetApp(appkey);
      sessions.dismiss(appkey);
    },
  });
  const ofTenants = tenantTable(db);
  const tenants = new Tenants({ table: ofTenants, apps, now, random: randomBytes });
  const group = new GroupCommit(db);
  const removals = new TenantRemovals({ tenants, table: ofTenants, group, clock: () => performance.now() });
  const sweep = setInterval(() => tokens.sweep(), limits.token.sweepMs);
  undo.push(() => clearInterval(sweep));
  const trims = setInterval(giveBackInWork(limits.engine.collectMs), limits.engine.trimMs);
  undo.push(() => clearInterval(trims));
  const idleLog = emptyLogWhenIdle(db);
  undo.push(() => idleLog.stop());
  limitLog(db, reserveBytes / 4); // so that the reserve suffices to empty it
  const inStore = { freeBytes: () => freeBytesIn(db), logBytes: () => logBytesOf(db), emptyLog: () => emptyLog(db) };
  room.onRoom(() => tokens.sweep());
  await room.watch(inStore);
  undo.push(() => room.stop());

  const credential = adminCredential(config.dataDir, randomBytes);
  const checks = authChecks({ apps, tokens, tenants, adminCredentialHash: hashOf(credential) });
  const metrics = createMetrics();
  const measured = gatewayMetrics(metrics);
  const started: StartedFeature[] = [];
  let ofHttps: HttpsCertificate | undefined;
  const gaps = cageGaps();
  for (const gap of gaps) log.warn({ gap }, 'this kernel lacks a part of the sandbox for child processes');
  const facts: GatewayFacts = {
    capabilities: () => started.flatMap((feature) => feature.capabilities()),
    waitingFor: () => started.flatMap((feature) => feature.waitingFor()),
    missing: () => [...gaps, ...started.flatMap((feature) => feature.missing())],
    degraded: () => [
      ...[...room.degraded(), ...kept.degraded(), ...(ofHttps?.degraded() ?? [])],
      ...started.flatMap((feature) => feature.degraded()),
    ],
    documents: documentsOf(() => together(started.map((feature) => feature.served)), config),
  };
  const conf = operationConf(options.features.map((feature) => feature.limits(config)));
  const { steadyMs } = options.time ?? machineTime;
  const quotas = new Quotas(config.storage.developerMib * 1024 * 1024, steadyMs);
  const httpLimits = options.httpLimits ?? limits.http;
  const shares = createShares(httpLimits, config.shares, measured.onRefused);
  const { onError, onRefused } = measured;
  const sessions = new Sessions({ limits: config.stream, log, newTraceToken: randomUUID, onError, onRefused });
  undo.push(() => sessions.stop());
  const stored = {
    config,
    dataKey: key,
    quotas,
    conf,
    log,
    metrics,
    db,
    now,
    elapsed,
    maySweep: clock.maySweep,
    table,
    apps,
    tokens,
    tenants,
    removals,
    group,
    facts,
    onDiskFull: makeRoom,
    onRefused,
    sessions,
    shares,
  };
  const context = createContext(
    stored,
    (parts) => options.features.flatMap((feature) => feature.replicates(parts)),
    undo,
  );
  for (const each of options.features) {
    const feature = await each.start(context);
    undo.push(() => feature.stop());
    started.push(feature);
  }
  const removed = removals
    .goOn()
    .catch((err: unknown) => log.error({ err }, 'a deleted tenant was not removed; the next start goes on'));
  undo.push(() => {
    removals.stop();
    return removed;
  });

  const served = together(started.map((feature) => feature.served));
  const shared = {
    checks,
    realm: config.realm,
    log,
    room,
    quotas,
    newTraceToken: randomUUID,
    limits: httpLimits,
    steadyMs,
    checkReplies: options.checkReplies ?? false,
    onDone: measured.onRequest,
  };
  const isTrusted = addressList(config.media.trustedAddresses);
  const host = createStreamHost({
    ...{ routes: served.sockets, checks, realm: config.realm, log, newTraceToken: randomUUID },
    limits: config.stream,
    ...{ sessions, onRefused, handshakeRate: shares.handshakeRate },
    isTrusted,
  });
  undo.push(() => host.stop());
  const routes = [...served.routes, ...served.everywhere];
  const open = { ...shared, isTrusted, routes, sockets: served.sockets, shares, onUpgrade: host.upgrade };
  const own = await httpsCertificate({ config, clock, log });
  undo.push(() => own.stop());
  ofHttps = own;
  const app = createHttpApp(open);
  const plain = app.server();
  const secure = app.server(own.tls);
  own.keepFresh(secure);
  const inside = createHttpServer({
    ...shared,
    routes: [...served.admin, ...served.everywhere],
    shares: createShares(limits.http), // health must be answered while the gateway is full
  });
  const forSync = createHttpServer({
    ...shared,
    routes: served.admin
      .filter((route) => route.forSync === true)
      .map((route) => ({ ...route, auth: 'none' as const })),
    otherPaths: 'this socket serves only the requests of the sync process; use the admin listener',
    shares: createShares(limits.sync.socket),
  });
  measured.collect(() => ({
    ...{ apps: apps.count, ...room.facts(), bodyBytes: shares.bodyBytes.used + shares.screeningBodyBytes.used },
    requests: shares.requests.used + shares.screeningRequests.used,
    ...{ connections: host.connections, sessions: sessions.running, certificateMs: own.validUntilMs() },
    sockets: { http: plain.openSockets, https: secure.openSockets },
  }));

  undo.push(() => inside.stop(0));
  const adminPort = await inside.listen(config.adminHost, config.adminPort);
  if (config.sync.socket !== '') {
    undo.push(() => forSync.stop(0));
    await forSync.listenAt(config.sync.socket, 'sync.socket');
  }
  undo.push(() => plain.stop(0));
  const httpPort = await plain.listen(config.host, config.httpPort);
  undo.push(() => secure.stop(0));
  const httpsPort = await secure.listen(config.host, config.httpsPort);
  const admin = `http://${authority(config.adminHost, adminPort)}`;
  const http = `http://${authority(config.host, httpPort)}`;
  const { takesRestores = false } = options;
  let running: RunningGateway = { pid: process.pid, admin, http, takesRestores };
  let isFound = writeRunning(config.dataDir, running);
  if (!isFound) log.warn({ admin }, 'the disk is full: the command line cannot find this gateway until there is room');
  room.onRoom(() => {
    isFound ||= writeRunning(config.dataDir, running);
  });
  undo.push(() => {
    isFound = true; // from now on it must not be written again
    removeRunning(config.dataDir);
  });
  if (!isLoopback(config.adminHost)) {
    log.warn(
      { admin },
      'the admin listener is open to other machines and not encrypted: its credential can be intercepted',
    );
  }

  if (apps.neverHadOne) options.onDemoApp?.(apps.add('demo'));
  if (apps.count === 0) log.warn('no application may ask for tokens yet; add one with `tonegate apps add NAME`');
  const https = `https://${authority(config.host, httpsPort)}`;
  log.info({ version, http, https, admin, dataDir: config.dataDir }, 'gateway is serving');

  let stopped: Promise<void> | undefined;
  return {
    served,
    http,
    https,
    admin,
    httpPort,
    httpsPort,
    apps,
    tokens,
    clock,
    adminCredential: credential,
    waitingFor: facts.waitingFor,
    reportRestore: (restore) => {
      running = { ...running, restore };
      isFound = writeRunning(config.dataDir, running);
    },
    stop: (drainMs = config.drainMs) => {
      stopped ??= stop(drainMs);
      return stopped;
    },
  };

  async function stop(drainMs: number): Promise<void> {
    log.info({ drainMs }, 'gateway is stopping');
    // Listening ends at once; running calls end by themselves or when the drain time is over.
    const listeners = Promise.all([plain.stop(drainMs), secure.stop(drainMs)]);
    host.close();
    await quiet(sessions, drainMs);
    host.stop();
    await listeners;
    for (const step of undo.reverse()) await step();
    log.info('gateway stopped');
  }
}

/**
 * Locks the data directory before anything in it is changed: the reserve on the disk belongs to the gateway that runs
 * there.
 */
function lockDataDir(dataDir: string): { readonly release: () => void } {
  try {
    return lockDirectory(dataDir);
  } catch (fault) {
    if (!(fault instanceof StoreError) || fault.reason !== 'inUse') throw fault;
    const running = readRunning(dataDir);
    const which = running === undefined ? 'another gateway' : `the gateway at ${running.http} (process ${running.pid})`;
    const advice = 'stop it, or give this one a directory of its own (--data)';
    throw new StoreError('inUse', `${which} runs on the data directory ${dataDir}: ${advice}`, { cause: fault });
  }
}

const quietCheckMs = 50;

/** Waits until no session runs, or the time is up. */
async function quiet(sessions: Sessions, drainMs: number): Promise<void> {
  for (let waitedMs = 0; sessions.running > 0 && waitedMs < drainMs; waitedMs += quietCheckMs) {
    await new Promise((resolve) => setTimeout(resolve, quietCheckMs));
  }
}

/** 0.0.0.0 is not an address to connect to. */
function authority(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
