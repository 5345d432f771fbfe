// Screening before the models are loaded: tones at once, and what a voice says as soon as it can be understood.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromEngine, ToEngine } from '../../../src/engine/channel/messages.js';
import { FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { keywordReadings } from '../../../src/engine/pipeline/screening/prompt-readings.js';
import { ModelSet } from '../../../src/engine/runtime/models/model-set.js';
import { serveEngine } from '../../../src/engine/serve.js';
import { ModelStore } from '../../../src/models/store.js';
import { rawCoding } from '../../../src/protocol/engine/audio.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { lexiconModel, phoneSpeller, said, spoken } from '../../helpers/models/spelling-model.js';

let folder: string;
let loaded: ModelSet;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-early-'));
  const shipped = join(folder, 'shipped');
  for (const { draft, files } of [lexiconModel, phoneSpeller]) writeModel(shipped, draft, files);
  const store = new ModelStore({ disk: realDisk, directory: join(folder, 'models'), shipped, holder: processHolder() });
  loaded = await ModelSet.open(store, ['lm', 'asr'], ['cn_8k_common']);
});
afterAll(async () => {
  await loaded.release();
  rmSync(folder, { recursive: true, force: true });
});

const coding = rawCoding('pcm_s16le_8k');
const session = { kind: 'ring', property: 'cn_8k_common', coding, audioMaxMs: 90_000, endOnRingback: false } as const;
const clip = { kind: 'ring', property: 'cn_8k_common', format: 'pcm_s16le_8k', maxMs: 120_000 } as const;
const busy = bytesOf(tone(cadences.busy, 2_000));
const ringing = bytesOf(tone(cadences.ringback, 6_000));
const prompt = bytesOf(joined(silence(500), spoken(said('您拨打的用户已关机')), silence(1_000)));
const resultOf = { busy: 10, switchedOff: 14 };

let told: FromEngine[];
let take: (message: ToEngine) => void;
let finishLoading: () => void;
beforeEach(() => {
  told = [];
  const models = new ModelSet();
  let loading: Promise<void> | undefined;
  loading = new Promise<void>((resolve) => {
    finishLoading = () => {
      models.adopt(loaded);
      loading = undefined;
      resolve();
    };
  });
  const judge = (until: 'match' | 'whole') => () =>
    ringJudge(defaultTables, { until, endOnRingback: false }, keywordReadings(models.get('lm', 'cn_8k_common')));
  take = serveEngine({
    send: (message) => told.push(message),
    exit: () => {},
    frontends: new FrontendPool({ minMs: 20, maxMs: 1_000, isStrict: false }, 4),
    ...{ models, loading: () => loading, tables: defaultTables },
    ...{ sessionJudge: judge('match'), clipJudge: judge('whole') },
    fault: (fault) => {
      throw fault;
    },
  });
});
const results = () =>
  told.flatMap((message) =>
    message.type === 'event' && message.event.type === 'result' && 'verdict' in message.event
      ? [message.event.verdict.resultId]
      : [],
  );
const ends = () => told.filter((message) => message.type === 'event' && message.event.type === 'ended').length;
const clips = () =>
  told.flatMap((message) =>
    message.type === 'clip-done' && 'verdict' in message.result ? [message.result.verdict.resultId] : [],
  );
const hear = (bytes: Uint8Array) => {
  for (const slice of sliced(Buffer.from(bytes), 16, 100)) take({ type: 'slice', session: 1, bytes: slice });
};
const open = () => take({ type: 'open', session: 1, params: session });

describe('a live call', () => {
  it('has the verdict of a tone at once', () => {
    open();
    hear(busy);
    expect([results(), ends()]).toEqual([[resultOf.busy], 1]);
    finishLoading();
    expect([results(), ends()]).toEqual([[resultOf.busy], 1]);
  });

  it('hears what was said before as soon as the models are loaded, and says nothing twice', async () => {
    open();
    hear(ringing);
    const early = results();
    expect(early).toHaveLength(1);
    hear(prompt);
    expect(results()).toEqual(early);
    finishLoading();
    await vi.waitFor(() => expect(ends()).toBe(1));
    expect(results()).toEqual([...early, resultOf.switchedOff]);
  });

  it('whose END came before the models ends when its last words are understood', async () => {
    open();
    hear(prompt);
    take({ type: 'end', session: 1, cancel: false });
    expect(ends()).toBe(0);
    finishLoading();
    await vi.waitFor(() => expect(ends()).toBe(1));
    expect(results()).toEqual([resultOf.switchedOff]);
  });

  it('that is cancelled ends at once', () => {
    open();
    hear(prompt);
    take({ type: 'end', session: 1, cancel: true });
    expect(ends()).toBe(1);
  });

  it('that is longer than what is kept goes on with tones alone', async () => {
    open();
    for (let times = 0; times < 12; times++) hear(bytesOf(silence(3_000)));
    finishLoading();
    hear(busy);
    await vi.waitFor(() => expect(results()).toEqual([resultOf.busy]));
  });
});

describe('a whole clip', () => {
  it('with nothing but tones is answered at once', async () => {
    take({ type: 'clip', call: 1, params: clip, bytes: busy });
    await vi.waitFor(() => expect(clips()).toEqual([resultOf.busy]));
  });

  it('with a voice in it waits for the models', async () => {
    take({ type: 'clip', call: 1, params: clip, bytes: Buffer.concat([prompt, busy]) });
    take({ type: 'clip', call: 2, params: clip, bytes: busy });
    await vi.waitFor(() => expect(clips()).toEqual([resultOf.busy]));
    finishLoading();
    await vi.waitFor(() => expect(clips()).toEqual([resultOf.busy, resultOf.switchedOff]));
  });
});
