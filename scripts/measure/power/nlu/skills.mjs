// Operations on skills.
import { noId, oneOf } from './drafts.mjs';
import { order, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */

/** @type {Record<string, Operation>} */
export const skillOperations = {
  createSkill: (model, random) => {
    const type = oneOf(random, ['QABASE', 'QABASE', 'INTENT', 'SCENE', 'SCENE', 'KG']);
    const [dir, scene] = [pick(random, model.dirs), pick(random, model.scenes)];
    const intentIds = Array.from({ length: random(3) }, () => pick(random, model.intents).id);
    const threshold = oneOf(random, [undefined, undefined, 0.5, 1.5]);
    const isOdd = random(15) === 0;
    const targets = { QABASE: { dirId: dir.id }, INTENT: { intentIds }, SCENE: { sceneId: scene.id }, KG: {} };
    const body = {
      ...targets[/** @type {keyof typeof targets} */ (type)],
      ...(isOdd && type !== 'SCENE' && { sceneId: scene.id }),
    };
    const isKnown = {
      QABASE: dir.found !== undefined,
      INTENT: !intentIds.includes(noId),
      SCENE: scene.found !== undefined,
      KG: false,
    };
    const isRight =
      isKnown[/** @type {keyof typeof targets} */ (type)] && threshold !== 1.5 && (!isOdd || type === 'SCENE');
    const texts = { recommendStart: oneOf(random, ['', '您是问', '{{ a']), recommendEnd: '' };
    const facts = {
      name: oneOf(random, ['k1', 'k2']),
      description: '',
      checkOtherSkill: random(2) === 0,
      autoRecover: true,
      ...texts,
    };
    return {
      ...{ method: 'POST', path: '/skills', body: { type, ...facts, ...body, threshold } },
      refusals: [
        ...(isRight && facts.recommendStart !== '{{ a' ? [] : [400]),
        ...(type === 'INTENT' && new Set(intentIds).size < intentIds.length ? [409] : []),
      ],
      find: ['/skills', unknownIn(model.skills, 'skills')],
      apply: ({ id }) => {
        const target = { dirId: dir.id, sceneId: scene.id, intentIds: type === 'INTENT' ? intentIds : [] };
        model.skills.push({ id, type, ...target, facts: { ...facts, ...(threshold !== undefined && { threshold }) } });
      },
    };
  },
  changeSkill: (model, random) => {
    const { found, id, missing } = pick(random, model.skills);
    const dir = random(3) === 0 ? pick(random, model.dirs) : undefined;
    const scene = random(3) === 0 ? pick(random, model.scenes) : undefined;
    const threshold = oneOf(random, [undefined, 0.25, '']);
    const isRight =
      (!dir || (found?.type === 'QABASE' && dir.found)) && (!scene || (found?.type === 'SCENE' && scene.found));
    return {
      ...{
        method: 'PATCH',
        path: `/skills/${id}`,
        body: { name: 'k3', dirId: dir?.id, sceneId: scene?.id, threshold },
      },
      refusals: [...missing, ...(isRight ? [] : [400])],
      apply: () => {
        Object.assign(found ?? {}, { ...(dir && { dirId: dir.id }), ...(scene && { sceneId: scene.id }) });
        Object.assign(found?.facts, { name: 'k3', ...(typeof threshold === 'number' && { threshold }) });
        if (threshold === '') delete found?.facts.threshold;
      },
    };
  },
  removeSkill: (model, random) => {
    const { found, id, missing } = pick(random, model.skills);
    const isUsed = model.robots.some(({ skills }) => skills.some(({ skillId }) => skillId === id));
    return {
      ...{ method: 'DELETE', path: `/skills/${id}`, refusals: [...missing, ...(isUsed ? [409] : [])] },
      apply: () => take(model.skills, found),
    };
  },
  addSkillIntent: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.skills.filter(({ type }) => type === 'INTENT' || random(15) === 0),
    );
    const intent = pick(random, model.intents);
    return {
      ...{ method: 'POST', path: `/skills/${id}/intents`, body: { intentId: intent.id } },
      refusals: [
        ...[...missing, ...(found?.type !== 'INTENT' || intent.found === undefined ? [400] : [])],
        ...(found?.intentIds.includes(intent.id) ? [409] : []),
      ],
      apply: () => found?.intentIds.push(intent.id),
    };
  },
  removeSkillIntent: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.skills.filter(({ intentIds }) => intentIds.length > 0),
    );
    const intentId = random(8) === 0 || found === undefined ? noId : oneOf(random, found.intentIds);
    return {
      ...{
        method: 'DELETE',
        path: `/skills/${id}/intents/${intentId}`,
        refusals: [...missing, ...(intentId === noId ? [404] : [])],
      },
      apply: () => take(found?.intentIds ?? [], intentId),
    };
  },
  orderSkillIntents: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.skills.filter(({ type }) => type === 'INTENT'),
    );
    const { given, refusals } = order(random, found?.intentIds ?? []);
    return {
      ...{
        method: 'PATCH',
        path: `/skills/${id}/intent_order`,
        body: { intents: given },
        refusals: [...missing, ...refusals],
      },
      apply: () => Object.assign(found ?? {}, { intentIds: given }),
    };
  },
};
