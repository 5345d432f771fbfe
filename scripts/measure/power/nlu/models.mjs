// Operations on semantic models.
import { oneOf } from './drafts.mjs';
import { pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */

/** @type {Record<string, Operation>} */
export const modelOperations = {
  createModel: (model, random) => {
    const base = random(3) === 0 ? pick(random, model.models) : undefined;
    // no training has run here, so that no directory holds a model
    const isWrong = base !== undefined || random(8) === 0;
    const source = base
      ? { type: 'OPTIMIZED', modelPath: 'shop/1', baseModelId: base.id }
      : { type: 'BASE', sysModel: isWrong ? 'cn_no' : 'cn_common' };
    const name = oneOf(random, ['m1', 'm2']);
    return {
      ...{ method: 'POST', path: '/models', body: { name, ...source }, refusals: isWrong ? [400] : [] },
      find: ['/models', unknownIn(model.models, 'models')],
      apply: ({ id }) => model.models.push({ id, name, base: 0, enabled: false }),
    };
  },
  enableModel: (model, random) => {
    const { found, id, missing } = pick(random, model.models);
    return {
      ...{ method: 'POST', path: `/models/${id}/enable`, refusals: missing },
      apply: () => {
        for (const each of model.models) each.enabled = each === found;
      },
    };
  },
  removeModel: (model, random) => {
    const { found, id, missing } = pick(random, model.models);
    const isUsed = found?.enabled === true || model.models.some(({ base }) => base === id);
    return {
      ...{ method: 'DELETE', path: `/models/${id}`, refusals: [...missing, ...(isUsed ? [409] : [])] },
      apply: () => take(model.models, found),
    };
  },
};
