// Operations on tag groups with their tags.
import { oneOf } from './drafts.mjs';
import { gone, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */
/** @typedef {import('./model.mjs').Model} Model */

/** @type {Record<string, Operation>} */
export const tagOperations = {
  createTagGroup: (model, random) => {
    const [name, exclusive] = [oneOf(random, ['g1', 'g2', 'g3', 'g4', 'a:b']), random(2) === 0];
    return {
      ...{ method: 'POST', path: '/tag_groups', body: { name, exclusive } },
      refusals: [
        ...(name === 'a:b' ? [400] : []),
        ...(model.tagGroups.some((group) => group.name === name) ? [409] : []),
      ],
      find: ['/tag_groups', unknownIn(model.tagGroups, 'tagGroups')],
      apply: ({ id }) => model.tagGroups.push({ id, name, description: '', exclusive, tags: [] }),
    };
  },
  changeTagGroup: (model, random) => {
    const { found, id, missing } = pick(random, model.tagGroups);
    const name = oneOf(random, ['g1', 'g2', 'g3', 'g4', 'g5']);
    const fixed = random(8) === 0 ? { exclusive: random(2) === 0 } : {};
    return {
      ...{ method: 'PATCH', path: `/tag_groups/${id}`, body: { name, ...fixed } },
      refusals: [
        ...missing,
        ...('exclusive' in fixed && fixed.exclusive !== found?.exclusive ? [400] : []),
        ...(model.tagGroups.some((group) => group !== found && group.name === name) ? [409] : []),
      ],
      apply: () => Object.assign(found ?? {}, { name }),
    };
  },
  removeTagGroup: (model, random) => {
    const { found, id, missing } = pick(random, model.tagGroups);
    const tagIds = found?.tags.map((tag) => tag.id) ?? [];
    return {
      ...{ method: 'DELETE', path: `/tag_groups/${id}`, refusals: missing },
      expected: gone({ id, affectedAnswerIds: answersWith(model, tagIds) }),
      apply: () => {
        take(model.tagGroups, found);
        model.forget();
      },
    };
  },
  createTag: (model, random) => {
    const { found, id, missing } = pick(random, model.tagGroups);
    const name = oneOf(random, ['t1', 't2', 't3', '']);
    const tags = found?.tags ?? [];
    return {
      ...{ method: 'POST', path: `/tag_groups/${id}/tags`, body: { name } },
      refusals: [...missing, ...(name === '' ? [400] : []), ...(tags.some((tag) => tag.name === name) ? [409] : [])],
      find: [`/tag_groups/${id}/tags`, unknownIn(tags, 'tags')],
      apply: (created) => tags.push({ id: created.id, name, description: '' }),
    };
  },
  changeTag: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.tagGroups.filter(({ tags }) => tags.length > 0),
    );
    const one = pick(random, found?.tags ?? []);
    const name = oneOf(random, ['t1', 't2', 't3', 't4']);
    const isTaken = found?.tags.some((tag) => tag !== one.found && tag.name === name);
    return {
      ...{
        method: 'PATCH',
        path: random(2) === 0 ? `/tag_groups/${id}/tags/${one.id}` : `/tag_groups/tags/${one.id}`,
        body: { name },
      },
      refusals: [...missing, ...one.missing, ...(isTaken ? [409] : [])],
      apply: () => Object.assign(one.found ?? {}, { name }),
    };
  },
  removeTag: (model, random) => {
    const { found, id, missing } = pick(
      random,
      model.tagGroups.filter(({ tags }) => tags.length > 0),
    );
    const one = pick(random, found?.tags ?? []);
    return {
      ...{ method: 'DELETE', path: `/tag_groups/${id}/tags/${one.id}`, refusals: [...missing, ...one.missing] },
      expected: gone({ id: one.id, affectedAnswerIds: answersWith(model, [one.id]) }),
      apply: () => {
        take(found?.tags ?? [], one.found);
        model.forget();
      },
    };
  },
};

/** @param {Model} model @param {readonly number[]} tagIds */
const answersWith = (model, tagIds) =>
  [
    ...new Set(
      model
        .answers()
        .filter((answer) => tagIds.some((id) => answer.tagIds.has(id)))
        .map(({ id }) => id),
    ),
  ].sort((a, b) => a - b);
