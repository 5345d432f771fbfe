// A box and its upstream, both real, and between them a network that cuts, slows, truncates and lies: the box ends with
// the upstream's state or says why not, and never has half of it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mischief, Passing } from '../helpers/hostile-proxy.js';
import { administer, draft, ResourceClient } from '../helpers/resource-client.js';
import { itemsOf, patient, startPair, state, type SyncPair } from '../helpers/sync-pair.js';
import { timeFactor } from '../helpers/time-factor.js';

const content = /\/v10\/sync\/content\//;
const ofState = /\/v10\/sync\/state/;
const ofOutbox = /\/v10\/sync\/outbox/;
const shortStall = { stallMs: 250 * timeFactor };

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
    const body = { resource: draft(name, `${name}\n`.repeat(100)) };
    const { status, text } = await administer(pair.upstream, 'POST', `/v10/resource/sys/asr/${type}`, body);
    if (status !== 200) throw new Error(text);
  }
  return before;
}

const once =
  (path: RegExp, mischief: Mischief) =>
  (request: Passing): Mischief | undefined =>
    path.test(request.path) && request.nth === 0 ? mischief : undefined;

/** The first `count` requests of a path. */
const first = (count: number, path: RegExp, mischief: Mischief) => {
  let left = count;
  return (request: Passing): Mischief | undefined =>
    path.test(request.path) && left-- > 0 ? mischief : undefined;
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
    ['the state never comes', ofState, { do: 'ignore' }],
    ['the state stops half-way', ofState, { do: 'hang', afterBytes: 50 }],
    ['the upstream answers 500', ofState, { do: 'answer', status: 500 }],
    ['the upstream answers nonsense', ofState, { do: 'answer', status: 200, body: '<html>', headers: { etag: '"1"' } }],
    ['content is cut off', content, { do: 'cut', afterBytes: 200 }],
    ['content has a wrong byte', content, { do: 'flip', atByte: 7 }],
    ['content is shorter', content, { do: 'shorten', toBytes: 10 }],
    ['content is longer', content, { do: 'lengthen', byBytes: 10 }],
    ['content has another tag', content, { do: 'headers', headers: { etag: '"other"' } }],
    ['content never comes', content, { do: 'ignore' }],
    ['content stops half-way', content, { do: 'hang', afterBytes: 20 }],
    ['content is not there', content, { do: 'answer', status: 404 }],
    ['the upstream is busy for content', content, { do: 'answer', status: 503 }],
  ])('when %s, twice', async (_, path, mischief) => {
    const before = await changeUpstream();
    const after = await itemsOf(pair.upstream);
    const seen: unknown[] = [];
    pair.proxy.meddle(first(2, path, mischief));
    agent = pair.startAgent({ transferLimits: shortStall });
    const failed = await pair.until(({ report }) => report?.lastFault != null);
    seen.push(await itemsOf(pair.box));
    expect(failed.report?.lastFault).not.toContain(pair.settings['sync.appkey']);
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(after);
    for (const each of seen) expect([JSON.stringify(before), JSON.stringify(after)]).toContain(JSON.stringify(each));
    await pair.until(({ report }) => report?.lastFault === null);
  });

  it('when the range is not heard, the download starts over', async () => {
    await changeUpstream();
    pair.proxy.meddle((request) => {
      if (!content.test(request.path)) return undefined;
      return request.nth === 0 ? { do: 'cut', afterBytes: 300 } : { do: 'ignoreRange' };
    });
    agent = pair.startAgent();
    await pair.inStep();
    expect(pair.proxy.seen.some(({ headers }) => headers.range === 'bytes=300-')).toBe(true);
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
    expect(report?.lastFault).toContain('nothing listens there');
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

describe('what goes up', () => {
  const words = () => new ResourceClient(pair.box, 'user/asr/userword');
  const idsUpstream = async () => (await state(pair.upstream)).items.flatMap((item) => ('id' in item ? [item.id] : []));

  it('what was made while the upstream was away arrives, in order', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.push(await words().created(`${name} ${made++}`, 'x\n'));
    expect((await pair.status()).outbox.waiting).toBe(3);
    const before = pair.proxy.seen.length;
    agent = pair.startAgent();
    await pair.inStep();
    const posts = pair.proxy.seen.slice(before).filter(({ path }) => ofOutbox.test(path));
    const sent = posts.flatMap(({ body }) => JSON.parse(body).entries.map((entry: { item: { id: string } }) => entry.item.id));
    expect(sent).toEqual(ids);
    expect(await idsUpstream()).toEqual(expect.arrayContaining(ids));
  });

  it('is sent again when the answer was lost, and counts once', async () => {
    const id = await words().created(`lost ${made++}`, 'x\n');
    pair.proxy.meddle(first(2, ofOutbox, { do: 'loseAnswer' }));
    const before = pair.proxy.seen.length;
    agent = pair.startAgent();
    await pair.inStep();
    const keys = pair.proxy.seen
      .slice(before)
      .filter(({ path }) => ofOutbox.test(path))
      .map(({ body }) => JSON.parse(body).entries[0].idempotencyKey);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    const item = (await state(pair.upstream)).items.find((each) => 'id' in each && each.id === id);
    expect(item).toMatchObject({ ver: 1 });
  });

  it('goes at once when a client makes it, without a wait for the next poll', async () => {
    agent = pair.startAgent({ settings: { 'sync.intervalS': 600_000 } });
    await pair.pollNow();
    await pair.until(({ report }) => report?.lastSuccessAtMs != null);
    const id = await words().created(`soon ${made++}`, 'x\n');
    while (!(await idsUpstream()).includes(id)) await pair.until(() => true);
  });

  it('waits on while the upstream refuses it, and what comes down comes down', async () => {
    const id = await words().created(`refused ${made++}`, 'x\n');
    await changeUpstream();
    const refusal = { error: { code: 400, message: 'not today' } };
    pair.proxy.meddle((request) =>
      ofOutbox.test(request.path) ? { do: 'answer', status: 400, body: JSON.stringify(refusal) } : undefined,
    );
    const { revision } = await state(pair.upstream);
    agent = pair.startAgent({ time: patient });
    await pair.pollNow();
    const { report, outbox } = await pair.until(
      ({ applied, report }) => applied?.revision === revision && report?.state === 'stopped',
    );
    expect(report?.lastFault).toContain('(400: not today)');
    expect(outbox.waiting).toBe(1);
    expect(await idsUpstream()).not.toContain(id);
    pair.proxy.meddle(() => undefined);
    await pair.pollNow();
    await pair.until(({ outbox }) => outbox.waiting === 0);
    expect(await idsUpstream()).toContain(id);
  });
});

describe('refusals', () => {
  const answer = (status: number, headers: Record<string, string> = {}) =>
    once(/./, { do: 'answer', status, headers, body: '{}' });

  it.each([
    ['401', { 'sync.appkey': 'somebody' }, undefined, /does not know this appkey/],
    ['404', {}, 404, /has no \/v10\/sync\/state; is `upstream` right/],
    ['403', {}, 403, /no right to sync; at the upstream: tonegate apps add NAME --sync/],
    ['302', {}, 302, /sends us to https:\/\/elsewhere\.example\//],
    ['no secret', { 'sync.secretFile': '/nowhere/secret' }, undefined, /sync\.secretFile: .* cannot be read \(ENOENT\)/],
  ])('%s stops the agent, which says what to do', async (_, settings, status, wanted) => {
    if (status !== undefined) {
      pair.proxy.meddle(() => ({ do: 'answer', status, headers: { location: 'https://elsewhere.example/' }, body: '{}' }));
    }
    agent = pair.startAgent({ settings: { ...settings, 'sync.outbox': false }, time: patient });
    await pair.pollNow();
    const { report } = await pair.until(({ report }) => report?.state === 'stopped');
    expect(report?.lastFault).toMatch(wanted);
    expect(report?.nextPollAtMs).toBeGreaterThan(Date.now() + 600_000);
  });

  it('a certificate that is not trusted is refused before the secret is sent', async () => {
    const before = pair.proxy.seen.length;
    agent = pair.startAgent({ settings: { 'sync.caFile': '' } });
    const { report } = await pair.until(({ report }) => report?.lastFault?.includes('not trusted') === true);
    expect(report?.lastFault).toContain('sync.caFile or sync.pinnedKey');
    expect(pair.proxy.seen.length).toBe(before);
  });

  it('429 with Retry-After: not asked again before that', async () => {
    pair.proxy.meddle(() => ({ do: 'answer', status: 429, headers: { 'retry-after': '600' }, body: '{}' }));
    agent = pair.startAgent({ time: patient });
    await pair.pollNow();
    const { report } = await pair.until(({ report }) => report?.lastFault?.includes('(429)') === true);
    expect(report?.state).toBe('waiting');
    expect(report?.nextPollAtMs).toBeGreaterThan(Date.now() + 300_000);
    pair.proxy.meddle(() => undefined);
    await pair.pollNow(); // an operator need not wait
    await pair.until(({ report }) => report?.lastFault === null);
  });
  void answer;
});
