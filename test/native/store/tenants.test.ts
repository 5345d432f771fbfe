// Tenants in the database, without a server: how many there may be, and what a removed one takes along.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { robotsOnline } from '../../../src/nlu/publish/tenant-use.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { Apps } from '../../../src/system/apps.js';
import { systemTable } from '../../../src/system/table.js';
import { tenantTable } from '../../../src/system/tenants/table.js';
import { Tenants } from '../../../src/system/tenants/tenants.js';

let directory: string;
let db: Store;
let tenants: Tenants;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-tenant-'));
  db = openStore(join(directory, 'test.db')).db;
  const parts = { now: () => 1_800_000_000_000, random: randomBytes };
  const apps = new Apps({ ...parts, table: systemTable(db) });
  apps.add('dialer');
  apps.add('other dialer', 'other');
  tenants = new Tenants({ ...parts, table: tenantTable(db), apps });
  tenants.keepWhile(robotsOnline(db));
});
afterEach(() => {
  closeStore(db);
  rmSync(directory, { recursive: true });
});

/** Puts a row of the values into a table and returns its id. */
function put(table: string, row: Record<string, string | number | null>): number {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`;
  return Number(db.prepare(sql).run(row).lastInsertRowid);
}

/** One of everything, bound to each other in every way that there is, except that no robot is online. */
function fill(tenant_id: string): void {
  const about = { description: '' };
  const response = () => {
    const id = put('nlu_response', { tenant_id, return_type: 'FIRST' });
    answers.push(put('nlu_answer', { response_id: id, type: 'TEXT', content: 'yes', cmd: '' }));
    return id;
  };
  const question = (owner_kind: string) => {
    const id = put('nlu_question', { tenant_id, owner_kind, text: 'where is {city@cities}' });
    put('nlu_ext_question', { question_id: id, text: 'where' });
    questions.push(id);
    return id;
  };
  const processor = () => put('nlu_processor', { tenant_id, type: 'SIMPLE', content: '{"ops":[]}' });
  const answers: number[] = [];
  const questions: number[] = [];
  const flags = { check_other_skill: 1, auto_recover: 1 };

  put('nlu_revision', { tenant_id, revision: 3 });
  put('nlu_batch', { tenant_id, at_work: 0 });
  const lexicon = put('nlu_lexicon', {
    ...{ tenant_id, name: 'cities', ...about, type: 'DYNAMIC', represent_word: 'city', match_var: 'user.province' },
  });
  const lexicon_id = lexicon;
  const class_id = put('nlu_dynamic_class', { lexicon_id, name: 'js', ...about, match_value: 'js' });
  const entry_id = put('nlu_entry', { lexicon_id, class_id, content: 'Suzhou' });
  put('nlu_word', { lexicon_id, class_id, word: 'Suzhou', entry_id });
  const group_id = put('nlu_tag_group', { tenant_id, name: 'channel', ...about, exclusive: 1 });
  const tag = put('nlu_tag', { group_id, name: 'web', ...about });

  const domain = put('nlu_dir', { tenant_id, parent_id: null, name: 'domain', ...about });
  const dir = put('nlu_dir', { tenant_id, parent_id: domain, name: 'below', ...about });
  put('nlu_pair', { dir_id: dir, question_id: question('pair'), response_id: response(), enabled: 1 });
  const taskQuestion = put('nlu_task_question', { tenant_id, label: 'asks', question_id: question('taskQuestion') });
  const intent = put('nlu_intent', {
    ...{ tenant_id, name: 'book', ...about, question_id: question('intent'), response_id: response() },
    ...{ confirm_response_id: response(), retry_response_id: response(), failed_response_id: response() },
    ...{ processor_id: processor(), retry_max_times: 3, ...flags, repeat_when_recover: 0, repeat_when_retry: 0 },
  });
  const slot = put('nlu_slot', {
    ...{ intent_id: intent, name: 'city', ...about, required: 1, position: 1, lexicon: 'cities' },
    ...{ elicit_response_id: response(), confirm_response_id: response() },
  });
  const model = { tenant_id, name: 'm', ...about, model_path: '' };
  const base_model_id = put('nlu_model', { ...model, type: 'BASE', sys_model: 'small', enabled: 1 });
  const model_id = put('nlu_model', { ...model, type: 'OPTIMIZED', sys_model: '', base_model_id, enabled: 0 });

  const scene = (name: string) =>
    put('nlu_scene', {
      ...{ tenant_id, name, ...about, retry_max_times: 3, repeat_when_retry: 0 },
      ...{ retry_response_id: response(), failed_response_id: response() },
    });
  const [first, second] = [scene('first'), scene('second')];
  const node = (type: string, rest: Record<string, number | null>) =>
    put('nlu_node', { scene_id: first, name: type, type, conditional: 0, ...rest });
  const answering = node('RESPONSE', { response_id: response() });
  const working = node('PROCESS', { processor_id: processor(), next_id: answering });
  const choosing = node('DISPATCH', {});
  const entering = node('ENTRY', { conditional: 1, next_id: choosing });
  put('nlu_node_question', { node_id: entering, position: 0, task_question_id: taskQuestion });
  put('nlu_branch', { node_id: choosing, position: 0, name: 'a', condition: '', next_id: working });
  put('nlu_branch', { node_id: choosing, position: 1, name: 'b', condition: '', next_scene_id: second });

  const skill = (type: string, bound: Record<string, number>) =>
    put('nlu_skill', {
      ...{ tenant_id, name: type, ...about, type, ...flags, recommend_start: '', recommend_end: '', ...bound },
    });
  const [answersSkill, intentSkill, sceneSkill] = [
    skill('QABASE', { dir_id: dir }),
    skill('INTENT', {}),
    skill('SCENE', { scene_id: first }),
  ];
  put('nlu_skill_intent', { skill_id: intentSkill, intent_id: intent, position: 0 });
  const robot_id = `r-${tenant_id}`;
  const robot_seq = put('nlu_robot', {
    ...{ id: robot_id, tenant_id, name: 'robot', ...about, forget_turns: 3, session_timeout_s: 1_200 },
    ...{ return_type: 'FIRST', opening_response_id: response(), opening_scene_id: second },
    ...{ fallback_response_id: response(), created_at: 1 },
  });
  put('nlu_robot_skill', { robot_seq, skill_id: sceneSkill, position: 0 });
  const group = put('nlu_sensitive_group', { robot_seq, name: 'bad', lexicon: 'cities', response_id: response() });
  put('nlu_test_set', { robot_seq, name: 'all', ...about, cases: '[]' });
  put('nlu_publish', {
    ...{ id: `p-${tenant_id}`, tenant_id, robot_seq, state: 'FINISHED', ...about, model_id, sha256: 'aa', bytes: 1 },
    ...{ created_at: 1, finished_at: 2 },
  });
  put('nlu_training', {
    ...{ id: `t-${tenant_id}`, tenant_id, kind: 'doc_to_qa', request: '{}', notify_url: '', warnings: '[]' },
    ...{ state: 'FINISHED', created_at: 1, finished_at: 2 },
  });

  const named: readonly (readonly [string, number, string, number])[] = [
    ['question', questions[0] ?? 0, 'lexicon', lexicon],
    ['slot', slot, 'lexicon', lexicon],
    ['sensitiveGroup', group, 'lexicon', lexicon],
    ['answer', answers[0] ?? 0, 'tag', tag],
    ['answer', answers[1] ?? 0, 'question', questions[0] ?? 0],
    ['scene', first, 'taskQuestion', taskQuestion],
    ['scene', first, 'scene', second],
    ['skill', answersSkill, 'dir', dir],
    ['skill', intentSkill, 'intent', intent],
    ['skill', sceneSkill, 'scene', first],
    ['robot', robot_seq, 'skill', sceneSkill],
    ['robot', robot_seq, 'scene', second],
  ];
  for (const [from_kind, from_id, to_kind, to_id] of named) {
    put('nlu_reference', { from_kind, from_id, to_kind, to_id });
  }
}

const online = (tenant_id: string) =>
  put('nlu_online', {
    ...{ tenant_id, robot_id: `r-${tenant_id}`, publish_id: `p-${tenant_id}`, sha256: 'aa', bytes: 1, since: 1 },
    origin: '',
  });

/** How many rows each table of dialog robots has, and `tenant`. */
function counts(): Record<string, number> {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'nlu_*' ORDER BY name")
    .pluck()
    .all();
  const count = (name: string) => db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() as number;
  return Object.fromEntries([...names, 'tenant', 'tenant_app'].map((name) => [name, count(name)]));
}

it('a developer has at most 1,000 tenants besides the default one, whatever others have', () => {
  db.transaction(() => {
    for (let at = 0; at < 1_000; at++) tenants.add({ name: `tenant ${at}` });
  })();
  expect(() => tenants.add({ name: 'one more' })).toThrow(
    expect.objectContaining({
      code: 'TOO_MANY_RESOURCES',
      message: 'developer default may have at most 1000 tenants; remove one first',
    }),
  );
  tenants.add({ name: 'one more', developer: 'other' });
  tenants.remove(tenants.list('default')[1]?.id ?? '');
  tenants.add({ name: 'one more' });
});

it('removing a tenant removes its rows from every table, and leaves those of other tenants', () => {
  const [appkey] = tenants.list('default')[0]?.appkeys ?? [];
  const other = tenants.add({ name: 'other', appkeys: [appkey as string] });
  fill(other.id);
  online(other.id);
  const before = counts();
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]); // no table was forgotten above
  const { id } = tenants.add({ name: 'going', appkeys: [appkey as string] });
  fill(id);
  expect(counts().nlu_answer).toBe(2 * (before.nlu_answer ?? 0));

  tenants.remove(id);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(counts()).toEqual(before);
  expect(tenants.list('default').map(({ name }) => name)).toEqual(['', 'other']);
});

it('a tenant stays, with all its rows, while a robot of it is online; the refusal names the robot', () => {
  const { id } = tenants.add({ name: 'busy' });
  fill(id);
  online(id);
  const before = counts();
  expect(() => tenants.remove(id)).toThrow(
    expect.objectContaining({
      code: 'IN_USE',
      message: `tenant ${id} cannot be deleted: robot r-${id} is online; take it offline first`,
    }),
  );
  expect(counts()).toEqual(before);
  db.prepare('DELETE FROM nlu_online').run();
  tenants.remove(id);
  expect(Object.entries(counts()).filter(([name, rows]) => name.startsWith('nlu_') && rows > 0)).toEqual([]);
});
