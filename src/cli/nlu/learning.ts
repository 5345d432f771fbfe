// `tonegate nlu train`, `mine`, `split`, `ask` and `paraphrase`: training optimisation on files, without a gateway.
import type { Command } from 'commander';
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import { shown } from '../terminal/shown.js';
import type { LearningParts } from './learning-parts.js';
import { answersText, minedText, questionsText, splitText, trainedText } from './learning-text.js';
import { withShare } from './share-view.js';
import { typedLines } from './typed-lines.js';

/** The flags by their names on the command line, with the values that were typed. */
type Flags = Readonly<Record<string, string | true | undefined>>;

/** A field of the specification's `config`: the flag with the kind of its value, and its meaning. */
type Field = readonly [flag: string, meaning: string];

const mining: readonly Field[] = [
  ['weightPath <dir>', 'trained model that measures similarity (default: the shipped one)'],
  ['overlook.threshold <share>', 'similarity to an ignored question above which a record is dropped (default: 0.7)'],
  ['kbmining.discardThreshold <share>', 'greatest similarity of an additional question to a known one (default: 0.95)'],
  ['kbmining.minKeepThreshold <share>', 'least similarity of an additional question to a known one (default: 0.85)'],
  [
    'kbmining.maxKeepThreshold <share>',
    'similarity to a known question above which a record forms no new point (default: 0.7)',
  ],
  ['kbmining.minKeepCount <count>', 'smallest number of additional questions for a known point (default: 1)'],
  ['kmeans.minSentencePerCluster <count>', 'smallest number of records for a new point (default: 10)'],
  [
    'kmeans.minAverageDistance <share>',
    'least mean similarity of the records of a new point to each other (default: 0.85)',
  ],
  [
    'kmeans.sentencePerCluster <count>',
    'mean number of records in a cluster; larger clusters give fewer points (default: 30)',
  ],
  ['kmeans.minBatchSize <count>', 'number of records in one step of the clustering (default: 50000)'],
];
const reading: readonly Field[] = [
  ['nbest <count>', 'number of paragraphs to search for an answer (default: 10)'],
  ['maxAnswerLength <count>', 'length limit of an answer in characters (default: 500)'],
  [
    'docBufferLength <count>',
    'largest number of characters, of a sentence and those before it, that are used together (default: 150)',
  ],
];
const paraphrasing: readonly Field[] = [
  ['topBeams <count>', 'largest number of paraphrases of one question (default: 30)'],
  ['modelPath <dir>', 'trained model that measures similarity (default: the shipped one)'],
];
const training: readonly Field[] = [
  ['modelType <type>', 'SMALL or BIG (default: the kind of the base model)'],
  ['maxEpochs <count>', 'largest number of epochs (default: 10 for SMALL, 300 for BIG)'],
  ['keepModels <count>', 'number of best models to keep; 0: all (default: 5)'],
  ['batchSize <count>', 'samples in one step (default: 512 for SMALL, 32 for BIG)'],
  ['numBatchs <count>', 'SMALL: steps in one epoch (default: chosen automatically)'],
  ['saveModelStep <count>', 'BIG: steps from one evaluation of the model to the next (default: 1000)'],
  ['learningRate <rate>', 'BIG: learning rate (default: 0.00005)'],
];
const material: readonly Field[] = [
  ['testSetPath <file>', 'the test set: question, tab, standard question'],
  ['verifySetPath <file>', 'the validation set; training ends when the results on it stop improving'],
  ['baseModelPath <dir>', 'the model to continue training from'],
  ['negativeDataPath <file>', 'SMALL: questions to reject, one per line'],
  ['weakDataPath <file>', 'SMALL: questions, each with the standard question that it wrongly hits'],
];

export function addLearning(nlu: Command, parts: () => Promise<LearningParts>): void {
  const sub = (usage: string, description: string, fields: readonly Field[]): Command => {
    const command = nlu.command(usage).description(`${description}; needs no gateway`);
    for (const [flag, meaning] of fields) command.option(`--${flag}`, meaning);
    return command.option('--json', 'print one line of JSON on standard output');
  };
  sub('train <kb>', 'train models with a knowledge base', [
    ['out <dir>', 'the directory for the models'],
    ...material,
    ...training,
  ]).action(async (kb: string, flags: Flags) => train(await parts(), kb, flags));
  sub('mine <records>', 'find new questions in dialog records', [
    ['overlookPath <file>', 'questions to ignore, one per line'],
    ['kbPath <file>', 'the knowledge base whose points get additional questions'],
    ...mining,
  ]).action(async (records: string, flags: Flags) => mine(await parts(), records, flags));
  sub(
    'split <path>',
    'extract questions and answers from a document, or from all .txt files in a directory',
    [],
  ).action(async (path: string, flags: Flags) => split(await parts(), path, flags));
  sub(
    'ask <path> [query]',
    'answer a question about documents; without a question, answer each line of standard input',
    reading,
  ).action(async (path: string, query: string | undefined, flags: Flags) => ask(await parts(), path, query, flags));
  sub(
    'paraphrase [questions...]',
    'paraphrase questions; without questions, paraphrase each line of standard input',
    paraphrasing,
  ).action(async (questions: readonly string[], flags: Flags) => paraphrase(await parts(), questions, flags));
}

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The fields that were given. A value that should be a number but is not becomes NaN, which every range refuses. */
function configOf(fields: readonly Field[], flags: Flags): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [flag] of fields) {
    const [name = '', kind] = flag.split(' ');
    const given = flags[name];
    const isNumber = kind === '<count>' || kind === '<share>' || kind === '<rate>';
    if (typeof given !== 'string') continue;
    config[name] = !isNumber ? given : numeral.test(given) ? Number(given) : Number.NaN;
  }
  return config;
}

const asJson = (flags: Flags) => ({ json: flags.json === true });

async function train(parts: LearningParts, kbPath: string, { out, ...flags }: Flags): Promise<void> {
  if (typeof out !== 'string')
    throw new CommandFailure(exitCodes.usage, '--out DIR: is required; it names the directory for the models');
  if (typeof flags.testSetPath !== 'string')
    throw new CommandFailure(
      exitCodes.usage,
      '--testSetPath FILE: is required; it names the test set that measures the models',
    );
  const request = { ...configOf(material, flags), kbPath, outputPath: out, config: configOf(training, flags) };
  const trained = await withShare('training', (onShare) => parts.train(request, onShare));
  for (const warning of trained.warnings) process.stderr.write(shown(`${warning}\n`));
  print(asJson(flags), trained, shown(trainedText(trained)));
}

async function mine(parts: LearningParts, recordsPath: string, flags: Flags): Promise<void> {
  const { overlookPath, kbPath } = flags as Readonly<Record<string, string | undefined>>;
  const request = { recordsPath, overlookPath, kbPath, config: configOf(mining, flags) };
  const mined = await withShare('mining', (onShare) => parts.mine(request, onShare));
  print(asJson(flags), mined, shown(minedText(mined)));
}

async function split(parts: LearningParts, path: string, flags: Flags): Promise<void> {
  const result = await withShare('splitting', (onShare) => parts.split({ path }, onShare));
  print(asJson(flags), result, shown(splitText(result)));
}

async function ask(parts: LearningParts, path: string, query: string | undefined, flags: Flags): Promise<void> {
  const answers = await parts.documents({ path, config: configOf(reading, flags) });
  const answer = (asked: string): void => {
    const results = answers(asked);
    print(asJson(flags), { query: asked, results }, shown(answersText(results)));
  };
  if (query !== undefined) return answer(query);
  for await (const line of typedLines(process.stderr)) {
    if (line.trim() !== '') answer(line.trim());
  }
}

async function paraphrase(parts: LearningParts, given: readonly string[], flags: Flags): Promise<void> {
  const read = [...given];
  if (given.length === 0) for await (const line of typedLines()) read.push(line);
  const questions = read.map((question) => question.trim()).filter((question) => question !== '');
  const request = { questions, config: configOf(paraphrasing, flags) };
  const result = await withShare('writing', (onShare) => parts.paraphrase(request, onShare));
  print(asJson(flags), result, shown(questionsText(result)));
}
