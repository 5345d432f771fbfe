// Training without a gateway: a real database, real files and real processes. Where work has to pause, hang or fail at
// a certain moment, a script of the test replaces it; the work itself has its own tests.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { AddressPolicy } from '../../../src/net/address-policy.js';
import { callBack } from '../../../src/net/callback.js';
import { learnWith } from '../../../src/nlu/training/learn.js';
import {
  type Prepared,
  prepareGeneration,
  prepareMining,
  prepareSplit,
  prepareTraining,
} from '../../../src/nlu/training/orders.js';
import { MineBody } from '../../../src/nlu/training/requests/data-mining.js';
import { SplitBody } from '../../../src/nlu/training/requests/documents.js';
import { GenerateBody } from '../../../src/nlu/training/requests/generate-question.js';
import { TrainBody } from '../../../src/nlu/training/requests/model-train.js';
import { TrainingRoot } from '../../../src/nlu/training/root.js';
import { startTraining } from '../../../src/nlu/training/start.js';
import { validate } from '../../../src/protocol/wire/issues.js';
import { openStore } from '../../../src/store/open.js';
import type { LearningKind } from '../../../src/understanding/learning/order.js';
import { chance } from '../chance.js';

/** The beginning of the scripts of work processes. `gate` waits until the test opens it. */
const preamble = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
const order = JSON.parse(await text(process.stdin));
const say = (report) => process.stdout.write(JSON.stringify(report) + '\\n');
const reach = (name) => writeFileSync(join(folder, name + '.reached'), String(process.pid));
const gate = async (name) => { reach(name); while (!existsSync(join(folder, name))) await sleep(5); };
const model = (epoch) => {
  const modelPath = join(order.outputPath, 'model-' + epoch);
  mkdirSync(modelPath, { recursive: true });
  writeFileSync(join(modelPath, 'model.json'), JSON.stringify({ type: order.type }));
  return { epoch, modelPath, eval: { rate: Array(10).fill(1) }, type: order.type, trainedTime: 1 };
};
const done = (results) => say({ type: 'done', trained: { epochFinished: results.length, results, warnings: [] } });
const result = (value) => { writeFileSync(order.resultPath, JSON.stringify(value)); say({ type: 'done' }); };
`;

export interface TrainingWorld {
  /** The folder of gates, scripts and data. */
  readonly folder: string;
  readonly tenantId: string;
  readonly otherTenantId: string;
  readonly base: string;
  open(script: string, more?: { readonly allow?: string[] }): Promise<OpenTraining>;
  /** Opens a gate. */
  pass(gate: string): void;
  /** Resolves with the id of the process when a script has reached a gate. */
  reached(gate: string): Promise<number>;
  /** The clock for objects that are opened next, ms UTC. */
  nowMs: number;
  close(): Promise<void>;
}

export type OpenTraining = Awaited<ReturnType<typeof startTraining>> & {
  readonly root: TrainingRoot;
  readonly db: ReturnType<typeof openStore>['db'];
  /** Disappears like a killed process: nothing is written. */
  crash(): Promise<void>;
  logText(): string;
  prepare(kind: LearningKind, body: object, tenantId?: string): Prepared;
  create(kind: LearningKind, body: object): string;
  view(kind: LearningKind, id: string): Promise<TaskJson>;
  /** Resolves with the view when it satisfies `isSo`; the limit of the test ends the wait. */
  until(kind: LearningKind, id: string, isSo: (view: TaskJson) => boolean): Promise<TaskJson>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into views of every shape
export type TaskJson = any;

let scripts = 0;

export function trainingWorld(folder: string): TrainingWorld {
  const file = join(folder, 'tonegate.db');
  const { db: first } = openStore(file);
  first.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1), ('other', 1)").run();
  const [tenantId, otherTenantId] = first
    .prepare<[], string>('SELECT id FROM tenant ORDER BY developer_id')
    .pluck()
    .all() as [string, string];
  first.close();
  const rootPath = join(folder, 'root');
  const base = new TrainingRoot(rootPath).directoryOf(tenantId);
  const opened: OpenTraining[] = [];

  const world: TrainingWorld = {
    ...{ folder, tenantId, otherTenantId, base, nowMs: 1_700_000_000_000 },
    pass: (gate) => writeFileSync(join(folder, gate), ''),
    reached: async (gate) => {
      const file = join(folder, `${gate}.reached`);
      for (;;) {
        const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
        if (pid > 0) return pid;
        await sleep(5); // a file that has just been made may still be empty
      }
    },
    open: async (script, { allow = [] } = {}) => {
      const program = join(folder, `work-${scripts++}.mjs`);
      writeFileSync(program, `const folder = ${JSON.stringify(folder)};\n${preamble}${script}`);
      const { db } = openStore(file);
      const root = new TrainingRoot(rootPath);
      const policy = new AddressPolicy({ allow, deny: [], privateAddresses: true, loopback: true }, 'training');
      let log = '';
      const started = await startTraining({
        ...{ db, root, results: join(folder, 'results') },
        slots: { model_train: 1, data_mining: 1, doc_to_qa: 1, generate_question: 1 },
        assets: () => ({}),
        learn: (order, signal, onProgress) => learnWith({ program, writes: [folder] }, order, signal, onProgress),
        notify: (url, json, signal) => callBack({ url, json, policy, signal }),
        log: pino({ level: 'trace' }, { write: (line: string) => (log += line) }),
        now: () => ++world.nowMs,
        maySweep: () => true,
        random: (bytes) => chance(world.nowMs).bytes(bytes),
        onEnded: () => {},
      });
      let isOpen = true;
      const prepare = (kind: LearningKind, body: object, tenant = tenantId) => preparers[kind](body, root, tenant);
      const view = async (kind: LearningKind, id: string) =>
        JSON.parse(await started.trainings.query(tenantId, kind, id)) as TaskJson;
      const here: OpenTraining = {
        ...{ ...started, root, db, prepare, view, logText: () => log },
        stop: async () => {
          if (!isOpen) return;
          isOpen = false;
          await started.stop();
          db.close();
        },
        crash: async () => {
          if (!isOpen) return;
          isOpen = false;
          // The rows stay as they are, since nothing can be written any more.
          db.close();
          await started.stop().catch(() => {});
        },
        create: (kind, body) => started.trainings.create(tenantId, prepare(kind, body)),
        until: async (kind, id, isSo) => {
          for (;;) {
            const now = await view(kind, id);
            if (isSo(now)) return now;
            await sleep(3);
          }
        },
      };
      opened.push(here);
      return here;
    },
    close: async () => {
      for (const each of opened) await each.stop();
    },
  };
  return world;
}

const preparers: Readonly<Record<LearningKind, (body: object, root: TrainingRoot, tenant: string) => Prepared>> = {
  model_train: (body, root, tenant) => prepareTraining(validate(TrainBody, body), root, tenant),
  data_mining: (body, root, tenant) => prepareMining(validate(MineBody, body), root, tenant),
  doc_to_qa: (body, root, tenant) => prepareSplit(validate(SplitBody, body), root, tenant),
  generate_question: (body, root, tenant) => prepareGeneration(validate(GenerateBody, body), root, tenant),
};

/** Material below the directory of a tenant, and a request of each kind that names it. */
export function writeMaterial(base: string): Readonly<Record<LearningKind, object>> {
  mkdirSync(join(base, 'in', 'docs'), { recursive: true });
  writeFileSync(join(base, 'in', 'kb.mjsn'), '{"q":"几点开门","e":["什么时候营业"]}\n');
  writeFileSync(join(base, 'in', 'test.txt'), '几点营业\t几点开门\n');
  writeFileSync(join(base, 'in', 'records.txt'), '我想查话费\n');
  writeFileSync(join(base, 'in', 'docs', 'a.txt'), '第一章 营业时间\n九点开门。\n');
  const small = { modelType: 'SMALL' };
  return {
    model_train: { kbPath: 'in/kb.mjsn', testSetPath: 'in/test.txt', outputPath: 'out', config: small },
    data_mining: { recordsPath: 'in/records.txt' },
    doc_to_qa: { type: 'DIR', path: 'in/docs' },
    generate_question: { questions: ['怎么办理退货'] },
  };
}
