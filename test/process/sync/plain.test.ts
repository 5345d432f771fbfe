// An upstream that has only the unified resource service of the specification: lists and conditional downloads. A real
// gateway plays it behind a proxy that hides /v10/sync.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResourceClient } from '../../helpers/gateway/resource-client.js';
import { patient, type SyncPair, startPair, state } from '../../helpers/sync/sync-pair.js';

let pair: SyncPair;
let up: ResourceClient;
beforeAll(async () => {
  pair = await startPair({ 'sync.outbox': false, 'sync.plain': ['asr/userword', 'asr/userword/u1', 'asr/sensword'] });
  up = new ResourceClient(pair.upstream, 'user/asr/userword');
  pair.proxy.meddle(({ path }) => (path.startsWith('/v10/sync') ? { do: 'answer', status: 404 } : undefined));
});
afterAll(() => pair.discard());

const onBox = async (id: string, query = '') => {
  const reply = await new ResourceClient(pair.box, 'user/asr/userword').ask('GET', `/${id}`, { query });
  return reply.status === 200 ? Buffer.from(reply.json.resource.content, 'base64').toString() : reply.status;
};
const downloads = () => pair.proxy.seen.filter(({ path }) => /\/user\/asr\/\w+\/./.test(path)).length;
const lists = () => pair.proxy.seen.filter(({ path }) => /\/user\/asr\/sensword$/.test(path)).length;

describe('a plain upstream', () => {
  it('brings shared and exclusive lists, once each, follows changes and deletions, and leaves the rest alone', async () => {
    const shared = await up.created('shared', '张三 3\n');
    const theirs = await up.created('theirs', '李四\n', '&userId=u1');
    const local = await new ResourceClient(pair.box, 'user/asr/userword').created('made here', 'x\n');
    const agent = pair.startAgent();
    await pair.until(({ applied }) => applied !== null);
    expect(await onBox(shared)).toBe('张三 3\n');
    expect(await onBox(theirs, '&userId=u1')).toBe('李四\n');
    expect(await onBox(theirs)).toBe(404);
    const before = lists();
    while (lists() < before + 3) await pair.until(() => true);
    expect(downloads()).toBe(2);

    const change = { resource: { name: 'shared', lang: 'cn', content: Buffer.from('王五\n').toString('base64') } };
    expect((await up.ask('PUT', `/${shared}`, { body: change })).status).toBe(200);
    while ((await onBox(shared)) !== '王五\n') await pair.until(() => true);
    const second = await up.created('second', 'y\n');
    while ((await onBox(second)) !== 'y\n') await pair.until(() => true);
    await up.ask('DELETE', `/${shared}`);
    while ((await onBox(shared)) !== 404) await pair.until(() => true);
    expect(await onBox(local)).toBe('x\n');
    expect(await onBox(second)).toBe('y\n');
    await agent.stop();
  });

  it('is asked for no content again after a restart of the agent', async () => {
    const before = downloads();
    const polls = lists();
    const agent = pair.startAgent({ time: patient });
    await pair.pollNow();
    await pair.until(({ report }) => lists() > polls && report?.state === 'waiting' && report.lastSuccessAtMs !== null);
    expect(downloads()).toBe(before);
    await agent.stop();
  });

  it('that answers 404 for a whole list deletes nothing: the address may be wrong', async () => {
    const { items } = await state(pair.box);
    pair.proxy.meddle(() => ({ do: 'answer', status: 404, body: '{"error":{"code":1,"message":"none"}}' }));
    const before = pair.proxy.seen.length;
    const isOver = () => pair.proxy.seen.length >= before + 3; // places
    const agent = pair.startAgent({ time: patient });
    await pair.pollNow();
    await pair.until(({ report }) => isOver() && report?.state === 'waiting' && report.lastSuccessAtMs !== null);
    expect((await state(pair.box)).items).toEqual(items);
    await agent.stop();
  });
});
