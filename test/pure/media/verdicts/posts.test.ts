// Posts of verdicts: bounded for each application and in all, and a receiver that does not answer delays nobody else's.
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { ScreeningData } from '../../../../src/media/screening-data.js';
import { type PostOutcome, VerdictPosts } from '../../../../src/media/verdicts/posts.js';
import { NetFault } from '../../../../src/net/fault.js';
import { limits } from '../../../../src/protocol/limits.js';

const verdict = (uuid: string): ScreeningData => ({
  ...{ event: 'screening', uuid, final: true, resultId: 10, resultName: 'busy', kind: 'busy', keyword: '#BUSY#' },
  ...{ text: '', confidence: 1, startMs: 0, atMs: 1_110 },
});

/** Receivers whose address has `dead` in it never answer; one with `fails` is away. */
function scene(own?: { atOnce: number; atOncePerApplication: number; most: number }) {
  const sent: string[] = [];
  const outcomes: PostOutcome[] = [];
  let log = '';
  const posts = new VerdictPosts({
    send: (url, json, signal) => {
      sent.push(`${url} ${JSON.parse(json).uuid}`);
      if (url.includes('fails')) return Promise.reject(new NetFault('passing', 'the receiver is away'));
      if (!url.includes('dead')) return Promise.resolve(200);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    },
    log: pino({ level: 'info' }, { write: (line: string) => (log += line) }),
    onOutcome: (outcome) => outcomes.push(outcome),
    ...(own && { own }),
  });
  const count = (outcome: PostOutcome) => outcomes.filter((each) => each === outcome).length;
  return { posts, sent, count, logText: () => log };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a receiver that does not answer delays the posts of its own application alone', async () => {
  const { posts, sent, count } = scene();
  for (let each = 0; each < 1_000; each++) posts.post('a', 'dead', verdict(String(each)));
  await settled();
  expect(sent).toHaveLength(limits.verdicts.posts.atOncePerApplication);
  for (let each = 0; each < 100; each++) posts.post('b', 'alive', verdict(String(each)));
  await vi.waitFor(() => expect(count('delivered')).toBe(100));
  expect(posts.open).toBe(1_000);
  posts.stop();
  await vi.waitFor(() => expect(posts.open).toBe(0));
  expect(count('dropped')).toBe(1_000);
  expect(sent).toHaveLength(100 + limits.verdicts.posts.atOncePerApplication);
});

it('an application alone has all places, and the next one has some too; more are dropped and logged', async () => {
  const own = { atOnce: 8, atOncePerApplication: 2, most: 64 };
  const { posts, count, logText } = scene(own);
  for (let each = 0; each < 200; each++) posts.post('a', 'dead', verdict(`a${each}`));
  expect(posts.open).toBe(own.most);
  expect(count('dropped')).toBe(200 - own.most);
  expect(logText()).toMatch(
    /"call":"a199","appkey":"a".*verdicts that wait to be posted.*make sure that the receiver answers/,
  );
  for (let each = 0; each < 4; each++) posts.post('b', 'alive', verdict(`b${each}`));
  await vi.waitFor(() => expect(count('delivered')).toBe(4));
  for (let each = 0; each < 200; each++) posts.post('b', 'dead', verdict(`b${each}`));
  posts.post('c', 'alive', verdict('c'));
  await vi.waitFor(() => expect(count('delivered')).toBe(5));
  expect(posts.open).toBeLessThanOrEqual(own.most + own.most / limits.shares.timesFree);
  posts.stop();
  await vi.waitFor(() => expect(posts.open).toBe(0));
});

it('a post that waits for another try has its place, but no slot', async () => {
  const { posts, sent } = scene({ atOnce: 1, atOncePerApplication: 1, most: 8 });
  posts.post('a', 'fails', verdict('one'));
  posts.post('a', 'alive', verdict('two'));
  await vi.waitFor(() => expect(sent).toEqual(['fails one', 'alive two']));
  await vi.waitFor(() => expect(posts.open).toBe(1));
  posts.stop();
  await vi.waitFor(() => expect(posts.open).toBe(0));
});

it('a gateway that stops drops what comes, and says so', () => {
  const { posts, sent, count, logText } = scene();
  posts.stop();
  posts.post('a', 'alive', verdict('late'));
  expect([count('dropped'), sent.length, posts.open]).toEqual([1, 0, 0]);
  expect(logText()).toContain('the gateway is stopping');
});
