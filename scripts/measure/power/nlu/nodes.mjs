// Operations on the nodes of scenes and their branches.
import { noId, oneOf, processorDraft, responseDraft } from './drafts.mjs';
import { asOrdered, order, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */
/** @typedef {import('./picks.mjs').Random} Random */
/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('./model.mjs').Scene} Scene */
/** @typedef {import('./model.mjs').Node} Node */

const types = ['ENTRY', 'ENTRY', 'UNDERSTAND', 'DISPATCH', 'DISPATCH', 'PROCESS', 'RESPONSE'];

/** @param {Random} random @param {Scene | undefined} scene */
function nextDraft(random, scene) {
  const to = random(2) === 0 ? undefined : pick(random, scene?.nodes ?? []);
  const next = to?.id ?? 0;
  return { next, refusals: next === 0 || (to?.found && to.found.type !== 'ENTRY') ? [] : [400] };
}

/** @param {Model} model @param {Random} random @param {Scene | undefined} scene */
function branchDraft(model, random, scene) {
  const condition = oneOf(random, ['', 'user.level > 2', 'a == "b"', 'a ==']);
  const to =
    random(2) === 0 ? pick(random, random(3) === 0 ? model.scenes : model.scenes.filter(model.hasEntry)) : undefined;
  const { next, refusals } = to && random(4) > 0 ? { next: 0, refusals: [] } : nextDraft(random, scene);
  const nextSceneId = to?.id ?? 0;
  const isRight = nextSceneId === 0 || (next === 0 && to?.found !== scene && model.hasEntry(to?.found));
  const body = { name: oneOf(random, ['', 'b1', 'b2']), condition, next, nextSceneId };
  return { body, refusals: [...refusals, ...(condition === 'a ==' || !isRight ? [400] : [])] };
}

/** @param {Model} model @param {Random} random */
function questionsDraft(model, random) {
  const ids = Array.from({ length: random(3) }, () => pick(random, model.taskQuestions).id);
  const isTwice = new Set(ids).size < ids.length;
  return { ids, refusals: [...(ids.includes(noId) ? [400] : []), ...(isTwice ? [409] : [])] };
}

/** @param {Scene | undefined} scene @param {Node | undefined} [but] */
const otherEntry = (scene, but) =>
  scene?.nodes.some((node) => node !== but && node.type === 'ENTRY' && !node.conditional) === true;

/** @param {Model} model @param {Random} random @param {(node: Node) => boolean} isWanted */
function pickNode(model, random, isWanted) {
  const {
    found: scene,
    id: sceneId,
    missing,
  } = pick(
    random,
    model.scenes.filter(({ nodes }) => nodes.some(isWanted)),
  );
  const { found, id, missing: nodeMissing } = pick(random, scene?.nodes.filter(isWanted) ?? []);
  return { scene, found, id, path: `/scenes/${sceneId}/nodes/${id}`, missing: [...missing, ...nodeMissing] };
}

/** @param {Model} model @param {Random} random */
function pickBranch(model, random) {
  const node = pickNode(model, random, ({ branches }) => branches.length > 0);
  const { found, id, missing } = pick(random, node.found?.branches ?? []);
  return {
    ...{ scene: node.scene, node: node.found, found, id },
    path: `${node.path}/branches/${id}`,
    missing: [...node.missing, ...missing],
  };
}

/** @type {Record<string, Operation>} */
export const nodeOperations = {
  createNode: (model, random) => {
    const { found, id, missing } = pick(random, model.scenes);
    const [type, name] = [oneOf(random, types), oneOf(random, ['n1', 'n2'])];
    const takesQuestions = type === 'ENTRY' || type === 'UNDERSTAND';
    const isOdd = random(15) === 0; // a property that its type does not have
    const questions = takesQuestions !== isOdd ? questionsDraft(model, random) : undefined;
    const conditional = type === 'ENTRY' ? (random(8) === 0) !== (questions?.ids.length ?? 0) > 0 : undefined;
    const { next, refusals } = type === 'DISPATCH' && !isOdd ? { next: 0, refusals: [] } : nextDraft(random, found);
    const processor = type === 'PROCESS' && !isOdd ? processorDraft(random) : undefined;
    const response = type === 'RESPONSE' && !isOdd ? responseDraft(model, random) : undefined;
    const branches =
      type === 'DISPATCH' ? Array.from({ length: random(3) }, () => branchDraft(model, random, found)) : undefined;
    const isShaped =
      (questions === undefined || takesQuestions) &&
      ((type !== 'PROCESS' && type !== 'RESPONSE') || !isOdd) &&
      (type !== 'DISPATCH' || next === 0) &&
      (type !== 'ENTRY' || conditional === (questions?.ids.length ?? 0) > 0);
    const isSecond = type === 'ENTRY' && conditional !== true && otherEntry(found);
    return {
      ...{ method: 'POST', path: `/scenes/${id}/nodes` },
      body: {
        ...{ type, name, conditional, next, taskQuestionIds: questions?.ids },
        ...{ branches: branches?.map(({ body }) => body), processor: processor?.body, response: response?.body },
      },
      refusals: [
        ...[
          ...missing,
          ...refusals,
          ...(isShaped ? [] : [400]),
          ...(isSecond ? [409] : []),
          ...(questions?.refusals ?? []),
        ],
        ...[
          ...(processor?.refusals ?? []),
          ...(response?.refusals ?? []),
          ...(branches?.flatMap((branch) => branch.refusals) ?? []),
        ],
      ],
      find: [
        `/scenes/${id}/nodes?detail=false`,
        (view) => {
          const made = unknownIn(found?.nodes ?? [], 'nodes')(view);
          return made && { ...made, branchIds: made.branches?.map((/** @type {any} */ branch) => branch.id) };
        },
      ],
      apply: (created) => {
        found?.nodes.push({
          ...{
            id: created.id,
            name,
            type,
            conditional: conditional === true,
            taskQuestionIds: questions?.ids ?? [],
            next,
          },
          branches: branches?.map(({ body }, at) => ({ id: created.branchIds[at], ...body })) ?? [],
          ...{ processor: processor?.made(created.processor.id), response: response?.made(created.response) },
        });
      },
    };
  },
  changeNode: (model, random) => {
    const { scene, found, path, missing } = pickNode(model, random, () => true);
    const takesQuestions = found?.type === 'ENTRY' || found?.type === 'UNDERSTAND';
    const questions = takesQuestions && random(2) === 0 ? questionsDraft(model, random) : undefined;
    const conditional = found?.type === 'ENTRY' && random(2) === 0 ? random(2) === 0 : undefined;
    const given = random(2) === 0 ? nextDraft(random, scene) : undefined;
    const [ids, isConditional, next] = [
      questions?.ids ?? found?.taskQuestionIds ?? [],
      conditional ?? found?.conditional,
      given?.next ?? found?.next ?? 0,
    ];
    const isShaped =
      (found?.type !== 'DISPATCH' || next === 0) && (found?.type !== 'ENTRY' || isConditional === ids.length > 0);
    const isSecond = found?.type === 'ENTRY' && !isConditional && otherEntry(scene, found);
    const isMissed = found?.type === 'ENTRY' && !found.conditional && isConditional && model.isLedTo(scene);
    return {
      ...{
        method: 'PATCH',
        path,
        body: { name: 'n3', taskQuestionIds: questions?.ids, conditional, next: given?.next },
      },
      refusals: [
        ...[...missing, ...(given?.refusals ?? []), ...(questions?.refusals ?? []), ...(isShaped ? [] : [400])],
        ...(isSecond || isMissed ? [409] : []),
      ],
      apply: () => Object.assign(found ?? {}, { name: 'n3', taskQuestionIds: ids, conditional: isConditional, next }),
    };
  },
  removeNode: (model, random) => {
    const isEntryOnly = random(2) === 0;
    const { scene, found, id, path, missing } = pickNode(model, random, ({ type }) => !isEntryOnly || type === 'ENTRY');
    const isMissed = found?.type === 'ENTRY' && !found.conditional && model.isLedTo(scene);
    const leading = (scene?.nodes ?? []).filter(
      (node) => node !== found && [node, ...node.branches].some(({ next }) => next === id),
    );
    const value = { id, affectedNodeIds: leading.map((node) => node.id) };
    return {
      ...{
        method: 'DELETE',
        path,
        refusals: [...missing, ...(isMissed ? [409] : [])],
        expected: () => ({ deleted: value, delete: value }),
      },
      apply: () => {
        take(scene?.nodes ?? [], found);
        for (const link of leading.flatMap((node) => [node, ...node.branches])) if (link.next === id) link.next = 0;
      },
    };
  },
  addBranch: (model, random) => {
    const { scene, found, path, missing } = pickNode(
      model,
      random,
      ({ type }) => type === 'DISPATCH' || random(15) === 0,
    );
    const { body, refusals } = branchDraft(model, random, scene);
    return {
      ...{ method: 'POST', path: `${path}/branches`, body },
      refusals: [...missing, ...refusals, ...(found?.type === 'DISPATCH' ? [] : [400])],
      find: [`${path}/branches`, unknownIn(found?.branches ?? [], 'branches')],
      apply: ({ id }) => found?.branches.push({ id, ...body }),
    };
  },
  changeBranch: (model, random) => {
    const { scene, found, path, missing } = pickBranch(model, random);
    const { body, refusals } = branchDraft(model, random, scene);
    return {
      ...{ method: 'PATCH', path, body, refusals: [...missing, ...refusals] },
      apply: () => Object.assign(found ?? {}, body),
    };
  },
  removeBranch: (model, random) => {
    const { node, found, path, missing } = pickBranch(model, random);
    return { method: 'DELETE', path, refusals: missing, apply: () => take(node?.branches ?? [], found) };
  },
  orderBranches: (model, random) => {
    const { found, path, missing } = pickNode(model, random, ({ type }) => type === 'DISPATCH');
    const { given, refusals } = order(random, found?.branches.map(({ id }) => id) ?? []);
    return {
      ...{
        method: 'PATCH',
        path: path.replace(/$/, '/branch_order'),
        body: { branches: given },
        refusals: [...missing, ...refusals],
      },
      apply: () => found?.branches.sort(asOrdered(given)),
    };
  },
};
