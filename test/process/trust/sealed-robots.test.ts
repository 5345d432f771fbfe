// What authors made, on a data directory with a key: robots, material and models of training, and content that came from upstream.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataKey } from '../../../src/trust/data-key.js';
import { DialogClient } from '../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { TrainClient } from '../../helpers/gateway/train-client.js';
import { goOnline, qaRobot } from '../../helpers/nlu/talking-robots.js';
import { filesBelow, Planted } from '../../helpers/planted.js';
import { patient, startPair } from '../../helpers/sync/sync-pair.js';
import { timeFactor } from '../../helpers/time-factor.js';

const longMs = 120_000 * timeFactor;
const planted = new Planted();
const plant = (what: string): string => planted.plant(what);

let folder: string;
let keyFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-sealed-robots-'));
  keyFile = join(folder, 'data.key');
  makeDataKey(keyFile);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = () => ({ 'storage.keyFile': keyFile });

/** What an author made on a gateway. */
class Made {
  readonly #gateway: TestGateway;
  readonly #train: TrainClient;
  readonly #dialog: DialogClient;
  #robotId = '';
  #modelPath = '';
  #base = '';
  #mined = '';

  constructor(gateway: TestGateway, app = gateway.app) {
    this.#gateway = { ...gateway, app };
    this.#train = new TrainClient(this.#gateway);
    this.#dialog = new DialogClient(this.#gateway);
  }

  on(gateway: TestGateway): Made {
    const again = new Made(gateway, this.#gateway.app);
    again.#robotId = this.#robotId;
    again.#modelPath = this.#modelPath;
    again.#base = this.#base;
    again.#mined = this.#mined;
    return again;
  }

  get robotId(): string {
    return this.#robotId;
  }

  /** The directory of the tenant. */
  get base(): string {
    return this.#base;
  }

  async robot(which: string): Promise<void> {
    const nlu = new NluClient(this.#gateway);
    const question = `几点开门 ${plant(`question of ${which}`)}`;
    this.#robotId = (await qaRobot(nlu, { [question]: plant(`answer of ${which}`) })).id;
    await goOnline(nlu, this.#robotId);
    await this.says(which);
    await this.says(which, 'resource'); // a package for the test of the robot as it is now
  }

  async says(which: string, service: 'recog' | 'resource' = 'recog'): Promise<void> {
    const session = await this.#dialog.started(this.#robotId, {}, { service });
    const said = await this.#dialog.said(session, `几点开门 ${planted.of(`question of ${which}`)}`, {}, { service });
    expect(said).toEqual([planted.of(`answer of ${which}`)]);
  }

  async training(which: string): Promise<void> {
    const base = [`${plant(`question of the base of ${which}`)} 退货`, `${plant(`other question of ${which}`)} 开门`];
    const lines = base.map((q, nth) =>
      JSON.stringify({ q, e: [`${plant(`extended question ${nth} of ${which}`)} ${q}`] }),
    );
    await this.#train.put('kb.mjsn', `${lines.join('\n')}\n`);
    await this.#train.put('test.txt', `${plant(`test of ${which}`)} 我要退货\t${base[0]}\n`);
    this.#base = dirname(await this.#train.put('records.txt', `${plant(`record of ${which}`)} 话费怎么查\n`.repeat(8)));
    const chapter = `第一章 ${plant(`chapter of ${which}`)}\n营业时间是 ${plant(`sentence of ${which}`)}。\n`;
    await this.#train.put('docs/shop.txt', chapter);
    const config = { modelType: 'SMALL', maxEpochs: 2, keepModels: 1 };
    const body = { kbPath: 'kb.mjsn', testSetPath: 'test.txt', outputPath: 'models/own', config };
    const [best] = (await this.#finished('model_train', body)).results;
    this.#modelPath = best.modelPath;
    this.#mined = await this.#train.create('doc_to_qa', { type: 'DIR', path: 'docs' });
    await this.#train.end('doc_to_qa', this.#mined);
  }

  /** Everything that was made is used again: as material, as a base, as a document, as a result. */
  async isUsable(which: string): Promise<void> {
    const base = { baseModelPath: this.#modelPath, kbPath: 'kb.mjsn', testSetPath: 'test.txt' };
    const config = { modelType: 'SMALL', maxEpochs: 1, keepModels: 1 };
    const goneOn = await this.#finished('model_train', { ...base, outputPath: 'models/next', config });
    expect(goneOn.results).toHaveLength(1);
    await this.#finished('data_mining', { recordsPath: 'records.txt', kbPath: undefined });
    const documents = await this.#train.ask('POST', '/doc_reader', { body: { type: 'FILE', path: 'docs/shop.txt' } });
    expect(documents.status, documents.text).toBe(200);
    const { sessionId } = documents.json.created;
    const { text } = await this.#train.ask('POST', `/doc_reader/${sessionId}`, { body: { query: '营业时间' } });
    expect(text).toContain(planted.of(`sentence of ${which}`));
    const { text: result } = await this.#train.ask('GET', `/doc_to_qa/${this.#mined}`);
    expect(result).toContain(planted.of(`sentence of ${which}`));
    const { json } = await this.#train.ask('GET', '/files?limit=100');
    const { bytes } = json.files.find(({ name }: { name: string }) => name === 'docs/shop.txt');
    const [chapter, sentence] = ['chapter', 'sentence'].map((what) => planted.of(`${what} of ${which}`));
    expect(bytes).toBe(Buffer.byteLength(`第一章 ${chapter}\n营业时间是 ${sentence}。\n`));
  }

  /** Enables the trained model, and publishes the robot with it. */
  async isEnabled(which: string): Promise<void> {
    const nlu = new NluClient(this.#gateway);
    const base = await nlu.created('/models', { name: crypto.randomUUID(), type: 'BASE', sysModel: 'cn_common' });
    const draft = { name: crypto.randomUUID(), type: 'OPTIMIZED', modelPath: this.#modelPath, baseModelId: base.id };
    const { id } = await nlu.created('/models', draft);
    expect((await nlu.ask('POST', `/models/${id}/enable`)).status).toBe(200);
    for (;;) {
      const { status, json, text } = await nlu.post(`/robots/${this.#robotId}/publishes`, {});
      if (status === 200) break;
      if (json.error.message.includes('maintenance') !== true) throw new Error(text);
      await new Promise((next) => setTimeout(next, 50)); // the robot is being made anew for the model
    }
    await goOnline(nlu, this.#robotId);
    await this.says(which);
  }

  async #finished(kind: string, body: object) {
    const view = await this.#train.end(kind, await this.#train.create(kind, body));
    if (view.status !== 'FINISHED') throw new Error(JSON.stringify(view.error));
    return view;
  }
}

const namesIn = (dataDir: string): string[] => filesBelow(dataDir).map((path) => path.slice(dataDir.length + 1));
const beginnings = (directory: string): string[] =>
  filesBelow(directory).map((path) => readFileSync(path).toString('latin1', 0, 6));

describe('a stolen disk of a gateway for authors', () => {
  it('shows no string of their robots, material, models and results, and the gateway uses them all', {
    timeout: longMs,
  }, async () => {
    const gateway = await startTestGateway({ settings: settings() });
    const made = new Made(gateway);
    await made.robot('the robot');
    await made.training('the training');
    const disk = join(folder, 'disk');
    cpSync(gateway.dataDir, disk, { recursive: true });
    expect(readdirSync(join(disk, 'nlu')).sort()).toEqual(['packages', 'testing', 'training', 'training-results']);
    for (const area of ['packages', 'testing', 'training', 'training-results']) {
      const found = beginnings(join(disk, 'nlu', area));
      expect(found.length, area).toBeGreaterThan(0);
      expect(new Set(found), area).toEqual(new Set(['tgseal']));
    }
    expect(namesIn(disk)).toContainEqual(expect.stringMatching(/models\/own\/epoch-\d+\/questions\.json$/));
    expect(planted.texts.size).toBeGreaterThanOrEqual(10);
    expect(planted.foundIn(disk)).toEqual([]);
    await made.isUsable('the training');
    await made.isEnabled('the robot');
    expect(planted.foundIn(gateway.dataDir)).toEqual([]);
    expect(gateway.logText()).not.toMatch(/"(key|secret|seal)":/);
    await gateway.discard();
  });
});

describe('robots and training of a data directory that was plain', () => {
  it('are encrypted at its next start with a key, copied material too, and are used as before', {
    timeout: longMs,
  }, async () => {
    const dataDir = join(folder, 'plain');
    const first = await startTestGateway({ dataDir });
    const before = new Made(first);
    await before.robot('the plain robot');
    await before.training('the plain training');
    writeFileSync(join(before.base, 'copied.txt'), plant('copied by hand'));
    writeFileSync(join(before.base, 'copied.txt.part'), plant('a name like that of a draft'));
    await first.stop(0);
    const found = planted.foundIn(dataDir).join('\n');
    for (const what of [
      'answer of the plain robot in nlu/packages',
      'copied by hand in nlu/training/',
      'a name like',
    ]) {
      expect(found).toContain(what);
    }
    expect(found).toMatch(/sentence of the plain training in nlu\/training-results/);
    expect(found).toMatch(/question of the base of the plain training in .*questions\.json/);
    const names = namesIn(join(dataDir, 'nlu', 'training'));

    const second = await startTestGateway({ dataDir, settings: settings() });
    expect(planted.foundIn(dataDir)).toEqual([]);
    expect(namesIn(join(dataDir, 'nlu', 'training')).sort()).toEqual(names.sort());
    const after = before.on(second);
    await after.says('the plain robot');
    await after.isUsable('the plain training');
    await after.isEnabled('the plain robot');
    expect(planted.foundIn(dataDir)).toEqual([]);
    await second.stop(0);
  });
});

describe('a robot that comes from an upstream', () => {
  it('goes out plain to whoever may have it, and lies encrypted on both disks once it is applied', {
    timeout: longMs,
  }, async () => {
    const pair = await startPair(settings(), { settings: settings() });
    const { upstream, box } = pair;
    const author = new Made(upstream, upstream.apps.add('author', 'default'));
    await author.robot('the upstream robot');
    pair.startAgent({ time: patient });
    await pair.pollNow();
    await pair.inStep();
    const staged = join(box.dataDir, 'sync', 'content');
    expect(existsSync(staged) ? readdirSync(staged) : []).toEqual([]);
    expect(beginnings(join(box.dataDir, 'nlu', 'packages'))).toEqual(['tgseal']);
    const below = new DialogClient(box);
    const session = await below.started(author.robotId);
    const said = await below.said(session, `几点开门 ${planted.of('question of the upstream robot')}`);
    expect(said).toEqual([planted.of('answer of the upstream robot')]);
    for (const { dataDir } of [upstream, box]) expect(planted.foundIn(dataDir)).toEqual([]);
    expect(planted.texts.size).toBeGreaterThanOrEqual(20);
    await pair.discard();
  });
});
