// `tonegate nlu train`, `mine`, `split`, `ask` and `paraphrase`: training optimisation on files, without a gateway.
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import type { LearningParts } from './learning-parts.js';
import { answersText, minedText, questionsText, splitText, trainedText } from './learning-text.js';
import { withShare } from './share-view.js';
import { shown } from './shown.js';

/** The flags by their names on the command line, with the values that were typed. */
type Flags = Readonly<Record<string, string | true | undefined>>;

/** A field of the specification's `config`: the flag with the kind of its value, and its meaning. */
type Field = readonly [flag: string, meaning: string];

const mining: readonly Field[] = [
  ['weightPath <dir>', 'a trained model that tells likenesses (default: what ships)'],
  ['overlook.threshold <share>', 'records more like an ignored question than this are left out (default: 0.7)'],
  ['kbmining.discardThreshold <share>', 'a further question is at most so like a known one (default: 0.95)'],
  ['kbmining.minKeepThreshold <share>', 'a further question is at least so like a known one (default: 0.85)'],
  ['kbmining.maxKeepThreshold <share>', 'records more like a known question than this give nothing new (default: 0.7)'],
  ['kbmining.minKeepCount <count>', 'a known point gets its questions from so many on (default: 1)'],
  ['kmeans.minSentencePerCluster <count>', 'a new point has at least so many records (default: 10)'],
  ['kmeans.minAverageDistance <share>', 'its records are so like each other in the mean (default: 0.85)'],
  ['kmeans.sentencePerCluster <count>', 'records of a group in the mean; more give fewer points (default: 30)'],
  ['kmeans.minBatchSize <count>', 'records that are looked at between two steps (default: 50000)'],
];
const reading: readonly Field[] = [
  ['nbest <count>', 'paragraphs in which an answer is looked for (default: 10)'],
  ['maxAnswerLength <count>', 'the most characters of an answer (default: 500)'],
  ['docBufferLength <count>', 'characters before a sentence that are looked at with it (default: 150)'],
];
const paraphrasing: readonly Field[] = [
  ['topBeams <count>', 'the most questions that are made of one (default: 30)'],
  ['modelPath <dir>', 'a trained model that tells likenesses (default: what ships)'],
];
const training: readonly Field[] = [
  ['modelType <type>', 'SMALL or BIG (default: what the base model is)'],
  ['maxEpochs <count>', 'the most epochs (default: 10 for SMALL, 300 for BIG)'],
  ['keepModels <count>', 'so many best models are kept; 0: all (default: 5)'],
  ['batchSize <count>', 'samples of a step (default: 512 for SMALL, 32 for BIG)'],
  ['numBatchs <count>', 'SMALL: steps of an epoch (default: chosen)'],
  ['saveModelStep <count>', 'BIG: a model is looked at after so many steps (default: 1000)'],
  ['learningRate <rate>', 'BIG: how far a step goes (default: 0.00005)'],
];
const material: readonly Field[] = [
  ['testSetPath <file>', 'the test set: question, tab, standard question'],
  ['verifySetPath <file>', 'the validation set; training ends when it gets no better'],
  ['baseModelPath <dir>', 'the model to go on from'],
  ['negativeDataPath <file>', 'SMALL: questions to refuse, one a line'],
  ['weakDataPath <file>', 'SMALL: questions with the standard question that they hit wrongly'],
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
    ['overlookPath <file>', 'questions to ignore, one a line'],
    ['kbPath <file>', 'the knowledge base, whose points get further questions'],
    ...mining,
  ]).action(async (records: string, flags: Flags) => mine(await parts(), records, flags));
  sub('split <path>', 'make questions and answers of a document, or of all .txt files of a directory', []).action(
    async (path: string, flags: Flags) => split(await parts(), path, flags),
  );
  sub(
    'ask <path> [query]',
    'answer questions about documents; without one, each line of standard input',
    reading,
  ).action(async (path: string, query: string | undefined, flags: Flags) => ask(await parts(), path, query, flags));
  sub(
    'paraphrase [questions...]',
    'write other ways to ask; without one, of each line of standard input',
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
    throw new CommandFailure(exitCodes.usage, '--out DIR: is required; models are written there');
  if (typeof flags.testSetPath !== 'string')
    throw new CommandFailure(exitCodes.usage, '--testSetPath FILE: is required; models are measured with it');
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
  const isTerminal = process.stdin.isTTY === true;
  const lines = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stderr : undefined,
    prompt: '> ',
  });
  if (isTerminal) lines.prompt();
  for await (const line of lines) {
    if (line.trim() !== '') answer(line.trim());
    if (isTerminal) lines.prompt();
  }
}

async function paraphrase(parts: LearningParts, given: readonly string[], flags: Flags): Promise<void> {
  const read = given.length > 0 ? given : (await text(process.stdin)).split(/\r?\n/);
  const questions = read.map((question) => question.trim()).filter((question) => question !== '');
  const request = { questions, config: configOf(paraphrasing, flags) };
  const result = await withShare('writing', (onShare) => parts.paraphrase(request, onShare));
  print(asJson(flags), result, shown(questionsText(result)));
}
