// Publishing, online, offline and rollback through a real gateway and its publishing process.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { plainSource } from '../../../src/trust/plain-bytes.js';
import { openPackage } from '../../../src/understanding/package/reader.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, refusal } from '../../helpers/gateway/nlu-client.js';
import { robotWithPairs } from '../../helpers/nlu/robot-rows.js';
import { dataDirWithRobots } from '../../helpers/nlu/robots-on-disk.js';

let gateway: TestGateway;
let nlu: NluClient;
beforeAll(async () => {
  const dataDir = dataDirWithRobots((rows) => {
    robotWithPairs(rows, 'r-1', 300);
    robotWithPairs(rows, 'r-2', 1);
  });
  const started = await startTestGateway({ dataDir });
  gateway = { ...started, app: started.apps.add('test', 'default') };
  nlu = new NluClient(gateway);
});
afterAll(() => gateway.discard());

const packages = () => join(gateway.dataDir, 'nlu', 'packages');

async function published(robot = 'r-1', body: object = {}) {
  const { id } = await nlu.created(`/robots/${robot}/publishes`, body);
  for (;;) {
    const view = await nlu.view(`/robots/${robot}/publishes/${id}`);
    if (view.state !== 'WORKING') return view;
    await sleep(10);
  }
}

describe('POST publishes', () => {
  it('answers at once, and a process makes the package meanwhile', async () => {
    const created = await nlu.post('/robots/r-1/publishes', { description: 'autumn' });
    expect(created.json).toEqual({ created: { id: expect.stringMatching(/^p-[0-9A-HJKMNP-TV-Z]{26}$/) } });
    const view = await published();
    expect(view).toEqual({
      ...{
        id: view.id,
        state: 'FINISHED',
        description: '',
        online: false,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      ...{ bytes: expect.any(Number), createdAt: expect.any(String), finishedAt: expect.any(String) },
    });
    const source = plainSource(join(packages(), view.sha256), undefined);
    const read = openPackage(source);
    expect([...read.records('robot')]).toMatchObject([{ id: 'r-1' }]);
    expect([...read.records('questions')].map(({ ext }) => ext.length)).toEqual(Array(300).fill(5));
    source.close();
  });

  it('takes no body, and refuses other keys than description', async () => {
    expect((await nlu.ask('POST', '/robots/r-2/publishes')).status).toBe(200);
    const [status, code, message] = refusal(await nlu.post('/robots/r-2/publishes', { descripton: 'x' }));
    expect([status, code]).toEqual([400, 40002]);
    expect(message).toContain('descripton');
  });

  it('of the same resources has the same package, which lies there once', async () => {
    const [first, second] = [await published('r-2'), await published('r-2')];
    expect(second.sha256).toBe(first.sha256);
    expect(readdirSync(packages()).filter((name) => name === first.sha256)).toHaveLength(1);
  });

  it('is the latest of the list', async () => {
    const view = await published();
    const { publishes } = await nlu.view('/robots/r-1/publishes');
    expect(publishes[0]).toEqual(view);
  });
});

describe('a robot that is not there', () => {
  it.each([
    ['GET', '/publishes', undefined],
    ['POST', '/publishes', {}],
    ['GET', '/publishes/p-1', undefined],
    ['DELETE', '/publishes/p-1', undefined],
    ['GET', '/online', undefined],
    ['PATCH', '/online', { publishId: '' }],
  ])('%s %s is 404 with code 29', async (method, path, body) => {
    const asking = body === undefined ? {} : { body };
    expect(refusal(await nlu.ask(method, `/robots/r-none${path}`, asking))).toEqual([
      404,
      29,
      'there is no robot r-none',
    ]);
  });

  it('is also one of another tenant', async () => {
    const app = gateway.apps.add('other', 'somebody else');
    expect(refusal(await nlu.ask('GET', '/robots/r-1/publishes', { app })).slice(0, 2)).toEqual([404, 29]);
  });
});

describe('PATCH online', () => {
  const online = () => nlu.view('/robots/r-1/online');

  it('puts a version online, goes back to an older one, and takes the robot offline', async () => {
    const [old, young] = [await published(), await published()];
    expect(await online()).toEqual({ publishId: '' });
    for (const { id } of [young, old]) {
      expect((await nlu.patch('/robots/r-1/online', { publishId: id })).json).toEqual({ updated: { id: 'r-1' } });
      expect(await online()).toEqual({ publishId: id, since: expect.any(String), source: 'here' });
      expect((await nlu.view(`/robots/r-1/publishes/${id}`)).online).toBe(true);
    }
    expect(refusal(await nlu.delete(`/robots/r-1/publishes/${old.id}`)).slice(0, 2)).toEqual([409, 40902]);
    await nlu.patch('/robots/r-1/online', { publishId: '' });
    expect(await online()).toEqual({ publishId: '' });
    const gone = { id: old.id };
    expect((await nlu.delete(`/robots/r-1/publishes/${old.id}`)).json).toEqual({ deleted: gone, delete: gone });
    expect(refusal(await nlu.get(`/robots/r-1/publishes/${old.id}`)).slice(0, 2)).toEqual([404, 40403]);
  });

  it('refuses a version of another robot, and one that is not finished', async () => {
    const other = await published('r-2');
    expect(refusal(await nlu.patch('/robots/r-1/online', { publishId: other.id })).slice(0, 2)).toEqual([404, 40403]);
    const { id } = await nlu.created('/robots/r-1/publishes', {});
    const [status, code, message] = refusal(await nlu.patch('/robots/r-1/online', { publishId: id }));
    expect([status, code]).toEqual([409, 40900]);
    expect(message).toContain('only a FINISHED one can go online');
  });

  it('wants publishId, and nothing else', async () => {
    for (const body of [
      {},
      { publishId: 'x', force: true },
      { publishId: 'x'.repeat(limits.nlu.publish.publishIdBytes + 1) },
    ]) {
      expect(refusal(await nlu.patch('/robots/r-1/online', body)).slice(0, 2)).toEqual([400, 40002]);
    }
  });
});

describe('a robot', () => {
  it('stays while it is online, and goes with its versions', async () => {
    const { id } = await published('r-2');
    await nlu.patch('/robots/r-2/online', { publishId: id });
    expect(await nlu.outcome('DELETE', '/robots/r-2')).toBe('409 robot r-2 is online; take it offline first');
    await nlu.patch('/robots/r-2/online', { publishId: '' });
    expect(await nlu.outcome('DELETE', '/robots/r-2')).toBe('200');
    expect(refusal(await nlu.get(`/robots/r-2/publishes/${id}`)).slice(0, 2)).toEqual([404, 29]);
  });
});
