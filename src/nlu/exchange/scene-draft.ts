// A stored scene with its nodes, in the form of a document.

import { limits } from '../../protocol/limits.js';
import type { ProcessorView } from '../resource/processor/schemas.js';
import type { BranchView, NodeView, SceneView } from '../resource/scene/schemas.js';
import { Keys, unusual } from './drafts.js';

export interface SceneWords {
  readonly key: string;
  readonly sceneKey: (sceneId: number) => string;
  readonly taskQuestion: (id: number) => string;
  readonly response: (view: object) => object;
  readonly processor: (view: ProcessorView) => object;
}

const usual = { description: '', retryMaxTimes: limits.nlu.retryMaxTimes.default, repeatWhenRetry: false };

export function sceneDraft(scene: SceneView, nodes: readonly NodeView[], words: SceneWords): object {
  const { name, description, retryMaxTimes, repeatWhenRetry, retryResponse, failedResponse } = scene;
  const keys = new Keys();
  for (const node of nodes) keys.add(node.id, node.name);
  return {
    ...{ key: words.key, name, ...unusual({ description, retryMaxTimes, repeatWhenRetry }, usual) },
    ...(retryResponse && { retryResponse: words.response(retryResponse) }),
    ...(failedResponse && { failedResponse: words.response(failedResponse) }),
    nodes: nodes.map((node) => nodeDraft(node, keys, words)),
  };
}

function nodeDraft(node: NodeView, keys: Keys, words: SceneWords): object {
  const { id, name, type, conditional, taskQuestionIds = [], branches, processor, response, next = 0 } = node;
  return {
    ...{ key: keys.of(id), name, type, ...unusual({ conditional }, { conditional: false }) },
    ...(taskQuestionIds.length > 0 && { taskQuestions: taskQuestionIds.map(words.taskQuestion) }),
    ...(branches && { branches: branches.map((branch) => branchDraft(branch, keys, words)) }),
    ...(processor && { processor: words.processor(processor as ProcessorView) }),
    ...(response && { response: words.response(response) }),
    ...(next !== 0 && { next: keys.of(next) }),
  };
}

function branchDraft({ name, condition, next, nextSceneId }: BranchView, keys: Keys, words: SceneWords): object {
  return {
    ...unusual({ name, condition }, { name: '', condition: '' }),
    ...(next !== 0 && { next: keys.of(next) }),
    ...(nextSceneId !== 0 && { nextScene: words.sceneKey(nextSceneId) }),
  };
}
