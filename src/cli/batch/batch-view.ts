// Progress of a task for a person: one bar that is redrawn on a terminal, plain lines everywhere else.
import { fileCodes } from '../../protocol/engine/transcription.js';
import type { TaskFile, TaskView } from '../../protocol/wire/transcription-messages.js';
import { bar, LiveLine, type Terminal } from '../terminal/live-line.js';
import { shownInLine } from '../terminal/shown.js';

/** Share of the work that is done, 0 to 1. Recognition takes nearly all of the time. */
const shareOf = ({ code, progress = 0 }: TaskFile): number => (code >= fileCodes.succeeded ? 1 : progress / 100);
const isOver = ({ code }: TaskFile): boolean => code >= fileCodes.succeeded;
export const hasFailed = ({ code }: TaskFile): boolean => code > fileCodes.succeeded;

function fileLine(file: TaskFile): string {
  const { index, path, code, info, progress } = file;
  const percent = code === fileCodes.recognising && progress !== undefined ? `  ${progress} %` : '';
  return `${index}  ${code} ${shownInLine(info)}${percent}  ${shownInLine(path)}\n`;
}

/** `rows` are those of its files that have not been shown yet. */
export function taskText(
  { taskId, finished, failure, files = [] }: TaskView,
  rows: readonly TaskFile[] = files,
): string {
  const ill = failure === undefined ? '' : `  ${shownInLine(failure)}`;
  return `${taskId}  ${finished ? 'finished' : 'in progress'}  ${tally(files)}${ill}\n${rows.map(fileLine).join('')}`;
}

function tally(files: readonly TaskFile[]): string {
  const failed = files.filter(hasFailed).length;
  return `${files.filter(isOver).length} of ${files.length} files${failed === 0 ? '' : `, ${failed} failed`}`;
}

function taskBar({ files = [] }: TaskView): string {
  const share = files.length === 0 ? 1 : files.reduce((sum, file) => sum + shareOf(file), 0) / files.length;
  return `${bar(share)}  ${tally(files)}`;
}

/** Shows a task over time: a bar, or a line for each file whose state has changed. */
export class TaskProgress {
  readonly #terminal: Terminal;
  readonly #line: LiveLine;
  readonly #codes = new Map<number, number>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#line = new LiveLine(terminal);
  }

  show = (task: TaskView): void => {
    if (this.#line.isLive) {
      if (task.finished) this.#line.clear();
      else this.#line.show(taskBar(task));
      return;
    }
    for (const file of this.untold(task)) {
      this.#codes.set(file.index, file.code);
      this.#terminal.write(fileLine(file));
    }
  };

  /** Files whose current state has not been shown. */
  untold({ files = [] }: TaskView): readonly TaskFile[] {
    return files.filter(({ index, code }) => this.#codes.get(index) !== code);
  }
}
