// Scenes (specification 3, section 2.3): graphs of nodes through which a dialog moves.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import type { Finding } from '../findings.js';
import { refuseFixed } from '../patch.js';
import type { ResponseDraft, ResponseIds } from '../response/schemas.js';
import { type CheckedNode, sceneFindings } from './check.js';
import { Graphs, type SceneParts, type StoredNode } from './graphs.js';
import { Nodes } from './nodes.js';
import { replaceGraph } from './replace.js';
import type { GraphDraft, NodeIds, SceneDraft, SceneIds, SceneView } from './schemas.js';
import type { SceneRow } from './table.js';

/** Optional replies of a scene, and the columns that name them. */
const scriptColumns = { retryResponse: 'retry_response_id', failedResponse: 'failed_response_id' } as const;
export type SceneScript = keyof typeof scriptColumns;

const changeable = ['name', 'description', 'retryMaxTimes', 'repeatWhenRetry'] as const;
type SceneChange = { readonly [K in (typeof changeable)[number]]?: SceneDraft[K] | undefined };

export class Scenes {
  readonly #parts: SceneParts;
  readonly #graphs: Graphs;
  readonly nodes: Nodes;

  constructor(parts: SceneParts) {
    this.#parts = parts;
    this.#graphs = new Graphs(parts);
    this.nodes = new Nodes(parts, this.#graphs);
  }

  all(tenantId: string, detail: boolean): SceneView[] {
    return this.#parts.table.all(tenantId).map((row) => this.#viewOf(row, detail));
  }

  view(tenantId: string, id: number, detail: boolean): SceneView {
    return this.#viewOf(this.#graphs.scene(tenantId, id), detail);
  }

  exists(tenantId: string, id: number): boolean {
    return this.#parts.table.find(tenantId, id) !== undefined;
  }

  /** Returns true if the scene has an unconditional entry; undefined if there is no such scene. */
  entryOf(tenantId: string, id: number): boolean | undefined {
    return this.#graphs.entryOf(tenantId, id);
  }

  create(tenantId: string, draft: SceneDraft): SceneIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      refuseMore(table.count(tenantId), limits.nlu.perTenant.scenes, 'scenes in a tenant');
      const { retryResponse, failedResponse } = draft;
      const retry = retryResponse && responses.create(tenantId, retryResponse, 'retryResponse');
      const failed = failedResponse && responses.create(tenantId, failedResponse, 'failedResponse');
      const id = table.add({
        ...{ tenant_id: tenantId, name: draft.name, description: draft.description },
        ...{ retry_max_times: draft.retryMaxTimes, repeat_when_retry: draft.repeatWhenRetry ? 1 : 0 },
        ...{ retry_response_id: retry?.id ?? null, failed_response_id: failed?.id ?? null },
      });
      return { id, ...(retry && { retryResponse: retry }), ...(failed && { failedResponse: failed }) };
    });
  }

  change(tenantId: string, id: number, body: SceneChange): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#graphs.scene(tenantId, id);
      refuseFixed(body, this.#viewOf(row, true), changeable, () => this.#viewOf(row, false));
      const { name = row.name, description = row.description, retryMaxTimes = row.retry_max_times } = body;
      const { repeatWhenRetry = row.repeat_when_retry === 1 } = body;
      const repeat_when_retry = repeatWhenRetry ? 1 : 0;
      table.change({ ...row, name, description, retry_max_times: retryMaxTimes, repeat_when_retry });
    });
  }

  remove(tenantId: string, id: number): void {
    const { table, changes, references } = this.#parts;
    changes.save(tenantId, () => {
      this.#graphs.scene(tenantId, id);
      const referrer = references.to('scene', id).find((each) => each.kind !== 'scene' || each.id !== id);
      if (referrer !== undefined) throw new ServiceError('IN_USE', `scene ${id} is used ${namedBy(referrer)}`);
      table.remove(id);
    });
  }

  addScript(tenantId: string, id: number, script: SceneScript, draft: ResponseDraft): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#graphs.scene(tenantId, id);
      if (row[scriptColumns[script]] !== null) {
        throw new ServiceError('CONFLICT', `scene ${id} already has a ${script}; change or delete that one`);
      }
      const ids = responses.create(tenantId, draft);
      table.change({ ...row, [scriptColumns[script]]: ids.id });
      return ids;
    });
  }

  removeScript(tenantId: string, id: number, script: SceneScript): ResponseIds {
    const { table, changes, responses } = this.#parts;
    return changes.save(tenantId, () => {
      const row = this.#graphs.scene(tenantId, id);
      const responseId = row[scriptColumns[script]];
      if (responseId === null) throw noSuch(`${script} of scene`, id);
      table.change({ ...row, [scriptColumns[script]]: null });
      return responses.remove(responseId);
    });
  }

  replaceGraph(tenantId: string, id: number, draft: GraphDraft): NodeIds[] {
    return replaceGraph(this.#parts, this.#graphs, tenantId, id, draft);
  }

  check(tenantId: string, id: number): Finding[] {
    return sceneFindings(id, this.#graphs.nodes(this.#graphs.scene(tenantId, id).id).map(checkedNode));
  }

  #viewOf(row: SceneRow, detail: boolean): SceneView {
    const { table, responses } = this.#parts;
    const shown = (Object.keys(scriptColumns) as SceneScript[]).flatMap((script) => {
      const id = row[scriptColumns[script]];
      return id === null ? [] : [[script, detail ? responses.viewOf(id) : responses.ids(id)] as const];
    });
    return {
      ...{ id: row.id, name: row.name, description: row.description, retryMaxTimes: row.retry_max_times },
      repeatWhenRetry: row.repeat_when_retry === 1,
      ...Object.fromEntries(shown),
      nodeIds: table.nodes(row.id).map(({ id }) => id),
    };
  }
}

const checkedNode = ({ row, taskQuestionIds, branches }: StoredNode): CheckedNode => ({
  ...{ id: row.id, name: row.name, type: row.type, taskQuestionIds, nextId: row.next_id },
  branches: branches.map(({ id, condition, next_id }) => ({ id, condition, nextId: next_id })),
});

function namedBy({ kind, id }: { readonly kind: string; readonly id: number }): string {
  switch (kind) {
    case 'skill':
      return `by skill ${id}; delete the skill or change its sceneId first`;
    case 'scene':
      return `by a branch of scene ${id}; change that branch first`;
    default:
      return 'by the opening of a robot; delete that opening first';
  }
}
