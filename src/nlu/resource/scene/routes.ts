// The routes of scenes and of their graphs as a whole.
import { z } from 'zod';
import type { Route } from '../../../http/route.js';
import { Nothing } from '../../../protocol/wire/nothing.js';
import { created, DeletedId, removed, UpdatedId, updated } from '../envelopes.js';
import { Findings, findingsOf } from '../findings.js';
import { idParam, nluBody, nluRoute, optionalNluBody } from '../nlu-route.js';
import { detailQuery } from '../page.js';
import { patchBody } from '../patch.js';
import { CreatedResponse, DeletedResponse, ResponseDraft } from '../response/schemas.js';
import { exampleReply } from '../robot-route.js';
import { nodeRoutes } from './node-routes.js';
import { GraphDraft, GraphView, NodeIds, SceneDraft, SceneIds, SceneView, sceneFields } from './schemas.js';
import type { SceneScript, Scenes } from './service.js';

const scenePatch = patchBody(
  'NluScenePatch',
  'a scene; its replies and nodes have routes of their own',
  z.object(sceneFields).partial().shape,
  SceneView.shape,
);
const sceneId = idParam('The scene.');
const detail = detailQuery('ids of replies only');
const ofScene = { sceneId: '{scene}' };

export function sceneRoutes(scenes: Scenes): Route[] {
  return [
    nluRoute({
      id: 'nlu.scenes.list',
      method: 'GET',
      path: '/scenes',
      summary: 'List the scenes of the tenant, without their nodes',
      query: z.object({ detail }),
      reply: z.strictObject({ scenes: z.array(SceneView).describe('The scenes.') }),
      example: { query: { detail: 'false' } },
      invalid: { query: { detail: 'some' } },
      handle: ({ tenantId, query }) => ({ scenes: scenes.all(tenantId, query.detail) }),
    }),
    nluRoute({
      id: 'nlu.scenes.create',
      method: 'POST',
      path: '/scenes',
      summary: 'Create a scene without nodes',
      body: nluBody(SceneDraft),
      storage: 'grows',
      reply: z.strictObject({ created: SceneIds.describe('The ids of what was made.') }),
      errors: ['TOO_MANY_RESOURCES'],
      example: { body: { name: '{unique}', retryResponse: exampleReply('请再说一遍。') } },
      invalid: { body: { name: '{unique}', retryMaxTimes: 6 } },
      handle: ({ tenantId, body }) => created(scenes.create(tenantId, body)),
    }),
    nluRoute({
      id: 'nlu.scenes.view',
      method: 'GET',
      path: '/scenes/:sceneId',
      summary: 'View a scene without its nodes',
      params: { sceneId },
      query: z.object({ detail }),
      reply: SceneView,
      example: { params: ofScene },
      invalid: { params: { sceneId: 'first' } },
      handle: ({ tenantId, params, query }) => scenes.view(tenantId, params.sceneId, query.detail),
    }),
    nluRoute({
      id: 'nlu.scenes.change',
      method: 'PATCH',
      path: '/scenes/:sceneId',
      summary: 'Change a scene',
      params: { sceneId },
      body: scenePatch,
      storage: 'grows',
      reply: UpdatedId,
      example: { params: ofScene, body: { retryMaxTimes: 2 } },
      invalid: { params: ofScene, body: { retryMaxTimes: -1 } },
      handle: ({ tenantId, params, body }) => {
        scenes.change(tenantId, params.sceneId, body);
        return updated(params.sceneId);
      },
    }),
    nluRoute({
      id: 'nlu.scenes.remove',
      method: 'DELETE',
      path: '/scenes/:sceneId',
      summary: 'Delete a scene that no skill, branch or opening names',
      params: { sceneId },
      storage: 'frees',
      reply: DeletedId,
      errors: ['IN_USE'],
      example: { params: ofScene },
      invalid: { params: { sceneId: '0' } },
      handle: ({ tenantId, params }) => {
        scenes.remove(tenantId, params.sceneId);
        return removed({ id: params.sceneId });
      },
    }),
    nluRoute({
      id: 'nlu.scenes.graph.view',
      method: 'GET',
      path: '/scenes/:sceneId/graph',
      summary: 'View the nodes of a scene and where they lead',
      params: { sceneId },
      query: z.object({ detail: detailQuery('ids of processors and replies only') }),
      reply: GraphView,
      example: { params: ofScene },
      invalid: { params: { sceneId: 'first' } },
      handle: ({ tenantId, params, query }) => ({
        nodes: scenes.nodes.all(tenantId, params.sceneId, query.detail),
      }),
    }),
    nluRoute({
      id: 'nlu.scenes.graph.replace',
      method: 'POST',
      path: '/scenes/:sceneId/graph',
      summary: 'Replace the graph of a scene as a whole',
      params: { sceneId },
      body: nluBody(GraphDraft),
      storage: 'grows',
      reply: UpdatedId.extend({ nodes: z.array(NodeIds).describe('The ids of the nodes, as the body lists them.') }),
      errors: ['CONFLICT', 'IN_USE', 'NOT_SUPPORTED'],
      example: {
        params: ofScene,
        body: {
          nodes: [
            { key: 'start', type: 'ENTRY', name: 'start', next: 'ask' },
            { key: 'ask', type: 'RESPONSE', name: 'ask', response: exampleReply('您要订几张票？') },
          ],
        },
      },
      invalid: {
        params: ofScene,
        body: { nodes: [{ key: 'start', type: 'ENTRY', name: 'start', next: 'start' }] },
      },
      handle: ({ tenantId, params, body }) => {
        const nodes = scenes.replaceGraph(tenantId, params.sceneId, body);
        return { ...updated(params.sceneId), nodes };
      },
    }),
    nluRoute({
      id: 'nlu.scenes.check',
      method: 'POST',
      path: '/scenes/:sceneId/check',
      summary: 'Check a scene for probable mistakes',
      params: { sceneId },
      body: optionalNluBody(Nothing),
      reply: Findings,
      example: { params: ofScene },
      invalid: { params: { sceneId: 'first' } },
      handle: ({ tenantId, params }) => findingsOf(scenes.check(tenantId, params.sceneId)),
    }),
    ...scriptRoutes(scenes, 'retryResponse', '/retry_response', 'retryScene'),
    ...scriptRoutes(scenes, 'failedResponse', '/failed_response', 'failedScene'),
    ...nodeRoutes(scenes.nodes),
  ];
}

/** `fixture`: a scene that has the reply. */
function scriptRoutes(scenes: Scenes, script: SceneScript, path: string, fixture: string): Route[] {
  const without = { sceneId: '{bareScene}' };
  return [
    nluRoute({
      id: `nlu.scenes.${script}.create`,
      method: 'POST',
      path: `/scenes/:sceneId${path}`,
      summary: `Give a scene a ${script}`,
      params: { sceneId },
      body: nluBody(ResponseDraft),
      storage: 'grows',
      reply: CreatedResponse,
      errors: ['CONFLICT'],
      example: { params: without, body: exampleReply('请再说一遍。') },
      invalid: { params: without, body: { answers: [] } },
      handle: ({ tenantId, params, body }) => created(scenes.addScript(tenantId, params.sceneId, script, body)),
    }),
    nluRoute({
      id: `nlu.scenes.${script}.remove`,
      method: 'DELETE',
      path: `/scenes/:sceneId${path}`,
      summary: `Take the ${script} from a scene`,
      params: { sceneId },
      storage: 'frees',
      reply: DeletedResponse,
      example: { params: { sceneId: `{${fixture}}` } },
      invalid: { params: { sceneId: 'first' } },
      handle: ({ tenantId, params }) => removed(scenes.removeScript(tenantId, params.sceneId, script)),
    }),
  ];
}
