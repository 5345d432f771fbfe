// Tasks and files in the form that clients see.
import { fileCodes } from '../protocol/engine/transcription.js';
import type { TaskFile, TaskView } from '../protocol/wire/transcription-messages.js';
import type { FileRow, TaskRow } from './table.js';

/** Formats a UTC time in ms as RFC 3339. */
const time = (ms: number): string => new Date(ms).toISOString();

/** `live` is the progress of a file that is being recognised, in percent. */
export function fileView(file: FileRow, live?: number): TaskFile {
  const hasStarted = file.started_at !== null;
  return {
    ...fileHead(file),
    duration: file.duration_ms,
    channels: file.channels,
    ...(file.started_at !== null && { startTime: time(file.started_at) }),
    ...(file.finished_at !== null && { finishTime: time(file.finished_at) }),
    ...(hasStarted && { progress: file.code === fileCodes.recognising ? (live ?? 0) : file.progress }),
  };
}

export const fileHead = ({ position, shown, code, info }: Pick<FileRow, 'position' | 'shown' | 'code' | 'info'>) => ({
  index: position,
  path: shown,
  code,
  info,
});

export function taskView(
  task: TaskRow,
  files: readonly FileRow[],
  live: (file: FileRow) => number | undefined = () => undefined,
): TaskView {
  const { id, priority, failure } = task;
  const head = { taskId: id, priority, finished: task.finished_at !== null, createTime: time(task.created_at) };
  if (failure !== null) return { ...head, failure };
  return { ...head, files: files.map((file) => fileView(file, live(file))) };
}
