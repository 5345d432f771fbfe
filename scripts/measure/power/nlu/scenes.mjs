// Operations on scenes with their replies, and on their graphs as a whole.
import { oneOf, responseDraft } from './drafts.mjs';
import { pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */

const scripts = { retryResponse: 'retry_response', failedResponse: 'failed_response' };
const scriptKeys = /** @type {(keyof typeof scripts)[]} */ (Object.keys(scripts));

/** @type {Record<string, Operation>} */
export const sceneOperations = {
  createScene: (model, random) => {
    const given = scriptKeys.filter(() => random(4) === 0).map((key) => ({ key, draft: responseDraft(model, random) }));
    const facts = {
      name: oneOf(random, ['x1', 'x2']),
      description: '',
      retryMaxTimes: random(7),
      repeatWhenRetry: random(2) === 0,
    };
    return {
      ...{
        method: 'POST',
        path: '/scenes',
        body: { ...facts, ...Object.fromEntries(given.map(({ key, draft }) => [key, draft.body])) },
      },
      refusals: [...(facts.retryMaxTimes > 5 ? [400] : []), ...given.flatMap(({ draft }) => draft.refusals)],
      find: ['/scenes?detail=false', unknownIn(model.scenes, 'scenes')],
      apply: (created) => {
        const made = Object.fromEntries(given.map(({ key, draft }) => [key, draft.made(created[key])]));
        model.scenes.push({ id: created.id, facts, scripts: made, nodes: [] });
      },
    };
  },
  changeScene: (model, random) => {
    const { found, id, missing } = pick(random, model.scenes);
    const changes = { name: oneOf(random, ['x1', 'x2', 'x3']), retryMaxTimes: random(7) };
    return {
      ...{ method: 'PATCH', path: `/scenes/${id}`, body: changes },
      refusals: [...missing, ...(changes.retryMaxTimes > 5 ? [400] : [])],
      apply: () => Object.assign(found?.facts, changes),
    };
  },
  removeScene: (model, random) => {
    const { found, id, missing } = pick(random, model.scenes);
    const isNamed = model.references().some((row) => row.endsWith(` names scene ${id}`));
    return {
      ...{ method: 'DELETE', path: `/scenes/${id}`, refusals: [...missing, ...(isNamed ? [409] : [])] },
      apply: () => take(model.scenes, found),
    };
  },
  addSceneScript: (model, random) => {
    const { found, id, missing } = pick(random, model.scenes);
    const [key, draft] = [oneOf(random, scriptKeys), responseDraft(model, random)];
    return {
      ...{ method: 'POST', path: `/scenes/${id}/${scripts[key]}`, body: draft.body },
      refusals: [...missing, ...draft.refusals, ...(found?.scripts[key] ? [409] : [])],
      find: [`/scenes/${id}?detail=false`, (view) => view[key]],
      apply: (created) => Object.assign(found?.scripts ?? {}, { [key]: draft.made(created) }),
    };
  },
  removeSceneScript: (model, random) => {
    const { found, id, missing } = pick(random, model.scenes);
    const key = oneOf(random, scriptKeys);
    return {
      ...{
        method: 'DELETE',
        path: `/scenes/${id}/${scripts[key]}`,
        refusals: [...missing, ...(found?.scripts[key] ? [] : [404])],
      },
      apply: () => delete found?.scripts[key],
    };
  },
  removeGraph: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.scenes.filter(() => random(4) === 0),
    );
    return {
      ...{ method: 'POST', path: `/scenes/${id}/graph`, body: { nodes: [] } },
      refusals: [...missing, ...(found && model.hasEntry(found) && model.isLedTo(found) ? [409] : [])],
      apply: () => Object.assign(found ?? {}, { nodes: [] }),
    };
  },
};
