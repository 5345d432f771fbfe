// The routes of the nodes of scenes and of their branches.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { CreatedId, created, DeletedId, removed, removedSchema, UpdatedId, updated } from '../envelopes.js';
import { idParam, nluBody, nluRoute } from '../nlu-route.js';
import { detailQuery } from '../page.js';
import { patchBody } from '../patch.js';
import { exampleReply } from '../robot-route.js';
import type { Nodes } from './nodes.js';
import {
  BranchDraft,
  BranchOrder,
  BranchView,
  branchFields,
  GraphView,
  NodeDraft,
  NodeIds,
  NodeView,
  nodeFields,
} from './schemas.js';

const nodePatch = patchBody(
  'NluNodePatch',
  'a node; its branches, processor and reply have routes of their own',
  z.object(nodeFields).partial().shape,
  NodeView.shape,
);
const branchPatch = patchBody('NluBranchPatch', 'a branch', z.object(branchFields).partial().shape, BranchView.shape);
const NodeRemoved = removedSchema(
  z
    .strictObject({
      id: z.int().describe('Its id.'),
      affectedNodeIds: z
        .array(z.int())
        .describe('The nodes that led to it, directly or by a branch, and now lead to nothing.'),
    })
    .meta({ id: 'NluNodeDetached', description: 'The removed resource, and the nodes to check.' }),
).meta({ id: 'NluNodeDeleted', description: 'A node that was removed, and the nodes to check.' });

const sceneId = idParam('The scene.');
const nodeId = idParam('The node.');
const branchId = idParam('The branch.');
const detail = detailQuery('ids of processors and replies only');
const ofScene = { sceneId: '{scene}' };
const ofNode = { ...ofScene, nodeId: '{node}' };
const ofDispatch = { ...ofScene, nodeId: '{dispatch}' };
const ofBranch = { ...ofDispatch, branchId: '{branch}' };

export const nodeRoutes = (nodes: Nodes): Route[] => [...oneNodeRoutes(nodes), ...branchRoutes(nodes)];

function oneNodeRoutes(nodes: Nodes): Route[] {
  return [
    nluRoute({
      id: 'nlu.nodes.list',
      method: 'GET',
      path: '/scenes/:sceneId/nodes',
      summary: 'List the nodes of a scene',
      params: { sceneId },
      query: z.object({ detail }),
      reply: GraphView,
      example: { params: ofScene },
      invalid: { params: { sceneId: 'first' } },
      handle: ({ tenantId, params, query }) => ({ nodes: nodes.all(tenantId, params.sceneId, query.detail) }),
    }),
    nluRoute({
      id: 'nlu.nodes.create',
      method: 'POST',
      path: '/scenes/:sceneId/nodes',
      summary: 'Add a node to a scene',
      params: { sceneId },
      body: nluBody(NodeDraft),
      storage: 'grows',
      reply: z.strictObject({ created: NodeIds.describe('The ids of what was made.') }),
      errors: ['CONFLICT', 'NOT_SUPPORTED', 'TOO_MANY_RESOURCES'],
      example: {
        params: ofScene,
        body: { type: 'RESPONSE', name: 'goodbye', response: exampleReply('再见。') },
      },
      invalid: { params: ofScene, body: { type: 'RESPONSE', name: 'goodbye' } },
      handle: ({ tenantId, params, body }) => created(nodes.create(tenantId, params.sceneId, body)),
    }),
    nluRoute({
      id: 'nlu.nodes.view',
      method: 'GET',
      path: '/scenes/:sceneId/nodes/:nodeId',
      summary: 'View a node',
      params: { sceneId, nodeId },
      query: z.object({ detail }),
      reply: NodeView,
      example: { params: ofNode },
      invalid: { params: { ...ofScene, nodeId: 'first' } },
      handle: ({ tenantId, params, query }) => nodes.view(tenantId, params.sceneId, params.nodeId, query.detail),
    }),
    nluRoute({
      id: 'nlu.nodes.change',
      method: 'PATCH',
      path: '/scenes/:sceneId/nodes/:nodeId',
      summary: 'Change a node and the node that follows it',
      params: { sceneId, nodeId },
      body: nodePatch,
      storage: 'grows',
      reply: UpdatedId,
      errors: ['CONFLICT', 'IN_USE'],
      example: { params: ofNode, body: { name: 'farewell', next: 0 } },
      invalid: { params: ofNode, body: { next: 999_999_999 } },
      handle: ({ tenantId, params, body }) => {
        nodes.change(tenantId, params.sceneId, params.nodeId, body);
        return updated(params.nodeId);
      },
    }),
    nluRoute({
      id: 'nlu.nodes.remove',
      method: 'DELETE',
      path: '/scenes/:sceneId/nodes/:nodeId',
      summary: 'Delete a node; what led to it leads nowhere from then on',
      params: { sceneId, nodeId },
      storage: 'frees',
      reply: NodeRemoved,
      errors: ['IN_USE'],
      example: { params: ofNode },
      invalid: { params: { ...ofScene, nodeId: '0' } },
      handle: ({ tenantId, params }) => {
        const affectedNodeIds = nodes.remove(tenantId, params.sceneId, params.nodeId);
        return removed({ id: params.nodeId, affectedNodeIds });
      },
    }),
  ];
}

function branchRoutes(nodes: Nodes): Route[] {
  return [
    nluRoute({
      id: 'nlu.branches.list',
      method: 'GET',
      path: '/scenes/:sceneId/nodes/:nodeId/branches',
      summary: 'List the branches of a node, in the order in which they are tried',
      params: { sceneId, nodeId },
      reply: z.strictObject({ branches: z.array(BranchView).describe('The branches.') }),
      example: { params: ofDispatch },
      invalid: { params: { ...ofScene, nodeId: 'first' } },
      handle: ({ tenantId, params }) => ({ branches: nodes.branches(tenantId, params.sceneId, params.nodeId) }),
    }),
    nluRoute({
      id: 'nlu.branches.create',
      method: 'POST',
      path: '/scenes/:sceneId/nodes/:nodeId/branches',
      summary: 'Add a branch to a DISPATCH node, behind those that it has',
      params: { sceneId, nodeId },
      body: nluBody(BranchDraft),
      storage: 'grows',
      reply: CreatedId,
      errors: ['TOO_MANY_RESOURCES'],
      example: { params: ofDispatch, body: { name: 'vip', condition: 'user.level > 2' } },
      invalid: { params: ofDispatch, body: { name: 'vip', condition: 'user.level >' } },
      handle: ({ tenantId, params, body }) =>
        created({ id: nodes.addBranch(tenantId, params.sceneId, params.nodeId, body) }),
    }),
    nluRoute({
      id: 'nlu.branches.view',
      method: 'GET',
      path: '/scenes/:sceneId/nodes/:nodeId/branches/:branchId',
      summary: 'View a branch',
      params: { sceneId, nodeId, branchId },
      reply: BranchView,
      example: { params: ofBranch },
      invalid: { params: { ...ofDispatch, branchId: 'first' } },
      handle: ({ tenantId, params }) => nodes.branch(tenantId, params.sceneId, params.nodeId, params.branchId),
    }),
    nluRoute({
      id: 'nlu.branches.change',
      method: 'PATCH',
      path: '/scenes/:sceneId/nodes/:nodeId/branches/:branchId',
      summary: 'Change a branch',
      params: { sceneId, nodeId, branchId },
      body: branchPatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofBranch, body: { condition: '' } },
      invalid: { params: ofBranch, body: { nextSceneId: 999_999_999 } },
      handle: ({ tenantId, params, body }) => {
        nodes.changeBranch(tenantId, params.sceneId, params.nodeId, params.branchId, body);
        return updated(params.branchId);
      },
    }),
    nluRoute({
      id: 'nlu.branches.remove',
      method: 'DELETE',
      path: '/scenes/:sceneId/nodes/:nodeId/branches/:branchId',
      summary: 'Delete a branch',
      params: { sceneId, nodeId, branchId },
      storage: 'frees',
      reply: DeletedId,
      example: { params: ofBranch },
      invalid: { params: { ...ofDispatch, branchId: '0' } },
      handle: ({ tenantId, params }) => {
        nodes.removeBranch(tenantId, params.sceneId, params.nodeId, params.branchId);
        return removed({ id: params.branchId });
      },
    }),
    nluRoute({
      id: 'nlu.branches.order',
      method: 'PATCH',
      path: '/scenes/:sceneId/nodes/:nodeId/branch_order',
      summary: 'Set the order in which the branches of a node are tried',
      params: { sceneId, nodeId },
      body: nluBody(BranchOrder),
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofDispatch, body: { branches: [] } },
      invalid: { params: ofDispatch, body: { branches: [999_999_999] } },
      handle: ({ tenantId, params, body }) => {
        nodes.orderBranches(tenantId, params.sceneId, params.nodeId, body.branches);
        return updated(params.nodeId);
      },
    }),
  ];
}
