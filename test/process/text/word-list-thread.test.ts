// Word lists read in a thread: the same as here, in bounds, and whatever becomes of the thread.
import { afterEach, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { parseList } from '../../../src/text/word-lists/read.js';
import { ListThread } from '../../../src/text/word-lists/thread.js';

const list = Buffer.from('张三 3\n李四 9\n你好 ()\n# 注\n王五 (汪五)\n');

let thread: ListThread | undefined;
afterEach(() => thread?.close());

it('reads what is read without it', async () => {
  thread = new ListThread();
  const [hotwords, toneless, sensitive] = await Promise.all([
    thread.read('hotwords', list, false),
    thread.read('hotwords', list, true),
    thread.read('sensitiveWords', list, false),
  ]);
  expect(hotwords).toEqual(parseList('hotwords', list, false));
  expect(toneless).toEqual(parseList('hotwords', list, true));
  expect(toneless).not.toEqual(hotwords);
  expect(sensitive).toEqual(parseList('sensitiveWords', list, false));
});

it('refuses a list when too many wait', async () => {
  thread = new ListThread();
  const { waitingLists } = limits.wordList;
  const waiting = Array.from({ length: waitingLists }, () => (thread as ListThread).read('hotwords', list, false));
  await expect(thread.read('hotwords', list, false)).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect((await Promise.all(waiting)).length).toBe(waitingLists);
  expect((await thread.read('hotwords', list, false)).rules).toHaveLength(3);
});

it('ends when nothing came for a while, and starts again', async () => {
  thread = new ListThread(1);
  for (let times = 0; times < 2; times++) {
    expect((await thread.read('hotwords', list, false)).rules).toHaveLength(3);
    await vi.waitFor(() => expect(thread?.isRunning).toBe(false), { timeout: 15_000 });
  }
});

it('that is closed rejects what waits', async () => {
  thread = new ListThread();
  const waiting = expect(thread.read('hotwords', list, false)).rejects.toThrow('stopped');
  await thread.close();
  await waiting;
});
