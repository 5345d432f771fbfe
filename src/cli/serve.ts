// `tonegate serve`: runs the gateway in the foreground. Standard output carries exactly one line, the ready line. SIGUSR2 makes
// it take the content that `tonegate restore` has staged.
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { type Config, type LoadedConfig, loadConfig } from '../config/config.js';
import { type RestoreOutcome, restoreSignal } from '../ops/data-dir.js';
import { limits } from '../protocol/limits.js';
import { CommandFailure, exitCodes } from './exit.js';
import { logLevelOption } from './log-level.js';

export interface ServingGateway {
  readonly http: string;
  readonly https: string;
  readonly admin: string;
  waitingFor(): readonly string[];
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Writes the outcome of a restore where the command that waits for it looks. */
  reportRestore(outcome: RestoreOutcome): void;
  /** Stops it for good, or to restart with restored content. */
  stop(isForGood: boolean): Promise<void>;
}

export interface ServeParts {
  /**
   * Starts everything. The callback gets the demo application that a first start makes. Without a callback none is
   * made.
   */
  start(
    config: Config,
    warnings: readonly string[],
    onDemoApp: ((app: { appkey: string; secret: string }) => void) | undefined,
    startsAnew: boolean,
  ): Promise<ServingGateway>;
  restores(): Promise<Restores>;
}

/** Restored content that waits for the gateway. */
export interface Restores {
  /**
   * The content that waits, checked with the settings that a gateway on it would have; undefined: none waits. With a fault it
   * was removed.
   */
  next(dataDir: string, configOf: (directory: string) => Config): RestoreOutcome | undefined;
  /** Puts it in place. No gateway may run on the directory. */
  take(dataDir: string, id: string): void;
  /** Removes what was there before. */
  discardReplaced(dataDir: string): Promise<void>;
}

interface ServeFlags {
  readonly data?: string;
  readonly host?: string;
  readonly http?: number;
  readonly https?: number;
  readonly admin?: number;
  readonly logLevel?: string;
  readonly new?: true;
  readonly showDemoApp?: boolean;
}

export function serveCommand(parts: ServeParts): Command {
  return new Command('serve')
    .description('serve the /v10 interfaces until SIGTERM or SIGINT')
    .option('--data <dir>', 'data directory')
    .option('--http <port>', 'port of the http listener (0: any free one)', portNumber)
    .option('--https <port>', 'port of the https listener (0: any free one)', portNumber)
    .option('--host <address>', 'address of both listeners (0.0.0.0 serves other machines)')
    .option('--admin <port>', 'port of the admin listener: health, metrics, applications', portNumber)
    .option(
      '--new',
      'if the database is lost or damaged, keep its files under another name and start with an empty one',
    )
    .addOption(logLevelOption())
    .option(
      '--show-demo-app',
      'create the demo application at the first start even if standard error is not a terminal',
    )
    .action((flags: ServeFlags) => serve(flags, parts));
}

async function serve(flags: ServeFlags, parts: ServeParts): Promise<void> {
  let running: ServingGateway | undefined;
  let signals = 0;
  const onSignal = () => {
    signals++;
    if (signals > 1) process.exit(exitCodes.fine); // a second signal ends the process at once
    if (running !== undefined) void stop(running);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const told = new Bell();
  process.on(restoreSignal, () => told.ring());
  // A file or a journal would keep the secret, so an image has no demo application (see `tonegate apps add`).
  const maySeeSecret = process.stderr.isTTY === true || flags.showDemoApp === true;
  const onDemoApp = maySeeSecret ? showDemoApp : undefined;
  const { config, warnings } = load(flags);
  const first = await parts.start(config, warnings, onDemoApp, flags.new === true).catch((fault) => {
    throw startFailure(fault, config);
  });
  running = first;
  if (signals > 0) return stop(first);
  showReady(first);
  for (;;) {
    const taken = await nextRestored(told, running, flags, parts);
    const before: ServingGateway = running;
    await before.stop(false);
    if (signals > 0) await new Promise(() => {}); // the process ends
    running = undefined;
    running = await withRestored(taken, first, flags, parts);
    if (signals > 0) return stop(running);
  }
}

/** Rings may come before anybody waits; several are one. */
class Bell {
  #isRung = false;
  #wake = () => {};

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  async next(): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isRung = false;
  }
}

/** Waits until there is restored content with which a gateway can start; refuses other content. */
async function nextRestored(
  told: Bell,
  gateway: ServingGateway,
  flags: ServeFlags,
  parts: ServeParts,
): Promise<RestoreOutcome> {
  for (;;) {
    await told.next();
    const { next } = await parts.restores();
    const waiting = next(load(flags).config.dataDir, (directory) => load({ ...flags, data: directory }).config);
    if (waiting === undefined) continue;
    if (waiting.fault === undefined) return waiting;
    gateway.reportRestore(waiting);
  }
}

/** Puts restored content in place and starts a gateway with it, on the ports of the first one where any free one will do. */
async function withRestored(
  taken: RestoreOutcome,
  first: ServingGateway,
  flags: ServeFlags,
  parts: ServeParts,
): Promise<ServingGateway> {
  const { take, discardReplaced } = await parts.restores();
  take(load(flags).config.dataDir, taken.id);
  const { config: own, warnings } = load(flags); // the restored content has settings of its own
  const config = {
    ...own,
    httpPort: own.httpPort || first.httpPort,
    httpsPort: own.httpsPort || first.httpsPort,
    adminPort: own.adminPort || Number(new URL(first.admin).port),
  };
  const gateway = await patiently(() => parts.start(config, warnings, undefined, false)).catch((fault) => {
    throw startFailure(fault, config);
  });
  gateway.reportRestore(taken);
  void discardReplaced(config.dataDir);
  return gateway;
}

const { retryMs, retryForMs } = limits.backup;

/** A command that looked into the data directory between two gateways may have its database open for a moment. */
async function patiently<T>(start: () => Promise<T>): Promise<T> {
  for (const endMs = performance.now() + retryForMs; ; await sleep(retryMs)) {
    try {
      return await start();
    } catch (fault) {
      if ((fault as { reason?: unknown }).reason !== 'inUse' || performance.now() > endMs) throw fault;
    }
  }
}

/** Calls come in from now on; those that need an engine wait for its models. */
function showReady(gateway: ServingGateway): void {
  const { http, https, httpPort, httpsPort, admin } = gateway;
  const waitingFor = gateway.waitingFor();
  process.stdout.write(`${JSON.stringify({ ready: true, waitingFor, http, https, httpPort, httpsPort, admin })}\n`);
}

async function stop(gateway: ServingGateway): Promise<void> {
  await gateway.stop(true);
  process.exit(exitCodes.fine);
}

export function load(flags: ServeFlags): LoadedConfig {
  return loadConfig({
    dataDir: flags.data,
    env: process.env,
    flags: {
      host: flags.host,
      httpPort: flags.http,
      httpsPort: flags.https,
      adminPort: flags.admin,
      logLevel: flags.logLevel,
    },
  });
}

/** Prints plain text on stderr, not through the log, because a secret must not appear in log lines. */
function showDemoApp({ appkey, secret }: { appkey: string; secret: string }): void {
  process.stderr.write(
    `First start: a demo application was created. Its secret is shown only once.\n  appkey  ${appkey}\n  secret  ${secret}\n`,
  );
}

function startFailure(fault: unknown, config: Config): unknown {
  const { code, port, address, hostname } = (fault ?? {}) as {
    code?: string;
    port?: number;
    address?: string;
    hostname?: string;
  };
  const { audioSocket } = config.media;
  const host = address ?? hostname ?? config.host;
  const isAudioSocket =
    audioSocket.enabled && host === audioSocket.host && (port === undefined || port === audioSocket.port);
  const settings: readonly (readonly [number, string])[] = [
    [config.httpPort, '--http'],
    [config.httpsPort, '--https'],
    [config.adminPort, '--admin'],
    ...(isAudioSocket ? [[audioSocket.port, 'media.audioSocket.port'] as const] : []),
  ];
  const [, setting] = settings.find(([each]) => each === port) ?? [];
  const place = `port ${port}${setting === undefined ? '' : ` (${setting})`} of ${host}`;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandFailure(exitCodes.service, `${place} is in use by another program; choose another port`);
    case 'EACCES':
      return port === undefined
        ? new CommandFailure(exitCodes.service, (fault as Error).message)
        : new CommandFailure(exitCodes.service, `${place} cannot be opened by this user; choose a port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandFailure(
        exitCodes.service,
        `the address ${host} does not belong to this machine (${isAudioSocket && host !== config.host ? 'media.audioSocket.host' : '--host'})`,
      );
    default:
      return fault instanceof Error &&
        ['StoreError', 'DataDirError', 'KeyFault', 'SocketFileError', 'CertificateFault'].includes(fault.name)
        ? new CommandFailure(exitCodes.service, fault.message, { cause: fault })
        : fault;
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('must be a number from 0 to 65535');
  return port;
}
