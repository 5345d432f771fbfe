// The SQL of a robot and of everything that it reaches. Publishing is the only reader of all tables of dialog robots:
// it needs their rows, in pages that leave the event loop free, whereas the services of the kinds give views of single
// objects. Nothing is written here.
import { limits } from '../../protocol/limits.js';
import type { Store } from '../../store/open.js';

type Flag = 0 | 1;

export interface ThresholdRow {
  readonly threshold: number | null;
  readonly direct_threshold: number | null;
  readonly recommend_threshold: number | null;
  readonly top_n: number | null;
}

interface RobotRow extends ThresholdRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly forget_turns: number;
  readonly session_timeout_s: number;
  readonly return_type: 'FIRST' | 'RANDOM';
  readonly several_questions: Flag;
  readonly opening_response_id: number | null;
  readonly opening_scene_id: number | null;
  readonly fallback_response_id: number | null;
}

interface ModelRow {
  readonly id: number;
  readonly name: string;
  readonly type: 'BASE' | 'OPTIMIZED';
  readonly sys_model: string;
  readonly model_path: string;
}

interface SensitiveGroupRow {
  readonly id: number;
  readonly name: string;
  readonly lexicon: string;
  readonly response_id: number;
}

interface SkillRow extends ThresholdRow {
  readonly id: number;
  readonly name: string;
  readonly type: 'QABASE' | 'INTENT' | 'SCENE';
  readonly dir_id: number | null;
  readonly scene_id: number | null;
  readonly check_other_skill: Flag;
  readonly auto_recover: Flag;
  readonly recommend_start: string;
  readonly recommend_end: string;
}

interface DirRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly description: string;
}

interface PairRow {
  readonly id: number;
  readonly question_id: number;
  readonly response_id: number;
  readonly enabled: Flag;
  readonly effect_at: number | null;
  readonly invalid_at: number | null;
}

interface IntentRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly question_id: number;
  readonly response_id: number;
  readonly confirm_response_id: number | null;
  readonly retry_response_id: number | null;
  readonly failed_response_id: number | null;
  readonly processor_id: number | null;
  readonly retry_max_times: number;
  readonly check_other_skill: Flag;
  readonly auto_recover: Flag;
  readonly repeat_when_recover: Flag;
  readonly repeat_when_retry: Flag;
}

interface SlotRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly required: Flag;
  readonly lexicon: string;
  readonly elicit_response_id: number;
  readonly confirm_response_id: number | null;
}

interface SceneRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly retry_max_times: number;
  readonly retry_response_id: number | null;
  readonly failed_response_id: number | null;
  readonly repeat_when_retry: Flag;
}

interface NodeRow {
  readonly id: number;
  readonly name: string;
  readonly type: 'ENTRY' | 'UNDERSTAND' | 'DISPATCH' | 'PROCESS' | 'RESPONSE';
  readonly conditional: Flag;
  readonly next_id: number | null;
  readonly processor_id: number | null;
  readonly response_id: number | null;
}

interface BranchRow {
  readonly id: number;
  readonly name: string;
  readonly condition: string;
  readonly next_id: number | null;
  readonly next_scene_id: number | null;
}

interface AnswerRow {
  readonly id: number;
  readonly type: 'TEXT' | 'TTS' | 'AUDIO' | 'VIDEO' | 'HTML' | 'RECOMMEND';
  readonly content: string;
  readonly cmd: string;
}

interface LexiconRow {
  readonly id: number;
  readonly name: string;
  readonly type: 'STANDARD' | 'DYNAMIC' | 'SIMPLE';
  readonly represent_word: string;
  readonly match_var: string;
}

interface ClassRow {
  readonly id: number;
  readonly name: string;
  readonly match_value: string;
}

export type SnapshotQueries = ReturnType<typeof snapshotQueries>;

export function snapshotQueries(db: Store) {
  const rows = limits.nlu.publish.rowsAtOnce;
  const one = <Row>(sql: string) => {
    const statement = db.prepare<[number | string], Row>(sql);
    return (id: number | string) => statement.get(id);
  };
  const many = <Row>(sql: string) => {
    const statement = db.prepare<[number | string], Row>(sql);
    return (id: number | string) => statement.all(id);
  };
  const ids = (sql: string) => {
    const statement = db.prepare<[number], number>(sql).pluck();
    return (id: number) => statement.all(id);
  };
  const names = db
    .prepare<[string, number, string], number>(
      'SELECT to_id FROM nlu_reference WHERE from_kind = ? AND from_id = ? AND to_kind = ?',
    )
    .pluck();
  const pairs = db.prepare<[number, number], PairRow>(
    `SELECT * FROM nlu_pair WHERE dir_id = ? AND id > ? ORDER BY id LIMIT ${rows}`,
  );
  const entries = db.prepare<[number, number | null, number], { id: number; content: string }>(
    'SELECT id, content FROM nlu_entry WHERE lexicon_id = ? AND class_id IS ? AND id > ? ' +
      `ORDER BY id LIMIT ${rows}`,
  );
  const override = (column: string) => `ifnull(o.${column}, s.${column}) AS ${column}`;
  const overridden = [
    ...['threshold', 'direct_threshold', 'recommend_threshold', 'top_n', 'check_other_skill', 'auto_recover'],
  ].map(override);

  return {
    robot: one<RobotRow>('SELECT * FROM nlu_robot WHERE seq = ?'),
    /** The enabled model; for an optimised one, with the system model of its base. */
    enabledModel: one<ModelRow>(
      'SELECT m.id, m.name, m.type, m.model_path, ' +
        "CASE WHEN m.sys_model = '' THEN ifnull(base.sys_model, '') ELSE m.sys_model END AS sys_model " +
        'FROM nlu_model AS m LEFT JOIN nlu_model AS base ON base.id = m.base_model_id ' +
        'WHERE m.tenant_id = ? AND m.enabled = 1',
    ),
    sensitiveGroups: many<SensitiveGroupRow>('SELECT * FROM nlu_sensitive_group WHERE robot_seq = ? ORDER BY id'),
    /** Skills, with the robot's values where it has some. */
    skills: many<SkillRow>(
      `SELECT s.id, s.name, s.type, s.dir_id, s.scene_id, s.recommend_start, s.recommend_end, ${overridden.join(', ')} ` +
        'FROM nlu_robot_skill AS o JOIN nlu_skill AS s ON s.id = o.skill_id WHERE o.robot_seq = ? ' +
        'ORDER BY o.position, s.id',
    ),
    intentsOf: ids('SELECT intent_id FROM nlu_skill_intent WHERE skill_id = ? ORDER BY position, intent_id'),
    dir: one<DirRow>('SELECT id, parent_id, name, description FROM nlu_dir WHERE id = ?'),
    dirsIn: ids('SELECT id FROM nlu_dir WHERE parent_id = ? ORDER BY id'),
    pairs: (dirId: number, after: number) => pairs.all(dirId, after),
    intent: one<IntentRow>('SELECT * FROM nlu_intent WHERE id = ?'),
    slots: many<SlotRow>('SELECT * FROM nlu_slot WHERE intent_id = ? ORDER BY position, id'),
    scene: one<SceneRow>('SELECT * FROM nlu_scene WHERE id = ?'),
    nodes: many<NodeRow>('SELECT * FROM nlu_node WHERE scene_id = ? ORDER BY id'),
    questionsOfNode: ids('SELECT task_question_id FROM nlu_node_question WHERE node_id = ? ORDER BY position'),
    branches: many<BranchRow>('SELECT * FROM nlu_branch WHERE node_id = ? ORDER BY position, id'),
    scenesAfter: ids(
      'SELECT DISTINCT next_scene_id FROM nlu_node JOIN nlu_branch ON node_id = nlu_node.id ' +
        'WHERE scene_id = ? AND next_scene_id IS NOT NULL ORDER BY next_scene_id',
    ),
    taskQuestion: one<{ id: number; label: string; question_id: number }>(
      'SELECT * FROM nlu_task_question WHERE id = ?',
    ),
    processor: one<{ id: number; type: 'SIMPLE' | 'WEBAPI'; content: string }>(
      'SELECT * FROM nlu_processor WHERE id = ?',
    ),
    response: one<{ id: number; return_type: 'FIRST' | 'RANDOM' }>('SELECT * FROM nlu_response WHERE id = ?'),
    answers: many<AnswerRow>('SELECT * FROM nlu_answer WHERE response_id = ? ORDER BY id'),
    tags: many<{ name: string }>(
      "SELECT g.name || ':' || t.name AS name FROM nlu_reference JOIN nlu_tag AS t ON t.id = to_id " +
        "JOIN nlu_tag_group AS g ON g.id = t.group_id WHERE from_kind = 'answer' AND from_id = ? AND to_kind = 'tag' " +
        'ORDER BY t.id',
    ),
    /** The owner of a question: exactly one of these three finds it. */
    pairOf: one<PairRow & { readonly dir_id: number }>('SELECT * FROM nlu_pair WHERE question_id = ?'),
    intentOf: one<{ id: number }>('SELECT id FROM nlu_intent WHERE question_id = ?'),
    taskQuestionOf: one<{ id: number }>('SELECT id FROM nlu_task_question WHERE question_id = ?'),
    question: one<{ id: number; text: string }>('SELECT id, text FROM nlu_question WHERE id = ?'),
    extQuestions: many<{ id: number; text: string }>(
      'SELECT id, text FROM nlu_ext_question WHERE question_id = ? ORDER BY id',
    ),
    lexicon: one<LexiconRow>('SELECT * FROM nlu_lexicon WHERE id = ?'),
    classes: many<ClassRow>('SELECT * FROM nlu_dynamic_class WHERE lexicon_id = ? ORDER BY id'),
    entries: (lexiconId: number, classId: number | null, after: number) => entries.all(lexiconId, classId, after),
    /** Ids of one kind that an object names. */
    named: (
      fromKind: 'question' | 'slot' | 'sensitiveGroup' | 'answer',
      fromId: number,
      toKind: 'lexicon' | 'question',
    ) => names.all(fromKind, fromId, toKind),
  };
}
