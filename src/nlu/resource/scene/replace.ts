// Replaces the graph of a scene as a whole. New nodes are named by keys of the body, existing ones by their ids.
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../../protocol/errors.js';
import { validate } from '../../../protocol/wire/issues.js';
import { ProcessorDraft } from '../processor/schemas.js';
import { ResponseDraft } from '../response/schemas.js';
import type { Graphs, SceneParts, StoredNode } from './graphs.js';
import { addNode, branchRow } from './nodes.js';
import { checkBranch, checkNext, checkShape, invalid, type Surroundings } from './rules.js';
import type { GraphBranch, GraphDraft, GraphNode, NodeIds } from './schemas.js';
import type { BranchRow, NodeRow } from './table.js';

export function replaceGraph(
  parts: SceneParts,
  graphs: Graphs,
  tenantId: string,
  sceneId: number,
  { nodes: drafts }: GraphDraft,
): NodeIds[] {
  const { table } = parts;
  checkAlone(drafts);
  return graphs.save(tenantId, sceneId, (before) => {
    const known = new Map(before.map((node) => [node.row.id, node]));
    const olds = drafts.map((draft, index) => oldOf(draft, index, known, sceneId));
    for (const { row } of before.filter((node) => !olds.includes(node))) table.removeNode(row.id);

    const ids = drafts.map((draft, index) => {
      const prefix = `nodes[${index}].`;
      graphs.checkQuestions(tenantId, draft.taskQuestionIds ?? [], `${prefix}taskQuestionIds`);
      return olds[index]?.row.id ?? addNode(parts, tenantId, sceneId, newParts(draft, prefix), prefix);
    });
    const byKey = new Map(drafts.map(({ key }, index) => [key, ids[index] as number]));
    const rows = new Map(table.nodes(sceneId).map((row) => [row.id, row]));
    const around = graphs.surroundings(tenantId, sceneId, [...rows.values()]);
    for (const [index, draft] of drafts.entries()) {
      const row = rows.get(ids[index] as number) as NodeRow;
      const node = { draft, row, old: olds[index], prefix: `nodes[${index}].` };
      put(parts, tenantId, node, byKey, around);
    }
    const after = new Map(graphs.nodes(sceneId).map((node) => [node.row.id, node]));
    return drafts.map(({ key }, index) => ({
      ...graphs.idsOf(after.get(ids[index] as number) as StoredNode),
      ...(key !== undefined && { key }),
    }));
  });
}

/** Checks of the body that do not need the scene. */
function checkAlone(drafts: readonly GraphNode[]): void {
  const places = new Map<string | number, string>();
  for (const [index, draft] of drafts.entries()) {
    const prefix = `nodes[${index}].`;
    checkShape(draft, prefix, draft.id === undefined);
    const isEntry = draft.type === 'ENTRY' && draft.conditional !== true;
    refuseRepeated(places, draft.id, `${prefix}id`);
    refuseRepeated(places, draft.key, `${prefix}key`);
    refuseRepeated(places, isEntry ? 'the unconditional entry' : undefined, `${prefix}conditional`);
    for (const [at, branch] of (draft.branches ?? []).entries()) {
      refuseRepeated(
        places,
        branch.id === undefined ? undefined : `branch ${branch.id}`,
        `${prefix}branches[${at}].id`,
      );
    }
  }
}

function refuseRepeated(places: Map<string | number, string>, name: string | number | undefined, place: string): void {
  if (name === undefined) return;
  const before = places.get(name);
  if (before !== undefined) throw new ServiceError('CONFLICT', `${place}: ${name} is already used at ${before}`);
  places.set(name, place);
}

/** The node that a draft keeps; undefined for a new node. */
function oldOf(
  { id, type }: GraphNode,
  index: number,
  known: ReadonlyMap<number, StoredNode>,
  sceneId: number,
): StoredNode | undefined {
  if (id === undefined) return undefined;
  const old = known.get(id);
  if (old === undefined) {
    throw invalid(
      `nodes[${index}].id: there is no node ${id} in scene ${sceneId}; give a new node a key or leave both out`,
    );
  }
  if (old.row.type === type) return old;
  throw invalid(`nodes[${index}].type: node ${id} is ${old.row.type}, and its type cannot be changed`);
}

const newParts = ({ name, type, conditional, processor, response }: GraphNode, prefix: string) => ({
  ...{ name, type, conditional },
  processor: processor && validate(ProcessorDraft, processor, `${prefix}processor`),
  response: response && validate(ResponseDraft, response, `${prefix}response`),
});

interface Placed {
  readonly draft: GraphNode;
  readonly row: NodeRow;
  readonly old: StoredNode | undefined;
  readonly prefix: string;
}

function put(
  parts: SceneParts,
  tenantId: string,
  { draft, row, old, prefix }: Placed,
  byKey: ReadonlyMap<string | undefined, number>,
  around: Surroundings,
): void {
  const { table } = parts;
  const resolved = (to: number | string, where: string): number => {
    const found = typeof to === 'number' ? to : byKey.get(to);
    if (found === undefined) throw invalid(`${where}: no node in this body has the key ${to}`);
    checkNext(found, where, around);
    return found;
  };
  const { name, conditional = false, taskQuestionIds = [], branches = [] } = draft;
  const next = resolved(draft.next ?? 0, `${prefix}next`);
  const kept = old === undefined ? row : { ...row, ...replacedParts(parts, tenantId, draft, old, prefix) };
  table.changeNode({ ...kept, name, conditional: conditional ? 1 : 0, next_id: next === 0 ? null : next });
  if (kept.processor_id !== row.processor_id && row.processor_id !== null) parts.processors.remove(row.processor_id);
  if (kept.response_id !== row.response_id && row.response_id !== null) parts.responses.remove(row.response_id);
  table.putQuestions(row.id, taskQuestionIds);
  const drafts = branches.map((branch, at) => {
    const place = `${prefix}branches[${at}].`;
    const linked = { ...branch, next: resolved(branch.next, `${place}next`) };
    checkBranch(linked, place, around);
    return linked;
  });
  putBranches(parts, row.id, old?.branches ?? [], drafts, prefix);
}

function putBranches(
  { table }: SceneParts,
  nodeId: number,
  old: readonly BranchRow[],
  drafts: readonly (GraphBranch & { readonly next: number })[],
  prefix: string,
): void {
  for (const { id } of old) if (!drafts.some((draft) => draft.id === id)) table.removeBranch(id);
  for (const [position, draft] of drafts.entries()) {
    const row = branchRow(nodeId, position, draft);
    if (draft.id === undefined) table.addBranch(row);
    else if (old.some(({ id }) => id === draft.id)) table.changeBranch({ ...row, id: draft.id });
    else throw invalid(`${prefix}branches[${position}].id: node ${nodeId} has no branch ${draft.id}`);
  }
}

/** The processor and the reply of a node. One that comes with an id must be the node's own; one without replaces it. */
function replacedParts(parts: SceneParts, tenantId: string, draft: GraphNode, { row }: StoredNode, prefix: string) {
  const { processor, response } = draft;
  const { processors, responses } = parts;
  const changed: { processor_id?: number; response_id?: number } = {};
  if (
    processor !== undefined &&
    !isKept(processor, () => processors.viewOf(row.processor_id ?? 0), `${prefix}processor`)
  ) {
    const made = validate(ProcessorDraft, processor, `${prefix}processor`);
    changed.processor_id = processors.create(tenantId, made, `${prefix}processor`);
  }
  if (response !== undefined && !isKept(response, () => responses.viewOf(row.response_id ?? 0), `${prefix}response`)) {
    const made = validate(ResponseDraft, response, `${prefix}response`);
    changed.response_id = responses.create(tenantId, made, `${prefix}response`).id;
  }
  return changed;
}

function isKept(given: object, view: () => object, where: string): boolean {
  if (!('id' in given)) return false;
  if (isDeepStrictEqual(given, view())) return true;
  throw invalid(
    `${where}: differs from the one that the node has; change the existing one by its id, or leave the id out`,
  );
}
