// Operations on directories, pairs and task questions.
import { noId, oneOf, questionDraft, responseDraft, responseIds } from './drafts.mjs';
import { gone, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */

const dirNames = ['d1', 'd2', 'd3', 'd4'];
const times = ['', '2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
const isEmptySpan = (/** @type {string} */ from, /** @type {string} */ to) => from !== '' && to !== '' && from >= to;

/** @param {import('./drafts.mjs').Question} question */
const questionIds = ({ id, exts }) => ({ id, extQuestionIds: exts.map((ext) => ext.id) });
/** @type {Record<string, Operation>} */
export const qaOperations = {
  createDir: (model, random) => {
    const isDomain = random(3) === 0;
    const { found, id, missing } = pick(random, model.dirs);
    const parent = isDomain ? 0 : id;
    const name = oneOf(random, [...dirNames, ...dirNames, '']);
    const siblings = model.dirs.filter((dir) => dir.parent === parent);
    return {
      ...{ method: 'POST', path: isDomain ? '/qa_domains' : `/qa_dirs/${found?.id ?? noId}/qa_dirs`, body: { name } },
      refusals: [
        ...(isDomain ? [] : missing),
        ...(name === '' ? [400] : []),
        ...(siblings.some((dir) => dir.name === name) ? [409] : []),
      ],
      find: isDomain
        ? ['/qa_domains', unknownIn(siblings, 'qaDomains')]
        : [`/qa_dirs/${parent}/qa_dirs`, unknownIn(siblings, 'qaDirs')],
      apply: (created) => model.dirs.push({ id: created.id, parent, name, description: '' }),
    };
  },
  changeDir: (model, random) => {
    const { found, id, missing } = pick(random, model.dirs);
    const name = oneOf(random, dirNames);
    const isTaken = model.dirs.some((dir) => dir !== found && dir.parent === found?.parent && dir.name === name);
    return {
      ...{ method: 'PATCH', path: `/qa_dirs/${id}`, body: { name } },
      refusals: [...missing, ...(isTaken ? [409] : [])],
      apply: () => Object.assign(found ?? {}, { name }),
    };
  },
  moveDir: (model, random) => {
    const { found, id, missing } = pick(random, model.dirs);
    const to = random(4) === 0 ? { id: 0, missing: [] } : pick(random, model.dirs);
    const isSame = found?.parent === to.id;
    const isInside = to.id !== 0 && model.below(id).includes(to.id);
    const isTaken = model.dirs.some((dir) => dir.parent === to.id && dir.name === found?.name);
    const body = { newParentId: to.id };
    return {
      ...{ method: 'PATCH', expected: () => ({ result: 'ok' }) },
      ...(random(2) === 0 ? { path: `/qa_dirs/${id}`, body } : { path: '/qa_dirs', body: { ...body, qadirId: id } }),
      refusals: [...missing, ...to.missing, ...(isSame || isInside || isTaken ? [412] : [])],
      apply: () => Object.assign(found ?? {}, { parent: to.id }),
    };
  },
  removeDir: (model, random) => {
    const { id, missing } = pick(random, model.dirs);
    const below = model.below(id);
    const isBound = model.skills.some(({ type, dirId }) => type === 'QABASE' && below.includes(dirId));
    return {
      ...{ method: 'DELETE', path: `/qa_dirs/${id}`, refusals: [...missing, ...(isBound ? [409] : [])] },
      apply: () => {
        model.dirs = model.dirs.filter((dir) => !below.includes(dir.id));
        model.pairs = model.pairs.filter(({ dir }) => !below.includes(dir));
        model.forget();
      },
    };
  },
  createPair: (model, random) => {
    const { id: dir, missing } = pick(random, model.dirs);
    const [question, response] = [questionDraft(model, random, []), responseDraft(model, random)];
    const [from, to] = [oneOf(random, times), oneOf(random, times)];
    const keys = random(2) === 0 ? ['effectTime', 'invalidTime'] : ['beginTime', 'endTime'];
    const path = `/qa_dirs/${dir}/qa_pairs`;
    return {
      ...{
        method: 'POST',
        path,
        body: { question: question.body, response: response.body, [String(keys[0])]: from, [String(keys[1])]: to },
      },
      refusals: [...missing, ...question.refusals, ...response.refusals, ...(isEmptySpan(from, to) ? [400] : [])],
      find: [`${path}?detail=false&limit=1000`, unknownIn(model.pairs, 'qaPairs')],
      apply: (created) => {
        const made = { question: question.made(created.question), response: response.made(created.response) };
        model.pairs.push({ id: created.id, dir, ...made, enabled: true, times: [from, to] });
      },
    };
  },
  changePair: (model, random) => {
    const { found, id, missing } = pick(random, model.pairs);
    const [enabled, from, to] = [
      oneOf(random, [true, false, undefined]),
      oneOf(random, [...times, undefined]),
      oneOf(random, [...times, undefined]),
    ];
    const after = /** @type {[string, string]} */ ([from ?? found?.times[0] ?? '', to ?? found?.times[1] ?? '']);
    return {
      ...{ method: 'PATCH', path: `/qa_dirs/${found?.dir ?? model.dirs[0]?.id ?? noId}/qa_pairs/${id}` },
      body: { enabled, effectTime: from, endTime: to },
      refusals: [...missing, ...(isEmptySpan(...after) ? [400] : [])],
      apply: () => Object.assign(found ?? {}, { times: after, ...(enabled !== undefined && { enabled }) }),
    };
  },
  removePair: (model, random) => {
    const { found, id, missing } = pick(random, model.pairs);
    return {
      ...{ method: 'DELETE', path: `/qa_dirs/${found?.dir ?? noId}/qa_pairs/${id}`, refusals: missing },
      expected: () =>
        found && gone({ id, question: questionIds(found.question), response: responseIds(found.response) })(),
      apply: () => {
        take(model.pairs, found);
        model.forget();
      },
    };
  },
  createTaskQuestion: (model, random) => {
    const [label, question] = [oneOf(random, ['agrees', 'declines', 'agrees', '']), questionDraft(model, random, [])];
    return {
      ...{
        method: 'POST',
        path: oneOf(random, ['/task_questions', '/task_question']),
        body: { label, question: question.body },
      },
      refusals: [...question.refusals, ...(label === '' ? [400] : [])],
      find: ['/task_questions?detail=false&limit=1000', unknownIn(model.taskQuestions, 'taskQuestions')],
      apply: (created) =>
        model.taskQuestions.push({ id: created.id, label, question: question.made(created.question) }),
    };
  },
  changeTaskQuestion: (model, random) => {
    const { found, id, missing } = pick(random, model.taskQuestions);
    const label = oneOf(random, ['agrees', 'declines', 'asks']);
    return {
      ...{ method: 'PATCH', path: `/task_questions/${id}`, body: { label }, refusals: missing },
      apply: () => Object.assign(found ?? {}, { label }),
    };
  },
  removeTaskQuestion: (model, random) => {
    const { found, id, missing } = pick(random, model.taskQuestions);
    const isUsed = model.scenes.some(({ nodes }) => nodes.some(({ taskQuestionIds }) => taskQuestionIds.includes(id)));
    return {
      ...{ method: 'DELETE', path: `/task_question/${id}`, refusals: [...missing, ...(isUsed ? [409] : [])] },
      expected: () => found && gone({ id, question: questionIds(found.question) })(),
      apply: () => {
        take(model.taskQuestions, found);
        model.forget();
      },
    };
  },
};
