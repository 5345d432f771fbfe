// A box and its upstream, both real, and between them a network that cuts, slows, truncates and lies: the box ends with
// the upstream's state or says why not, and never has half of it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { administer, draft } from '../../helpers/gateway/resource-client.js';
import type { Mischief, Passing } from '../../helpers/sync/hostile-proxy.js';
import { itemsOf, type SyncPair, startPair } from '../../helpers/sync/sync-pair.js';

const content = /\/v10\/sync\/content\//;
const ofState = /\/v10\/sync\/state/;
/** Nothing gets through in so short a time: not the time to see something stall, but the time in which it must. */
const shortStall = { stallMs: 300 };

let pair: SyncPair;
let made = 0;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.discard());

let agent: ReturnType<SyncPair['startAgent']> | undefined;
beforeEach(() => pair.proxy.meddle(() => undefined));
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
});

/** Two resources upstream, so that half of a state would show. Returns what the box had before. */
async function changeUpstream() {
  const before = await itemsOf(pair.box);
  for (const type of ['userword', 'sensword']) {
    const name = `list ${made++}`;
    const body = { resource: draft(name, `#${name}\n`.repeat(100)) };
    const { status, text } = await administer(pair.upstream, 'POST', `/v10/resource/sys/asr/${type}`, body);
    if (status !== 200) throw new Error(text);
  }
  return before;
}

/** The first `count` requests of a path. */
const first = (count: number, path: RegExp, mischief: Mischief) => {
  let left = count;
  return (request: Passing): Mischief | undefined => (path.test(request.path) && left-- > 0 ? mischief : undefined);
};

describe('the same state in the end', () => {
  it('on a good network: resources come down, and a poll that finds nothing new is a 304', async () => {
    await changeUpstream();
    agent = pair.startAgent();
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
    const marked = () => pair.proxy.seen.filter(({ headers }) => headers['if-none-match'] !== undefined).length;
    const before = marked();
    while (marked() < before + 2) await pair.until(() => true);
    const report = (await pair.until(({ report }) => report?.state === 'waiting')).report;
    expect(report).toMatchObject({ upstream: pair.proxy.url, failuresInARow: 0, lastFault: null });
    expect(report?.lastSuccessAtMs).toBeGreaterThan(0);
  });

  it.each<[string, RegExp, Mischief]>([
    ['the state is cut off', ofState, { do: 'cut', afterBytes: 100 }],
    ['the state is shorter than it was', ofState, { do: 'shorten', toBytes: 100 }],
    ['the state has a wrong byte', ofState, { do: 'flip', atByte: 3 }],
    ['the state has no ETag that fits', ofState, { do: 'headers', headers: { etag: '' } }],
    ['the upstream answers 500', ofState, { do: 'answer', status: 500 }],
    ['the upstream answers nonsense', ofState, { do: 'answer', status: 200, body: '<html>', headers: { etag: '"1"' } }],
    ['content is cut off', content, { do: 'cut', afterBytes: 200 }],
    ['content has a wrong byte', content, { do: 'flip', atByte: 7 }],
    ['content is shorter', content, { do: 'shorten', toBytes: 10 }],
    ['content is longer', content, { do: 'lengthen', byBytes: 10 }],
    ['content has another tag', content, { do: 'headers', headers: { etag: '"other"' } }],
    ['content is not there', content, { do: 'answer', status: 404 }],
    ['the upstream is busy for content', content, { do: 'answer', status: 503 }],
  ])('when %s, twice', async (_, path, mischief) => {
    const before = await changeUpstream();
    const after = JSON.stringify(await itemsOf(pair.upstream));
    pair.proxy.meddle(first(2, path, mischief));
    agent = pair.startAgent();
    for (let now = ''; now !== after; ) {
      now = JSON.stringify(await itemsOf(pair.box));
      expect([JSON.stringify(before), after]).toContain(now);
    }
    expect(agent.logText()).toContain('sync failed');
    expect(agent.logText()).not.toContain(pair.settings['sync.appkey']);
    await pair.until(({ report }) => report?.lastFault === null);
  });

  it.each<[string, RegExp, Mischief]>([
    ['the state never comes', ofState, { do: 'ignore' }],
    ['the state stops half-way', ofState, { do: 'hang', afterBytes: 50 }],
    ['content never comes', content, { do: 'ignore' }],
    ['content stops half-way', content, { do: 'hang', afterBytes: 20 }],
  ])('when %s', async (_, path, mischief) => {
    const before = JSON.stringify(await changeUpstream());
    pair.proxy.meddle((request) => (path.test(request.path) ? mischief : undefined));
    const impatientAgent = pair.startAgent({ transferLimits: shortStall });
    await pair.until(({ report }) => report?.lastFault?.includes('too slowly or not at all') === true);
    expect(JSON.stringify(await itemsOf(pair.box))).toBe(before);
    await impatientAgent.stop();
    pair.proxy.meddle(() => undefined);
    agent = pair.startAgent();
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
  });

  it('when the range is not heard, the download starts over', async () => {
    await changeUpstream();
    pair.proxy.meddle((request) => {
      if (!content.test(request.path)) return undefined;
      return request.nth === 0 ? { do: 'cut', afterBytes: 300 } : { do: 'ignoreRange' };
    });
    agent = pair.startAgent();
    await pair.inStep();
    expect(pair.proxy.seen.some(({ headers }) => /^bytes=[1-9]/.test(String(headers.range)))).toBe(true);
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
  });

  it('when it comes slowly', async () => {
    await changeUpstream();
    pair.proxy.meddle((request) => (content.test(request.path) ? { do: 'slow', bytes: 200, pauseMs: 5 } : undefined));
    agent = pair.startAgent();
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
  });

  it('when the upstream is away for a while', async () => {
    agent = pair.startAgent();
    await pair.inStep();
    await pair.proxy.cutOff();
    await changeUpstream();
    const { report } = await pair.until((status) => (status.report?.failuresInARow ?? 0) >= 2);
    expect(report?.lastFault).toContain('nothing listens on that port');
    await pair.proxy.comeBack();
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
  });

  it('when the box was changed behind the upstream’s back', async () => {
    agent = pair.startAgent();
    await pair.inStep();
    const body = { resource: draft('made on the box', 'x\n') };
    expect((await administer(pair.box, 'POST', '/v10/resource/sys/asr/userword', body)).status).toBe(200);
    const wanted = JSON.stringify(await itemsOf(pair.upstream));
    while (JSON.stringify(await itemsOf(pair.box)) !== wanted) await pair.until(() => true);
  });
});
