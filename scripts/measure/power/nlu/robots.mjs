// Operations on robots with their openings, fallback responses, skills and groups of sensitive words.
import { lexiconNames, noId, oneOf, responseDraft, responseIds } from './drafts.mjs';
import { gone, order, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */
/** @typedef {import('./picks.mjs').Random} Random */
/** @typedef {import('./model.mjs').Model} Model */

/** @param {Model} model @param {Random} random */
function pickRobot(model, random) {
  const { found, missing } = pick(random, model.robots);
  const id = found?.id ?? 'r-none';
  return { found, id, path: `/robots/${id}`, missing };
}

/** @param {Model} model @param {Random} random */
function sensitiveLexicon(model, random) {
  const name = oneOf(random, [...lexiconNames, 'SYS.city']);
  const lexicon = model.lexiconNamed(name);
  return { name, refusals: lexicon && lexicon.type !== 'DYNAMIC' ? [] : [400] };
}

/** @type {Record<string, Operation>} */
export const robotOperations = {
  createRobot: (model, random) => {
    const facts = {
      name: oneOf(random, ['r1', 'r2']),
      description: '',
      forgetTurns: random(120),
      sessionTimeout: 60,
      returnType: 'FIRST',
      severalQuestions: random(2) === 0,
    };
    return {
      ...{ method: 'POST', path: '/robots', body: facts, refusals: facts.forgetTurns > 100 ? [400] : [] },
      find: ['/robots?detail=false', unknownIn(model.robots, 'robots')],
      apply: ({ id }) =>
        model.robots.push({ id, facts, opening: undefined, fallback: undefined, skills: [], groups: [] }),
    };
  },
  changeRobot: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const [forgetTurns, isFixed, severalQuestions] = [random(120), random(10) === 0, random(2) === 0];
    return {
      ...{ method: 'PATCH', path, body: { forgetTurns, severalQuestions, ...(isFixed && { skillIds: [noId] }) } },
      refusals: [...missing, ...(forgetTurns > 100 || isFixed ? [400] : [])],
      apply: () => Object.assign(found?.facts, { forgetTurns, severalQuestions }),
    };
  },
  removeRobot: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    return { method: 'DELETE', path, refusals: missing, apply: () => take(model.robots, found) };
  },
  setOpening: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const scene = random(2) === 0 ? pick(random, model.scenes) : undefined;
    const response = scene === undefined ? responseDraft(model, random) : undefined;
    return {
      ...{ method: 'POST', path: `${path}/opening` },
      body: scene ? { type: 'SCENE', sceneId: scene.id } : { type: 'RESPONSE', response: response?.body },
      refusals: [
        ...[...missing, ...(response?.refusals ?? []), ...(found?.opening ? [409] : [])],
        ...(scene && !model.hasEntry(scene.found) ? [400] : []),
      ],
      find: [`${path}?detail=false`, (view) => view.opening],
      apply: (created) =>
        Object.assign(found ?? {}, {
          opening: { response: response?.made(created.response), sceneId: scene?.id ?? 0 },
        }),
    };
  },
  removeOpening: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    return {
      ...{ method: 'DELETE', path: `${path}/opening`, refusals: [...missing, ...(found?.opening ? [] : [404])] },
      apply: () => Object.assign(found ?? {}, { opening: undefined }),
    };
  },
  setFallback: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const draft = responseDraft(model, random);
    return {
      ...{ method: 'POST', path: `${path}/fallback_response`, body: draft.body },
      refusals: [...missing, ...draft.refusals, ...(found?.fallback ? [409] : [])],
      find: [`${path}?detail=false`, (view) => view.fallbackResponse],
      apply: (created) => Object.assign(found ?? {}, { fallback: draft.made(created) }),
    };
  },
  removeFallback: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    return {
      ...{
        method: 'DELETE',
        path: `${path}/fallback_response`,
        refusals: [...missing, ...(found?.fallback ? [] : [404])],
      },
      expected: () => found?.fallback && gone(responseIds(found.fallback))(),
      apply: () => Object.assign(found ?? {}, { fallback: undefined }),
    };
  },
  addRobotSkill: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const skill = pick(random, model.skills);
    const threshold = oneOf(random, [undefined, 0.5]);
    const has = found?.skills.some(({ skillId }) => skillId === skill.id);
    return {
      ...{ method: 'POST', path: `${path}/skills`, body: { skillId: skill.id, threshold } },
      refusals: [...missing, ...(skill.found ? [] : [400]), ...(has ? [409] : [])],
      apply: () => found?.skills.push({ skillId: skill.id, threshold }),
    };
  },
  changeRobotSkill: (model, random) => {
    const { one, path, missing } = pickRobotSkill(model, random);
    const threshold = oneOf(random, [0.75, '', undefined]);
    return {
      ...{ method: 'PATCH', path, body: { threshold }, refusals: missing },
      apply: () =>
        Object.assign(
          one ?? {},
          threshold === undefined ? {} : { threshold: threshold === '' ? undefined : threshold },
        ),
    };
  },
  removeRobotSkill: (model, random) => {
    const { found, one, path, missing } = pickRobotSkill(model, random);
    return { method: 'DELETE', path, refusals: missing, apply: () => take(found?.skills ?? [], one) };
  },
  orderRobotSkills: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const { given, refusals } = order(random, found?.skills.map(({ skillId }) => skillId) ?? []);
    return {
      ...{ method: 'PATCH', path: `${path}/skill_order`, body: { skills: given }, refusals: [...missing, ...refusals] },
      apply: () => found?.skills.sort((a, b) => given.indexOf(a.skillId) - given.indexOf(b.skillId)),
    };
  },
  createGroup: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const [name, lexicon, response] = [
      oneOf(random, ['a', 'b', 'c']),
      sensitiveLexicon(model, random),
      responseDraft(model, random),
    ];
    const groups = found?.groups ?? [];
    return {
      ...{
        method: 'POST',
        path: `${path}/sensitive_groups`,
        body: { name, lexicon: lexicon.name, response: response.body },
      },
      refusals: [
        ...missing,
        ...lexicon.refusals,
        ...response.refusals,
        ...(groups.some((group) => group.name === name) ? [409] : []),
      ],
      find: [`${path}/sensitive_groups?detail=false`, unknownIn(groups, 'sensitiveGroups')],
      apply: (created) =>
        groups.push({ id: created.id, name, lexicon: lexicon.name, response: response.made(created.response) }),
    };
  },
  changeGroup: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const one = pick(random, found?.groups ?? []);
    const [name, lexicon] = [
      oneOf(random, ['a', 'b', 'c', 'd']),
      random(2) === 0 ? sensitiveLexicon(model, random) : undefined,
    ];
    const isTaken = found?.groups.some((group) => group !== one.found && group.name === name);
    return {
      ...{ method: 'PATCH', path: `${path}/sensitive_groups/${one.id}`, body: { name, lexicon: lexicon?.name } },
      refusals: [...missing, ...one.missing, ...(lexicon?.refusals ?? []), ...(isTaken ? [409] : [])],
      apply: () => Object.assign(one.found ?? {}, { name, ...(lexicon && { lexicon: lexicon.name }) }),
    };
  },
  removeGroup: (model, random) => {
    const { found, path, missing } = pickRobot(model, random);
    const one = pick(random, found?.groups ?? []);
    return {
      ...{ method: 'DELETE', path: `${path}/sensitive_groups/${one.id}`, refusals: [...missing, ...one.missing] },
      expected: () => one.found && gone({ id: one.id, response: responseIds(one.found.response) })(),
      apply: () => take(found?.groups ?? [], one.found),
    };
  },
};

/** @param {Model} model @param {Random} random */
function pickRobotSkill(model, random) {
  const { found, path, missing } = pickRobot(model, random);
  const has = found !== undefined && found.skills.length > 0;
  const one = has && random(10) > 0 ? oneOf(random, found.skills) : undefined;
  return { found, one, path: `${path}/skills/${one?.skillId ?? noId}`, missing: [...missing, ...(one ? [] : [404])] };
}
