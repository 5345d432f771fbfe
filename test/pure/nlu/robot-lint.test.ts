// The check of a robot, on records of robots that are odd in one way each.
import { describe, expect, it } from 'vitest';
import { RobotLint } from '../../../src/nlu/check/robot-lint.js';
import type {
  NodeRecord,
  PackageRecord,
  SectionName,
  SectionRecords,
} from '../../../src/understanding/package/records.js';

const nowMs = 1_000_000;
const unset = { threshold: null, directThreshold: null, recommendThreshold: null, topN: null };
const record = <S extends SectionName>(section: S, value: SectionRecords[S]) =>
  ({ section, record: value }) as PackageRecord;

const robot = (more: object = {}) =>
  record('robot', {
    ...{ id: 'r-1', name: 'shop', description: '', forgetTurns: 3, sessionTimeoutS: 60, returnType: 'FIRST', ...unset },
    ...{ openingResponseId: null, openingSceneId: null, fallbackResponseId: null },
    ...more,
  });
const skill = (id: number, more: object) =>
  record('skills', {
    ...{ id, name: `s${id}`, type: 'QABASE', dirId: null, sceneId: null, intentIds: [], ...unset },
    ...{ checkOtherSkill: true, autoRecover: true, recommendStart: '', recommendEnd: '' },
    ...more,
  });
const dir = (id: number, parentId: number | null = null) => record('dirs', { id, parentId, name: `d${id}` });
const pair = (id: number, questionId: number, more: object = {}) =>
  record('pairs', { id, dirId: 1, questionId, responseId: 9, effectAt: null, invalidAt: null, ...more });
const question = (id: number, text: string, ...ext: string[]) =>
  record('questions', { id, text, plain: text, ext: ext.map((each, index) => ({ id: 100 * id + index, text: each })) });
const intent = (id: number, questionId: number, slots: object[] = []) =>
  record('intents', {
    ...{ id, name: `i${id}`, description: '', questionId, responseId: 9, confirmResponseId: null },
    ...{ retryResponseId: null, failedResponseId: null, processorId: null, retryMaxTimes: 3 },
    ...{ checkOtherSkill: true, autoRecover: true, repeatWhenRecover: false, repeatWhenRetry: false },
    slots: slots.map((slot, index) => ({
      ...{ id: index + 1, name: 'date', description: '', required: true, lexicon: 'SYS.date' },
      ...{ elicitResponseId: 9, confirmResponseId: null, ...slot },
    })),
  });
const scene = (id: number) =>
  record('scenes', {
    ...{ id, name: `c${id}`, description: '', retryMaxTimes: 3, retryResponseId: null, failedResponseId: null },
    repeatWhenRetry: false,
  });
const node = (id: number, type: NodeRecord['type'], more: object = {}) =>
  record('nodes', {
    ...{ id, sceneId: 1, name: `n${id}`, type, conditional: false, nextId: null, processorId: null, responseId: null },
    ...{ taskQuestionIds: [], branches: [], ...more },
  });
const recommend = (...menuIds: number[]) =>
  record('responses', {
    ...{ id: 9, returnType: 'FIRST' },
    answers: [{ id: 90, type: 'RECOMMEND', content: JSON.stringify({ menuIds }), cmd: '', tags: [] }],
  });
/** A robot whose one skill has an effective pair, on question 1. */
const sound = [robot(), skill(1, { dirId: 1 }), dir(1), pair(1, 1), question(1, '几点开门')];

function found(...records: PackageRecord[]): string[] {
  const lint = new RobotLint(nowMs);
  for (const each of records) lint.meet(each);
  return lint.findings().map(({ severity, code, place, message }) => `${severity} ${code} ${place}: ${message}`);
}
const matching = (...parts: string[]) => parts.map((part) => expect.stringContaining(part));

describe('the check of a robot', () => {
  it('finds nothing in a sound robot', () => {
    expect(found(...sound)).toEqual([]);
  });

  it('finds a robot without skills and skills without anything', () => {
    expect(found(robot())).toEqual(matching('ERROR ROBOT_WITHOUT_SKILLS robot r-1'));
    expect(found(robot(), skill(1, { dirId: 1 }), dir(1))).toEqual(
      matching('WARNING EMPTY_SKILL skill 1 "s1": has no pairs'),
    );
    expect(found(robot(), skill(1, { type: 'INTENT' }))).toEqual(matching('EMPTY_SKILL skill 1 "s1": has no intents'));
    const emptyScene = found(robot(), skill(1, { type: 'SCENE', sceneId: 1 }), scene(1));
    expect(emptyScene).toEqual(matching('EMPTY_SKILL skill 1 "s1": has no nodes', 'ERROR NO_ENTRY scene 1'));
    const below = [robot(), skill(1, { dirId: 1 }), dir(1), dir(2, 1), pair(1, 1, { dirId: 2 }), question(1, 'a')];
    expect(found(...below)).toEqual([]);
  });

  it('finds pairs that are over, and not those that are still to come', () => {
    const over = pair(2, 2, { invalidAt: nowMs });
    const later = pair(3, 3, { effectAt: nowMs + 1, invalidAt: nowMs + 2 });
    const questions = [question(2, 'b'), question(3, 'c')];
    expect(found(...sound, over, later, ...questions)).toEqual(matching('PAIR_NEVER_EFFECTIVE directory 1, pair 2'));
  });

  it('finds an opening scene without unconditional entry', () => {
    const opened = [robot({ openingSceneId: 1 }), ...sound.slice(1), scene(1)];
    const conditional = node(1, 'ENTRY', { conditional: true });
    expect(found(...opened, conditional)).toEqual(
      matching('ERROR OPENING_WITHOUT_ENTRY robot r-1: the opening is scene 1'),
    );
    expect(found(...opened, node(1, 'ENTRY'))).toEqual([]);
  });

  it('finds slots that nothing fills: they take any words, are not required, and are in no question of the intent', () => {
    const intents = (slot: object) => [...sound, intent(1, 2, [slot]), question(2, '订票', '订{date}的票')];
    expect(found(...intents({ required: false }))).toEqual([]);
    expect(found(...intents({ name: 'city' }))).toEqual([]);
    expect(found(...intents({ name: 'city', required: false }))).toEqual([]); // 订明天的票去苏州 fills it
    const anything = { name: 'note', required: false, lexicon: 'SYS.any_1_20' };
    expect(found(...intents(anything))).toEqual(
      matching('SLOT_NEVER_FILLED intent 1 "i1", slot 1: nothing fills slot note: SYS.any_1_20 takes any words'),
    );
    expect(found(...intents({ ...anything, required: true }))).toEqual([]);
    expect(found(...intents({ ...anything, name: 'date' }))).toEqual([]);
  });

  it('finds what menus offer and the robot does not answer', () => {
    expect(found(...sound, recommend(1))).toEqual([]);
    expect(found(...sound, recommend(1, 7))).toEqual(matching('UNKNOWN_MENU_ID response 9, answer 90: menuIds[1]:'));
    const elsewhere = found(...sound, recommend(2), question(2, '在哪里'));
    expect(elsewhere).toEqual(matching('MENU_QUESTION_UNANSWERED response 9, answer 90: menuIds[0]: question 2'));
  });

  it('finds texts that stand in two places', () => {
    const twice = found(
      ...sound,
      pair(2, 2),
      question(2, '开门时间', '几点开门'),
      intent(3, 3),
      question(3, '开门时间'),
    );
    expect(twice).toEqual(
      matching('REPEATED_QUESTION directory 1, pair 2: "几点开门" also occurs in', 'intent 3: "开门时间"'),
    );
    const entry = node(1, 'ENTRY', { conditional: true, taskQuestionIds: [5] });
    const task = record('taskQuestions', { id: 5, label: 'open', questionId: 2 });
    const entered = found(...sound, scene(1), entry, task, question(2, '几点开门'));
    expect(entered).toEqual(
      matching('REPEATED_QUESTION scene 1, node 1 "n1": "几点开门" also occurs in directory 1, pair 1'),
    );
  });

  it('finds lexicons without words', () => {
    const lexicon = record('lexicons', {
      ...{ id: 4, name: 'rude', type: 'SIMPLE', representWord: '', matchVar: '', classes: [] },
    });
    expect(found(...sound, lexicon)).toEqual(matching('LEXICON_WITHOUT_WORDS lexicon 4 "rude"'));
    expect(found(...sound, lexicon, record('entries', { lexiconId: 4, classId: null, content: '笨' }))).toEqual([]);
  });

  it('finds conditions that read what nothing sets', () => {
    const reading = (condition: string, ...others: PackageRecord[]) =>
      found(
        ...[...sound, scene(1), node(1, 'ENTRY', { nextId: 2 })],
        node(2, 'DISPATCH', { branches: [{ id: 8, name: '', condition, nextId: null, nextSceneId: null }] }),
        ...others,
      );
    const unset = matching('VARIABLE_NEVER_SET scene 1, node 2 "n2", branch 8: the condition reads tries,');
    expect(reading('tries > 2 || tries == nil')).toEqual(unset);
    const assigned = { id: 3, type: 'SIMPLE', content: { ops: [{ condition: '', evals: ['tries = 1'] }] } } as const;
    expect(reading('tries > 2', record('processors', assigned))).toEqual([]);
    expect(reading('global.vip == true')).toEqual(matching('reads global.vip,'));
    expect(reading('is_valid(user.name) && hitQuestion.score > 0.5 && global.tenant.id ~= /a/')).toEqual([]);
    expect(reading('slots.day.value == "a"')).toEqual(matching('reads slots.day.value,'));
    expect(reading('slots.day.value == "a"', pair(2, 2), question(2, '{day@SYS.date}呢'))).toEqual([]);
    expect(reading('slots.n.value == "a"', pair(2, 2), question(2, 'RE:(?P<n>\\d+)号'))).toEqual([]);
    const web = {
      id: 3,
      type: 'WEBAPI',
      content: { method: 'GET', url: 'http://a', headers: [], body: '', result: 'w' },
    };
    expect(reading('w.status == 200', record('processors', web as never))).toEqual([]);
    const reader = { id: 3, type: 'SIMPLE', content: { ops: [{ condition: '!(a + 1 > 2)', evals: [] }] } } as const;
    expect(found(...sound, record('processors', reader))).toEqual(matching('VARIABLE_NEVER_SET processor 3, ops[0]'));
  });
});
