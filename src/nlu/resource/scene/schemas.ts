// Scenes, nodes and branches as bodies send them and as views show them (specification 3, section 2.3).
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { ItsId } from '../envelopes.js';
import { descriptionText, nameText, retryMaxTimes, withinBytes } from '../fields.js';
import { idField, idOrZeroField } from '../nlu-route.js';
import { ProcessorDraft, ProcessorView } from '../processor/schemas.js';
import { ResponseDraft, ResponseIds, ResponseView } from '../response/schemas.js';

const named = (id: string, description: string) => ({ id, description });
const { default: usual } = limits.nlu.retryMaxTimes;

export const sceneFields = {
  name: nameText.describe('Its name.'),
  description: descriptionText.describe('A description.'),
  retryMaxTimes,
  repeatWhenRetry: z.boolean().describe('It repeats its last reply after the retry response.'),
};
export const SceneDraft = z
  .strictObject({
    ...sceneFields,
    description: sceneFields.description.default(''),
    retryMaxTimes: sceneFields.retryMaxTimes.default(usual),
    repeatWhenRetry: sceneFields.repeatWhenRetry.default(false),
    retryResponse: ResponseDraft.optional().describe('The reply to what was not understood.'),
    failedResponse: ResponseDraft.optional().describe('The reply after too many retries.'),
  })
  .meta(named('NluSceneDraft', 'A scene that is about to be made, without nodes.'));
export type SceneDraft = z.output<typeof SceneDraft>;

const script = (meaning: string) => z.union([ResponseView, ResponseIds]).optional().describe(meaning);
export const SceneView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    ...sceneFields,
    name: z.string().describe('Its name.'),
    description: z.string().describe('A description.'),
    retryResponse: script('The reply to what was not understood; absent if there is none.'),
    failedResponse: script('The reply after too many retries; absent if there is none.'),
    nodeIds: z.array(z.int()).describe('Its nodes; GET graph shows them.'),
  })
  .meta(named('NluScene', 'A scene without its nodes.'));
export type SceneView = z.output<typeof SceneView>;
export const SceneIds = z
  .strictObject({
    id: z.int().describe('The id of the scene.'),
    retryResponse: ResponseIds.optional().describe('The ids of the reply to what was not understood.'),
    failedResponse: ResponseIds.optional().describe('The ids of the reply after too many retries.'),
  })
  .meta(named('NluSceneIds', 'The ids of a scene.'));
export type SceneIds = z.output<typeof SceneIds>;

/** An id, or 0. */
const idOrNone = (meaning: string) =>
  idOrZeroField('must be an id: a positive integer, or 0 for none').describe(`${meaning} 0: none.`);
const successor = 'The node that follows, which is no ENTRY.';
const toScene = 'The other scene whose unconditional entry follows.';
const key = z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, {
  error: 'must begin with a letter or _ and have at most 64 letters, digits, _ and -',
});
const referenceWords = 'must be the id or the key of a node, or 0';
/** An id, the key of a node in the same body, or 0. */
const reference = z
  .union([idOrZeroField(referenceWords), key], { error: referenceWords })
  .describe(`${successor} Its id, or its key if it is new; 0: the scene is left.`);

const conditionText = z.string().describe('The condition; empty: always.'); // its parser checks the length
export const branchFields = {
  name: withinBytes(limits.nlu.nameBytes).describe('Its name.'),
  condition: conditionText,
  next: idOrNone(successor),
  nextSceneId: idOrNone(toScene),
};
const branchDefaults = {
  name: branchFields.name.default(''),
  condition: conditionText.default(''),
  nextSceneId: branchFields.nextSceneId.default(0),
};
export const BranchDraft = z
  .strictObject({ ...branchDefaults, next: branchFields.next.default(0) })
  .meta(named('NluBranchDraft', 'A branch that is about to be made.'));
export type BranchDraft = z.output<typeof BranchDraft>;

const questionIds = z
  .array(idField('A task question.'))
  .max(limits.nlu.questionsPerNode)
  .describe('ENTRY and UNDERSTAND: the task questions that it understands.');
const nodeType = z.enum(['ENTRY', 'UNDERSTAND', 'DISPATCH', 'PROCESS', 'RESPONSE']).describe('The kind of node.');
export const nodeFields = {
  name: nameText.describe('Its name.'),
  conditional: z.boolean().describe('ENTRY: it is entered by its task questions, which an unconditional one lacks.'),
  taskQuestionIds: questionIds,
  next: idOrNone(successor),
};
const oneOfBranches = 'DISPATCH: the first branch whose condition holds is taken.';
const nodeShape = {
  name: nodeFields.name,
  type: nodeType,
  conditional: nodeFields.conditional.optional(),
  taskQuestionIds: questionIds.optional(),
};
export const NodeDraft = z
  .strictObject({
    ...nodeShape,
    branches: z.array(BranchDraft).max(limits.nlu.branchesPerNode).optional().describe(oneOfBranches),
    processor: ProcessorDraft.optional().describe('PROCESS: the processor.'),
    response: ResponseDraft.optional().describe('RESPONSE: the reply.'),
    next: nodeFields.next.optional(),
  })
  .meta(named('NluNodeDraft', 'A node that is about to be made.'));
export type NodeDraft = z.output<typeof NodeDraft>;

/** A branch. An existing one may be sent in the form of its view. */
const GraphBranch = z
  .strictObject({
    id: idField('The id of a branch that there is; without it the branch is new.').optional(),
    ...branchDefaults,
    next: reference.default(0),
  })
  .meta(named('NluGraphBranch', 'A branch in a graph that is about to be saved.'));
export type GraphBranch = z.output<typeof GraphBranch>;
const GraphNode = z
  .strictObject({
    id: idField('The id of a node that there is; it keeps its id and its type.').optional(),
    key: key.optional().describe('A name by which other nodes of this body lead to a new node.'),
    ...nodeShape,
    branches: z.array(GraphBranch).max(limits.nlu.branchesPerNode).optional().describe(oneOfBranches),
    processor: z
      .looseObject({})
      .optional()
      .describe('PROCESS: a new processor (type, content), or the one that the node has, as the view shows it.'),
    response: z
      .looseObject({})
      .optional()
      .describe('RESPONSE: a new reply (answers, returnType), or the one that the node has, as the view shows it.'),
    next: reference.optional(),
  })
  .meta(named('NluGraphNode', 'A node in a graph that is about to be saved.'));
export type GraphNode = z.output<typeof GraphNode>;
export const GraphDraft = z
  .strictObject({
    nodes: z
      .array(GraphNode)
      .max(limits.nlu.nodesPerScene)
      .describe('All nodes of the scene: nodes that it has and that are not among them are removed.'),
  })
  .meta(named('NluGraphDraft', 'The whole graph of a scene.'));
export type GraphDraft = z.output<typeof GraphDraft>;

export const BranchView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    condition: z.string().describe('The condition; empty: always.'),
    next: z.int().describe('The node that follows; 0: none.'),
    nextSceneId: z.int().describe('The other scene whose unconditional entry follows; 0: none.'),
  })
  .meta(named('NluBranch', 'A branch of a DISPATCH node. With neither successor the scene is left.'));
export type BranchView = z.output<typeof BranchView>;
export const NodeView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    name: z.string().describe('Its name.'),
    type: nodeType,
    conditional: nodeFields.conditional.optional(),
    taskQuestionIds: z.array(z.int()).optional().describe('ENTRY and UNDERSTAND: what it understands.'),
    branches: z.array(BranchView).optional().describe(oneOfBranches),
    processor: z
      .union([ProcessorView, ItsId])
      .optional()
      .describe('PROCESS: the processor; its id only where detail is false.'),
    response: script('RESPONSE: the reply; ids only where detail is false.'),
    next: z.int().optional().describe('The node that follows; 0: the scene is left. DISPATCH nodes have branches.'),
  })
  .meta(named('NluNode', 'A node of a scene.'));
export type NodeView = z.output<typeof NodeView>;
export const GraphView = z
  .strictObject({ nodes: z.array(NodeView).describe('The nodes.') })
  .meta(named('NluGraph', 'The graph of a scene.'));

export const NodeIds = z
  .strictObject({
    id: z.int().describe('The id of the node.'),
    key: z.string().optional().describe('The key under which a graph named it.'),
    branchIds: z.array(z.int()).optional().describe('The ids of its branches.'),
    processor: ItsId.optional().describe('Its processor.'),
    response: ResponseIds.optional().describe('The ids of its reply.'),
  })
  .meta(named('NluNodeIds', 'The ids of a node.'));
export type NodeIds = z.output<typeof NodeIds>;

export const BranchOrder = z
  .strictObject({
    branches: z.array(idField('A branch.')).max(limits.nlu.branchesPerNode).describe('All branches in the new order.'),
  })
  .meta(named('NluBranchOrder', 'The order in which the conditions of branches are tried.'));
