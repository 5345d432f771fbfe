// The nodes of scenes and their branches, one at a time.
import { limits } from '../../../protocol/limits.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseOtherThan } from '../order.js';
import { refuseFixed } from '../patch.js';
import { branchView, type Graphs, type SceneParts, type StoredNode } from './graphs.js';
import { checkBranch, checkNext, checkShape, invalid } from './rules.js';
import type { BranchDraft, BranchView, NodeDraft, NodeIds, NodeView } from './schemas.js';
import type { BranchRow } from './table.js';

export interface NodeChange {
  readonly name?: string | undefined;
  readonly conditional?: boolean | undefined;
  readonly taskQuestionIds?: readonly number[] | undefined;
  readonly next?: number | undefined;
}
type BranchChange = { readonly [K in keyof BranchDraft]?: BranchDraft[K] | undefined };

export class Nodes {
  readonly #parts: SceneParts;
  readonly #graphs: Graphs;

  constructor(parts: SceneParts, graphs: Graphs) {
    this.#parts = parts;
    this.#graphs = graphs;
  }

  all(tenantId: string, sceneId: number, detail: boolean): NodeView[] {
    const { id } = this.#graphs.scene(tenantId, sceneId);
    return this.#graphs.nodes(id).map((node) => this.#graphs.viewOf(node, detail));
  }

  view(tenantId: string, sceneId: number, id: number, detail: boolean): NodeView {
    return this.#graphs.viewOf(this.#find(tenantId, sceneId, id), detail);
  }

  create(tenantId: string, sceneId: number, draft: NodeDraft): NodeIds {
    const { table } = this.#parts;
    checkShape(draft, '', true);
    const { taskQuestionIds = [], branches = [], next = 0 } = draft;
    return this.#graphs.save(tenantId, sceneId, (nodes) => {
      refuseMore(nodes.length, limits.nlu.nodesPerScene, 'nodes in a scene');
      this.#graphs.checkQuestions(tenantId, taskQuestionIds, 'taskQuestionIds');
      const around = this.#surroundings(tenantId, sceneId, nodes);
      checkNext(next, 'next', around);
      for (const [index, branch] of branches.entries()) checkBranch(branch, `branches[${index}].`, around);
      const id = addNode(this.#parts, tenantId, sceneId, draft, '');
      const made = table.nodes(sceneId).find((row) => row.id === id);
      if (made !== undefined) table.changeNode({ ...made, next_id: next === 0 ? null : next });
      table.putQuestions(id, taskQuestionIds);
      for (const [position, branch] of branches.entries()) table.addBranch(branchRow(id, position, branch));
      return this.#graphs.idsOf(nodeIn(this.#graphs.nodes(sceneId), sceneId, id));
    });
  }

  change(tenantId: string, sceneId: number, id: number, body: NodeChange): void {
    const { table } = this.#parts;
    this.#graphs.save(tenantId, sceneId, (nodes) => {
      const node = nodeIn(nodes, sceneId, id);
      const { row } = node;
      refuseFixed(body, this.#graphs.viewOf(node, true), ['name', 'conditional', 'taskQuestionIds', 'next'], () =>
        this.#graphs.viewOf(node, false),
      );
      const taskQuestionIds = body.taskQuestionIds ?? node.taskQuestionIds;
      const next = body.next ?? row.next_id ?? 0;
      checkShape(
        {
          ...{ type: row.type, next },
          conditional: body.conditional ?? (row.type === 'ENTRY' ? row.conditional === 1 : undefined),
          taskQuestionIds: body.taskQuestionIds ?? (taskQuestionIds.length > 0 ? taskQuestionIds : undefined),
        },
        '',
        false,
      );
      if (body.taskQuestionIds !== undefined) this.#graphs.checkQuestions(tenantId, taskQuestionIds, 'taskQuestionIds');
      checkNext(next, 'next', this.#surroundings(tenantId, sceneId, nodes));
      table.changeNode({
        ...row,
        name: body.name ?? row.name,
        conditional: body.conditional === undefined ? row.conditional : body.conditional ? 1 : 0,
        next_id: next === 0 ? null : next,
      });
      table.putQuestions(id, taskQuestionIds);
    });
  }

  /** Removes a node; links to it then lead nowhere. Returns the ids of the nodes with such links. */
  remove(tenantId: string, sceneId: number, id: number): number[] {
    return this.#graphs.save(tenantId, sceneId, (nodes) => {
      nodeIn(nodes, sceneId, id);
      this.#parts.table.removeNode(id);
      return nodes
        .filter(({ row, branches }) => row.id !== id && [row, ...branches].some(({ next_id }) => next_id === id))
        .map(({ row }) => row.id);
    });
  }

  branches(tenantId: string, sceneId: number, nodeId: number): BranchView[] {
    return this.#find(tenantId, sceneId, nodeId).branches.map(branchView);
  }

  branch(tenantId: string, sceneId: number, nodeId: number, id: number): BranchView {
    return branchView(branchIn(this.#find(tenantId, sceneId, nodeId), id));
  }

  addBranch(tenantId: string, sceneId: number, nodeId: number, draft: BranchDraft): number {
    return this.#graphs.save(tenantId, sceneId, (nodes) => {
      const { row, branches } = nodeIn(nodes, sceneId, nodeId);
      if (row.type !== 'DISPATCH') {
        throw invalid(`node ${nodeId} is ${row.type}: only a DISPATCH node may have several successors`);
      }
      refuseMore(branches.length, limits.nlu.branchesPerNode, 'branches of a node');
      checkBranch(draft, '', this.#surroundings(tenantId, sceneId, nodes));
      return this.#parts.table.addBranch(branchRow(nodeId, (branches.at(-1)?.position ?? -1) + 1, draft));
    });
  }

  changeBranch(tenantId: string, sceneId: number, nodeId: number, id: number, body: BranchChange): void {
    this.#graphs.save(tenantId, sceneId, (nodes) => {
      const row = branchIn(nodeIn(nodes, sceneId, nodeId), id);
      const { id: _, ...view } = branchView(row);
      refuseFixed(body, branchView(row), Object.keys(view));
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const changed = { ...view, ...given };
      checkBranch(changed, '', this.#surroundings(tenantId, sceneId, nodes));
      this.#parts.table.changeBranch({ ...branchRow(nodeId, row.position, changed), id });
    });
  }

  removeBranch(tenantId: string, sceneId: number, nodeId: number, id: number): void {
    this.#graphs.save(tenantId, sceneId, (nodes) => {
      this.#parts.table.removeBranch(branchIn(nodeIn(nodes, sceneId, nodeId), id).id);
    });
  }

  orderBranches(tenantId: string, sceneId: number, nodeId: number, order: readonly number[]): void {
    this.#graphs.save(tenantId, sceneId, (nodes) => {
      const node = nodeIn(nodes, sceneId, nodeId);
      const ids = node.branches.map(({ id }) => id);
      refuseOtherThan(order, ids, 'branches', `branches of node ${nodeId}`);
      for (const [position, id] of order.entries()) {
        this.#parts.table.changeBranch({ ...branchIn(node, id), position });
      }
    });
  }

  #surroundings(tenantId: string, sceneId: number, nodes: readonly StoredNode[]) {
    const rows = nodes.map(({ row }) => row);
    return this.#graphs.surroundings(tenantId, sceneId, rows);
  }

  #find(tenantId: string, sceneId: number, id: number): StoredNode {
    this.#graphs.scene(tenantId, sceneId);
    return nodeIn(this.#graphs.nodes(sceneId), sceneId, id);
  }
}

function nodeIn(nodes: readonly StoredNode[], sceneId: number, id: number): StoredNode {
  const node = nodes.find(({ row }) => row.id === id);
  if (node === undefined) throw noSuch(`node in scene ${sceneId}:`, id);
  return node;
}

function branchIn({ row, branches }: StoredNode, id: number): BranchRow {
  const branch = branches.find((each) => each.id === id);
  if (branch === undefined) throw noSuch(`branch of node ${row.id}:`, id);
  return branch;
}

/** Adds a node and its parts, without links and task questions. `prefix`: its place in the request. */
export function addNode(
  { table, processors, responses }: SceneParts,
  tenantId: string,
  sceneId: number,
  { name, type, conditional = false, processor, response }: NodeDraft,
  prefix: string,
): number {
  return table.addNode({
    ...{ scene_id: sceneId, name, type, conditional: conditional ? 1 : 0 },
    processor_id: processor === undefined ? null : processors.create(tenantId, processor, `${prefix}processor`),
    response_id: response === undefined ? null : responses.create(tenantId, response, `${prefix}response`).id,
  });
}

/** The row of a branch whose links are ids. */
export const branchRow = (nodeId: number, position: number, branch: BranchDraft): Omit<BranchRow, 'id'> => ({
  ...{ node_id: nodeId, position, name: branch.name, condition: branch.condition },
  next_id: branch.next === 0 ? null : branch.next,
  next_scene_id: branch.nextSceneId === 0 ? null : branch.nextSceneId,
});
