// Tasks of training over a real database, real files and real processes: their states, their ends, restarts.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import type { LearningKind } from '../../../src/understanding/learning/order.js';
import {
  type OpenTraining,
  type TrainingWorld,
  trainingWorld,
  writeMaterial,
} from '../../helpers/nlu/open-training.js';

let folder: string;
let world: TrainingWorld;
let bodies: Readonly<Record<LearningKind, object>>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-training-'));
  world = trainingWorld(folder);
  bodies = writeMaterial(world.base);
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const ended = ({ status }: { status: string }) => status === 'FINISHED' || status === 'ERROR';
const others = ['data_mining', 'doc_to_qa', 'generate_question'] as const;
const all = ['model_train', ...others] as const;

/** Trains in two epochs with a gate in each of its stages; the other kinds have one gate. */
const staged = `
if (order.kind === 'model_train') {
  mkdirSync(order.outputPath);
  const results = [];
  for (const epoch of [1, 2]) {
    say({ type: 'progress', progress: epoch / 4, training: { status: 'TRAIN', epochFinished: epoch - 1 } });
    await gate('train-' + epoch);
    results.push(model(epoch));
    say({ type: 'progress', progress: epoch / 2, training: { status: 'EVAL', epochFinished: epoch } });
    await gate('eval-' + epoch);
  }
  done(results);
} else {
  say({ type: 'progress', progress: 0.5 });
  await gate(order.kind);
  result(order.kind === 'data_mining' ? { new_kb: [] } : []);
}`;
const gates = ['train-1', 'eval-1', 'train-2', 'eval-2', ...others];
const passAll = () => {
  for (const gate of gates) world.pass(gate);
};

/** Names of everything below the directory of the tenant but the material. */
const left = () => readdirSync(world.base).filter((name) => name !== 'in');

describe('the training of a model', () => {
  it('waits, trains, evaluates and finishes with its models where they were wanted', async () => {
    const here = await world.open(staged);
    const first = here.create('model_train', bodies.model_train);
    await world.reached('train-1');
    const second = here.create('model_train', { ...bodies.model_train, outputPath: 'second' });
    const third = here.create('model_train', { ...bodies.model_train, outputPath: 'third' });
    expect(await here.view('model_train', first)).toEqual({
      ...{ taskId: first, status: 'TRAIN', epochFinished: 0, progress: 0.25 },
      estimatedNeedTime: expect.any(Number),
    });
    expect(await here.view('model_train', second)).toEqual({ taskId: second, status: 'WAIT', waitTaskCount: 1 });
    expect(await here.view('model_train', third)).toEqual({ taskId: third, status: 'WAIT', waitTaskCount: 2 });
    world.pass('train-1');
    await world.reached('eval-1');
    const evaluated = await here.until('model_train', first, ({ status }) => status === 'EVAL');
    expect(evaluated).toMatchObject({ epochFinished: 1, progress: 0.5 });
    expect(Number.isInteger(evaluated.estimatedNeedTime)).toBe(true);
    expect(existsSync(join(world.base, 'out'))).toBe(false); // nothing that is half done can be named
    passAll();
    const view = await here.until('model_train', first, ended);
    const path = (epoch: number) => join(world.base, 'out', `model-${epoch}`);
    expect(view).toMatchObject({ status: 'FINISHED', epochFinished: 2 });
    expect(view.results.map((each: { modelPath: string }) => each.modelPath)).toEqual([path(1), path(2)]);
    expect(view.results[0].eval.rate).toHaveLength(10);
    expect(existsSync(join(path(2), 'model.json'))).toBe(true);
    for (const id of [second, third]) await here.until('model_train', id, ended);
    expect(left().sort()).toEqual(['out', 'second', 'third']);
  });

  it('replaces what lay at its output path, once it has ended well', async () => {
    mkdirSync(join(world.base, 'out', 'old'), { recursive: true });
    const here = await world.open(staged);
    const id = here.create('model_train', bodies.model_train);
    await world.reached('train-1');
    expect(readdirSync(join(world.base, 'out'))).toEqual(['old']);
    passAll();
    await here.until('model_train', id, ended);
    expect(readdirSync(join(world.base, 'out'))).toEqual(['model-1', 'model-2']);
  });

  it('names what was given and is not used', async () => {
    passAll();
    const here = await world.open(staged);
    const config = { modelType: 'BIG', numBatchs: 3, weakDataPath: 'in/none.txt' };
    const id = here.create('model_train', { ...bodies.model_train, config, negativeDataPath: 'in/none.txt' });
    const view = await here.until('model_train', id, ended);
    const fields = view.warnings.map((each: string) => each.split(':')[0]);
    expect(fields).toEqual(['negativeDataPath', 'config.weakDataPath', 'config.numBatchs']);
  });
});

describe.each(others)('%s', (kind) => {
  it('is WORKING, then FINISHED with its result', async () => {
    const here = await world.open(staged);
    const id = here.create(kind, bodies[kind]);
    expect(await here.view(kind, id)).toEqual({ taskId: id, status: 'WORKING' });
    await world.reached(kind);
    expect(await here.view(kind, id)).toEqual({ taskId: id, status: 'WORKING' });
    world.pass(kind);
    const result = kind === 'data_mining' ? { new_kb: [] } : [];
    expect(await here.until(kind, id, ended)).toEqual({ taskId: id, status: 'FINISHED', result });
  });
});

describe('tasks of different kinds', () => {
  it('run at once, one of each kind', async () => {
    const here = await world.open(staged);
    for (const kind of all) here.create(kind, bodies[kind]);
    for (const gate of ['train-1', ...others]) await world.reached(gate);
  });
});

it('tasks of two developers take turns', async () => {
  const here = await world.open(`
const whose = JSON.stringify(order).includes(${JSON.stringify(world.otherTenantId)}) ? 'other' : 'first';
writeFileSync(join(folder, 'begun'), whose + ' ', { flag: 'a' });
await gate('go');
result({ new_kb: [] });`);
  writeMaterial(here.root.directoryOf(world.otherTenantId));
  for (let each = 0; each < 4; each++) here.create('data_mining', bodies.data_mining);
  here.trainings.create(world.otherTenantId, here.prepare('data_mining', bodies.data_mining, world.otherTenantId));
  world.pass('go');
  const begun = () => readFileSync(join(folder, 'begun'), 'utf8').trim().split(' ');
  while (!existsSync(join(folder, 'begun')) || begun().length < 5) await sleep(5);
  expect(begun().indexOf('other')).toBeLessThanOrEqual(1);
});

describe('a task that fails', () => {
  const failing = (report: object) => `
if (order.kind === 'model_train') model(1); else writeFileSync(order.resultPath, 'half');
say(${JSON.stringify(report)});`;

  it.each([
    ['its material', { cause: 'input', message: 'kb.mjsn line 2: is not JSON' }, 40010, 'kb.mjsn line 2: is not JSON'],
    [
      'the disk',
      { cause: 'full', message: 'the disk of this gateway is full' },
      50304,
      'the disk of this gateway is full',
    ],
    ['the service', { cause: 'fault', message: 'a fault of the service' }, 50000, 'a fault of the service'],
  ])('for the sake of %s is ERROR, and leaves nothing behind', async (_, fault, code, message) => {
    const here = await world.open(failing({ type: 'failed', ...fault }));
    for (const kind of all) {
      const id = here.create(kind, bodies[kind]);
      const view = await here.until(kind, id, ended);
      expect(view).toEqual({ taskId: id, status: 'ERROR', error: { code, message } });
    }
    expect([...left(), ...readdirSync(join(folder, 'results'))]).toEqual([]);
  });

  it('because what it reads has gone says which', async () => {
    const here = await world.open(staged);
    const first = here.create('data_mining', bodies.data_mining);
    await world.reached('data_mining');
    const second = here.create('data_mining', bodies.data_mining);
    rmSync(join(world.base, 'in', 'records.txt'));
    world.pass('data_mining');
    await here.until('data_mining', first, ended);
    const view = await here.until('data_mining', second, ended);
    expect(view.error).toEqual({ code: 40002, message: 'recordsPath: there is no such file' });
  });

  /** Waits between tries are over at once. */
  const hurried = async <T>(work: () => Promise<T>): Promise<T> => {
    const forward = setInterval(() => {
      world.nowMs += limits.training.retryMaxMs;
    }, 20);
    return work().finally(() => clearInterval(forward));
  };
  const killed = "process.kill(process.pid, 'SIGKILL'); for (;;);";

  it('because its process was killed is begun anew', async () => {
    const here = await world.open(
      `if (!existsSync(join(folder, 'begun'))) { writeFileSync(join(folder, 'begun'), ''); ${killed} } result([]);`,
    );
    const id = here.create('doc_to_qa', bodies.doc_to_qa);
    expect((await hurried(() => here.until('doc_to_qa', id, ended))).status).toBe('FINISHED');
  });

  it('because its process is killed again and again is given up', async () => {
    const here = await world.open(`writeFileSync(join(folder, String(process.pid) + '.try'), ''); ${killed}`);
    const id = here.create('doc_to_qa', bodies.doc_to_qa);
    const view = await hurried(() => here.until('doc_to_qa', id, ended));
    expect(view.error).toMatchObject({ code: 41303, message: expect.stringContaining('ended early (by a signal)') });
    expect(readdirSync(folder).filter((name) => name.endsWith('.try'))).toHaveLength(limits.training.tries);
  });

  it('with more in its result than there may be is ERROR', async () => {
    const most = limits.training.resultBytes;
    const here = await world.open(
      `writeFileSync(order.resultPath, Buffer.alloc(${most + 1}, 32)); say({ type: 'done' });`,
    );
    const id = here.create('data_mining', bodies.data_mining);
    const view = await here.until('data_mining', id, ended);
    expect(view.error).toMatchObject({ code: 41303, message: expect.stringContaining(`must have at most ${most}`) });
    expect(readdirSync(join(folder, 'results'))).toEqual([]);
  });
});

describe('a task that is deleted', () => {
  const hanging = `reach(order.kind); if (order.kind === 'model_train') model(1); for (;;);`;

  it.each(all)('while it waits is gone at once: %s', async (kind) => {
    const here = await world.open(hanging);
    here.create(kind, bodies[kind]);
    const waiting = here.create(kind, { ...bodies[kind], ...(kind === 'model_train' && { outputPath: 'waiting' }) });
    await here.trainings.remove(world.tenantId, kind, waiting);
    await expect(here.view(kind, waiting)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it.each(all)('while its process hangs takes the process and what it wrote along: %s', async (kind) => {
    const here = await world.open(hanging);
    const id = here.create(kind, bodies[kind]);
    const pid = await world.reached(kind);
    await here.trainings.remove(world.tenantId, kind, id);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect([...left(), ...readdirSync(join(folder, 'results'))]).toEqual([]);
    await expect(here.view(kind, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(here.trainings.remove(world.tenantId, kind, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it.each(['train-1', 'eval-1', 'train-2', 'eval-2'])(
    'in the middle of %s leaves what lay at its output path',
    async (gate) => {
      mkdirSync(join(world.base, 'out'));
      writeFileSync(join(world.base, 'out', 'old'), '');
      for (const each of gates.slice(0, gates.indexOf(gate))) world.pass(each);
      const here = await world.open(staged);
      const id = here.create('model_train', bodies.model_train);
      await world.reached(gate);
      await here.trainings.remove(world.tenantId, 'model_train', id);
      expect(left()).toEqual(['out']);
      expect(readdirSync(join(world.base, 'out'))).toEqual(['old']);
    },
  );

  it.each(all)('after its end leaves finished models, and no result: %s', async (kind) => {
    passAll();
    const here = await world.open(staged);
    const id = here.create(kind, bodies[kind]);
    await here.until(kind, id, ended);
    await here.trainings.remove(world.tenantId, kind, id);
    await expect(here.view(kind, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(left()).toEqual(kind === 'model_train' ? ['out'] : []);
    expect(readdirSync(join(folder, 'results'))).toEqual([]);
  });

  it.each(all)('after it failed is gone too: %s', async (kind) => {
    const here = await world.open(`say({ type: 'failed', cause: 'input', message: 'no' });`);
    const id = here.create(kind, bodies[kind]);
    await here.until(kind, id, ended);
    await here.trainings.remove(world.tenantId, kind, id);
    await expect(here.view(kind, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});

describe('after a restart', () => {
  const restarts = async (first: OpenTraining, script = staged) => {
    await first.crash();
    return world.open(script);
  };

  it('a task that waited waits, and is done', async () => {
    const first = await world.open(staged);
    first.create('model_train', bodies.model_train);
    await world.reached('train-1');
    const waiting = first.create('model_train', { ...bodies.model_train, outputPath: 'second' });
    passAll();
    const second = await restarts(first);
    expect((await second.until('model_train', waiting, ended)).status).toBe('FINISHED');
  });

  it.each(['train-1', 'eval-1', 'train-2', 'eval-2'])('a training that was in %s begins anew', async (gate) => {
    for (const each of gates.slice(0, gates.indexOf(gate))) world.pass(each);
    const first = await world.open(staged);
    const id = first.create('model_train', bodies.model_train);
    await world.reached(gate);
    passAll();
    const second = await restarts(first);
    const view = await second.until('model_train', id, ended);
    expect(view).toMatchObject({ status: 'FINISHED', epochFinished: 2 });
    expect(left()).toEqual(['out']);
    expect(readdirSync(join(world.base, 'out'))).toEqual(['model-1', 'model-2']);
  });

  it.each(others)('a task in work begins anew: %s', async (kind) => {
    const first = await world.open(staged);
    const id = first.create(kind, bodies[kind]);
    await world.reached(kind);
    passAll();
    const second = await restarts(first);
    expect((await second.until(kind, id, ended)).status).toBe('FINISHED');
    expect(readdirSync(join(folder, 'results'))).toHaveLength(1);
  });

  it.each(all)('a task that had ended is as it was: %s', async (kind) => {
    passAll();
    const first = await world.open(staged);
    const id = first.create(kind, bodies[kind]);
    const view = await first.until(kind, id, ended);
    const second = await restarts(first, `await gate('never');`);
    expect(await second.view(kind, id)).toEqual(view);
  });

  it('models that were whole are put where they were wanted', async () => {
    passAll();
    const first = await world.open(staged);
    const id = first.create('model_train', bodies.model_train);
    const view = await first.until('model_train', id, ended);
    // As a power cut leaves it between the row that says so and the directory itself.
    const row = first.db.prepare<[], { attempt: string }>('SELECT attempt FROM nlu_training').get();
    first.db.prepare("UPDATE nlu_training SET state = 'PLACING', lease = 1").run();
    await first.crash();
    renameSync(join(world.base, 'out'), join(world.base, `.training-${row?.attempt}`));
    const second = await world.open(`await gate('never');`);
    expect(await second.view('model_train', id)).toEqual(view);
    expect(readdirSync(join(world.base, 'out'))).toEqual(['model-1', 'model-2']);
  });

  it('a task whose deletion was cut short is gone, with what it wrote', async () => {
    const first = await world.open(staged);
    const id = first.create('model_train', bodies.model_train);
    await world.reached('train-1');
    first.db.prepare("UPDATE nlu_training SET state = 'REMOVED', lease = NULL").run();
    const second = await restarts(first);
    await expect(second.view('model_train', id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(left()).toEqual([]);
    expect(second.db.prepare('SELECT count(*) AS n FROM nlu_training').get()).toEqual({ n: 0 });
  });
});

describe('the state of a task that has ended', () => {
  it.each(all)('is kept its time and not longer: %s', async (kind) => {
    passAll();
    const here = await world.open(staged);
    const id = here.create(kind, bodies[kind]);
    await here.until(kind, id, ended);
    world.nowMs += limits.training.keepMs[kind] - 1_000;
    await here.view(kind, id);
    world.nowMs += 1_000;
    await expect(here.view(kind, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(here.trainings.remove(world.tenantId, kind, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await here.stop();
    const later = await world.open(staged); // a start sweeps
    const rows = later.db.prepare<[], number>('SELECT count(*) FROM nlu_training').pluck();
    while (rows.get() !== 0) await sleep(5);
    expect(left()).toEqual(kind === 'model_train' ? ['out'] : []);
    while (readdirSync(join(folder, 'results')).length > 0) await sleep(5);
  });
});

describe('what a task reads and writes', () => {
  it('is written by one unfinished task, and read by none that another replaces', async () => {
    const here = await world.open(staged);
    const create = (more: object) => () => here.create('model_train', { ...bodies.model_train, ...more });
    const id = create({ outputPath: 'a/b' })();
    for (const outputPath of ['a/b', 'a', 'a/b/c', join(world.base, 'a', 'b')]) {
      expect(create({ outputPath })).toThrow(`outputPath: this place is being written by the unfinished task ${id}`);
    }
    create({ outputPath: 'a/c' })();
    mkdirSync(join(world.base, 'copies'));
    writeFileSync(join(world.base, 'copies', 'kb.mjsn'), '');
    create({ outputPath: 'd', kbPath: 'copies/kb.mjsn' })();
    expect(create({ outputPath: 'copies' })).toThrow(
      'outputPath: files in this place are being read by the unfinished task',
    );
    for (const outputPath of ['in', 'in/kb.mjsn']) {
      expect(create({ outputPath })).toThrow('outputPath: must not be, contain or lie in kbPath');
    }
  });

  it('is bounded for a tenant', async () => {
    const here = await world.open(staged);
    for (let made = 0; made < limits.training.unfinishedPerTenant; made++) here.create('doc_to_qa', bodies.doc_to_qa);
    expect(() => here.create('doc_to_qa', bodies.doc_to_qa)).toThrow('there may be at most 100 training tasks');
    expect(here.trainings.useOf(world.tenantId)).toContain('100 of its training tasks are not finished');
    expect(here.trainings.useOf(world.otherTenantId)).toBeUndefined();
  });
});

describe('another tenant', () => {
  it('sees no task of this one, and can end none', async () => {
    const here = await world.open(staged);
    for (const kind of all) {
      const id = here.create(kind, bodies[kind]);
      await expect(here.trainings.query(world.otherTenantId, kind, id)).rejects.toMatchObject({
        code: 'RESOURCE_NOT_FOUND',
      });
      await expect(here.trainings.remove(world.otherTenantId, kind, id)).rejects.toMatchObject({
        code: 'RESOURCE_NOT_FOUND',
      });
      const another = kind === 'model_train' ? 'doc_to_qa' : 'model_train';
      await expect(here.view(another, id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
      if (kind === 'generate_question') continue; // it reads nothing
      expect(() => here.prepare(kind, bodies[kind], world.otherTenantId)).toThrow('there is no such');
    }
  });
});
