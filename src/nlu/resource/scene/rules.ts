// The rules for a scene's graph (specification 3, section 2.3), which every save keeps. Messages begin with the place
// in the request.
import { ServiceError } from '../../../protocol/errors.js';
import { parseCondition } from '../../../understanding/notation/expression.js';
import { notation } from '../fields.js';
import type { NodeType } from './table.js';

export const invalid = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);

interface NodeShape {
  readonly type: NodeType;
  readonly conditional?: boolean | undefined;
  readonly taskQuestionIds?: readonly number[] | undefined;
  readonly branches?: readonly object[] | undefined;
  readonly processor?: object | undefined;
  readonly response?: object | undefined;
  readonly next?: number | string | undefined;
}

/** Types of nodes that have a given field. */
const ownersOf = {
  conditional: ['ENTRY'],
  taskQuestionIds: ['ENTRY', 'UNDERSTAND'],
  processor: ['PROCESS'],
  response: ['RESPONSE'],
} as const satisfies Partial<Record<keyof NodeShape, readonly NodeType[]>>;

/** `prefix`: the place of the node, such as `nodes[2].`; `isNew`: the node brings its parts. */
export function checkShape(node: NodeShape, prefix: string, isNew: boolean): void {
  const { type, branches, next = 0, conditional = false, taskQuestionIds = [] } = node;
  for (const [key, owners] of Object.entries(ownersOf) as [keyof typeof ownersOf, readonly NodeType[]][]) {
    if (node[key] === undefined || owners.includes(type)) continue;
    throw invalid(`${prefix}${key}: only ${owners.join(' and ')} nodes have it; this node is ${type}`);
  }
  if (branches !== undefined && type !== 'DISPATCH') {
    throw invalid(`${prefix}branches: only a DISPATCH node may have several successors; this node is ${type}`);
  }
  if (type === 'DISPATCH' && next !== 0) {
    throw invalid(`${prefix}next: a DISPATCH node has branches instead; add a branch without a condition`);
  }
  if (type === 'PROCESS' && isNew && node.processor === undefined) throw invalid(`${prefix}processor: required`);
  if (type === 'RESPONSE' && isNew && node.response === undefined) throw invalid(`${prefix}response: required`);
  if (type !== 'ENTRY' || conditional === taskQuestionIds.length > 0) return;
  throw invalid(
    conditional
      ? `${prefix}taskQuestionIds: a conditional entry needs at least one task question`
      : `${prefix}taskQuestionIds: must be empty for an unconditional entry; set conditional to true to use them`,
  );
}

/** The nodes to which a link may lead. */
export interface Surroundings {
  readonly sceneId: number;
  /** The types of the scene's nodes. */
  readonly types: ReadonlyMap<number, NodeType>;
  /** Returns true if a scene has an unconditional entry; undefined if there is no such scene. */
  readonly entryOf: (sceneId: number) => boolean | undefined;
}

/** `where`: the place of the link, such as `nodes[2].next`. */
export function checkNext(next: number, where: string, { sceneId, types }: Surroundings): void {
  if (next === 0) return;
  const type = types.get(next);
  if (type === undefined) throw invalid(`${where}: there is no node ${next} in scene ${sceneId}`);
  if (type === 'ENTRY') throw invalid(`${where}: node ${next} is an ENTRY node, to which no node may lead`);
}

interface BranchShape {
  readonly condition: string;
  readonly next: number;
  readonly nextSceneId: number;
}

/** `prefix`: the place of the branch, such as `branches[0].`. */
export function checkBranch({ condition, next, nextSceneId }: BranchShape, prefix: string, around: Surroundings): void {
  notation(`${prefix}condition`, condition, () => parseCondition(condition));
  checkNext(next, `${prefix}next`, around);
  if (nextSceneId === 0) return;
  const where = `${prefix}nextSceneId`;
  if (next !== 0)
    throw invalid(`${where}: a branch must lead to a node or to another scene, not to both; one must be 0`);
  if (nextSceneId === around.sceneId) throw invalid(`${where}: must be a scene other than its own`);
  const hasEntry = around.entryOf(nextSceneId);
  if (hasEntry === undefined) throw invalid(`${where}: there is no scene ${nextSceneId}`);
  if (!hasEntry)
    throw invalid(`${where}: scene ${nextSceneId} has no unconditional entry, which a branch to the scene needs`);
}
