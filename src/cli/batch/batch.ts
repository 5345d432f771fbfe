// `tonegate batch`: sends recordings to a running gateway over /v10/asr/trans and fetches their text.
import { Command } from 'commander';
import { limits } from '../../protocol/limits.js';
import type { TaskView } from '../../protocol/wire/transcription-messages.js';
import { transCodes } from '../../protocol/wire/transcription-messages.js';
import { clientGateway, type GatewayFlags } from '../client-gateway.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import { bar, LiveLine } from '../terminal/live-line.js';
import { shownInLine } from '../terminal/shown.js';
import { BatchCalls, Refusal } from './batch-call.js';
import { type RequestFlags, requestOf, withRequestFlags } from './batch-request.js';
import { type Written, writeResults } from './batch-results.js';
import { checkRecording, uploadRecording } from './batch-upload.js';
import { hasFailed, TaskProgress, taskText } from './batch-view.js';

interface Flags extends GatewayFlags {
  readonly property?: string;
  readonly json?: boolean;
  readonly watch?: boolean;
  readonly wait?: boolean;
  readonly out?: string;
}

interface QueuedTask {
  readonly taskId: string;
  readonly priority: number;
  readonly finished: boolean;
  readonly invalidVocab: boolean;
}

const usualProperty = 'cn_8k_common';

export function batchCommand(): Command {
  const batch = new Command('batch').description('transcribe recordings with a running gateway');
  const sub = (name: string, description: string) =>
    batch
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory of the gateway, if it runs on this machine')
      .option(
        '--gateway <url>',
        'address of a gateway on another machine; its token is read from TONEGATE_ACCESS_TOKEN',
      )
      .option('--appkey <key>', 'application to use (default: the only one)')
      .option('--json', 'print one line of JSON on standard output');
  withRequestFlags(sub('submit <files...>', 'create a task from recordings: files on this machine, or URLs'))
    .option('--property <name>', 'property such as cn_16k_common', usualProperty)
    .option('--wait', 'wait until the task is finished')
    .option('-o, --out <dir>', 'wait, then write the results to this directory')
    .action(submit);
  sub('status [task]', 'show the progress of a task, or of all tasks')
    .option('--property <name>', 'list only tasks of this property')
    .option('--watch', 'show the progress until the task is finished')
    .action(status);
  sub('get <task>', 'write the results of a task as files')
    .option('--property <name>', 'property of the task')
    .option('-o, --out <dir>', 'directory for the results', '.')
    .action(get);
  sub('cancel <task>', 'cancel the unfinished files of a task')
    .option('--property <name>', 'property of the task')
    .action(cancel);
  return batch;
}

const say = (line: string): void => void process.stderr.write(`tonegate: ${line}\n`);
const callsOf = async (flags: Flags): Promise<BatchCalls> =>
  new BatchCalls(await clientGateway(flags, process.env), say);

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);

async function submit(files: string[], flags: Flags & RequestFlags): Promise<void> {
  const property = encodeURIComponent(flags.property ?? usualProperty);
  const request = requestOf(flags);
  const most = limits.trans.filesPerTask;
  if (files.length > most) throw new CommandFailure(exitCodes.usage, `${files.length} files, must be at most ${most}`);
  for (const file of files) if (!isAddress(file)) await checkRecording(file);
  const calls = await callsOf(flags);
  const line = new LiveLine(process.stderr);
  const urls: string[] = [];
  try {
    for (const [at, file] of files.entries()) {
      const before = `uploading ${at + 1} of ${files.length}`;
      const onSent = (share: number) => line.show(`${bar(share)}  ${before}  ${shownInLine(file)}`);
      urls.push(isAddress(file) ? file : await uploadRecording(calls, property, file, onSent));
    }
  } finally {
    line.clear();
  }
  const path = `${property}/submit`;
  const { taskId, priority } = await calls.json<TaskView>({ path, json: { ...request, files: urls } });
  const waits = flags.wait === true || flags.out !== undefined;
  if (!waits) return print(flags, { taskId, property, priority, files: files.length }, `${taskId}\n`);
  if (flags.json === true) {
    return finish(calls, property, await untilFinished(calls, property, taskId, () => {}), flags);
  }
  process.stdout.write(`${taskId}\n`);
  // A bar if somebody watches; otherwise rows, printed where the last of them will be.
  const progress = new TaskProgress(process.stderr.isTTY === true ? process.stderr : process.stdout);
  await finish(calls, property, await untilFinished(calls, property, taskId, progress.show), flags, progress);
}

async function status(taskId: string | undefined, flags: Flags): Promise<void> {
  const calls = await callsOf(flags);
  if (taskId === undefined) return listTasks(calls, flags);
  const { property, task } = await found(calls, taskId, flags.property);
  if (flags.watch !== true || task.finished) return finish(calls, property, task, flags);
  let last = '';
  const asJson = (each: TaskView) => {
    const text = `${JSON.stringify({ property, ...each })}\n`;
    if (text !== last && !each.finished) process.stdout.write(text);
    last = text;
  };
  const progress = new TaskProgress(process.stdout);
  const show = flags.json === true ? asJson : progress.show;
  await finish(calls, property, await untilFinished(calls, property, taskId, show), flags, progress);
}

/** Finishes a task: writes the results if they are wanted, and makes the exit status from what failed. */
async function finish(
  calls: BatchCalls,
  property: string,
  task: TaskView,
  { json, out }: Flags,
  progress?: TaskProgress,
): Promise<void> {
  const results: Written[] = [];
  if (json !== true) process.stdout.write(taskText(task, progress?.untold(task)));
  if (out !== undefined) {
    await writeResults(calls, property, task, out, (written) => {
      results.push(written);
      if (json !== true) process.stdout.write(`${written.file}\n`);
    });
  }
  print({ json: json === true }, { property, ...task, ...(out !== undefined && { results }) }, '');
  if (task.failure !== undefined || task.files?.some(hasFailed)) process.exitCode = exitCodes.badInput;
}

async function listTasks(calls: BatchCalls, flags: Flags): Promise<void> {
  if (flags.watch === true) throw new CommandFailure(exitCodes.usage, '--watch needs the id of a task');
  const tasks: (QueuedTask & { readonly property: string })[] = [];
  for (const property of await propertiesOf(calls, flags.property)) {
    const reply = await calls.json<{ tasks: QueuedTask[] }>({ path: `${property}/status` });
    tasks.push(...reply.tasks.map((task) => ({ property, ...task })));
  }
  const lines = tasks.map(({ taskId, property, priority, finished, invalidVocab }) => {
    const state = invalidVocab ? 'failed because of its hotword list' : finished ? 'finished' : 'in progress';
    return `${taskId}  ${property}  priority ${priority}  ${state}\n`;
  });
  print(flags, { tasks }, lines.join('') || 'no tasks\n');
}

async function get(taskId: string, flags: Flags): Promise<void> {
  const calls = await callsOf(flags);
  const { property, task } = await found(calls, taskId, flags.property);
  await finish(calls, property, task, flags);
  if (!task.finished) say(`${taskId} is not finished; get the other results later`);
}

async function cancel(taskId: string, flags: Flags): Promise<void> {
  const calls = await callsOf(flags);
  const { property, task } = await found(calls, taskId, flags.property);
  await calls.json({ path: `${property}/cancel`, query: { task: taskId } });
  const over = task.finished ? `${taskId} was already finished\n` : `cancelled ${taskId}\n`;
  print(flags, { taskId, property, cancelled: !task.finished }, over);
}

async function propertiesOf(calls: BatchCalls, property: string | undefined): Promise<readonly string[]> {
  if (property !== undefined) return [encodeURIComponent(property)];
  return (await calls.json<{ properties: string[] }>({ path: 'list_properties' })).properties;
}

const query = async (calls: BatchCalls, property: string, task: string): Promise<TaskView> => {
  const reply = await calls.json<TaskView & Record<string, unknown>>({ path: `${property}/query`, query: { task } });
  const { code: _, message: __, traceToken: ___, ...view } = reply;
  return view;
};

/**
 * A task must be asked for under the property that it was submitted with, and a person who has only the id seldom knows
 * that property.
 */
async function found(calls: BatchCalls, taskId: string, given: string | undefined) {
  for (const property of await propertiesOf(calls, given)) {
    try {
      return { property, task: await query(calls, property, taskId) };
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.code !== transCodes.notFound) throw fault;
    }
  }
  const where = given === undefined ? '' : ` of ${given}`;
  throw new CommandFailure(exitCodes.badInput, `there is no task ${taskId}${where}; see tonegate batch status`);
}

async function untilFinished(
  calls: BatchCalls,
  property: string,
  taskId: string,
  show: (task: TaskView) => void,
): Promise<TaskView> {
  for (;;) {
    const task = await query(calls, property, taskId);
    show(task);
    if (task.finished) return task;
    await new Promise((resolve) => setTimeout(resolve, limits.batchClient.pollMs));
  }
}
