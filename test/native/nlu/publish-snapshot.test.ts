// The reading of a robot and of all that it reaches, over a real database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileRobot } from '../../../src/nlu/publish/compile.js';
import { inOneGo, inTurns } from '../../../src/nlu/publish/feed.js';
import { snapshotQueries } from '../../../src/nlu/publish/snapshot-queries.js';
import { writePackage } from '../../../src/nlu/publish/write-package.js';
import { Changes } from '../../../src/nlu/resource/changes.js';
import { limits } from '../../../src/protocol/limits.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { plainSource } from '../../../src/trust/plain-bytes.js';
import { openPackage } from '../../../src/understanding/package/reader.js';
import type { SectionName, SectionRecords } from '../../../src/understanding/package/records.js';
import { type RobotRows, robotRows, robotWithPairs } from '../../helpers/nlu/robot-rows.js';

let folder: string;
let db: Store;
let tenantId: string;
let rows: RobotRows;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-publish-'));
  db = openStore(join(folder, 'tonegate.db')).db;
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  tenantId = db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string;
  rows = robotRows(db, tenantId);
});
afterAll(() => {
  closeStore(db);
  rmSync(folder, { recursive: true, force: true });
});

const partsOf = (clock: () => number = () => 0) => ({
  queries: snapshotQueries(db),
  changes: new Changes(db),
  clock,
});
const ignore = () => {};

/** The robot as a package tells it. */
async function published(robotSeq: number, read: typeof inTurns = inTurns) {
  const input = read(partsOf(), { tenantId, robotSeq }, ignore);
  const { sha256 } = await writePackage(input, { directory: folder, partName: 'test' });
  const source = plainSource(join(folder, sha256), undefined);
  const opened = openPackage(source);
  return {
    sha256,
    all: <S extends SectionName>(name: S): SectionRecords[S][] => [...opened.records(name)],
    close: () => source.close(),
  };
}

describe('a published robot', () => {
  it('has its settings, its model, and its sensitive groups with their lexicons and scripts', async () => {
    const model = rows.insert('nlu_model', {
      ...{ tenant_id: tenantId, name: 'base', description: '', type: 'BASE', sys_model: 'sys', model_path: '' },
      ...{ base_model_id: null, enabled: 0 },
    });
    rows.insert('nlu_model', {
      ...{ tenant_id: tenantId, name: 'ours', description: '', type: 'OPTIMIZED', sys_model: '', model_path: '/m' },
      ...{ base_model_id: model, enabled: 1 },
    });
    const opening = rows.response('您好');
    const fallback = rows.response('没听清');
    const robot = rows.robot('r-settings', {
      ...{ forget_turns: 5, threshold: 0.6, opening_response_id: opening, fallback_response_id: fallback },
    });
    const lexicon = rows.lexicon('脏话', { type: 'SIMPLE' });
    rows.insert('nlu_entry', { lexicon_id: lexicon, class_id: null, content: '笨蛋' });
    const script = rows.response('请文明用语');
    const group = rows.insert('nlu_sensitive_group', {
      ...{ robot_seq: robot, name: '文明', lexicon: '脏话', response_id: script },
    });
    rows.refer('sensitiveGroup', group, 'lexicon', lexicon);

    const read = await published(robot);
    expect(read.all('robot')).toEqual([
      {
        ...{ id: 'r-settings', name: 'r-settings', description: '', forgetTurns: 5, sessionTimeoutS: 1_200 },
        ...{ returnType: 'FIRST', threshold: 0.6, directThreshold: null, recommendThreshold: null, topN: null },
        ...{ openingResponseId: opening, openingSceneId: null, fallbackResponseId: fallback },
      },
    ]);
    expect(read.all('model')).toMatchObject([{ name: 'ours', type: 'OPTIMIZED', sysModel: 'sys', modelPath: '/m' }]);
    expect(read.all('sensitiveGroups')).toEqual([{ id: group, name: '文明', lexicon: '脏话', responseId: script }]);
    expect(read.all('lexicons').map(({ name }) => name)).toEqual(['脏话']);
    expect(read.all('entries')).toEqual([{ lexiconId: lexicon, classId: null, content: '笨蛋' }]);
    expect(read.all('responses').map(({ id, answers }) => [id, answers[0]?.content])).toEqual([
      [opening, '您好'],
      [fallback, '没听清'],
      [script, '请文明用语'],
    ]);
    read.close();
    db.prepare('DELETE FROM nlu_model').run();
  });

  it('has the directories of its skills with all below them, and nothing beside them', async () => {
    const domain = rows.dir('银行');
    const bound = rows.dir('贷款', domain);
    const below = rows.dir('房贷', bound);
    const beside = rows.dir('理财', domain);
    const city = rows.lexicon('城市');
    const [first, second] = [
      rows.question('pair', '去{@城市}', ['到{@城市}吗'], [city]),
      rows.question('pair', '利率多少'),
    ];
    rows.pair(below, first, rows.response('可以'), { effect_at: 5, invalid_at: 9 });
    rows.pair(bound, second, rows.response('百分之四'));
    rows.pair(bound, rows.question('pair', '停用的'), rows.response('不要'), { enabled: 0 });
    rows.pair(beside, rows.question('pair', '旁边的'), rows.response('不要'));
    const robot = rows.robot('r-dirs');
    rows.bind(robot, rows.skill('QABASE', { dir_id: bound, threshold: 0.5, top_n: 3 }), 0, { threshold: 0.7 });

    const read = await published(robot);
    expect(read.all('skills')).toMatchObject([{ type: 'QABASE', dirId: bound, threshold: 0.7, topN: 3 }]);
    expect(read.all('dirs')).toEqual([
      { id: bound, parentId: null, name: '贷款' },
      { id: below, parentId: bound, name: '房贷' },
    ]);
    expect(read.all('pairs').map(({ questionId, effectAt, invalidAt }) => [questionId, effectAt, invalidAt])).toEqual([
      [second, null, null],
      [first, 5, 9],
    ]);
    expect(read.all('questions').map(({ text, ext }) => [text, ext.map((each) => each.text)])).toEqual([
      ['利率多少', []],
      ['去{@城市}', ['到{@城市}吗']],
    ]);
    expect(read.all('lexicons').map(({ name }) => name)).toEqual(['城市']);
    read.close();
  });

  it('has intents in their order, with slots in theirs, scripts, processors and dynamic lexicons', async () => {
    const skill = rows.skill('INTENT');
    const processor = rows.processor({ ops: [{ condition: '', evals: ['global.a = 1'] }] });
    const [confirm, elicit] = [rows.response('对吗'), rows.response('哪天')];
    const later = rows.intent('改签');
    const intent = rows.intent('订票', { processor_id: processor, confirm_response_id: confirm });
    for (const [position, id] of [intent, later].entries()) {
      rows.insert('nlu_skill_intent', { skill_id: skill, intent_id: id, position });
    }
    const day = rows.lexicon('日子', { type: 'DYNAMIC', match_var: 'user.city' });
    const dynamic = { lexicon_id: day, description: '' };
    const [north, south] = ['北', '南'].map((name) =>
      rows.insert('nlu_dynamic_class', { ...dynamic, name, match_value: name }),
    );
    rows.insert('nlu_entry', { lexicon_id: day, class_id: south, content: '初一' });
    rows.insert('nlu_entry', { lexicon_id: day, class_id: north, content: '今天\t今儿' });
    const slot = (name: string, position: number, lexicon: string, response: number) =>
      rows.insert('nlu_slot', {
        ...{ intent_id: intent, name, description: '', required: 1, position, lexicon, elicit_response_id: response },
      });
    const second = slot('time', 2, 'SYS.time', rows.response('几点'));
    const first = slot('date', 1, '日子', elicit);
    rows.refer('slot', first, 'lexicon', day);
    const robot = rows.robot('r-intents');
    rows.bind(robot, skill);

    const read = await published(robot);
    expect(read.all('skills')).toMatchObject([{ type: 'INTENT', intentIds: [intent, later] }]);
    expect(read.all('intents').map(({ id, slots }) => [id, slots.map((each) => each.id)])).toEqual([
      [intent, [first, second]],
      [later, []],
    ]);
    expect(read.all('intents')[0]).toMatchObject({
      processorId: processor,
      confirmResponseId: confirm,
      retryMaxTimes: 3,
    });
    expect(read.all('processors')).toEqual([
      { id: processor, type: 'SIMPLE', content: { ops: [{ condition: '', evals: ['global.a = 1'] }] } },
    ]);
    expect(read.all('lexicons')).toMatchObject([{ name: '日子', classes: [{ name: '北' }, { name: '南' }] }]);
    expect(read.all('entries').map(({ classId, content }) => [classId, content])).toEqual([
      [north, '今天\t今儿'],
      [south, '初一'],
    ]);
    expect(read.all('responses').map(({ id }) => id)).toEqual(expect.arrayContaining([confirm, elicit]));
    read.close();
  });

  it('has the scenes that branches lead to, their nodes and task questions, and the opening scene', async () => {
    const [opening, first, second, alone] = ['开场', '一', '二', '无关'].map((name) => rows.scene(name));
    const [yes, no] = [rows.taskQuestion('yes', '是的'), rows.taskQuestion('no', '不是')];
    const entry = rows.node(first as number, 'ENTRY', { conditional: 1 });
    for (const [position, id] of [no, yes].entries()) {
      rows.insert('nlu_node_question', { node_id: entry, position, task_question_id: id });
    }
    const dispatch = rows.node(first as number, 'DISPATCH');
    db.prepare('UPDATE nlu_node SET next_id = ? WHERE id = ?').run(dispatch, entry);
    const branch = (position: number, values: object) =>
      rows.insert('nlu_branch', { node_id: dispatch, position, name: '', condition: 'true', ...values });
    const [leaves, jumps] = [branch(1, {}), branch(0, { next_scene_id: second })];
    rows.node(second as number, 'RESPONSE', { response_id: rows.response('再见') });
    rows.node(alone as number, 'ENTRY');
    const robot = rows.robot('r-scenes', { opening_scene_id: opening });
    rows.bind(robot, rows.skill('SCENE', { scene_id: first }));

    const read = await published(robot);
    expect(read.all('scenes').map(({ name }) => name)).toEqual(['开场', '一', '二']);
    expect(read.all('nodes').map(({ id, nextId, taskQuestionIds }) => [id, nextId, taskQuestionIds])).toEqual([
      [entry, dispatch, [no, yes]],
      [dispatch, null, []],
      [expect.any(Number), null, []],
    ]);
    expect(read.all('nodes')[1]?.branches.map(({ id, nextSceneId }) => [id, nextSceneId])).toEqual([
      [jumps, second],
      [leaves, null],
    ]);
    expect(read.all('taskQuestions').map(({ label }) => label)).toEqual(['no', 'yes']);
    expect(read.all('questions').map(({ text }) => text)).toEqual(['不是', '是的']);
    read.close();
  });

  it('has the tags of answers, and of the questions that only a menu names their text', async () => {
    const group = rows.insert('nlu_tag_group', { tenant_id: tenantId, name: 'channel', description: '', exclusive: 1 });
    const tag = rows.insert('nlu_tag', { group_id: group, name: 'wechat', description: '' });
    const elsewhere = rows.question('pair', '菜单里的{@城市}', ['不带走'], []);
    rows.pair(rows.dir('别处'), elsewhere, rows.response('x'));
    const opening = rows.response();
    const menu = rows.answer(opening, JSON.stringify({ start: '', menuIds: [elsewhere], end: '' }), 'RECOMMEND');
    rows.refer('answer', menu, 'question', elsewhere);
    rows.refer('answer', menu, 'tag', tag);
    const read = await published(rows.robot('r-menu', { opening_response_id: opening }));
    expect(read.all('questions')).toEqual([{ id: elsewhere, text: '菜单里的{@城市}', plain: '菜单里的城市', ext: [] }]);
    expect(read.all('responses')[0]?.answers).toMatchObject([{ type: 'RECOMMEND', tags: ['channel:wechat'] }]);
    read.close();
  });

  it('is the same bytes however it is read, and other ones after a change', async () => {
    const robot = robotWithPairs(rows, 'r-same', 250);
    const [turns, whole] = [await published(robot), await published(robot, inOneGo)];
    expect(turns.sha256).toBe(whole.sha256);
    expect(turns.all('pairs')).toHaveLength(250);
    db.prepare("UPDATE nlu_robot SET name = 'other' WHERE seq = ?").run(robot);
    expect((await published(robot)).sha256).not.toBe(turns.sha256);
  });

  it('that was deleted meanwhile cannot be read', async () => {
    await expect(published(99_999)).rejects.toThrow('the robot was deleted');
  });
});

describe('a robot that is changed while it is read', () => {
  let robots = 0;

  /** Every look at the clock is a turn later, so that each record is a turn of its own. */
  const impatient = () => {
    let turns = 0;
    return () => ++turns * (limits.nlu.publish.turnMs + 1);
  };

  async function readings(changesOn: (reading: number) => boolean) {
    const robot = robotWithPairs(rows, `r-changed-${++robots}`, 20);
    const changes = new Changes(db);
    let reading = 0;
    const seen: string[] = [];
    const compile: Parameters<typeof compileRobot>[0] = async (_, input) => {
      reading++;
      let pieces = 0;
      for await (const piece of input) {
        if (++pieces === 3 && changesOn(reading)) {
          const rename = db.prepare('UPDATE nlu_robot SET name = ? WHERE seq = ?');
          changes.save(tenantId, () => rename.run(`changed ${reading}`, robot));
        }
        seen.push(String(piece));
      }
      return { sha256: String(reading), bytes: 0 };
    };
    const order = { directory: folder, publishId: 'p-1' };
    const of = { tenantId, robotSeq: robot };
    const made = await compileRobot(
      compile,
      { ...partsOf(impatient()), modelDirectory: (_, path) => path },
      of,
      order,
      new AbortController().signal,
    );
    return { made, seen };
  }

  it('is read again from the beginning', async () => {
    const { made, seen } = await readings((reading) => reading < 3);
    expect(made.readings).toBe(3);
    expect(seen.at(-1)).toContain('end');
  });

  it('again and again is read in one go at last', async () => {
    const { made } = await readings(() => true);
    expect(made.readings).toBe(limits.nlu.publish.readings + 1);
  });
});
