// A lexicon with thousands of entries is read and compared in pieces: others have their turn between them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentFormat, RobotDocument } from '../../../src/nlu/exchange/document.js';
import { Changes } from '../../../src/nlu/resource/changes.js';
import { ModelSwitch } from '../../../src/nlu/resource/model/switch.js';
import { readOneState } from '../../../src/nlu/resource/one-state.js';
import { nluServices } from '../../../src/nlu/services/services.js';
import { limits } from '../../../src/protocol/limits.js';
import type { Steps } from '../../../src/protocol/steps.js';
import { validate } from '../../../src/protocol/wire/issues.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';

let [folder, tenant]: string[] = [];
let db: Store;
let services: ReturnType<typeof nluServices>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-lexicons-'));
  db = openStore(join(folder, 'tonegate.db')).db;
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  tenant = db.prepare<[], string>('SELECT id FROM tenant').pluck().get() as string;
  const modelSwitch = new ModelSwitch(pino({ level: 'silent' }));
  services = nluServices({
    db,
    now: Date.now,
    modelSwitch,
    isOnline: () => false,
    checkModel: async () => undefined as never,
  });
  services.exchange.import(tenant, document());
});
afterAll(() => {
  closeStore(db);
  rmSync(folder as string, { recursive: true });
});

const entries = 2_000;
const words = Array.from({ length: entries }, (_, at) => `word ${at}\tother ${at}`);
const document = (last = words.at(-1) as string) =>
  validate(RobotDocument, {
    format: documentFormat,
    robot: { name: 'r' },
    lexicons: [
      { name: 'plain', entries: [...words.slice(0, -1), last] },
      {
        name: 'divided',
        type: 'DYNAMIC',
        matchVar: 'user.city',
        classes: [{ name: 'c', matchValue: '', entries: words }],
      },
    ],
  });

const idOf = (name: string) => services.lexicons.all(tenant as string).find((each) => each.name === name)?.id as number;
function counted<T>(steps: Steps<T>): { value: T; steps: number } {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, steps: count };
  }
}
const signal = new AbortController().signal;

it('the list of the entries is the same whether it is read in one piece or in many, with and without classes', async () => {
  for (const [name, className] of [
    ['plain', undefined],
    ['divided', 'c'],
  ] as const) {
    const text = await services.lexicons.entriesAsJson(tenant as string, idOf(name), { className }, signal);
    const { wordLists, dynamicClass } = JSON.parse(text);
    expect(wordLists.map(({ content }: { content: string }) => content)).toEqual(words);
    expect(dynamicClass?.name).toBe(className);
  }
  await expect(services.lexicons.entriesAsJson(tenant as string, idOf('divided'), {}, signal)).rejects.toThrow(
    'has no such class',
  );
});

it('what a long lexicon says is read in steps of as many entries as one statement may touch', () => {
  const { value, steps } = counted(services.lexicons.contents(tenant as string, idOf('plain')));
  expect(value).toEqual(words);
  expect(steps).toBeGreaterThanOrEqual(entries / limits.nlu.batch.wordsAtOnce);
});

it('an import of a long lexicon that is there already compares it in steps, and finds the last entry that differs', () => {
  const again = services.exchange.importing(tenant as string, document());
  const { steps } = db.transaction(() => new Changes(db).inBatch(() => counted(again)))();
  expect(steps).toBeGreaterThan((2 * entries) / limits.nlu.batch.wordsAtOnce);
  const other = services.exchange.importing(tenant as string, document('word 1999\telse'));
  expect(() => counted(other)).toThrow('there is already a lexicon "plain" with different content');
});

it('an import whose client went while it waited for its turn makes nothing', () => {
  const before = services.robots.robots.all(tenant as string, false);
  const steps = services.exchange.importing(tenant as string, document(), AbortSignal.abort());
  expect(() => counted(steps)).toThrow('aborted');
  expect(services.robots.robots.all(tenant as string, false)).toEqual(before);
});

it('a list that changes while it is read is read anew, at last in one go; and not at all once its client has gone', async () => {
  let [revision, begun] = [0, 0];
  const changes = { revisionOf: () => revision, requireTenant: () => {} };
  const clock = () => Number.MAX_SAFE_INTEGER * 2 ** 8; // every step is a piece
  function* three(): Steps<number> {
    begun++;
    for (let step = 0; step < 3; step++) {
      revision += 1;
      yield;
    }
    return begun;
  }
  expect(await readOneState(changes, 'any', three, { signal, clock })).toBe(limits.nlu.publish.readings + 1);
  await expect(readOneState(changes, 'any', three, { signal: AbortSignal.abort(), clock })).rejects.toThrow();
});
