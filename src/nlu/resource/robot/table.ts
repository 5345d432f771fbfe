// The SQL of robots, their skills, groups of sensitive words and test sets. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';
import type { ThresholdRow } from '../thresholds.js';

export interface RobotRow extends ThresholdRow {
  /** Number that names the robot in other tables; the interface shows `id`. */
  readonly seq: number;
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly forget_turns: number;
  readonly session_timeout_s: number;
  readonly return_type: 'FIRST' | 'RANDOM';
  readonly several_questions: 0 | 1;
  readonly opening_response_id: number | null;
  readonly opening_scene_id: number | null;
  readonly fallback_response_id: number | null;
  /** ms UTC */
  readonly created_at: number;
}

export interface RobotSkillRow extends ThresholdRow {
  readonly robot_seq: number;
  readonly skill_id: number;
  readonly position: number;
  /** null for the value of the skill */
  readonly check_other_skill: 0 | 1 | null;
  readonly auto_recover: 0 | 1 | null;
}

export interface SensitiveGroupRow {
  readonly id: number;
  readonly robot_seq: number;
  readonly name: string;
  readonly lexicon: string;
  readonly response_id: number;
}

export interface TestSetRow {
  readonly id: number;
  readonly robot_seq: number;
  readonly name: string;
  readonly description: string;
  /** JSON: an array of {text, expected} */
  readonly cases: string;
}

export type RobotTable = ReturnType<typeof robotTable>;

const columns =
  'id, tenant_id, name, description, forget_turns, session_timeout_s, return_type, several_questions, threshold, ' +
  'direct_threshold, recommend_threshold, top_n, opening_response_id, opening_scene_id, fallback_response_id, created_at';
const skillColumns =
  'robot_seq, skill_id, position, threshold, direct_threshold, recommend_threshold, top_n, check_other_skill, auto_recover';
const valuesOf = (names: string): string => names.replace(/\w+/g, ':$&');

export function robotTable(db: Store) {
  const add = db.prepare<[Omit<RobotRow, 'seq'>]>(`INSERT INTO nlu_robot (${columns}) VALUES (${valuesOf(columns)})`);
  const all = db.prepare<[string], RobotRow>(`SELECT * FROM nlu_robot WHERE ${seen} AND tenant_id = ? ORDER BY seq`);
  const count = db.prepare<[string], number>('SELECT count(*) FROM nlu_robot WHERE tenant_id = ?').pluck();
  const find = db.prepare<[string, string], RobotRow>(
    `SELECT * FROM nlu_robot WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const change = db.prepare<[RobotRow]>(`UPDATE nlu_robot SET (${columns}) = (${valuesOf(columns)}) WHERE seq = :seq`);
  const remove = db.prepare<[number]>('DELETE FROM nlu_robot WHERE seq = ?');

  const skills = db.prepare<[number], RobotSkillRow>(
    'SELECT * FROM nlu_robot_skill WHERE robot_seq = ? ORDER BY position',
  );
  const putSkill = db.prepare<[RobotSkillRow]>(
    `INSERT OR REPLACE INTO nlu_robot_skill (${skillColumns}) VALUES (${valuesOf(skillColumns)})`,
  );
  const removeSkill = db.prepare<[number, number]>('DELETE FROM nlu_robot_skill WHERE robot_seq = ? AND skill_id = ?');

  const addGroup = db.prepare<[Omit<SensitiveGroupRow, 'id'>]>(
    'INSERT INTO nlu_sensitive_group (robot_seq, name, lexicon, response_id) ' +
      'VALUES (:robot_seq, :name, :lexicon, :response_id)',
  );
  const groups = db.prepare<[number], SensitiveGroupRow>(
    'SELECT * FROM nlu_sensitive_group WHERE robot_seq = ? ORDER BY id',
  );
  const changeGroup = db.prepare<[SensitiveGroupRow]>(
    'UPDATE nlu_sensitive_group SET name = :name, lexicon = :lexicon WHERE id = :id',
  );
  const removeGroup = db.prepare<[number]>('DELETE FROM nlu_sensitive_group WHERE id = ?');

  const addSet = db.prepare<[Omit<TestSetRow, 'id'>]>(
    'INSERT INTO nlu_test_set (robot_seq, name, description, cases) VALUES (:robot_seq, :name, :description, :cases)',
  );
  const sets = db.prepare<[number], TestSetRow>('SELECT * FROM nlu_test_set WHERE robot_seq = ? ORDER BY id');
  const changeSet = db.prepare<[TestSetRow]>(
    'UPDATE nlu_test_set SET name = :name, description = :description, cases = :cases WHERE id = :id',
  );
  const removeSet = db.prepare<[number]>('DELETE FROM nlu_test_set WHERE id = ?');

  return {
    add: (row: Omit<RobotRow, 'seq'>) => Number(add.run(row).lastInsertRowid),
    all: (tenantId: string) => all.all(tenantId),
    count: (tenantId: string) => count.get(tenantId) as number,
    find: (tenantId: string, id: string) => find.get(tenantId, id),
    change: (row: RobotRow) => change.run(row),
    remove: (seq: number) => remove.run(seq),

    /** Skills in the order of their priority. */
    skills: (seq: number) => skills.all(seq),
    /** Adds a skill or changes its settings. */
    putSkill: (row: RobotSkillRow) => putSkill.run(row),
    removeSkill: (seq: number, skillId: number) => removeSkill.run(seq, skillId),

    addGroup: (row: Omit<SensitiveGroupRow, 'id'>) => Number(addGroup.run(row).lastInsertRowid),
    groups: (seq: number) => groups.all(seq),
    changeGroup: (row: SensitiveGroupRow) => changeGroup.run(row),
    removeGroup: (id: number) => removeGroup.run(id),

    addSet: (row: Omit<TestSetRow, 'id'>) => Number(addSet.run(row).lastInsertRowid),
    sets: (seq: number) => sets.all(seq),
    changeSet: (row: TestSetRow) => changeSet.run(row),
    removeSet: (id: number) => removeSet.run(id),
  };
}
