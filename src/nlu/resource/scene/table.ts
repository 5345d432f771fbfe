// The SQL of scenes, their nodes and branches. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export interface SceneRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly retry_max_times: number;
  readonly retry_response_id: number | null;
  readonly failed_response_id: number | null;
  readonly repeat_when_retry: 0 | 1;
}

export type NodeType = 'ENTRY' | 'UNDERSTAND' | 'DISPATCH' | 'PROCESS' | 'RESPONSE';

export interface NodeRow {
  readonly id: number;
  readonly scene_id: number;
  readonly name: string;
  readonly type: NodeType;
  /** 1 only for an ENTRY with task questions */
  readonly conditional: 0 | 1;
  /** null if the dialog leaves the scene */
  readonly next_id: number | null;
  /** set for PROCESS */
  readonly processor_id: number | null;
  /** set for RESPONSE */
  readonly response_id: number | null;
}

export interface BranchRow {
  readonly id: number;
  readonly node_id: number;
  readonly position: number;
  readonly name: string;
  readonly condition: string;
  readonly next_id: number | null;
  readonly next_scene_id: number | null;
}

export type SceneTable = ReturnType<typeof sceneTable>;

export function sceneTable(db: Store) {
  const add = db.prepare<[Omit<SceneRow, 'id'>]>(
    'INSERT INTO nlu_scene (tenant_id, name, description, retry_max_times, retry_response_id, failed_response_id, ' +
      'repeat_when_retry) VALUES (:tenant_id, :name, :description, :retry_max_times, :retry_response_id, ' +
      ':failed_response_id, :repeat_when_retry)',
  );
  const all = db.prepare<[string], SceneRow>(`SELECT * FROM nlu_scene WHERE ${seen} AND tenant_id = ? ORDER BY id`);
  const count = db.prepare<[string], number>('SELECT count(*) FROM nlu_scene WHERE tenant_id = ?').pluck();
  const find = db.prepare<[string, number], SceneRow>(
    `SELECT * FROM nlu_scene WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const change = db.prepare<[SceneRow]>(
    'UPDATE nlu_scene SET name = :name, description = :description, retry_max_times = :retry_max_times, ' +
      'retry_response_id = :retry_response_id, failed_response_id = :failed_response_id, ' +
      'repeat_when_retry = :repeat_when_retry WHERE id = :id',
  );
  const remove = db.prepare<[number]>('DELETE FROM nlu_scene WHERE id = ?');
  const unconditional = db
    .prepare<[number], number>(`SELECT id FROM nlu_node WHERE scene_id = ? AND type = 'ENTRY' AND conditional = 0`)
    .pluck();

  const addNode = db.prepare<[Omit<NodeRow, 'id' | 'next_id'>]>(
    'INSERT INTO nlu_node (scene_id, name, type, conditional, processor_id, response_id) ' +
      'VALUES (:scene_id, :name, :type, :conditional, :processor_id, :response_id)',
  );
  const nodes = db.prepare<[number], NodeRow>('SELECT * FROM nlu_node WHERE scene_id = ? ORDER BY id');
  const changeNode = db.prepare<[NodeRow]>(
    'UPDATE nlu_node SET name = :name, conditional = :conditional, next_id = :next_id, response_id = :response_id, ' +
      'processor_id = :processor_id WHERE id = :id',
  );
  const removeNode = db.prepare<[number]>('DELETE FROM nlu_node WHERE id = ?');
  const clearQuestions = db.prepare<[number]>('DELETE FROM nlu_node_question WHERE node_id = ?');
  const addQuestion = db.prepare<[number, number, number]>(
    'INSERT INTO nlu_node_question (node_id, position, task_question_id) VALUES (?, ?, ?)',
  );
  const questions = db.prepare<[number], { node_id: number; task_question_id: number }>(
    'SELECT q.* FROM nlu_node_question q JOIN nlu_node n ON n.id = q.node_id WHERE n.scene_id = ? ORDER BY q.position',
  );

  const addBranch = db.prepare<[Omit<BranchRow, 'id'>]>(
    'INSERT INTO nlu_branch (node_id, position, name, condition, next_id, next_scene_id) ' +
      'VALUES (:node_id, :position, :name, :condition, :next_id, :next_scene_id)',
  );
  const branches = db.prepare<[number], BranchRow>(
    'SELECT b.* FROM nlu_branch b JOIN nlu_node n ON n.id = b.node_id WHERE n.scene_id = ? ORDER BY b.position',
  );
  const changeBranch = db.prepare<[BranchRow]>(
    'UPDATE nlu_branch SET position = :position, name = :name, condition = :condition, next_id = :next_id, ' +
      'next_scene_id = :next_scene_id WHERE id = :id',
  );
  const removeBranch = db.prepare<[number]>('DELETE FROM nlu_branch WHERE id = ?');

  return {
    add: (row: Omit<SceneRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    all: (tenantId: string) => all.all(tenantId),
    count: (tenantId: string) => count.get(tenantId) as number,
    find: (tenantId: string, id: number) => find.get(tenantId, id),
    change: (row: SceneRow) => change.run(row),
    remove: (id: number) => remove.run(id),
    /** The unconditional entry of a scene. */
    unconditional: (sceneId: number) => unconditional.get(sceneId),

    /** Adds a node without a link: the node to which it leads may be made later. */
    addNode: (row: Omit<NodeRow, 'id' | 'next_id'>) => Number(addNode.run(row).lastInsertRowid),
    nodes: (sceneId: number) => nodes.all(sceneId),
    changeNode: (row: NodeRow) => changeNode.run(row),
    removeNode: (id: number) => removeNode.run(id),
    /** Task-question rows of all nodes of a scene; those of one node are in their order. */
    questions: (sceneId: number) => questions.all(sceneId),
    putQuestions(nodeId: number, taskQuestionIds: readonly number[]): void {
      clearQuestions.run(nodeId);
      for (const [position, id] of taskQuestionIds.entries()) addQuestion.run(nodeId, position, id);
    },

    /** Branch rows of all nodes of a scene; those of one node are in their order. */
    branches: (sceneId: number) => branches.all(sceneId),
    addBranch: (row: Omit<BranchRow, 'id'>) => Number(addBranch.run(row).lastInsertRowid),
    changeBranch: (row: BranchRow) => changeBranch.run(row),
    removeBranch: (id: number) => removeBranch.run(id),
  };
}
