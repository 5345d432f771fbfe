// Skills of dialog robots on a real gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient, reply } from '../../helpers/gateway/nlu-client.js';

let gateway: TestGateway;
let nlu: NluClient;
/** A directory, a scene, three intents. */
let dirId: number;
let sceneId: number;
let intents: number[];
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  dirId = (await nlu.created('/qa_domains', { name: 'shop' })).id;
  sceneId = (await nlu.created('/scenes', { name: 'tickets' })).id;
  intents = [];
  for (const name of ['book', 'cancel', 'ask']) {
    intents.push((await nlu.created('/intents', { name, question: { text: name }, response: reply('好的。') })).id);
  }
});
afterAll(() => gateway.discard());

const defaults = { description: '', checkOtherSkill: true, autoRecover: true, recommendStart: '', recommendEnd: '' };

describe('a skill', () => {
  it('is made of a directory, of intents or of a scene', async () => {
    for (const target of [
      { type: 'QABASE', dirId },
      { type: 'INTENT', intentIds: intents.toReversed() },
      { type: 'INTENT', intentIds: [] },
      { type: 'SCENE', sceneId },
    ]) {
      const { id } = await nlu.created('/skills', { name: 'skill', ...target });
      const view = { id, name: 'skill', ...defaults, ...target };
      expect(await nlu.view(`/skills/${id}`)).toEqual(view);
      expect((await nlu.view('/skills')).skills).toContainEqual(view);
      expect(await nlu.outcome('PATCH', `/skills/${id}`, view)).toBe('200');
      expect(await nlu.view(`/skills/${id}`)).toEqual(view);
      expect((await nlu.delete(`/skills/${id}`)).json).toEqual({ deleted: { id }, delete: { id } });
      expect(await nlu.outcome('GET', `/skills/${id}`)).toBe(`404 there is no skill ${id}`);
    }
  });

  it('has settings that can be changed and taken back', async () => {
    const settings = { threshold: 0.5, directThreshold: 0.9, recommendThreshold: 0, topN: 3 };
    const texts = { recommendStart: '{{ user.name }}，您是问：', recommendEnd: '吗？', checkOtherSkill: false };
    const { id } = await nlu.created('/skills', { name: 'a', type: 'QABASE', dirId: `${dirId}`, ...settings });
    expect(await nlu.view(`/skills/${id}`)).toMatchObject({ dirId, ...settings });
    expect(await nlu.outcome('PATCH', `/skills/${id}`, { ...texts, name: 'b', threshold: '', topN: 50 })).toBe('200');
    const { threshold, ...kept } = settings;
    expect(await nlu.view(`/skills/${id}`)).toEqual({
      ...{ id, name: 'b', type: 'QABASE', dirId, ...defaults, ...kept, ...texts, topN: 50 },
    });
    expect(threshold).toBe(0.5);
    const below = (await nlu.created(`/qa_dirs/${dirId}/qa_dirs`, { name: 'hours' })).id;
    expect(await nlu.outcome('PATCH', `/skills/${id}`, { dirId: below })).toBe('200');
    expect(await nlu.outcome('DELETE', `/qa_dirs/${dirId}`)).toContain('409');
    expect(await nlu.outcome('PATCH', `/skills/${id}`, { dirId })).toBe('200');
    expect(await nlu.outcome('DELETE', `/qa_dirs/${below}`)).toBe('200');
  });

  it('is refused with the field that is wrong', async () => {
    const base = { name: 'a', type: 'QABASE', dirId };
    for (const [body, message] of [
      [{ ...base, type: 'KG' }, '400 type: KG skills are not supported in version 10D.0'],
      [{ ...base, type: 'CHAT' }, '400 type: CHAT skills are not supported in version 10D.0'],
      [{ ...base, type: undefined }, '400 type: must be one of'],
      [{ ...base, dirId: undefined }, '400 dirId: required for a QABASE skill'],
      [{ ...base, dirId: 999_999 }, '400 dirId: there is no directory 999999'],
      [{ ...base, sceneId }, '400 sceneId: only SCENE skills have it; this skill is QABASE'],
      [{ ...base, intentIds: [] }, '400 intentIds: only INTENT skills'],
      [{ name: 'a', type: 'SCENE', sceneId: 999_999 }, '400 sceneId: there is no scene 999999'],
      [{ name: 'a', type: 'INTENT', intentIds: [intents[0], 999_999] }, '400 intentIds[1]: there is no intent 999999'],
      [
        { name: 'a', type: 'INTENT', intentIds: [intents[0], intents[0]] },
        `409 intentIds[1]: intent ${intents[0]} is already in the list`,
      ],
      [{ ...base, threshold: 1.1 }, '400 threshold: must be a number from 0 to 1'],
      [{ ...base, topN: 51 }, '400 topN: must be an integer from 1 to 50'],
      [{ ...base, recommendEnd: '{{ a' }, '400 recommendEnd: character 1'],
      [{ ...base, dirId: 'shop' }, '400 dirId: must be an id'],
    ] as const) {
      expect(await nlu.outcome('POST', '/skills', body)).toContain(message);
    }
    const { id } = await nlu.created('/skills', base);
    for (const [body, message] of [
      [{ type: 'SCENE' }, '400 type: cannot be changed here (it is "QABASE")'],
      [{ sceneId }, '400 sceneId: only SCENE skills'],
      [{ dirId: 999_999 }, '400 dirId: there is no directory'],
      [{ intentIds: [1] }, '400 intentIds: cannot be changed here'],
      [{ model: 1 }, '400 unknown key model'],
    ] as const) {
      expect(await nlu.outcome('PATCH', `/skills/${id}`, body)).toContain(message);
    }
  });

  it('holds what it is made of', async () => {
    const scene = (await nlu.created('/scenes', { name: 'held' })).id;
    const { id } = await nlu.created('/skills', { name: 'a', type: 'SCENE', sceneId: scene });
    expect(await nlu.outcome('DELETE', `/scenes/${scene}`)).toContain(`409 scene ${scene} is used by skill ${id}`);
    expect(await nlu.outcome('PATCH', `/skills/${id}`, { sceneId })).toBe('200');
    expect(await nlu.outcome('DELETE', `/scenes/${scene}`)).toBe('200');
  });
});

describe('the intents of a skill', () => {
  it('join behind the others, are ordered and leave', async () => {
    const [a, b, c] = intents as [number, number, number];
    const { id } = await nlu.created('/skills', { name: 'a', type: 'INTENT', intentIds: [a] });
    const path = `/skills/${id}/intents`;
    const listed = async () => (await nlu.view(`/skills/${id}`)).intentIds;
    expect(await nlu.created(path, { intentId: b })).toEqual({ id: b });
    expect(await nlu.created(path, { intentId: String(c) })).toEqual({ id: c });
    expect(await nlu.outcome('POST', path, { intentId: b })).toContain(
      `409 intentId: intent ${b} is already in skill ${id}`,
    );
    expect(await nlu.outcome('POST', path, { intentId: 999_999 })).toContain('400 intentId: there is no intent 999999');
    const order = `/skills/${id}/intent_order`;
    expect((await nlu.patch(order, { intents: [c, a, b] })).json).toEqual({ updated: { id } });
    expect(await listed()).toEqual([c, a, b]);
    expect(await nlu.outcome('PATCH', order, { intents: [c, a] })).toContain(`400 intents: ${b} is missing`);
    expect(await nlu.outcome('PATCH', order, { intents: [c, a, a] })).toContain(
      `400 intents[2]: ${a} is already in the list`,
    );
    expect(await nlu.outcome('DELETE', `/intents/${a}`)).toContain(`belongs to skill ${id}`);
    expect((await nlu.delete(`${path}/${a}`)).json.deleted).toEqual({ id: a });
    expect(await nlu.outcome('DELETE', `${path}/${a}`)).toContain('404 there is no intent in skill');
    expect(await listed()).toEqual([c, b]);
  });

  it('are those of an INTENT skill only', async () => {
    const { id } = await nlu.created('/skills', { name: 'a', type: 'SCENE', sceneId });
    const refusal = '400 a SCENE skill has no intents';
    expect(await nlu.outcome('POST', `/skills/${id}/intents`, { intentId: intents[0] })).toContain(refusal);
    expect(await nlu.outcome('PATCH', `/skills/${id}/intent_order`, { intents: [] })).toContain(refusal);
  });
});
