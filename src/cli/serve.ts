// `tonegate serve`: runs the gateway in the foreground. Standard output carries exactly one line, the ready line. SIGUSR2 makes
// it take the content that `tonegate restore` has laid ready.
import { Command, InvalidArgumentError } from 'commander';
import { type Config, type LoadedConfig, loadConfig } from '../config/config.js';
import { restoreSignal } from '../ops/data-dir.js';
import { CommandFailure, exitCodes } from './exit.js';
import { logLevelOption } from './log-level.js';

export interface ServingGateway {
  readonly http: string;
  readonly https: string;
  readonly admin: string;
  waitingFor(): readonly string[];
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Stops it for good, or to start again with restored content. */
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
  /** True if restored content lies ready. */
  hasRestored(dataDir: string): Promise<boolean>;
  /** Puts it in place. No gateway may run on the directory. */
  takeRestored(dataDir: string): Promise<void>;
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
  let gateway: ServingGateway | undefined;
  let signals = 0;
  const onSignal = () => {
    signals++;
    if (signals > 1) process.exit(exitCodes.fine); // a second signal ends the process at once
    if (gateway !== undefined) void stop(gateway);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  let onRestored: (() => void) | undefined;
  const { dataDir } = load(flags).config;
  process.on(restoreSignal, async () => {
    if (await parts.hasRestored(dataDir)) onRestored?.();
  });
  // A file or a journal would keep the secret, so an image has no demo application (see `tonegate apps add`).
  const maySeeSecret = process.stderr.isTTY === true || flags.showDemoApp === true;
  const onDemoApp = maySeeSecret ? showDemoApp : undefined;
  for (let starts = 0; ; starts++) {
    const { config, warnings } = load(flags); // restored content has settings of its own
    const restored = new Promise<void>((resolve) => {
      onRestored = resolve;
    });
    gateway = await parts.start(config, warnings, onDemoApp, flags.new === true && starts === 0).catch((fault) => {
      throw startFailure(fault, config);
    });
    if (signals > 0) return stop(gateway);
    if (starts === 0) showReady(gateway);
    await restored;
    const before: ServingGateway = gateway;
    await before.stop(false);
    if (signals > 0) await new Promise(() => undefined); // the process ends
    gateway = undefined;
    await parts.takeRestored(dataDir);
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
