// The views of everything in a tenant: the expected ones, made from the model, and those that the gateway shows.

/** @typedef {import('./drafts.mjs').Question} Question */
/** @typedef {import('./drafts.mjs').Response} Response */
/** @typedef {import('./model.mjs').Model} Model */

/** @param {Question} question */
export const questionView = ({ id, text, exts }) => ({ id, text, extQuestions: exts.map((ext) => ({ ...ext })) });

/** @param {Model} model @param {Response} response */
export function responseView(model, { id, returnType, answers }) {
  const tags = model.tagGroups.flatMap((group) =>
    group.tags.map((tag) => ({ id: tag.id, name: `${group.name}:${tag.name}` })),
  );
  tags.sort((a, b) => a.id - b.id);
  const shown = answers.map((answer) => ({
    ...{ id: answer.id, type: answer.type, content: answer.content, cmd: answer.cmd },
    tags: tags.filter((tag) => answer.tagIds.has(tag.id)).map(({ name }) => name),
  }));
  return { id, returnType, answers: shown };
}

/** Everything as the views show it, by the name of the list. @param {Model} model */
export function viewsOf(model) {
  const script = (/** @type {Response | undefined} */ response) => response && responseView(model, response);
  const named = (/** @type {string} */ key, /** @type {any} */ value) => (value === undefined ? {} : { [key]: value });
  const tree = (/** @type {number} */ parent) =>
    model.dirs
      .filter((dir) => dir.parent === parent)
      .sort((a, b) => a.id - b.id)
      .map(({ id, name, description }) => ({ id, name, description, /** @type {any} */ children: tree(id) }));
  return {
    lexicons: model.lexicons.map(({ entries, classes, ...lexicon }) => ({
      ...lexicon,
      ...(lexicon.type === 'DYNAMIC' && { dynamicClasses: classes }),
      entries: entries.map(({ id, classId, words }) => ({ id, classId, content: words.join('\t') })),
    })),
    tagGroups: model.tagGroups,
    qaDomains: tree(0),
    qaPairs: model.pairs.map(({ id, dir, question, response, enabled, times: [from, to] }) => ({
      ...{ id, dir, question: questionView(question), response: script(response), enabled },
      ...{ effectTime: from, invalidTime: to, beginTime: from, endTime: to },
    })),
    taskQuestions: model.taskQuestions.map(({ question, ...rest }) => ({ ...rest, question: questionView(question) })),
    intents: model.intents.map(({ id, facts, question, slots, response, scripts, processor }) => ({
      ...{ id, ...facts, response: script(response), ...named('processor', processor) },
      question: { ...questionView(question), extended: questionView(question).extQuestions },
      slots: slots.map(({ elicit, confirm, ...slot }) => ({
        ...{ ...slot, elicitSlotResponse: script(elicit), elicitResponse: script(elicit) },
        ...{ ...named('confirmSlotResponse', script(confirm)), ...named('confirmResponse', script(confirm)) },
      })),
      ...named('confirmIntentResponse', script(scripts.confirmResponse)),
      ...Object.assign({}, ...Object.entries(scripts).map(([key, value]) => named(key, script(value)))),
    })),
    models: model.models.map(({ id, name, base, enabled }) => ({
      ...{ id, name, description: '', enabled },
      ...(base === 0
        ? { type: 'BASE', sysModel: 'cn_common' }
        : { type: 'OPTIMIZED', modelPath: 'shop/1', baseModelId: base }),
    })),
    scenes: model.scenes.map(({ id, facts, scripts, nodes }) => ({
      ...{ id, ...facts, nodeIds: nodes.map((node) => node.id) },
      ...Object.assign({}, ...Object.entries(scripts).map(([key, value]) => named(key, script(value)))),
      nodes: nodes.map((node) => ({
        ...{ id: node.id, name: node.name, type: node.type },
        ...(node.type === 'ENTRY' && { conditional: node.conditional }),
        ...((node.type === 'ENTRY' || node.type === 'UNDERSTAND') && { taskQuestionIds: node.taskQuestionIds }),
        ...(node.type === 'DISPATCH' ? { branches: node.branches } : { next: node.next }),
        ...{ ...named('processor', node.processor), ...named('response', script(node.response)) },
      })),
    })),
    skills: model.skills.map(({ id, type, dirId, sceneId, intentIds, facts }) => ({
      ...{ id, type, ...facts },
      ...(type === 'QABASE' && { dirId }),
      ...(type === 'SCENE' && { sceneId }),
      ...(type === 'INTENT' && { intentIds }),
    })),
    robots: model.robots.map(({ id, facts, opening, fallback, skills, groups }) => ({
      ...{
        id,
        ...facts,
        skillIds: skills.map(({ skillId }) => skillId),
        ...named('fallbackResponse', script(fallback)),
      },
      ...(opening && {
        opening: opening.response
          ? { type: 'RESPONSE', response: script(opening.response) }
          : { type: 'SCENE', sceneId: opening.sceneId },
      }),
      skills: skills.map(({ skillId, threshold }) => ({ skillId, ...named('threshold', threshold) })),
      groups: groups.map((group) => ({ ...group, response: script(group.response) })),
    })),
  };
}

/** @typedef {(path: string) => any | Promise<any>} Get the body of a reply below the base path */

/** The same, read from the views of the gateway. @param {Get} get @returns {Promise<ReturnType<typeof viewsOf>>} */
export async function viewsOfStore(get) {
  const each = async (/** @type {any[]} */ list, /** @type {(value: any) => Promise<any>} */ change) => {
    const changed = [];
    for (const value of list) changed.push(await change(value));
    return changed;
  };
  const { qaDomains } = await get('/qa_domains');
  const dirIds = [...qaDomains];
  for (const dir of dirIds) dirIds.push(...dir.children);
  const pairs = await each(dirIds, async ({ id: dir }) => {
    const { qaPairs } = await get(`/qa_dirs/${dir}/qa_pairs?limit=1000`);
    return qaPairs.map((/** @type {any} */ pair) => ({ ...pair, dir }));
  });
  return {
    lexicons: await each((await get('/lexicons')).lexicons, async (lexicon) => {
      const words = `/lexicons/${lexicon.id}/words`;
      const classes = lexicon.dynamicClasses?.map((/** @type {any} */ { id }) => id) ?? [null];
      const entries = await each(classes, async (classId) => {
        const { wordLists } = await get(classId === null ? words : `${words}?dynamicClassId=${classId}`);
        return wordLists.map((/** @type {any} */ { id, content }) => ({ id, classId, content }));
      });
      return { ...lexicon, entries: entries.flat().sort((a, b) => a.id - b.id) };
    }),
    tagGroups: await each((await get('/tag_groups')).tagGroups, ({ id }) => get(`/tag_groups/${id}`)),
    qaDomains,
    qaPairs: pairs.flat().sort((a, b) => a.id - b.id),
    taskQuestions: (await get('/task_questions?limit=1000')).taskQuestions,
    intents: (await get('/intents')).intents.map((/** @type {any} */ intent) => ({
      ...intent,
      slots: intent.slots.map((/** @type {any} */ { order, ...slot }) => slot), // the gateway chooses the numbers
    })),
    models: (await get('/models')).models,
    scenes: await each((await get('/scenes')).scenes, async (scene) => ({
      ...scene,
      ...(await get(`/scenes/${scene.id}/graph`)),
    })),
    skills: (await get('/skills')).skills,
    robots: await each((await get('/robots')).robots, async (robot) => ({
      ...robot,
      ...(await get(`/robots/${robot.id}/skills`)),
      groups: (await get(`/robots/${robot.id}/sensitive_groups`)).sensitiveGroups,
    })),
  };
}
