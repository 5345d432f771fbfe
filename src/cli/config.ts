// `tonegate config`: shows the settings in force and the origin of each, or the reference of all settings.
import { Command } from 'commander';
import { configReference } from '../config/reference.js';
import { settings } from '../config/settings.js';
import { load } from './serve.js';

interface Flags {
  readonly data?: string;
  readonly reference?: boolean;
  readonly json?: boolean;
}

export function configCommand(): Command {
  return new Command('config')
    .description('print the settings in force, or a reference of all settings')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print one line of JSON on standard output')
    .option('--reference', 'print every setting with its range, default and meaning (Markdown)')
    .action((flags: Flags) => {
      process.stdout.write(flags.reference === true ? configReference() : inForce(flags));
    });
}

function inForce(flags: Flags): string {
  const { config, origins } = load(flags);
  if (flags.json === true) return `${shown(config)}\n`;
  const lines = settings.map(({ name }) => {
    let value: unknown = config;
    for (const part of name.split('.')) value = (value as Record<string, unknown>)[part];
    return `${name} = ${shown(value)}  (${origins[name] ?? 'default'})\n`;
  });
  return `dataDir = ${JSON.stringify(config.dataDir)}\n${lines.join('')}`;
}

/** The value as JSON, with passwords hidden. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (key, each) => (key === 'password' && each !== '' ? '***' : each));
