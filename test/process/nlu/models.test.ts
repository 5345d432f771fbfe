// Semantic models of dialog robots on a real gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { writeTrainedModel } from '../../helpers/nlu/trained-model.js';

let gateway: TestGateway;
let nlu: NluClient;
/** The directory of a trained model. */
let shop: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  shop = await writeTrainedModel(gateway);
});
afterAll(() => gateway.discard());

const base = { name: 'common', type: 'BASE', sysModel: 'cn_common' };

describe('a tenant without a model', () => {
  it('uses the system model, which model_state calls 0', async () => {
    expect(await nlu.view('/model_state')).toEqual({ state: 'READY', modelId: 0 });
    expect((await nlu.view('/sys_models')).sysModels).toEqual([
      { name: 'cn_common', version: expect.any(String), description: expect.any(String) },
    ]);
  });
});

describe('models', () => {
  it('are made, viewed, listed and changed', async () => {
    const { id } = await nlu.created('/models', { ...base, description: 'first' });
    const view = { id, ...base, description: 'first', enabled: false };
    expect(await nlu.view(`/models/${id}`)).toEqual(view);
    expect((await nlu.view('/models')).models).toContainEqual(view);
    const { status, json } = await nlu.patch(`/models/${id}`, { ...view, name: 'renamed' });
    expect([status, json]).toEqual([200, { updated: { id } }]);
    expect(await nlu.view(`/models/${id}`)).toEqual({ ...view, name: 'renamed' });
    expect(await nlu.outcome('PATCH', `/models/${id}`, {})).toBe('200');
    const trained = { name: 'trained', type: 'OPTIMIZED', modelPath: shop, baseModelId: String(id) };
    const optimized = await nlu.created('/models', trained);
    expect(await nlu.view(`/models/${optimized.id}`)).toEqual({
      ...{ ...trained, id: optimized.id, description: '', baseModelId: id, enabled: false },
    });
  });

  it('are refused with the field that is wrong', async () => {
    const { id } = await nlu.created('/models', base);
    const trained = { name: 'trained', type: 'OPTIMIZED', modelPath: shop, baseModelId: id };
    const optimized = await nlu.created('/models', trained);
    for (const [body, message] of [
      [{ ...base, name: undefined }, 'name: required'],
      [{ ...base, sysModel: undefined }, 'sysModel: must be the name of a system model for a BASE model'],
      [{ ...base, sysModel: 'en_common' }, 'sysModel: must be the name of a system model for a BASE model: cn_common'],
      [{ ...base, modelPath: 'shop' }, 'modelPath: possible only for an OPTIMIZED'],
      [{ ...base, type: 'LARGE' }, 'type: must be one of BASE, OPTIMIZED'],
      [{ ...trained, baseModelId: 999_999 }, 'baseModelId: there is no BASE model 999999'],
      [{ ...trained, baseModelId: optimized.id }, `baseModelId: there is no BASE model ${optimized.id}`],
      [{ ...trained, modelPath: '' }, 'modelPath: required'],
      [{ ...trained, modelPath: 'a/../../b' }, 'modelPath: must not contain ..'],
      [{ ...trained, sysModel: 'cn_common' }, 'sysModel: not possible for an OPTIMIZED model'],
      [{ ...base, extra: 1 }, 'unknown key extra'],
    ] as const) {
      expect(await nlu.outcome('POST', '/models', body)).toContain(`400 ${message}`);
    }
    expect(await nlu.outcome('PATCH', `/models/${id}`, { sysModel: 'x' })).toContain('400 sysModel: cannot be changed');
    expect(await nlu.outcome('GET', '/models/999999')).toBe('404 there is no model 999999');
  });

  it('are enabled one at a time; the enabled one and the base of another stay', async () => {
    const first = await nlu.created('/models', base);
    const second = await nlu.created('/models', base);
    const trained = await nlu.created('/models', {
      ...{ name: 'trained', type: 'OPTIMIZED', modelPath: shop, baseModelId: second.id },
    });
    for (const { id } of [first, second, second]) {
      expect((await nlu.ask('POST', `/models/${id}/enable`)).json).toEqual({ updated: { id } });
      const { models } = await nlu.view('/models');
      expect(models.filter((model: { enabled: boolean }) => model.enabled)).toMatchObject([{ id }]);
      expect((await nlu.view('/model_state')).modelId).toBe(id);
    }
    expect(await nlu.outcome('DELETE', `/models/${second.id}`)).toContain(`409 model ${second.id} is enabled`);
    await nlu.ask('POST', `/models/${first.id}/enable`);
    const refusal = `409 model ${trained.id} was trained from model ${second.id}`;
    expect(await nlu.outcome('DELETE', `/models/${second.id}`)).toContain(refusal);
    expect((await nlu.ask('DELETE', `/models/${trained.id}`)).json).toEqual({
      ...{ deleted: { id: trained.id }, delete: { id: trained.id } },
    });
    expect(await nlu.outcome('DELETE', `/models/${second.id}`)).toBe('200');
    expect(await nlu.outcome('POST', `/models/${second.id}/enable`)).toBe(`404 there is no model ${second.id}`);
  });
});
