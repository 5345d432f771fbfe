// `tonegate nlu test` and `talk`: dialogs with a robot in this process, without a gateway.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { CommandFailure, exitCodes } from '../cli/exit.js';
import { readFoundFile } from '../cli/given-file.js';
import type { DialogParts, StoryFile } from '../cli/nlu/dialog-parts.js';
import { loadConfig } from '../config/config.js';
import { fileFault } from '../protocol/file-fault.js';
import { limits } from '../protocol/limits.js';
import { loadRobot } from '../understanding/flow/robot.js';
import { runTurn } from '../understanding/flow/run.js';
import { WordVectors } from '../understanding/matching/word-vectors.js';
import type { PackageRecord } from '../understanding/package/records.js';
import { parseStories } from '../understanding/stories/parse.js';
import { type PlayedRobot, playStory } from '../understanding/stories/play.js';
import { type Story, StoryFault } from '../understanding/stories/story.js';
import { wordVectorsOf } from './models.js';
import { RobotRecords } from './robot-records.js';

/** Robots by their paths, each loaded once. */
export class LocalRobots {
  readonly #records = new RobotRecords();
  readonly #robots = new Map<string, PlayedRobot>();
  readonly #vectors = localVectors();

  /** @throws CommandFailure */
  at(path: string): PlayedRobot {
    let robot = this.#robots.get(path);
    if (robot === undefined) {
      robot = played(this.#records.of(path), this.#vectors);
      this.#robots.set(path, robot);
    }
    return robot;
  }

  close(): void {
    this.#records.close();
  }
}

/** The meanings of words that a gateway here would use. */
function localVectors(): WordVectors | undefined {
  const file = wordVectorsOf(loadConfig({ dataDir: undefined, env: process.env }).config);
  return file === undefined ? undefined : new WordVectors(readFileSync(file));
}

function played(records: readonly PackageRecord[], vectors: WordVectors | undefined): PlayedRobot {
  const loaded = loadRobot(records, vectors);
  const texts = new Map<number, string>();
  const questions = new Map<number, number>();
  for (const { section, record } of records) {
    if (section === 'questions') texts.set(record.id, record.text);
    if (section === 'pairs') questions.set(record.id, record.questionId);
  }
  return {
    run: (request) => runTurn(loaded, request),
    questionOf: (pairId) => texts.get(questions.get(pairId) ?? 0),
  };
}

const ending = '.story';

/** The story files below a directory, in the order of their names. @throws CommandFailure */
export function storyFiles(directory: string): string[] {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandFailure(exitCodes.badInput, `${directory}: is not a directory`);
  }
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith(ending)).sort();
  if (files.length > 0) return files.map((name) => join(directory, name));
  throw new CommandFailure(exitCodes.badInput, `${directory}: has no file whose name ends in ${ending}`);
}

/** @throws StoryFault */
export function readStories(file: string): Story[] {
  let bytes: Buffer;
  try {
    bytes = readFoundFile(file, limits.nlu.storyBytes);
  } catch (fault) {
    throw new StoryFault(1, `the file cannot be read: ${fileFault(fault)}`);
  }
  return parseStories(bytes.toString('utf8'));
}

export const robotOf = (file: string, { robot }: Story): string =>
  isAbsolute(robot) ? robot : join(dirname(file), robot);

export const localDialog: DialogParts = {
  *stories(directory) {
    const robots = new LocalRobots();
    try {
      for (const file of storyFiles(directory)) yield storiesOf(file, relative('', file), robots);
    } finally {
      robots.close();
    }
  },
  robot(path) {
    const robots = new LocalRobots();
    try {
      return robots.at(path);
    } finally {
      robots.close();
    }
  },
};

function storiesOf(file: string, shown: string, robots: LocalRobots): StoryFile {
  try {
    const stories = readStories(file);
    const play = (story: Story) => {
      try {
        return playStory(story, robots.at(robotOf(file, story)));
      } catch (fault) {
        if (!(fault instanceof CommandFailure)) throw fault;
        return [{ line: story.line, expected: 'a robot', came: fault.message }];
      }
    };
    return { file: shown, stories: stories.map((story) => ({ ...story, play: () => play(story) })) };
  } catch (fault) {
    if (!(fault instanceof StoryFault)) throw fault;
    return { file: shown, fault: { line: fault.line, message: fault.message } };
  }
}
