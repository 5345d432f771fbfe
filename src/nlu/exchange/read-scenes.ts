// Makes the scenes of a document. Branches may lead from scene to scene in circles, so scenes are linked once all of
// them have their nodes.
import type { Steps } from '../../protocol/steps.js';
import type { GraphNode } from '../resource/scene/schemas.js';
import type { Scenes } from '../resource/scene/service.js';
import type { DocumentNode, DocumentScene, RobotDocument } from './document.js';
import type { Made } from './made.js';
import type { Menus } from './menus.js';
import { within } from './place.js';

const scripts = ['retryResponse', 'failedResponse'] as const;

export function* makeScenes(
  scenes: Scenes,
  tenantId: string,
  { scenes: drafts }: RobotDocument,
  made: Pick<Made, 'scenes' | 'taskQuestions'>,
  menus: Menus,
): Steps<void> {
  const joins: (() => void)[] = [];
  for (const [index, draft] of drafts.entries()) {
    const place = `scenes[${index}]`;
    within(place, () => {
      const sceneId = makeScene(scenes, tenantId, draft, place, menus);
      made.scenes.set(draft.key, sceneId);
      const graph = draft.nodes.map((node, at) => graphNode(node, at, draft, made, menus));
      for (const [at, ids] of scenes.replaceGraph(tenantId, sceneId, { nodes: graph }).entries()) {
        const { response, branches = [] } = draft.nodes[at] as DocumentNode;
        const node = `${place}.nodes[${at}]`;
        if (response !== undefined && ids.response !== undefined)
          menus.settle(`${node}.response`, response, ids.response);
        for (const [which, { nextScene }] of branches.entries()) {
          const branchId = ids.branchIds?.[which];
          if (nextScene === undefined || branchId === undefined) continue;
          joins.push(() =>
            within(`${node}.branches[${which}]`, () => {
              const nextSceneId = made.scenes.get(nextScene);
              scenes.nodes.changeBranch(tenantId, sceneId, ids.id, branchId, { nextSceneId });
            }),
          );
        }
      }
    });
    yield undefined;
  }
  for (const join of joins) {
    join();
    yield undefined;
  }
}

function makeScene(
  scenes: Scenes,
  tenantId: string,
  { key: _key, nodes: _nodes, ...draft }: DocumentScene,
  place: string,
  menus: Menus,
): number {
  const standing = { ...draft };
  for (const script of scripts) {
    const response = draft[script];
    if (response !== undefined) standing[script] = menus.standingIn(script, response);
  }
  const ids = scenes.create(tenantId, standing);
  for (const script of scripts) {
    const [response, responseIds] = [draft[script], ids[script]];
    if (response !== undefined && responseIds !== undefined) menus.settle(`${place}.${script}`, response, responseIds);
  }
  return ids.id;
}

/** Key of a node in a graph, which has its own form. */
const graphKey = (index: number): string => `n${index}`;

function graphNode(
  { key: _key, taskQuestions, branches, response, next, ...node }: DocumentNode,
  index: number,
  { nodes }: DocumentScene,
  made: Pick<Made, 'taskQuestions'>,
  menus: Menus,
): GraphNode {
  const nodeKey = (key: string): string => graphKey(nodes.findIndex((each) => each.key === key));
  return {
    ...node,
    key: graphKey(index),
    ...(next !== undefined && { next: nodeKey(next) }),
    ...(taskQuestions !== undefined && {
      taskQuestionIds: taskQuestions.map((question) => made.taskQuestions.get(question) as number),
    }),
    ...(response !== undefined && { response: menus.standingIn(`nodes[${index}].response`, response) }),
    ...(branches !== undefined && {
      branches: branches.map(({ name, condition, next: to }) => ({
        ...{ name, condition, nextSceneId: 0, next: to === undefined ? 0 : nodeKey(to) },
      })),
    }),
  };
}
