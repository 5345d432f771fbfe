// `tonegate models`: shows which models are installed, whether they are intact, and which of them serve. It works on
// the data directory itself, with or without a gateway. An engine loads the active models when it starts.
import { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.js';
import { ModelError } from '../models/model-error.js';
import { nameOf, sameModel } from '../models/slots.js';
import type { DamagedModel, GraphCheck, ModelStore, StoredModel } from '../models/store.js';
import { limits } from '../protocol/limits.js';
import { CommandFailure, exitCodes } from './exit.js';
import { print } from './print.js';
import { shown } from './terminal/shown.js';

export interface ModelsParts {
  /** Signs the manifest of a model with a key file and gives the public key. */
  readonly sign: (store: ModelStore, directory: string, keyFile: string) => string;
  readonly store: (config: Pick<Config, 'dataDir' | 'shippedModels' | 'models'>) => ModelStore;
  /** Loads the graph and runs it once. The runtime is loaded into this process only when this is called. */
  readonly check: GraphCheck;
  /** Drafts the manifest of the recogniser in a directory, and writes it there if `writes` is true. */
  readonly describe: (
    directory: string,
    how: { readonly writes: boolean },
  ) => Promise<{ readonly text: string; readonly notes: readonly string[] }>;
}

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly activate?: boolean;
  readonly key?: string;
  readonly write?: boolean;
}

export function modelsCommand(makeParts: () => Promise<ModelsParts>): Command {
  const models = new Command('models').description('list, verify, install, activate and remove models');
  const sub = (name: string, description: string) =>
    models
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  const run = async (flags: Flags, work: (store: ModelStore, check: GraphCheck) => Promise<void>) => {
    const { store, check } = await makeParts();
    const { config } = loadConfig({ dataDir: flags.data, env: process.env });
    await work(store(config), check).catch(asFailure);
  };
  sub('list', 'list all models, shipped and installed').action((flags: Flags) =>
    run(flags, async (store) => list(store, flags)),
  );
  sub('verify [names...]', 'check the files and graphs of all models, of ID or ID@VERSION, or of a directory').action(
    (names: string[], flags: Flags) => run(flags, (store, check) => verify(store, check, names, flags)),
  );
  sub('install <dir>', 'check the model in a directory and copy it into the data directory')
    .option('--activate', 'also activate it for the properties in its manifest')
    .action((directory: string, flags: Flags) =>
      run(flags, async (store, check) => {
        const { model, isNew } = await store.install(directory, check);
        const name = nameOf(model.manifest);
        const slots = flags.activate === true ? (await store.activate(name, check)).slots : [];
        const text = `${isNew ? 'installed' : 'already installed:'} ${name}\n${slots.map(serves).join('')}`;
        print(flags, { installed: name, isNew, active: slots }, text);
      }),
    );
  sub('describe <dir>', 'draft the manifest of a recogniser in the file layout of FunASR or sherpa-onnx')
    .option('--write', 'write manifest.json into the directory')
    .action(async (directory: string, flags: Flags) => {
      const { describe } = await makeParts();
      const { text, notes } = await describe(directory, { writes: flags.write === true }).catch(asFailure);
      print(flags, { manifest: JSON.parse(text), notes }, text);
      if (flags.json !== true) for (const note of notes) process.stderr.write(shown(`check ${note}\n`));
    });
  sub('sign <dir>', 'sign the manifest of the model in a directory, for boxes with models.signKeys')
    .requiredOption('--key <file>', 'private key, as `tonegate key sign FILE` makes it')
    .action((directory: string, flags: Flags) =>
      run(flags, async (store) => {
        const { sign } = await makeParts();
        const publicKey = sign(store, directory, flags.key as string);
        print(flags, { signed: directory, publicKey }, `signed ${directory} with the key ${publicKey}\n`);
      }),
    );
  sub('activate <name>', 'activate a model (ID or ID@VERSION) for the properties in its manifest').action(
    (name: string, flags: Flags) =>
      run(flags, async (store, check) => {
        const { model, slots } = await store.activate(name, check);
        const full = nameOf(model.manifest);
        print(flags, { activated: full, active: slots }, `activated ${full}\n${slots.map(serves).join('')}`);
      }),
  );
  sub('remove <name>', 'remove an installed model that is not active').action((name: string, flags: Flags) =>
    run(flags, async (store) => {
      const full = nameOf(await store.remove(name));
      print(flags, { removed: full }, `removed ${full}\n`);
    }),
  );
  return models;
}

const serves = (slot: string): string => `  serves ${slot}\n`;

function list(store: ModelStore, flags: Flags): void {
  const { models, damaged } = store.list();
  const facts = models.map((model) => modelFacts(store, model));
  const lines = facts.map(
    ({ id, version, task, family, language, sampleRateHz, bytes, source, active, quarantine }) =>
      `${active ? '*' : ' '} ${id}@${version}  ${task} ${family} ${language} ${sampleRateHz ?? '-'}  ${megabytes(bytes)} MB  ${source}\n${
        quarantine === null ? '' : `    in quarantine since ${quarantine.since}: ${quarantine.reason}\n`
      }`,
  );
  print(flags, { models: facts, damaged }, lines.join(''));
  if (flags.json !== true) for (const each of damaged) tellDamage(each);
}

function modelFacts(store: ModelStore, { manifest, source }: StoredModel) {
  const { id, version, task, family, language, precision, serves, licence } = manifest;
  const sampleRateHz = 'sampleRateHz' in manifest ? manifest.sampleRateHz : null;
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const active = store.isActive(manifest);
  const mark = store.history().quarantined.find((each) => sameModel(each, manifest));
  const quarantine = mark === undefined ? null : { since: new Date(mark.atMs).toISOString(), reason: mark.reason };
  const own = { id, version, task, family, language, sampleRateHz, precision, bytes, serves, licence };
  return { ...own, source, active, quarantine };
}

/** Time limit for checking the files of a model and for its trial run together. */
const verifyMs = limits.model.probe.timeMs;

async function verify(store: ModelStore, check: GraphCheck, names: readonly string[], flags: Flags): Promise<void> {
  const { models, damaged } = store.list();
  const outcomes: { model: string; fault: string | null }[] = [];
  const verifyOne = async (label: string, find: () => StoredModel) => {
    let fault: string | null = null;
    try {
      const model = find();
      const fromMs = performance.now();
      if (isPath(label)) store.refuseUnsigned(label);
      store.verifyFiles(model, verifyMs);
      await check(model, {
        timeMs: Math.max(1, verifyMs - (performance.now() - fromMs)),
        language: store.languageOf(model),
      });
    } catch (reason) {
      if (!(reason instanceof ModelError)) throw reason;
      fault = reason.message;
    }
    outcomes.push({ model: label, fault });
    if (flags.json === true) return;
    if (fault === null) process.stdout.write(`ok  ${label}\n`);
    else process.stderr.write(shown(`tonegate: ${fault}\n`));
  };
  for (const name of names) await verifyOne(name, () => (isPath(name) ? store.readDirectory(name) : store.find(name)));
  if (names.length === 0) {
    for (const model of models) await verifyOne(nameOf(model.manifest), () => model);
    for (const each of damaged) {
      outcomes.push({ model: each.file, fault: each.fault });
      if (flags.json !== true) tellDamage(each);
    }
  }
  if (flags.json === true) process.stdout.write(`${JSON.stringify(outcomes)}\n`);
  if (outcomes.some(({ fault }) => fault !== null)) process.exitCode = exitCodes.badInput;
}

/** Tells a path from a name: a name has no slash and is not `.`. */
const isPath = (name: string): boolean => /[/\\]|^\.+$/.test(name);

const tellDamage = ({ fault }: DamagedModel): void => void process.stderr.write(shown(`tonegate: ${fault}\n`));

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function asFailure(fault: unknown): never {
  if (!(fault instanceof ModelError)) throw fault;
  throw new CommandFailure(fault.fault === 'busy' ? exitCodes.service : exitCodes.badInput, fault.message, {
    cause: fault,
  });
}
