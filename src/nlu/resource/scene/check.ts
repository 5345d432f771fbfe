// Findings about a scene; they do not prevent saving it.
import type { Finding } from '../findings.js';

/** A node as rows and robot packages have it. */
export interface CheckedNode {
  readonly id: number;
  readonly name: string;
  readonly type: 'ENTRY' | 'UNDERSTAND' | 'DISPATCH' | 'PROCESS' | 'RESPONSE';
  readonly taskQuestionIds: readonly number[];
  readonly nextId: number | null;
  readonly branches: readonly { readonly id: number; readonly condition: string; readonly nextId: number | null }[];
}

/** The place of a node in findings. */
export const nodePlace = (sceneId: number, { id, name }: Pick<CheckedNode, 'id' | 'name'>): string =>
  `scene ${sceneId}, node ${id} ${JSON.stringify(name)}`;

export function sceneFindings(sceneId: number, nodes: readonly CheckedNode[]): Finding[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found: Finding[] = [];
  const warn = (code: string, place: string, message: string) =>
    found.push({ severity: 'WARNING', code, place, message });

  const entries = nodes.filter(({ type }) => type === 'ENTRY');
  if (entries.length === 0) {
    const message = 'the scene has no entry, so no dialog can reach it; add an ENTRY node';
    found.push({ severity: 'ERROR', code: 'NO_ENTRY', place: `scene ${sceneId}`, message });
  }
  const reached = reachedFrom(entries, byId);
  for (const node of nodes) {
    const { id, type } = node;
    const place = nodePlace(sceneId, node);
    if (entries.length > 0 && !reached.has(id)) {
      warn('UNREACHABLE_NODE', place, 'no path leads from an entry to this node; connect it or delete it');
    }
    const next = byId.get(node.nextId ?? 0);
    if ((type === 'ENTRY' || type === 'UNDERSTAND') && next?.type === 'UNDERSTAND') {
      const message = `leads directly to an UNDERSTAND node, node ${next.id}: the robot says nothing in between`;
      warn(`UNDERSTAND_AFTER_${type}`, place, message);
    }
    if (type === 'UNDERSTAND' && node.taskQuestionIds.length === 0) {
      warn(
        'UNDERSTAND_WITHOUT_QUESTIONS',
        place,
        'has no task questions, so nothing is ever understood here; add at least one',
      );
    }
    if (type === 'DISPATCH') dispatchFindings(node, place, warn);
  }
  for (const node of endless(nodes, byId)) {
    const message = 'a path leads back to this node without an UNDERSTAND node, so a turn may never end';
    warn('LOOP_WITHOUT_UNDERSTAND', nodePlace(sceneId, node), message);
  }
  return found;
}

function dispatchFindings(
  { branches }: CheckedNode,
  place: string,
  warn: (code: string, place: string, message: string) => void,
): void {
  if (branches.length === 0) {
    warn('DISPATCH_WITHOUT_BRANCHES', place, 'has no branches, so the scene always ends here; add one');
  }
  const always = branches.findIndex(({ condition }) => condition.trim() === '');
  const after = branches[always + 1];
  if (always < 0 || after === undefined) return;
  const message = `branch ${after.id} is never taken: branch ${branches[always]?.id} before it has no condition`;
  warn('BRANCH_NEVER_TAKEN', place, message);
}

const successorsOf = (node: CheckedNode): number[] => [node, ...node.branches].flatMap(({ nextId }) => nextId ?? []);

function reachedFrom(starts: readonly CheckedNode[], byId: ReadonlyMap<number, CheckedNode>): Set<number> {
  const reached = new Set(starts.map(({ id }) => id));
  for (const id of reached) {
    const node = byId.get(id);
    for (const next of node === undefined ? [] : successorsOf(node)) reached.add(next); // visits added nodes too
  }
  return reached;
}

/** One node of every circle that has no UNDERSTAND node. */
function endless(nodes: readonly CheckedNode[], byId: ReadonlyMap<number, CheckedNode>): CheckedNode[] {
  const found = new Set<CheckedNode>();
  const done = new Set<number>();
  for (const start of nodes) {
    // Depth first, without recursion: a chain may be as long as the number of nodes of a scene.
    const path: { readonly id: number; readonly open: number[] }[] = [];
    const onPath = new Set<number>();
    const enter = (id: number) => {
      const node = byId.get(id);
      if (node === undefined || node.type === 'UNDERSTAND' || done.has(id)) return;
      if (onPath.has(id)) {
        found.add(node);
        return;
      }
      onPath.add(id);
      path.push({ id, open: successorsOf(node) });
    };
    enter(start.id);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.open.pop();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      path.pop();
      onPath.delete(top.id);
      done.add(top.id);
    }
  }
  return [...found];
}
