// `tonegate sync`: runs the sync process in the foreground, and shows its state.
import { Command } from 'commander';
import { type Config, dataDirOf, loadConfig } from '../config/config.js';
import { unreachable } from '../protocol/unreachable.js';
import type { SyncConflict, SyncReport, SyncStatus } from '../protocol/wire/sync-messages.js';
import { neededGateway } from './admin-call.js';
import { CommandFailure, type ExitCode, exitCodes } from './exit.js';
import { logLevelOption } from './log-level.js';
import { print } from './print.js';
import { shownInLine } from './terminal/shown.js';

export interface SyncParts {
  /** The public key of the key that signs the states of a data directory. The key is made if there is none. */
  publicKey(dataDir: string): Promise<string>;
  /** Runs until it receives a signal to end. */
  run(config: Config): Promise<ExitCode>;
  /** Publishes the state of the configured upstream to NATS once, or again at every interval if `keepsOn` is true. */
  publish(config: Config, keepsOn: boolean): Promise<ExitCode>;
}

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly logLevel?: string;
  readonly keepOn?: boolean;
}

export function syncCommand(parts: SyncParts): Command {
  const sync = new Command('sync')
    .description('keep this box in sync with its upstream, until SIGTERM or SIGINT')
    .option('--data <dir>', 'data directory')
    .addOption(logLevelOption())
    .usage('[options] [command]')
    .argument('[command]') // a mistyped command below comes here, and must not start the process
    .action(async (unknown: string | undefined, flags: Flags) => {
      const names = sync.commands.map((command) => command.name()).join(', ');
      if (unknown !== undefined) sync.error(`error: unknown command '${unknown}'; the commands are ${names}`);
      process.exitCode = await parts.run(settingsOf(flags));
    });
  const asking = (name: string, description: string) =>
    sync
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  asking('status', 'show the state of the sync, what is waiting and what failed').action(async (flags: Flags) => {
    const status = await gatewayOf(flags)<SyncStatus>('GET', '/v10/admin/sync/status');
    print(flags, status, statusText(status, Date.now()));
  });
  asking('now', 'poll the upstream at once').action(async (flags: Flags) => {
    const call = gatewayOf(flags);
    if (!(await call<SyncStatus>('GET', '/v10/admin/sync/status')).hasUpstream) {
      const reason = 'no upstream is configured (the setting upstream), so there is nothing to poll';
      throw new CommandFailure(exitCodes.badInput, reason);
    }
    const wanted = await call<object>('POST', '/v10/admin/sync/now');
    print(flags, wanted, 'the sync process will poll now; see tonegate sync status\n');
  });
  asking('conflicts', 'list the versions that lost a conflict, the latest first').action(async (flags: Flags) => {
    const { conflicts } = await gatewayOf(flags)<{ conflicts: SyncConflict[] }>('GET', '/v10/admin/sync/conflicts');
    print(flags, conflicts, conflicts.map(conflictLine).join('') || 'no conflicts\n');
  });
  sync
    .command('key')
    .description('print the public key with which this gateway signs its states, for sync.signKeys of boxes')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print one line of JSON on standard output')
    .action(async (flags: Flags) => {
      const publicKey = await parts.publicKey(dataDirOf({ dataDir: flags.data, env: process.env }));
      print(flags, { publicKey }, `${publicKey}\n`);
    });
  sync
    .command('publish')
    .description('publish the state of the upstream to NATS, for boxes with sync.transport nats')
    .option('--data <dir>', 'data directory')
    .option('--keep-on', 'publish again every sync.intervalS seconds, until SIGTERM or SIGINT')
    .addOption(logLevelOption())
    .action(async (flags: Flags) => {
      process.exitCode = await parts.publish(settingsOf(flags), flags.keepOn === true);
    });
  return sync;
}

const settingsOf = (flags: Flags): Config =>
  loadConfig({ dataDir: flags.data, env: process.env, flags: { logLevel: flags.logLevel } }).config;

const gatewayOf = (flags: Flags) => neededGateway(dataDirOf({ dataDir: flags.data, env: process.env }));

/** The time after which a report that should have been replaced is overdue. */
const overdueMs = 60_000;

/** One fact per line. Times are shown relative to now: how long ago, or in how long. */
export function statusText(
  { hasUpstream, needsSignature, report, applied, outbox, conflicts, redo }: SyncStatus,
  nowMs: number,
): string {
  const lines: [string, string][] = [];
  if (!hasUpstream) {
    lines.push(['upstream', 'none is configured (the setting upstream); nothing is fetched or sent']);
  } else if (report === null) {
    lines.push(['state', 'no sync process has reported since the gateway started']);
  } else {
    lines.push(['upstream', report.upstream], ['state', stateText(report, nowMs)]);
    lines.push(['last success', report.lastSuccessAtMs === null ? 'none yet' : ago(report.lastSuccessAtMs, nowMs)]);
    if (report.lastFault !== null) lines.push(['fault', `${report.lastFault} (${report.failuresInARow} in a row)`]);
  }
  if (hasUpstream) {
    const unsigned =
      'not needed: sync.signKeys is empty, so whoever holds the TLS key of the upstream controls this box';
    lines.push(['signature', needsSignature ? 'needed (sync.signKeys)' : unsigned]);
  }
  const atState = applied && `revision ${applied.revision} of ${applied.origin}, ${ago(applied.atMs, nowMs)}`;
  lines.push(['applied', atState ?? 'nothing yet']);
  const oldest = outbox.oldestMs === null ? '' : `, the oldest ${ago(outbox.oldestMs, nowMs)}`;
  lines.push(['outbox', outbox.waiting === 0 ? 'empty' : `${outbox.waiting} waiting${oldest}`]);
  lines.push(['conflicts', conflicts === 0 ? 'none' : `${conflicts}; see tonegate sync conflicts`]);
  if (redo > 0) lines.push(['files', `${redo} not in place yet; the gateway tries again by itself`]);
  return lines.map(([name, value]) => `${name.padEnd(12)}  ${value}\n`).join('');
}

function stateText({ state, nextPollAtMs, fetching }: SyncReport, nowMs: number): string {
  const lateMs = nextPollAtMs === null ? 0 : nowMs - nextPollAtMs;
  if (lateMs > overdueMs) return `no report for ${seconds(lateMs)}; is the sync process running?`;
  const next = nextPollAtMs === null ? '' : `, next poll in ${seconds(nextPollAtMs - nowMs)}`;
  switch (state) {
    case 'off':
    case 'polling':
    case 'applying':
      return state;
    case 'waiting':
      return `waiting${next}`;
    case 'stopped':
      return `stopped until the fault is fixed; then run tonegate sync now${next}`;
    case 'fetching': {
      if (fetching === null) return state;
      return `fetching, ${megabytes(fetching.doneBytes)} of ${megabytes(fetching.totalBytes)} MB`;
    }
    default:
      return unreachable(state);
  }
}

const ago = (atMs: number, nowMs: number): string => `${seconds(nowMs - atMs)} ago`;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** A time span such as `95 s`, `12 min`, `3 h`, `4 days`. If the clock was set back it shows 0 s. */
function seconds(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 120) return `${s} s`;
  if (s < 7_200) return `${Math.round(s / 60)} min`;
  return s < 172_800 ? `${Math.round(s / 3_600)} h` : `${Math.round(s / 86_400)} days`;
}

function conflictLine({ atMs, why, lost }: SyncConflict): string {
  return `${new Date(atMs).toISOString()}  ${thing(lost)}  ${shownInLine(why)}\n`;
}

function thing(item: SyncConflict['lost']): string {
  switch (item.kind) {
    case 'resource':
      return `resource ${item.id} v${item.ver} ${item.cu}/${item.type} ${shownInLine(item.name)}`;
    case 'model':
      return `model ${item.id}@${item.version}`;
    case 'onlineRobot':
      return `robot ${shownInLine(item.robotId)} online with ${shownInLine(item.publishId)}`;
    case 'profile':
    case 'ringTable':
      return `${item.kind === 'profile' ? 'profile' : 'ring table'} ${shownInLine(item.name)}`;
    case 'firmware':
      return `firmware ${shownInLine(item.product)} ${shownInLine(item.version)}`;
    default:
      return unreachable(item);
  }
}
