// The stored graphs of scenes: reading them, showing them, and the frame of every change.
import { ServiceError } from '../../../protocol/errors.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import type { Processors } from '../processor/service.js';
import type { References } from '../references.js';
import type { Responses } from '../response/service.js';
import { invalid, type Surroundings } from './rules.js';
import type { BranchView, NodeIds, NodeView } from './schemas.js';
import type { BranchRow, NodeRow, NodeType, SceneRow, SceneTable } from './table.js';

export interface SceneParts {
  readonly table: SceneTable;
  readonly references: References;
  readonly changes: Changes;
  readonly responses: Responses;
  readonly processors: Processors;
  readonly hasTaskQuestion: (tenantId: string, id: number) => boolean;
}

export interface StoredNode {
  readonly row: NodeRow;
  readonly taskQuestionIds: readonly number[];
  readonly branches: readonly BranchRow[];
}

export class Graphs {
  readonly #parts: SceneParts;

  constructor(parts: SceneParts) {
    this.#parts = parts;
  }

  scene(tenantId: string, id: number): SceneRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('scene', id);
    return row;
  }

  nodes(sceneId: number): StoredNode[] {
    const { table } = this.#parts;
    const questions = grouped(table.questions(sceneId));
    const branches = grouped(table.branches(sceneId));
    return table.nodes(sceneId).map((row) => ({
      row,
      taskQuestionIds: (questions.get(row.id) ?? []).map(({ task_question_id }) => task_question_id),
      branches: branches.get(row.id) ?? [],
    }));
  }

  /** Changes a scene's graph. It is saved as a whole, with its references, if it keeps the rules about entries. */
  save<T>(tenantId: string, sceneId: number, change: (nodes: readonly StoredNode[]) => T): T {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      this.scene(tenantId, sceneId);
      const hadEntry = table.unconditional(sceneId) !== undefined;
      const value = change(this.nodes(sceneId));
      this.#settle(sceneId, hadEntry);
      return value;
    });
  }

  /** Returns true if the scene has an unconditional entry; undefined if there is no such scene. */
  entryOf(tenantId: string, id: number): boolean | undefined {
    const { table } = this.#parts;
    return table.find(tenantId, id) === undefined ? undefined : table.unconditional(id) !== undefined;
  }

  surroundings(tenantId: string, sceneId: number, nodes: readonly { id: number; type: NodeType }[]): Surroundings {
    const types = new Map(nodes.map(({ id, type }) => [id, type]));
    return { sceneId, types, entryOf: (id) => this.entryOf(tenantId, id) };
  }

  /** Refuses unknown task questions. `where`: the list in the request. */
  checkQuestions(tenantId: string, ids: readonly number[], where: string): void {
    for (const [index, id] of ids.entries()) {
      if (!this.#parts.hasTaskQuestion(tenantId, id))
        throw invalid(`${where}[${index}]: there is no task question ${id}`);
      if (ids.indexOf(id) === index) continue;
      throw new ServiceError('CONFLICT', `${where}[${index}]: task question ${id} is already in the list`);
    }
  }

  viewOf({ row, taskQuestionIds, branches }: StoredNode, detail: boolean): NodeView {
    const { processors, responses } = this.#parts;
    const { id, name, type, processor_id, response_id, next_id } = row;
    return {
      ...{ id, name, type },
      ...(type === 'ENTRY' && { conditional: row.conditional === 1 }),
      ...((type === 'ENTRY' || type === 'UNDERSTAND') && { taskQuestionIds: [...taskQuestionIds] }),
      ...(type === 'DISPATCH' && { branches: branches.map(branchView) }),
      ...(processor_id !== null && { processor: detail ? processors.viewOf(processor_id) : { id: processor_id } }),
      ...(response_id !== null && { response: detail ? responses.viewOf(response_id) : responses.ids(response_id) }),
      ...(type !== 'DISPATCH' && { next: next_id ?? 0 }),
    };
  }

  idsOf({ row, branches }: StoredNode): NodeIds {
    const { id, type, processor_id, response_id } = row;
    return {
      id,
      ...(type === 'DISPATCH' && { branchIds: branches.map((branch) => branch.id) }),
      ...(processor_id !== null && { processor: { id: processor_id } }),
      ...(response_id !== null && { response: this.#parts.responses.ids(response_id) }),
    };
  }

  #settle(sceneId: number, hadEntry: boolean): void {
    const { references } = this.#parts;
    const nodes = this.nodes(sceneId);
    const [entry, second] = nodes.filter(({ row }) => row.type === 'ENTRY' && row.conditional === 0);
    if (entry !== undefined && second !== undefined) {
      const why = `node ${entry.row.id} is already the unconditional entry of scene ${sceneId}; a scene has at most one`;
      throw new ServiceError('CONFLICT', `conditional: ${why}`);
    }
    const leading = references.to('scene', sceneId).find(({ kind }) => kind === 'scene');
    if (hadEntry && entry === undefined && leading !== undefined) {
      const why = `a branch of scene ${leading.id} leads to the unconditional entry of scene ${sceneId}`;
      throw new ServiceError('IN_USE', `${why}; change that branch first`);
    }
    const scene = { kind: 'scene', id: sceneId } as const;
    const branches = nodes.flatMap((node) => node.branches);
    references.set(
      scene,
      'taskQuestion',
      nodes.flatMap(({ taskQuestionIds }) => taskQuestionIds),
    );
    references.set(
      scene,
      'scene',
      branches.flatMap(({ next_scene_id }) => next_scene_id ?? []),
    );
  }
}

export const branchView = ({ id, name, condition, next_id, next_scene_id }: BranchRow): BranchView => ({
  ...{ id, name, condition, next: next_id ?? 0, nextSceneId: next_scene_id ?? 0 },
});

function grouped<T extends { readonly node_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.node_id);
    if (group === undefined) groups.set(row.node_id, [row]);
    else group.push(row);
  }
  return groups;
}
