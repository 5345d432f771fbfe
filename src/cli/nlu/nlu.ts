// `tonegate nlu`: exports and imports dialog robots as directories of files, and holds dialogs with them.
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { clientGateway, type GatewayFlags } from '../client-gateway.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import { shown, shownInLine } from '../terminal/shown.js';
import type { DialogParts } from './dialog-parts.js';
import { type HotwordFlags, type RobotHotwords, writeHotwords } from './hotwords.js';
import { addLearning } from './learning.js';
import type { LearningParts } from './learning-parts.js';
import { type NluCall, nluCalls, Refusal } from './nlu-call.js';
import { type Document, type FileFinding, RobotFiles, writeRobot } from './robot-files.js';
import { type TalkFlags, talk } from './talk.js';
import { type TestFlags, testStories } from './test-stories.js';

export interface NluParts {
  /** The refusals that a document gets whatever the gateway holds. Each message begins with the place. */
  faults(document: unknown): Promise<readonly string[]>;
  dialog(): Promise<DialogParts>;
  /** @throws CommandFailure */
  hotwords(path: string, weight: number): Promise<RobotHotwords>;
  learning(): Promise<LearningParts>;
}

interface Flags extends GatewayFlags {
  readonly json?: boolean;
  readonly tenant?: string;
}

interface Finding {
  readonly severity: 'ERROR' | 'WARNING';
  readonly code: string;
  readonly place: string;
  readonly message: string;
}

export function nluCommand(parts: NluParts): Command {
  const nlu = new Command('nlu').description('export, import, check and train dialog robots, and talk with them');
  const sub = (name: string, description: string) =>
    nlu
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory of the gateway, if it runs on this machine')
      .option(
        '--gateway <url>',
        'address of a gateway on another machine; its token is read from TONEGATE_ACCESS_TOKEN',
      )
      .option('--appkey <key>', 'application to use (default: the only one)')
      .option('--tenant <id>', 'tenant of the robot (default: the one of the developer)')
      .option('--json', 'print one line of JSON on standard output');
  sub('export <robot> <dir>', 'export a robot and everything that it uses to a directory').action(exportRobot);
  sub('import <dir>', 'import a robot from a directory and print its id').action(importRobot);
  sub(
    'check <robot-or-dir>',
    'check a robot for errors and likely mistakes; a directory is checked without a gateway',
  ).action((what: string, flags: Flags) =>
    existsSync(what) ? checkDirectory(parts, what, flags) : checkRobot(what, flags),
  );
  nlu
    .command('test <dir>')
    .description('run the stories in a directory against the robots that they name; needs no gateway')
    .option('--only <words>', 'run only the stories whose title contains this text')
    .option('--json', 'print one line of JSON on standard output')
    .action(async (directory: string, flags: TestFlags) => testStories(await parts.dialog(), directory, flags));
  nlu
    .command('talk <robot>')
    .description('talk with a robot on the terminal: a document, a directory or a package; needs no gateway')
    .option('--now <time>', 'the current time as the robot sees it, such as 2026-11-22T10:00:00+08:00 (default: now)')
    .option('--time-zone <name>', 'the time zone of the callers', 'Asia/Shanghai')
    .option('--seed <number>', 'the seed of random choices (default: 1)')
    .action(async (robot: string, flags: TalkFlags) => talk(await parts.dialog(), robot, flags));
  nlu
    .command('hotwords <robot>')
    .description("write a robot's own words as a hotword list for recognition; needs no gateway")
    .option('--weight <number>', 'weight of the hotwords, from 0 to 5', '2')
    .option('--json', 'print one line of JSON on standard output')
    .action((robot: string, flags: HotwordFlags) => writeHotwords(parts.hotwords, robot, flags));
  addLearning(nlu, () => parts.learning());
  return nlu;
}

const calls = async (flags: Flags): Promise<NluCall> =>
  nluCalls(await clientGateway(flags, process.env), flags.tenant ?? '');
const pathOf = (robot: string): string => `/robots/${encodeURIComponent(robot)}`;

async function exportRobot(robot: string, directory: string, flags: Flags): Promise<void> {
  const call = await calls(flags);
  const document = await call<Document>('GET', `${pathOf(robot)}/export`);
  const files = writeRobot(directory, document);
  print(flags, { robot, directory, files }, `${directory}: ${files} files\n`);
}

async function importRobot(directory: string, flags: Flags): Promise<void> {
  const files = new RobotFiles(directory);
  const [fault] = files.faults;
  if (fault !== undefined) throw new CommandFailure(exitCodes.badInput, lineText(directory, fault));
  const call = await calls(flags);
  try {
    const { created } = await call<{ created: { id: string } }>('POST', '/robots/import', files.document);
    print(flags, created, `${created.id}\n`);
  } catch (refusal) {
    const place = refusal instanceof Refusal ? files.finding(refusal.message) : undefined;
    if (place === undefined) throw refusal;
    throw new CommandFailure(exitCodes.badInput, lineText(directory, place), { cause: refusal });
  }
}

async function checkDirectory(parts: NluParts, directory: string, flags: Flags): Promise<void> {
  const files = new RobotFiles(directory);
  const faults = files.faults.length > 0 ? [] : await parts.faults(files.document);
  const found = faults.map((message) => files.finding(message) ?? { file: 'robot.json', line: 1, message });
  const findings = [...files.faults, ...found];
  print(flags, { findings }, findings.map((each) => `${lineText(directory, each)}\n`).join(''));
  refuseAny(findings.length, directory);
}

async function checkRobot(robot: string, flags: Flags): Promise<void> {
  const call = await calls(flags);
  const { findings, total } = await call<{ findings: Finding[]; total: number }>('POST', `${pathOf(robot)}/check`);
  const lines = findings.map(({ severity, place, message }) => `${severity.toLowerCase()}: ${place}: ${message}\n`);
  print(flags, { findings, total }, shown(lines.join('')));
  refuseAny(findings.filter(({ severity }) => severity === 'ERROR').length, robot);
}

function refuseAny(errors: number, what: string): void {
  if (errors === 0) return;
  throw new CommandFailure(exitCodes.badInput, `${what}: ${errors} ${errors === 1 ? 'error' : 'errors'}`);
}

const lineText = (directory: string, { file, line, message }: FileFinding): string =>
  shown(`${directory.replace(/\/+$/, '')}/${shownInLine(file)}:${line}: ${message}`);
