// `tonegate nlu test`: plays stories against the robots that they name.
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import { shown } from '../terminal/shown.js';
import type { DialogParts } from './dialog-parts.js';

export interface TestFlags {
  readonly json?: boolean;
  /** Words that the titles of the stories must contain. */
  readonly only?: string;
}

interface Failure {
  readonly file: string;
  readonly line: number;
  /** Absent if the file as a whole is not a file of stories. */
  readonly story?: string;
  readonly message: string;
}

export function testStories(parts: DialogParts, directory: string, flags: TestFlags): void {
  const failures: Failure[] = [];
  let played = 0;
  let failed = 0;
  for (const { file, stories, fault } of parts.stories(directory)) {
    if (fault !== undefined) failures.push({ file, ...fault });
    for (const { title, play } of stories ?? []) {
      if (!title.includes(flags.only ?? '')) continue;
      played++;
      const mismatches = play();
      if (mismatches.length > 0) failed++;
      for (const { line, expected, came } of mismatches) {
        failures.push({ file, line, story: title, message: `expected ${expected}; came ${came}` });
      }
    }
  }
  const lines = failures.map(({ file, line, story, message }) =>
    shown(`${file}:${line}: ${story === undefined ? '' : `${story}: `}${message}\n`),
  );
  const summary = `${played} ${played === 1 ? 'story' : 'stories'}, ${failed} failed\n`;
  print(flags, { played, failed, failures }, `${lines.join('')}${summary}`);
  if (failures.length > 0) process.exitCode = exitCodes.badInput;
  else if (played === 0)
    throw new CommandFailure(exitCodes.badInput, `no story has a title that contains ${flags.only}`);
}
