// The queue of offline transcription over a real database, with a clock that a test moves.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileCode, fileCodes } from '../../../src/protocol/engine/transcription.js';
import { optionsOf, SubmitBody } from '../../../src/protocol/wire/transcription-messages.js';
import { closeStore, openStore } from '../../../src/store/open.js';
import type { TransRequest } from '../../../src/trans/ports.js';
import { type Claim, Queue } from '../../../src/trans/queue.js';
import type { Stage } from '../../../src/trans/states.js';
import { type TransTable, transTable } from '../../../src/trans/table.js';
import { Places } from '../../../src/trans/task-files.js';
import { Uploads } from '../../../src/trans/uploads.js';

export interface TestQueue {
  /** Folder of the data. */
  readonly folder: string;
  readonly table: TransTable;
  readonly places: Places;
  readonly queue: Queue;
  readonly uploads: Uploads;
  /** Both clocks of the gateway. */
  readonly now: () => number;
  readonly elapsed: () => number;
  advance(ms: number): void;
  /** Adds a task with this many files and returns its id. */
  addTask(
    count: number,
    options?: { developerId?: number; priority?: number; request?: Partial<TransRequest> },
  ): Promise<string>;
  codes(taskId: string): FileCode[];
  /** Claims the next file of a stage, of which there must be one. */
  claim(stage: Stage): Claim;
  /** Takes a file through the earlier stages and into this one, with the files that the stages leave on the disk. */
  bring(stage: Stage): Claim;
  /** Restores the state that a dead process leaves to the next one. */
  again(): void;
  /** Removes all tasks and uploads. */
  clear(): void;
  discard(): void;
}

const nobodyBusy = () => false;
export const plainRequest: TransRequest = {
  ...{ audioFormat: 'auto', channelCount: undefined, vocab: undefined, notifyUrl: undefined, saveTo: undefined },
  options: optionsOf(SubmitBody.parse({ audioFormat: 'auto' })),
};

export async function openTestQueue(): Promise<TestQueue> {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-queue-'));
  const { db } = openStore(join(folder, 'tonegate.db'));
  db.prepare("INSERT INTO developer (id, name, created_at) VALUES (1, 'developer', 0), (2, 'another', 0)").run();
  const table = transTable(db);
  const places = new Places(folder);
  places.make();
  let at = Date.UTC(2026, 0, 1);
  const now = () => at;
  let queue = new Queue({ table, places, now, elapsed: now });
  let lastTask = 0;
  const claim = (stage: Stage) => {
    const claimed = queue.claim(stage, nobodyBusy, 0);
    if (claimed === undefined) throw new Error(`nothing waits for ${stage}`);
    return claimed;
  };
  const trans: TestQueue = {
    ...{ folder, table, places, now, elapsed: now, claim },
    uploads: new Uploads({ table, places, elapsed: now }),
    get queue() {
      return queue;
    },
    advance: (ms) => {
      at += ms;
    },
    async addTask(count, { developerId = 1, priority = 0, request = {} } = {}) {
      const id = `task-${++lastTask}`;
      await places.makeTask(id);
      const taskSeq = table.addTask({
        ...{ id, developerId, property: 'cn_8k_common', priority, invalidVocab: 0, failure: null, now: at },
        ...{ request: JSON.stringify({ ...plainRequest, ...request }), finishedAt: null, step: 'files' },
      });
      for (let position = 0; position < count; position++) {
        const url = `http://example.org/${position}.wav`;
        const code = fileCodes.downloadQueued;
        table.addFile({ taskId: id, position, taskSeq, priority, url, shown: url, code, info: '' });
      }
      return id;
    },
    codes: (taskId) => table.files(taskId).map(({ code }) => code),
    bring(stage) {
      const download = claim('download');
      if (stage === 'download') return download;
      writeFileSync(places.source(download.place), 'source');
      queue.done(download);
      const convert = claim('convert');
      if (stage === 'convert') return convert;
      writeFileSync(places.pcm(convert.place), 'pcm');
      queue.done(convert, { rate_hz: 8_000, channels: 1, duration_ms: 10 });
      rmSync(places.source(convert.place));
      return claim('recognise');
    },
    again: () => {
      queue = new Queue({ table, places, now, elapsed: now });
      queue.recover();
    },
    clear: () => void db.exec('DELETE FROM trans_task; DELETE FROM trans_upload'),
    discard: () => {
      closeStore(db);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return trans;
}
