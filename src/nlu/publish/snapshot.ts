// A robot and everything that it reaches, as the records of a package: its skills, their directories with all below
// them, intents and scenes, scenes to which branches lead, and everything that these name. The walk advances only when
// the next record is requested, and yields undefined between rows that make no record.
import { ServiceError } from '../../protocol/errors.js';
import { isPattern, parseQuestion, plainText } from '../../understanding/notation/question.js';
import type {
  AnswerRecord,
  IntentRecord,
  NodeRecord,
  PackageRecord,
  SkillRecord,
  Thresholds,
} from '../../understanding/package/records.js';
import type { SnapshotQueries, ThresholdRow } from './snapshot-queries.js';

export interface SnapshotOf {
  readonly tenantId: string;
  readonly robotSeq: number;
}

type Found = Generator<PackageRecord | undefined>;

/** The ids that were named so far; each is looked up once. */
class Reached {
  readonly dirs = new Map<number, { readonly parent_id: number | null; readonly name: string }>();
  readonly intents = new Set<number>();
  readonly scenes = new Set<number>();
  readonly taskQuestions = new Set<number>();
  readonly processors = new Set<number>();
  readonly responses = new Set<number>();
  readonly questions = new Set<number>();
  /** Questions that menus name, whether something else names them or not. */
  readonly menuQuestions = new Set<number>();
  readonly lexicons = new Set<number>();
}

const add = (set: Set<number>, ...ids: readonly (number | null)[]): void => {
  for (const id of ids) if (id !== null) set.add(id);
};

const thresholds = (row: ThresholdRow): Thresholds => ({
  ...{ threshold: row.threshold, directThreshold: row.direct_threshold },
  ...{ recommendThreshold: row.recommend_threshold, topN: row.top_n },
});

/** @throws ServiceError ROBOT_NOT_FOUND */
export function* snapshot(sql: SnapshotQueries, of: SnapshotOf): Found {
  const reached = new Reached();
  yield* robot(sql, of, reached);
  yield* skills(sql, of, reached);
  yield* dirsAndPairs(sql, reached);
  yield* intents(sql, reached);
  yield* scenes(sql, reached);
  yield* taskQuestions(sql, reached);
  yield* processors(sql, reached);
  yield* responses(sql, reached);
  yield* questions(sql, reached);
  yield* lexicons(sql, reached);
}

function* robot(sql: SnapshotQueries, { tenantId, robotSeq }: SnapshotOf, reached: Reached): Found {
  const row = sql.robot(robotSeq);
  if (row === undefined) throw new ServiceError('ROBOT_NOT_FOUND', 'the robot was deleted');
  add(reached.responses, row.opening_response_id, row.fallback_response_id);
  add(reached.scenes, row.opening_scene_id);
  yield {
    section: 'robot',
    record: {
      ...{ id: row.id, name: row.name, description: row.description, forgetTurns: row.forget_turns },
      ...{ sessionTimeoutS: row.session_timeout_s, returnType: row.return_type, ...thresholds(row) },
      ...(row.several_questions === 1 && { severalQuestions: true }),
      ...{ openingResponseId: row.opening_response_id, openingSceneId: row.opening_scene_id },
      fallbackResponseId: row.fallback_response_id,
    },
  };
  const model = sql.enabledModel(tenantId);
  if (model !== undefined) {
    const { id, name, type, sys_model: sysModel, model_path: modelPath } = model;
    yield { section: 'model', record: { id, name, type, sysModel, modelPath } };
  }
  for (const { id, name, lexicon, response_id: responseId } of sql.sensitiveGroups(robotSeq)) {
    add(reached.responses, responseId);
    add(reached.lexicons, ...sql.named('sensitiveGroup', id, 'lexicon'));
    yield { section: 'sensitiveGroups', record: { id, name, lexicon, responseId } };
  }
}

function* skills(sql: SnapshotQueries, { robotSeq }: SnapshotOf, reached: Reached): Found {
  const records = sql.skills(robotSeq).map(
    (row): SkillRecord => ({
      ...{ id: row.id, name: row.name, type: row.type, dirId: row.dir_id, sceneId: row.scene_id },
      ...{ intentIds: sql.intentsOf(row.id), ...thresholds(row) },
      ...{ checkOtherSkill: row.check_other_skill === 1, autoRecover: row.auto_recover === 1 },
      ...{ recommendStart: row.recommend_start, recommendEnd: row.recommend_end },
    }),
  );
  for (const record of records) {
    add(reached.intents, ...record.intentIds);
    add(reached.scenes, record.sceneId);
    yield { section: 'skills', record };
  }
  const waiting = records.flatMap(({ dirId }) => (dirId === null ? [] : [dirId]));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.dirs.has(id)) continue;
    const row = sql.dir(id);
    if (row !== undefined) reached.dirs.set(id, row);
    waiting.push(...sql.dirsIn(id));
    yield undefined;
  }
}

function* dirsAndPairs(sql: SnapshotQueries, { dirs, questions, responses }: Reached): Found {
  for (const [id, { parent_id, name }] of dirs) {
    const parentId = parent_id !== null && dirs.has(parent_id) ? parent_id : null;
    yield { section: 'dirs', record: { id, parentId, name } };
  }
  for (const dirId of dirs.keys()) {
    let after = 0;
    for (let page = sql.pairs(dirId, after); page.length > 0; page = sql.pairs(dirId, after)) {
      for (const { id, enabled, question_id, response_id, effect_at: effectAt, invalid_at: invalidAt } of page) {
        after = id;
        if (enabled === 0) continue;
        add(questions, question_id);
        add(responses, response_id);
        yield {
          section: 'pairs',
          record: { id, dirId, questionId: question_id, responseId: response_id, effectAt, invalidAt },
        };
      }
      yield undefined;
    }
  }
}

function* intents(sql: SnapshotQueries, reached: Reached): Found {
  for (const id of reached.intents) {
    const row = sql.intent(id);
    if (row === undefined) continue;
    const slots = sql.slots(id);
    add(reached.questions, row.question_id);
    add(reached.responses, row.response_id, row.confirm_response_id, row.retry_response_id, row.failed_response_id);
    add(reached.processors, row.processor_id);
    for (const slot of slots) {
      add(reached.responses, slot.elicit_response_id, slot.confirm_response_id);
      add(reached.lexicons, ...sql.named('slot', slot.id, 'lexicon'));
    }
    const record: IntentRecord = {
      ...{ id, name: row.name, description: row.description, questionId: row.question_id },
      ...{ responseId: row.response_id, confirmResponseId: row.confirm_response_id },
      ...{ retryResponseId: row.retry_response_id, failedResponseId: row.failed_response_id },
      ...{ processorId: row.processor_id, retryMaxTimes: row.retry_max_times },
      ...{ checkOtherSkill: row.check_other_skill === 1, autoRecover: row.auto_recover === 1 },
      ...{ repeatWhenRecover: row.repeat_when_recover === 1, repeatWhenRetry: row.repeat_when_retry === 1 },
      slots: slots.map((slot) => ({
        ...{ id: slot.id, name: slot.name, description: slot.description, required: slot.required === 1 },
        ...{ lexicon: slot.lexicon, elicitResponseId: slot.elicit_response_id },
        confirmResponseId: slot.confirm_response_id,
      })),
    };
    yield { section: 'intents', record };
  }
}

function* scenes(sql: SnapshotQueries, reached: Reached): Found {
  // Iterating over a set also visits ids that are added meanwhile.
  for (const id of reached.scenes) {
    add(reached.scenes, ...sql.scenesAfter(id));
    yield undefined;
  }
  for (const id of reached.scenes) {
    const row = sql.scene(id);
    if (row === undefined) continue;
    add(reached.responses, row.retry_response_id, row.failed_response_id);
    yield {
      section: 'scenes',
      record: {
        ...{ id, name: row.name, description: row.description, retryMaxTimes: row.retry_max_times },
        ...{ retryResponseId: row.retry_response_id, failedResponseId: row.failed_response_id },
        repeatWhenRetry: row.repeat_when_retry === 1,
      },
    };
  }
  for (const sceneId of reached.scenes) yield* nodes(sql, sceneId, reached);
}

function* nodes(sql: SnapshotQueries, sceneId: number, reached: Reached): Found {
  for (const row of sql.nodes(sceneId)) {
    const taskQuestionIds = sql.questionsOfNode(row.id);
    add(reached.taskQuestions, ...taskQuestionIds);
    add(reached.processors, row.processor_id);
    add(reached.responses, row.response_id);
    const record: NodeRecord = {
      ...{ id: row.id, sceneId, name: row.name, type: row.type, conditional: row.conditional === 1 },
      ...{ nextId: row.next_id, processorId: row.processor_id, responseId: row.response_id, taskQuestionIds },
      branches: sql.branches(row.id).map((branch) => ({
        ...{ id: branch.id, name: branch.name, condition: branch.condition },
        ...{ nextId: branch.next_id, nextSceneId: branch.next_scene_id },
      })),
    };
    yield { section: 'nodes', record };
  }
}

function* taskQuestions(sql: SnapshotQueries, reached: Reached): Found {
  for (const id of reached.taskQuestions) {
    const row = sql.taskQuestion(id);
    if (row === undefined) continue;
    add(reached.questions, row.question_id);
    yield { section: 'taskQuestions', record: { id, label: row.label, questionId: row.question_id } };
  }
}

function* processors(sql: SnapshotQueries, reached: Reached): Found {
  for (const id of reached.processors) {
    const row = sql.processor(id);
    if (row === undefined) continue;
    yield { section: 'processors', record: { id, type: row.type, content: JSON.parse(row.content) as unknown } };
  }
}

function* responses(sql: SnapshotQueries, reached: Reached): Found {
  for (const id of reached.responses) {
    const row = sql.response(id);
    if (row === undefined) continue;
    const answers = sql.answers(id).map(({ id: answerId, type, content, cmd }): AnswerRecord => {
      if (type === 'RECOMMEND') add(reached.menuQuestions, ...sql.named('answer', answerId, 'question'));
      return { id: answerId, type, content, cmd, tags: sql.tags(answerId).map(({ name }) => name) };
    });
    yield { section: 'responses', record: { id, returnType: row.return_type, answers } };
  }
}

// A regular expression is plain as it is, and was checked when it was stored.
const texts = (text: string) => ({ text, plain: isPattern(text) ? text : plainText(parseQuestion(text)) });

function* questions(sql: SnapshotQueries, reached: Reached): Found {
  const { questions: matched, menuQuestions } = reached;
  for (const id of matched) {
    const row = sql.question(id);
    if (row === undefined) continue;
    add(reached.lexicons, ...sql.named('question', id, 'lexicon'));
    yield { section: 'questions', record: { id, ...texts(row.text), ext: sql.extQuestions(id) } };
  }
  for (const id of menuQuestions) {
    const row = matched.has(id) ? undefined : sql.question(id);
    if (row !== undefined) yield { section: 'questions', record: { id, ...texts(row.text), ext: [] } };
  }
}

function* lexicons(sql: SnapshotQueries, reached: Reached): Found {
  const found = [...reached.lexicons].map((id) => ({ id, classes: sql.classes(id) }));
  for (const { id, classes } of found) {
    const row = sql.lexicon(id);
    if (row === undefined) continue;
    yield {
      section: 'lexicons',
      record: {
        ...{ id, name: row.name, type: row.type, representWord: row.represent_word, matchVar: row.match_var },
        classes: classes.map((each) => ({ id: each.id, name: each.name, matchValue: each.match_value })),
      },
    };
  }
  for (const { id: lexiconId, classes } of found) {
    for (const classId of [null, ...classes.map((each) => each.id)]) {
      let after = 0;
      for (let page = sql.entries(lexiconId, classId, after); page.length > 0; ) {
        for (const { id, content } of page) {
          after = id;
          yield { section: 'entries', record: { lexiconId, classId, content } };
        }
        page = sql.entries(lexiconId, classId, after);
      }
    }
  }
}
