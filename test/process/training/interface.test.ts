// The training interface of a real gateway: whose token, whose tasks, which paths, which files.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { TrainClient } from '../../helpers/gateway/train-client.js';

let gateway: TestGateway;
let client: TrainClient;
/** Another application of the same developer, and one of another developer. */
let sibling: { appkey: string; secret: string };
let stranger: { appkey: string; secret: string };
/** A tenant of the demo application besides its default one. */
let tenantId: string;
/** The directory of the default tenant. */
let base: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  client = new TrainClient(gateway);
  sibling = gateway.apps.add('sibling');
  stranger = gateway.apps.add('stranger', 'somebody else');
  const made = await gateway.inside('/v10/system/tenants', {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.adminCredential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'north', appkeys: [gateway.app.appkey] }),
  });
  tenantId = made.json.id;
  base = dirname(await client.put('kb.mjsn', '{"q":"你们几点开门","e":["几点营业"]}\n'));
  await client.put('test.txt', '几点开始营业\t你们几点开门\n');
  await client.put('records.txt', '我想查话费\n');
  await client.put('docs/shop.txt', '第一章 营业时间\n本店每天九点开门，晚上九点关门。\n');
});
afterAll(() => gateway.discard());

const split = { type: 'DIR', path: 'docs' };
const train = (more: object = {}) => ({ kbPath: 'kb.mjsn', testSetPath: 'test.txt', outputPath: 'out', ...more });
const small = { modelType: 'SMALL' };
/** A training that does not end by itself while a test looks at it. */
const long = { ...small, maxEpochs: 1_000_000 };

describe('a token', () => {
  it('without an appkey speaks for the application that obtained it', async () => {
    const id = await client.create('doc_to_qa', split);
    expect(await client.outcome('GET', `/doc_to_qa/${id}`, { appkey: gateway.app.appkey })).toBe('200');
    expect(await client.outcome('GET', `/doc_to_qa/${id}`, { app: sibling })).toBe('200'); // of the same developer
    expect(await client.outcome('GET', `/doc_to_qa/${id}`, { app: stranger })).toContain('404');
    const { status } = await gateway.plain(`/v10/nlu/train/cn_common/doc_to_qa/${id}`);
    expect(status).toBe(401);
  });

  it('with the appkey of another application is refused', async () => {
    expect(await client.outcome('GET', '/files', { appkey: stranger.appkey })).toContain('401');
  });
});

describe('tasks, sessions and files', () => {
  it('of a tenant are not those of another one', async () => {
    const id = await client.create('doc_to_qa', split);
    const reader = await client.ask('POST', '/doc_reader', { body: split });
    expect(reader.status, reader.text).toBe(200);
    const { sessionId } = reader.json.created;
    for (const asking of [{ tenantId }, { app: stranger }]) {
      for (const method of ['GET', 'DELETE']) {
        expect(await client.outcome(method, `/doc_to_qa/${id}`, asking)).toBe(
          `404 there is no doc_to_qa task ${id}, or it has been removed`,
        );
      }
      const ask = { ...asking, body: { query: '几点开门' } };
      expect(await client.outcome('POST', `/doc_reader/${sessionId}`, ask)).toContain('404');
      expect(await client.outcome('DELETE', `/doc_reader/${sessionId}`, asking)).toContain('404');
      expect(await client.outcome('POST', '/doc_to_qa', { ...asking, body: split })).toBe(
        '400 path: there is no such directory',
      );
      const foreign = { ...split, path: join(base, 'docs') };
      expect(await client.outcome('POST', '/doc_to_qa', { ...asking, body: foreign })).toContain(
        '400 path: must lie below',
      );
      expect((await client.ask('GET', '/files', asking)).json.total).toBe(0);
    }
    expect(await client.outcome('GET', `/model_train/${id}`)).toContain('404'); // another kind
    expect(await client.outcome('DELETE', `/doc_reader/${sessionId}`)).toBe('200');
    expect(await client.outcome('DELETE', `/doc_reader/${sessionId}`)).toContain('404');
    expect(await client.outcome('POST', `/doc_reader/${sessionId}`, { body: { query: '几点开门' } })).toContain('404');
  });
});

describe('documents', () => {
  it('become questions and answers', async () => {
    const id = await client.create('doc_to_qa', split);
    const { status, result } = await client.end('doc_to_qa', id);
    expect(status).toBe('FINISHED');
    expect(result).toHaveLength(1);
    expect(result[0].doc).toContain('shop.txt');
    expect(result[0].qa[0].a).toContain('九点开门');
  });

  it('answer questions', async () => {
    const { json } = await client.ask('POST', '/doc_reader', { body: { type: 'FILE', path: 'docs/shop.txt' } });
    const { sessionId } = json.created;
    const { json: answer } = await client.ask('POST', `/doc_reader/${sessionId}`, { body: { query: '几点开门' } });
    expect(answer.sessionId).toBe(sessionId);
    expect(answer.results[0].answer).toContain('九点开门');
    expect(await client.outcome('POST', `/doc_reader/${sessionId}`, { body: { query: '字'.repeat(10_000) } })).toBe(
      `400 query: must have 1 to ${limits.documents.queryCharacters} characters`,
    );
  });
});

describe('a path', () => {
  const refused = async (path: string) =>
    (await client.outcome('POST', '/doc_to_qa', { body: { type: 'FILE', path } })).slice(0);

  it('may be that of the server, or begin at the directory of the tenant', async () => {
    for (const path of ['docs/shop.txt', './docs//shop.txt', join(base, 'docs', 'shop.txt')]) {
      expect(await refused(path)).toBe('200');
    }
  });

  it.each([
    ['..', '../kb.mjsn', '400 path: must not contain ..'],
    ['.. in the middle', 'docs/../kb.mjsn', '400 path: must not contain ..'],
    ['another place', '/etc/passwd', '400 path: must lie below'],
    ['a hidden name', '.training-1/model.json', '400 path: no name on the path may begin with a dot'],
    ['what is not there', 'none.txt', '400 path: there is no such file'],
    ['a directory for a file', 'docs', '400 path: must be a regular file, not a directory'],
    ['more directories than there may be', `${'a/'.repeat(20)}b`, '400 path: may lead through at most 16 directories'],
  ])('is refused: %s', async (_, path, words) => {
    expect(await refused(path)).toContain(words);
  });

  it('to be written is refused if the file system cannot take its names', async () => {
    const files = (method: string, name: string) =>
      client.outcome(
        method,
        `/files?name=${encodeURIComponent(name)}`,
        method === 'POST' ? { octets: Buffer.of(0) } : {},
      );
    const deepest = `${'a/'.repeat(15)}${'b'.repeat(240)}`;
    expect(await files('POST', deepest)).toBe('200');
    expect(await files('DELETE', 'a')).toBe('200');
    const words = '400 query.name: each name on the path must have at most 240 bytes of UTF-8';
    expect(await files('POST', '字'.repeat(81))).toBe(words);
    expect(await files('DELETE', `docs/${'a'.repeat(300)}`)).toBe(words);
    expect(await files('POST', Array.from({ length: 16 }, () => 'a'.repeat(240)).join('/'))).toMatch(
      /^(200|400 query.name: must have at most \d+ bytes of UTF-8)$/,
    );
    const body = train({ outputPath: 'a'.repeat(300), config: small });
    expect(await client.outcome('POST', '/model_train', { body })).toContain('400 outputPath: each name');
    await files('DELETE', 'a'.repeat(240));
  });

  it('does not follow a link that leads out, and one within is followed', async () => {
    symlinkSync('/etc', join(base, 'etc'));
    symlinkSync('/etc/hostname', join(base, 'hostname'));
    symlinkSync(join(base, 'docs'), join(base, 'papers'));
    expect(await refused('etc/hostname')).toContain(`400 path: the path must not lead out of`);
    expect(await refused('hostname')).toContain('400 path: the path must not lead out of');
    expect(await refused('papers/shop.txt')).toBe('200');
    for (const outputPath of ['etc', 'etc/models', 'papers', 'papers/models']) {
      const body = train({ outputPath, config: small });
      expect(await client.outcome('POST', '/model_train', { body })).toMatch(/^400 outputPath: .*symbolic link/);
    }
  });

  it('is no device, pipe or socket', async () => {
    execFileSync('mkfifo', [join(base, 'pipe')]);
    expect(await refused('pipe')).toBe('400 path: must be a regular file, not a device, pipe or socket');
  });

  it.each(['.', '', '/', 'kb.mjsn', 'test.txt'])(
    'for models may not be the root or an input: %j',
    async (outputPath) => {
      const { status, json } = await client.ask('POST', '/model_train', { body: train({ outputPath, config: small }) });
      expect(status).toBe(400);
      expect(json.error.message).toMatch(/^outputPath: /);
    },
  );

  it.each([
    ['model_train', { kbPath: 'none' }],
    ['model_train', { testSetPath: 'none' }],
    ['model_train', { verifySetPath: 'none' }],
    ['model_train', { negativeDataPath: 'none' }],
    ['model_train', { weakDataPath: 'none' }],
    ['model_train', { baseModelPath: 'none' }],
    ['data_mining', { recordsPath: 'none' }],
    ['data_mining', { overlookPath: 'none' }],
    ['data_mining', { kbPath: 'none' }],
  ])('of material that is missing is refused at once: %s %j', async (kind, missing) => {
    const whole = kind === 'model_train' ? train({ config: small }) : { recordsPath: 'records.txt' };
    const [name] = Object.keys(missing);
    expect(await client.outcome('POST', `/${kind}`, { body: { ...whole, ...missing } })).toMatch(
      new RegExp(`^400 ${name}: there is no such`),
    );
  });

  it.each([
    ['data_mining', 'weightPath', { recordsPath: 'records.txt' }],
    ['generate_question', 'modelPath', { questions: ['几点开门'] }],
  ])('of a model that is missing is refused at once: %s %s', async (kind, name, body) => {
    const config = { [name]: 'none' };
    expect(await client.outcome('POST', `/${kind}`, { body: { ...body, config } })).toBe(
      `400 config.${name}: there is no such directory`,
    );
  });
});

describe('the kind of a model', () => {
  const outcome = (more: object) => client.outcome('POST', '/model_train', { body: train(more) });
  const write = (name: string, text: string) => {
    mkdirSync(join(base, 'bases', name), { recursive: true });
    writeFileSync(join(base, 'bases', name, 'model.json'), text);
    return `bases/${name}`;
  };

  it('is that of the base model unless config.modelType says it', async () => {
    const baseModelPath = write('small', '{"format":1,"type":"SMALL"}');
    const created = await client.ask('POST', '/model_train', {
      body: train({ baseModelPath, config: { learningRate: 0.1 }, outputPath: 'kind-1' }),
    });
    expect(created.json).toEqual({
      created: { taskId: expect.stringMatching(/^t-[0-9A-Z]{26}$/) },
      warnings: ['config.learningRate: only a BIG model uses it; this model is SMALL'],
    });
    const other = await client.ask('POST', '/model_train', {
      body: train({ baseModelPath, config: { modelType: 'BIG' }, outputPath: 'kind-2' }),
    });
    expect(other.json.warnings).toEqual([
      'baseModelPath: contains a SMALL model, from which the training of a BIG model cannot continue; training starts from scratch',
    ]);
    const told = await client.ask('POST', '/model_train', {
      body: train({ baseModelPath: write('kind', '{"type":"SMALL"}'), outputPath: 'kind-3' }),
    });
    expect(told.json.warnings).toEqual(['baseModelPath: contains no trained model; training starts from scratch']);
    for (const { json } of [created, other, told]) {
      const path = `/model_train/${json.created.taskId}`;
      expect((await client.ask('GET', path)).json.warnings).toEqual(json.warnings);
      expect((await client.ask('DELETE', path)).json).toEqual({ deleted: { taskId: json.created.taskId } });
      expect(await client.outcome('DELETE', path)).toContain('404');
      expect(await client.outcome('GET', path)).toContain('404');
    }
  });

  it('has to be known', async () => {
    const unknown =
      '400 baseModelPath: must be a directory whose model.json says SMALL or BIG; otherwise set config.modelType';
    expect(await outcome({})).toBe(unknown);
    mkdirSync(join(base, 'bases', 'empty'), { recursive: true });
    expect(await outcome({ baseModelPath: 'bases/empty' })).toBe(unknown);
    expect(await outcome({ baseModelPath: write('text', 'SMALL') })).toBe(
      '400 baseModelPath: its model.json is not JSON',
    );
    for (const text of ['{}', '{"type":"small"}', 'null', '[]', '"SMALL"']) {
      expect(await outcome({ baseModelPath: write('odd', text) })).toContain(
        '400 baseModelPath: its model.json must have',
      );
    }
  });

  it('takes the paths of its material at one place, or alike at both', async () => {
    const config = { ...small, weakDataPath: 'records.txt' };
    expect(await outcome({ config, weakDataPath: 'kb.mjsn' })).toBe(
      '400 weakDataPath and config.weakDataPath differ: give one of them, or the same value twice',
    );
  });
});

describe('a file', () => {
  it('is stored, listed with its path, replaced, and removed', async () => {
    const path = await client.put('names/知识 库.txt', '一');
    expect(path).toBe(join(base, 'names', '知识 库.txt'));
    const entry = async () =>
      (await client.ask('GET', '/files?limit=1000')).json.files.find((each: { path: string }) => each.path === path);
    expect(await entry()).toEqual({ name: 'names/知识 库.txt', path, bytes: 3, modifiedAt: expect.any(String) });
    await client.put('names/知识 库.txt', '一二');
    expect((await entry()).bytes).toBe(6);
    const named = `/files?name=${encodeURIComponent('names/知识 库.txt')}`;
    expect((await client.ask('DELETE', named)).json).toEqual({ deleted: { path } });
    expect(existsSync(path)).toBe(false);
    expect(await client.outcome('DELETE', named)).toBe('404 query.name: there is no names/知识 库.txt');
    expect(await client.outcome('DELETE', '/files?name=names')).toBe('200'); // a directory
  });

  it.each([
    ['../up.txt', '400 query.name: must not contain ..'],
    ['/etc/up.txt', '400 query.name: must lie below'],
    ['.hidden', '400 query.name: no name on the path may begin with a dot'],
    ['', '400 query.name: required'],
    ['docs', '409 query.name: docs is a directory; choose another name'],
    ['kb.mjsn/below.txt', '400 query.name: kb.mjsn is a file, not a directory'],
  ])('cannot have the name %j', async (name, words) => {
    const octets = Buffer.from('x');
    expect(await client.outcome('POST', `/files?name=${encodeURIComponent(name)}`, { octets })).toContain(words);
  });

  it('has at most its limit, and leaves nothing when it has more', async () => {
    const octets = Buffer.alloc(limits.training.material.fileBytes + 1);
    expect(await client.outcome('POST', '/files?name=large.txt', { octets })).toMatch(/^413 /);
    const { json } = await client.ask('GET', '/files?limit=1000');
    expect(json.files.map(({ name }: { name: string }) => name)).not.toContain('large.txt');
  });

  it('is sent as octets', async () => {
    expect(await client.outcome('POST', '/files?name=a.txt', { body: {} })).toBe(
      '415 Content-Type: must be application/octet-stream',
    );
  });

  it('that an unfinished task reads cannot be removed, nor can one be stored where it writes', async () => {
    const ids = [
      await client.create('model_train', train({ outputPath: 'busy', config: long })),
      await client.create('model_train', train({ outputPath: 'busy-too', config: long })),
    ];
    const removed = await client.outcome('DELETE', '/files?name=kb.mjsn');
    const stored = await client.outcome('POST', '/files?name=busy-too/a.txt', { octets: Buffer.from('x') });
    for (const id of ids) await client.ask('DELETE', `/model_train/${id}`);
    expect([removed, stored].map((each) => each.slice(0, 24))).toEqual([
      '409 query.name: is read ',
      '409 query.name: is writt',
    ]);
    expect(await client.outcome('POST', '/files?name=busy-too/a.txt', { octets: Buffer.from('x') })).toBe('200');
  });
});

describe('the operator', () => {
  it('sees tasks by kind and outcome, and clients see what they must keep to', async () => {
    const id = await client.create('doc_to_qa', split);
    await client.end('doc_to_qa', id);
    const { text } = await gateway.inside('/metrics');
    expect(text).toMatch(/tonegate_nlu_training_tasks_total\{kind="doc_to_qa",outcome="FINISHED"\} [1-9]/);
    expect(text).toMatch(/tonegate_nlu_training_seconds_count\{kind="doc_to_qa"\} [1-9]/);
  });

  it('cannot delete a tenant with an unfinished task', async () => {
    await client.put('docs/a.txt', '第一章 甲\n乙。\n', { tenantId });
    await client.put('kb.mjsn', '{"q":"甲","e":["乙"]}\n', { tenantId });
    const body = train({ testSetPath: 'kb.mjsn', config: long });
    const ids = [
      await client.create('model_train', body, { tenantId }),
      await client.create('model_train', { ...body, outputPath: 'second' }, { tenantId }),
    ];
    const remove = () =>
      gateway.inside(`/v10/system/tenants/${tenantId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${gateway.adminCredential}` },
      });
    const refused = await remove();
    for (const id of ids) await client.ask('DELETE', `/model_train/${id}`, { tenantId });
    expect([refused.status, refused.json.error.message]).toEqual([409, expect.stringContaining('training task')]);
    expect((await remove()).status).toBe(200);
  });
});
