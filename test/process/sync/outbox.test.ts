// Objects made on a box go up, each once, in order; and an upstream's refusal stops the agent, which says what
// somebody has to do. Two real gateways, a proxy between them.

import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyHash } from '../../../src/sync/pinned-key.js';
import { administer, draft, ResourceClient } from '../../helpers/gateway/resource-client.js';
import type { Mischief, Passing } from '../../helpers/sync/hostile-proxy.js';
import { patient, type SyncPair, startPair, state } from '../../helpers/sync/sync-pair.js';

const ofOutbox = /\/v10\/sync\/outbox/;

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

async function changeUpstream(): Promise<void> {
  const body = { resource: draft(`list ${made++}`, 'x\n') };
  const { status, text } = await administer(pair.upstream, 'POST', '/v10/resource/sys/asr/userword', body);
  if (status !== 200) throw new Error(text);
}

/** The first `count` requests of a path. */
const first = (count: number, path: RegExp, mischief: Mischief) => {
  let left = count;
  return (request: Passing): Mischief | undefined => (path.test(request.path) && left-- > 0 ? mischief : undefined);
};

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
    const sent = posts.flatMap(({ body }) =>
      JSON.parse(body).entries.map((entry: { item: { id: string } }) => entry.item.id),
    );
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
    await pair.until(({ outbox }) => outbox.waiting === 0);
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
  it.each([
    ['401', { 'sync.appkey': 'somebody' }, undefined, /does not know this appkey/],
    ['404', {}, 404, /has no \/v10\/sync\/state; check `upstream`/],
    ['403', {}, 403, /lacks the sync right; create one that has it at the upstream with tonegate apps add NAME --sync/],
    ['302', {}, 302, /redirects to https:\/\/elsewhere\.example\//],
    [
      'no secret',
      { 'sync.secretFile': '/nowhere/secret' },
      undefined,
      /sync\.secretFile: .* cannot be read: it does not exist \(ENOENT\)/,
    ],
    ['no certificate', { 'sync.caFile': '/dev/null' }, undefined, /sync\.caFile: .* has no certificate in PEM form/],
  ])('%s stops the agent, which says what to do', async (_, settings, status, wanted) => {
    if (status !== undefined) {
      pair.proxy.meddle(() => ({
        do: 'answer',
        status,
        headers: { location: 'https://elsewhere.example/' },
        body: '{}',
      }));
    }
    agent = pair.startAgent({ settings: { ...settings, 'sync.outbox': false }, time: patient });
    await pair.pollNow();
    const { report } = await pair.until(({ report }) => report?.state === 'stopped');
    expect(report?.lastFault).toMatch(wanted);
    expect(report?.nextPollAtMs).toBeGreaterThan(Date.now() + 600_000);
  });

  it('a port without TLS is told as that, and not as a certificate that is not trusted', async () => {
    const plain = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    agent = pair.startAgent({ settings: { upstream: `https://127.0.0.1:${port}` } });
    const { report } = await pair.until(({ report }) => report?.lastFault?.includes('speak TLS') === true);
    expect(report?.lastFault).toContain('does not speak TLS on that port; check the port of `upstream`');
    plain.close();
  });

  it('a certificate that is not trusted is refused before the secret is sent', async () => {
    const before = pair.proxy.seen.length;
    agent = pair.startAgent({ settings: { 'sync.caFile': '' } });
    const { report } = await pair.until(({ report }) => report?.lastFault?.includes('not trusted') === true);
    expect(report?.lastFault).toContain('sync.caFile or sync.pinnedKey');
    expect(pair.proxy.seen.length).toBe(before);
  });

  it('a pinned key is trusted whatever else the certificate says, and no other', async () => {
    const der = new X509Certificate(pair.proxy.ca).publicKey.export({ type: 'spki', format: 'der' });
    const pinned = (pinnedKey: string) =>
      pair.startAgent({ time: patient, settings: { 'sync.caFile': '', 'sync.pinnedKey': pinnedKey } });
    const before = pair.proxy.seen.length;
    agent = pinned('0'.repeat(64));
    await pair.pollNow();
    await pair.until(({ report }) => report?.lastFault?.includes('presents a key') === true);
    expect(pair.proxy.seen.length).toBe(before);
    await agent.stop();
    agent = pinned(keyHash(der));
    await pair.pollNow();
    await pair.until(({ report }) => report?.lastFault === null && report.lastSuccessAtMs !== null);
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
});
