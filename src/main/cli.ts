// `tonegate`: each command is a file in cli/ and gets the parts that it works with from here.
import { Command, CommanderError } from 'commander';
import type { Logger } from 'pino';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { standardOutputMayEnd } from '../cli/standard-output.js';
import { shown } from '../cli/terminal/shown.js';
import { ConfigError } from '../config/config.js';
import { DataDirError } from '../ops/data-dir.js';
import { createLog } from '../ops/log.js';
import { version } from '../ops/version.js';
import { isDiskFull } from '../protocol/errors.js';
import { KeyFault } from '../trust/key-file.js';

// Files that this program writes are accessible only to their owner.
process.umask(0o077);

const program = new Command('tonegate')
  .description('the speech brain of an outbound-dialer gateway')
  .version(version)
  .exitOverride()
  .enablePositionalOptions() // `sync` and `sync status` each have a --data of their own
  .hook('preAction', (_program, command) => standardOutputMayEnd(command.name() === 'serve'))
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tonegate: ')) });

// The modules of a command are loaded only with it, so that it starts sooner. The large parts (server, database) are
// loaded when the command runs.
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () =>
    (await import('../cli/serve.js')).serveCommand({
      start: async (config, warnings, onDemoApp, startsAnew) => {
        const log = logOfProcess(config.logLevel);
        for (const warning of warnings) log.warn(warning);
        const [{ startGateway }, { features }] = await Promise.all([import('./gateway.js'), import('./features.js')]);
        const { serviceManager } = await import('./recovery/service-manager.js');
        const manager = serviceManager();
        const started = await startGateway({ config, log, features, onDemoApp, startsAnew, takesRestores: true });
        manager.tell({ is: 'ready' });
        manager.tell({ status: `serving at ${started.http}` });
        const gateway = {
          ...started,
          stop: (isForGood: boolean) => {
            if (isForGood) manager.tell({ is: 'stopping' });
            else manager.tell({ status: 'restarting with restored content' });
            return started.stop();
          },
        };
        if (config.upstream === '' || !config.sync.withServe) return gateway;
        const sync = (await import('./sync/child.js')).startSyncChild(config, log);
        return {
          ...gateway,
          stop: async (isForGood: boolean) => {
            await sync.stop(); // otherwise it would wait for a gateway that has gone
            await gateway.stop(isForGood);
          },
        };
      },
      restores: async () => (await import('../local/backup/restores.js')).localRestores,
    }),
  screen: async () =>
    (await import('../cli/listen/screen.js')).screenCommand(async (dataDir) =>
      (await import('../local/screening.js')).localScreener(dataDir),
    ),
  transcribe: async () =>
    (await import('../cli/listen/transcribe.js')).transcribeCommand(async (dataDir) =>
      (await import('../local/transcription.js')).localTranscriber(dataDir),
    ),
  batch: async () => (await import('../cli/batch/batch.js')).batchCommand(),
  synth: async () =>
    (await import('../cli/synth/synth.js')).synthCommand(async (dataDir) =>
      (await import('../local/synthesis.js')).localSpeech(dataDir),
    ),
  voices: async () =>
    (await import('../cli/synth/voices.js')).voicesCommand(
      async () => (await import('../local/models.js')).localModels,
    ),
  demo: async () =>
    (await import('../cli/demo/demo.js')).demoCommand(async (dataDir) =>
      (await import('../local/demo.js')).localDemo(dataDir),
    ),
  selftest: async () =>
    (await import('../cli/selftest/selftest.js')).selftestCommand({
      version,
      bench: async () => (await import('../local/selftest/bench.js')).localBench,
    }),
  board: async () =>
    (await import('../cli/board/board.js')).boardCommand(async () =>
      (await import('../local/board/board.js')).boardOf(),
    ),
  update: async () =>
    (await import('../cli/board/board.js')).updateCommand(async () =>
      (await import('../local/board/board.js')).boardOf(),
    ),
  firmware: async () => (await import('../cli/board/firmware.js')).firmwareCommand(),
  apps: async () =>
    (await import('../cli/apps.js')).appsCommand({
      openLocally: async (dataDir) => (await import('../local/apps.js')).openLocalApps(dataDir),
    }),
  tenants: async () =>
    (await import('../cli/tenants.js')).tenantsCommand({
      openLocally: async (dataDir) => (await import('../local/tenants.js')).openLocalTenants(dataDir),
    }),
  resources: async () =>
    (await import('../cli/resources.js')).resourcesCommand({
      check: async (type, content) => (await import('../local/lists.js')).localLists.check(type, content),
    }),
  nlu: async () =>
    (await import('../cli/nlu/nlu.js')).nluCommand({
      faults: async (document) => (await import('../local/robots.js')).localRobots.faults(document),
      dialog: async () => (await import('../local/robots.js')).localRobots.dialog(),
      hotwords: async (path, weight) => (await import('../local/robots.js')).localRobots.hotwords(path, weight),
      learning: async () => (await import('../local/learning/learning.js')).localLearning,
    }),
  tables: async () => (await import('../cli/tables.js')).tablesCommand(),
  profiles: async () => (await import('../cli/profiles.js')).profilesCommand(),
  models: async () =>
    (await import('../cli/models.js')).modelsCommand(async () => (await import('../local/models.js')).localModels),
  sync: async () =>
    (await import('../cli/sync.js')).syncCommand({
      publicKey: async (dataDir) => (await import('../local/keys.js')).localKeys.publicKeyOf(dataDir),
      run: async (config) => (await import('./sync/role.js')).syncRole(config, createLog(config.logLevel)),
      publish: async (config, keepsOn) =>
        (await import('./sync/publish.js')).syncPublish(config, keepsOn, createLog(config.logLevel)),
    }),
  backup: async () =>
    (await import('../cli/data/backup.js')).backupCommand((await import('../local/backup/backup.js')).localBackups),
  restore: async () =>
    (await import('../cli/data/backup.js')).restoreCommand((await import('../local/backup/backup.js')).localBackups),
  wipe: async () => (await import('../cli/data/wipe.js')).wipeCommand((await import('../local/wipe.js')).localWipe),
  key: async () => (await import('../cli/data/keys.js')).keyCommand((await import('../local/keys.js')).localKeys),
  config: async () => (await import('../cli/config.js')).configCommand(),
  openapi: async () =>
    (await import('../cli/openapi.js')).openapiCommand(async () =>
      (await import('./catalogue.js')).describeInterfaces().openApi(),
    ),
};

let processLog: Logger | undefined;

/** One log for all gateways of this process: a restore starts another one. */
function logOfProcess(level: string): Logger {
  if (processLog !== undefined) {
    processLog.level = level;
    return processLog;
  }
  const log = createLog(level);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception');
    process.exit(exitCodes.internal);
  });
  processLog = log;
  return log;
}

const [named = ''] = process.argv.slice(2);
// Help and unknown commands need all commands.
for (const name of Object.hasOwn(commands, named) ? [named] : Object.keys(commands)) {
  const command = await commands[name]?.();
  if (command !== undefined) program.addCommand(inherit(command));
}

/** Sub-commands that were made elsewhere do not inherit exitOverride by themselves. */
function inherit(command: Command): Command {
  command.copyInheritedSettings(program);
  for (const each of command.commands) inherit(each);
  return command;
}

const say = (message: string): void => void process.stderr.write(shown(`tonegate: ${message}\n`));

try {
  await program.parseAsync();
} catch (fault) {
  if (fault instanceof CommanderError) {
    process.exitCode = fault.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  } else if (fault instanceof ConfigError) {
    say(fault.message);
    process.exitCode = exitCodes.badInput;
  } else if (fault instanceof KeyFault) {
    say(fault.message);
    process.exitCode = exitCodes.badInput;
  } else if (fault instanceof CommandFailure) {
    say(fault.message);
    process.exitCode = fault.exitCode;
  } else if (fault instanceof DataDirError) {
    say(fault.message);
    process.exitCode = exitCodes.service;
  } else if (isDiskFull(fault)) {
    say(`the disk is full (${(fault as Error).message}); free some space and try again`);
    process.exitCode = exitCodes.service;
  } else {
    say(`internal fault: ${fault instanceof Error ? (fault.stack ?? fault.message) : fault}`);
    process.exitCode = exitCodes.internal;
  }
}
