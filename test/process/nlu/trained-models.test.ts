// A model from its training to the robot that has enabled it, on a real gateway.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, reply } from '../../helpers/gateway/nlu-client.js';
import { askedOfShop, foreignToShop, shopQuestions } from '../../helpers/nlu/shop-questions.js';
import { publish } from '../../helpers/nlu/talking-robots.js';
import { callTraining } from '../../helpers/nlu/trained-model.js';

let gateway: TestGateway;
let nlu: NluClient;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  await put('kb.mjsn', shopQuestions.map((point) => JSON.stringify(point)).join('\n'));
  await put('test.tsv', askedOfShop.map((line) => line.join('\t')).join('\n'));
  await put('foreign.txt', foreignToShop.join('\n'));
});
afterAll(() => gateway.discard());

const train = (method: string, path: string, body?: unknown) => callTraining(gateway, method, path, body);
const put = (name: string, text: string) => train('POST', `/files?name=${name}`, text);

/** The results of a training. */
async function trained(body: object) {
  const { taskId } = (await train('POST', '/model_train', { kbPath: 'kb.mjsn', testSetPath: 'test.tsv', ...body }))
    .created;
  for (;;) {
    const { status, results, error } = await train('GET', `/model_train/${taskId}`);
    if (status === 'ERROR') throw new Error(error.message);
    if (status === 'FINISHED') return results;
    await sleep(50);
  }
}

async function shopRobot() {
  const unique = crypto.randomUUID();
  const dirId = (await nlu.created('/qa_domains', { name: unique })).id;
  for (const { q, e } of shopQuestions) {
    await nlu.created(`/qa_dirs/${dirId}/qa_pairs`, {
      question: { text: q, extQuestions: e.map((each) => ({ text: each })) },
      response: reply(q),
    });
  }
  const skill = { name: unique, type: 'QABASE', dirId, threshold: 0.01, recommendThreshold: 0.01 };
  const skillId = (await nlu.created('/skills', skill)).id;
  const { id } = await nlu.created('/robots', { name: unique });
  await nlu.ask('POST', `/robots/${id}/skills`, { body: { skillId } });
  const cases = askedOfShop.map(([text, expected]) => ({ text, expected }));
  const setId = (await nlu.created(`/robots/${id}/test_sets`, { name: 'callers', cases })).id;
  return {
    id: id as string,
    top1: async (publishId?: string): Promise<number> => {
      const body = publishId === undefined ? {} : { publishId };
      for (;;) {
        const { status, json, text } = await nlu.ask('POST', `/robots/${id}/test_sets/${setId}/run`, { body });
        if (status === 200) return json.top1 / json.ran;
        if (json.error.message.includes('maintenance') !== true) throw new Error(text);
        await sleep(50); // it is being made anew for the model
      }
    },
  };
}

async function enabled(modelPath: string): Promise<number> {
  const baseModelId = (await nlu.created('/models', { name: crypto.randomUUID(), type: 'BASE', sysModel: 'cn_common' }))
    .id;
  const draft = { name: crypto.randomUUID(), type: 'OPTIMIZED', modelPath, baseModelId };
  const { id } = await nlu.created('/models', draft);
  await nlu.ask('POST', `/models/${id}/enable`);
  return id;
}

/** Processes of low priority train and publish, which takes long beside other tests. */
const timeout = 300_000;

describe.each(['SMALL', 'BIG'])('a %s model', { timeout }, (modelType) => {
  it('that is enabled finds in the newest robot and in a published one what its training said', async () => {
    const robot = await shopRobot();
    const config = { modelType, maxEpochs: 5, keepModels: 1 };
    const [best] = await trained({ outputPath: `models/${modelType}`, config, negativeDataPath: 'foreign.txt' });
    expect(best).toMatchObject({ type: modelType, eval: { rate: expect.any(Array) } });
    await enabled(best.modelPath);
    const said = best.eval.rate[0];
    expect(Math.abs((await robot.top1()) - said)).toBeLessThanOrEqual(0.01);
    expect(Math.abs((await robot.top1(await publish(nlu, robot.id))) - said)).toBeLessThanOrEqual(0.01);
  });
});

describe('a model that is damaged', { timeout }, () => {
  it('is refused when it is added, when it is enabled, and when a robot is published with it', async () => {
    const robot = await shopRobot();
    const config = { modelType: 'SMALL', maxEpochs: 2, keepModels: 1 };
    const [best] = await trained({ outputPath: 'models/spoiled', config });
    const enabledId = await enabled(best.modelPath);
    const { baseModelId } = await nlu.view(`/models/${enabledId}`);
    const draft = { name: 'again', type: 'OPTIMIZED', modelPath: best.modelPath, baseModelId };
    const other = await nlu.created('/models', draft);
    writeFileSync(join(best.modelPath, 'head.bin'), 'spoiled');
    expect(readdirSync(best.modelPath).sort()).toEqual(['head.bin', 'model.json', 'questions.json']);
    const words = /400 modelPath: head\.bin: has 7 bytes, must have \d+/;
    expect(await nlu.outcome('POST', '/models', draft)).toMatch(words);
    expect(await nlu.outcome('POST', `/models/${other.id}/enable`)).toMatch(words);
    await expect(publish(nlu, robot.id)).rejects.toThrow(/the enabled model: head\.bin: has 7 bytes/);
  });

  it('is refused where there is none', async () => {
    const baseModelId = (await nlu.created('/models', { name: 'base', type: 'BASE', sysModel: 'cn_common' })).id;
    const draft = { name: 'none', type: 'OPTIMIZED', modelPath: 'nowhere', baseModelId };
    expect(await nlu.outcome('POST', '/models', draft)).toContain('400 modelPath: there is no such directory');
    expect(await nlu.outcome('POST', '/models', { ...draft, modelPath: 'models' })).toMatch(
      /400 modelPath: model\.json: there is no such file/,
    );
  });
});
