// `tonegate`: one file per command in cli/; here they get the parts they work with.
import { Command, CommanderError } from 'commander';
import { appsCommand } from '../cli/apps.js';
import { batchCommand } from '../cli/batch.js';
import { configCommand } from '../cli/config.js';
import { demoCommand } from '../cli/demo.js';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { modelsCommand } from '../cli/models.js';
import { openapiCommand } from '../cli/openapi.js';
import { profilesCommand } from '../cli/profiles.js';
import { resourcesCommand } from '../cli/resources.js';
import { screenCommand } from '../cli/screen.js';
import { serveCommand } from '../cli/serve.js';
import { standardOutputMayEnd } from '../cli/standard-output.js';
import { syncCommand } from '../cli/sync.js';
import { synthCommand } from '../cli/synth.js';
import { transcribeCommand } from '../cli/transcribe.js';
import { voicesCommand } from '../cli/voices.js';
import { ConfigError } from '../config/config.js';
import { createLog } from '../ops/log.js';
import { version } from './version.js';

// Everything this program writes is its owner's alone.
process.umask(0o077);

const program = new Command('tonegate')
  .description('the speech brain of an outbound-dialer gateway')
  .version(version)
  .exitOverride()
  .enablePositionalOptions() // --data of `sync status` is not that of `sync`
  .hook('preAction', (_program, command) => standardOutputMayEnd(command.name() === 'serve'))
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tonegate: ')) });

// The large parts (server, database, addon) are loaded only by the command that needs them.
for (const command of [
  serveCommand({
    start: async (config, warnings, onDemoApp) => {
      const log = createLog(config.logLevel);
      process.on('uncaughtException', (err) => {
        log.fatal({ err }, 'uncaught exception');
        process.exit(exitCodes.internal);
      });
      for (const warning of warnings) log.warn(warning);
      const [{ startGateway }, { features }] = await Promise.all([import('./gateway.js'), import('./features.js')]);
      const gateway = await startGateway({ config, log, features, onDemoApp });
      if (config.upstream === '' || !config.sync.withServe) return gateway;
      const sync = (await import('./sync-child.js')).startSyncChild(config, log);
      return {
        ...gateway,
        stop: async () => {
          await sync.stop(); // it would wait for a gateway that has gone
          await gateway.stop();
        },
      };
    },
  }),
  screenCommand(async (dataDir) => (await import('./local-screening.js')).localScreener(dataDir)),
  transcribeCommand(async (dataDir) => (await import('./local-transcription.js')).localTranscriber(dataDir)),
  batchCommand(),
  synthCommand(async (dataDir) => (await import('./local-synthesis.js')).localSpeech(dataDir)),
  voicesCommand(async () => (await import('./local-models.js')).localModels),
  demoCommand(async (dataDir) => (await import('./local-demo.js')).localDemo(dataDir)),
  appsCommand({ openLocally: async (dataDir) => (await import('./local-apps.js')).openLocalApps(dataDir) }),
  resourcesCommand({
    check: async (type, content) => (await import('./local-lists.js')).localLists.check(type, content),
  }),
  profilesCommand(),
  modelsCommand(async () => (await import('./local-models.js')).localModels),
  syncCommand({
    run: async (config) => (await import('./sync-role.js')).syncRole(config, createLog(config.logLevel)),
    publish: async (config, keepsOn) =>
      (await import('./sync-publish.js')).syncPublish(config, keepsOn, createLog(config.logLevel)),
  }),
  configCommand(),
  openapiCommand(async () => (await import('./catalogue.js')).describeInterfaces()),
]) {
  program.addCommand(inherit(command));
}

/** Sub-commands that were made elsewhere do not take over exitOverride by themselves. */
function inherit(command: Command): Command {
  command.copyInheritedSettings(program);
  for (const each of command.commands) inherit(each);
  return command;
}

try {
  await program.parseAsync();
} catch (fault) {
  if (fault instanceof CommanderError) {
    process.exitCode = fault.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  } else if (fault instanceof ConfigError) {
    process.stderr.write(`tonegate: ${fault.message}\n`);
    process.exitCode = exitCodes.badInput;
  } else if (fault instanceof CommandFailure) {
    process.stderr.write(`tonegate: ${fault.message}\n`);
    process.exitCode = fault.exitCode;
  } else {
    process.stderr.write(
      `tonegate: internal fault: ${fault instanceof Error ? (fault.stack ?? fault.message) : fault}\n`,
    );
    process.exitCode = exitCodes.internal;
  }
}
