// An engine that dies while it hears a recording: the file waits, another engine hears it, nothing is lost.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recording, startTransGateway, type TransGateway } from '../../helpers/transcription/trans-gateway.js';

/** Long enough to be met while it is heard. */
const recordings = Array.from({ length: 4 }, () =>
  Buffer.concat(Array.from({ length: 60 }, () => recording('一二三'))),
);

let gateway: TransGateway;
beforeAll(async () => {
  gateway = await startTransGateway();
});
afterAll(() => gateway.discard());

function enginePids(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main/engine'));
}

it('recordings that an engine was hearing when it died are heard by the next one', async () => {
  const { client } = gateway;
  const task = await client.submitRecordings(recordings);
  const isHeard = async () => {
    const { files } = (await client.get('query', { task })).json;
    expect(files.some(({ code }: { code: number }) => code === 3001)).toBe(true);
  };
  await vi.waitFor(isHeard, { interval: 1 });
  for (const pid of enginePids()) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(gateway.logText()).toContain('transcription: a step failed and will be retried'));
  // what was due in seconds is due now: the next request that wakes the queue finds it
  gateway.advance(60_000);
  await gateway.whenReady();
  const other = await client.submitRecordings([recording('四')]);
  for (const each of [task, other]) {
    const { files } = await client.finished(each);
    for (const file of files) expect(file).toMatchObject({ code: 4000 });
  }
  const { json } = await client.get('download', { task, files: '0' });
  const text = json.sentences.map((sentence: { text: string }) => sentence.text).join('');
  expect(text).toBe('一二三'.repeat(60));
});
