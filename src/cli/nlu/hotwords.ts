// `tonegate nlu hotwords`: writes the list to standard output, and the words it leaves out to standard error.
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import { shown } from '../terminal/shown.js';

export interface RobotHotwords {
  readonly words: number;
  /** Lines with a word and its weight each. */
  readonly content: string;
  /** Words that a recogniser cannot use. */
  readonly left: readonly { readonly word: string; readonly why: string }[];
}

export interface HotwordFlags {
  readonly weight: string;
  readonly json?: boolean;
}

/** A weight is 0 to 5: below 0 it would mark a word that must not be recognised. */
const weightForm = /^[0-5]$/;

export async function writeHotwords(
  hotwords: (path: string, weight: number) => Promise<RobotHotwords>,
  robot: string,
  flags: HotwordFlags,
): Promise<void> {
  if (!weightForm.test(flags.weight)) {
    throw new CommandFailure(exitCodes.usage, `--weight ${flags.weight}: must be a whole number from 0 to 5`);
  }
  const { words, content, left } = await hotwords(robot, Number(flags.weight));
  for (const { word, why } of left) process.stderr.write(shown(`left out: ${word}: ${why}\n`));
  if (words === 0) process.stderr.write(`${robot}: has no words for a hotword list\n`);
  print(flags, { words, content, left }, content);
}
