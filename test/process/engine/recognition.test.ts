// Recognition through an engine process of its own: the gateway's face of it, back-pressure, refusals. The recogniser is
// that of test/helpers/models/tone-recogniser.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecognitionClipParams } from '../../../src/engine/channel/messages.js';
import { type Engines, type SessionEvent, startEngines } from '../../../src/engine/client/client.js';
import type { RecognitionParams } from '../../../src/protocol/engine/recognition.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { slicesOf, spoken, toneRecogniser } from '../../helpers/models/tone-recogniser.js';

let folder: string;
let engines: Engines;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-recognition-'));
  const shipped = join(folder, 'shipped');
  writeModel(shipped, toneRecogniser.draft, toneRecogniser.files);
  engines = startEngines({
    tables: defaultTables,
    log: pino({ level: 'silent' }),
    count: 1,
    models: { store: join(folder, 'store'), shipped },
  });
  await engines.ready();
});
afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

const choices = {
  kind: 'asr',
  property: 'cn_8k_common',
  nBest: 1,
  hotwords: [],
  text: {
    addPunc: false,
    digitNorm: false,
    textSmooth: false,
    makeParagraph: false,
    outputPinyin: false,
    wordType: 'DISABLED',
    wordTpp: false,
    tppContextRangeMs: 0,
    sensitiveWords: [],
  },
  analysis: undefined,
  languageModel: undefined,
} as const;
const clip: RecognitionClipParams = { ...choices, format: 'pcm_s16le_8k', maxMs: 60_000 };
const live: RecognitionParams = {
  ...choices,
  mode: 'continue',
  coding: { coding: 'pcm_s16le', sampleRateHz: 8_000 },
  audioMaxMs: 600_000,
  endpoint: { headMs: 10_000, tailMs: 500, endMs: 0, maxSegmentMs: 30_000, threshold: 10 },
  interimResults: false,
};
const bytesOf = (samples: Int16Array) => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

/** A client that stops pushing while the queue is full. */
function called(
  params: RecognitionParams,
  samples: Int16Array,
  slices = slicesOf(samples, 500),
): Promise<{ texts: string[]; last: SessionEvent<'asr'> }> {
  return new Promise((resolve) => {
    const texts: string[] = [];
    let at = 0;
    const session = engines.openSession(params, (event) => {
      if (event.type === 'room') feed();
      if (event.type === 'sentence') texts.push(event.sentence.candidates[0]?.text ?? '');
      if (event.type === 'ended' || event.type === 'failed') resolve({ texts, last: event });
    });
    const feed = () => {
      while (at < slices.length) if (!session.push(slices[at++] as Uint8Array)) return;
      session.end(false);
    };
    feed();
  });
}

describe('recognition in an engine', () => {
  it('says what it hears of a session, then ends it', async () => {
    const { texts, last } = await called(live, spoken('5一二三9四五六9'));
    expect(texts).toEqual(['一二三', '四五六']);
    expect(last).toEqual({ type: 'ended', cause: 'client' });
  });

  it('takes a long recording as fast as it can and loses nothing', async () => {
    const { texts } = await called(live, spoken('一二三四五六七八九9'.repeat(80)));
    expect(texts).toEqual(Array.from({ length: 80 }, () => '一二三四五六七八九'));
  });

  it('recognises a clip as one sentence', async () => {
    const { sentence, sampleRateHz } = await engines.hear(clip, bytesOf(spoken('5一二三9四五六')));
    expect(sentence.candidates.map(({ text }) => text)).toEqual(['一二三四五六']);
    expect(sampleRateHz).toBe(8_000);
  });

  it('serves many sessions and clips side by side', async () => {
    const samples = spoken('5一二三9四五六9');
    const all = await Promise.all([
      ...Array.from({ length: 20 }, async () => (await called(live, samples)).texts.join('')),
      ...Array.from(
        { length: 5 },
        async () => (await engines.hear(clip, bytesOf(samples))).sentence.candidates[0]?.text,
      ),
    ]);
    expect(new Set(all)).toEqual(new Set(['一二三四五六']));
  });

  it('refuses a property without a recogniser, and says which', async () => {
    const { last } = await called({ ...live, property: 'en_8k_common' }, spoken('一'));
    expect(last).toMatchObject({ type: 'failed', error: { code: 'PROPERTY_NOT_FOUND' } });
    await expect(engines.hear({ ...clip, property: 'en_8k_common' }, bytesOf(spoken('一')))).rejects.toMatchObject({
      code: 'PROPERTY_NOT_FOUND',
      message: expect.stringContaining('en_8k_common'),
    });
  });

  it('takes a last slice that is shorter than the others may be, in every mode', async () => {
    const samples = spoken('5一二三9').subarray(0, -8 * 75);
    for (const mode of ['short', 'utterance', 'continue'] as const) {
      const { texts, last } = await called({ ...live, mode }, samples, slicesOf(samples, 100));
      expect([texts, last.type]).toEqual([['一二三'], 'ended']);
    }
  });

  it('refuses a bad slice, and its neighbours never notice', async () => {
    const other = called(live, spoken('5一二三9'));
    const { last } = await called(live, spoken('一'), slicesOf(spoken('一'), 20));
    expect(last).toMatchObject({ type: 'failed', error: { code: 'BAD_SLICE' } });
    expect((await other).texts).toEqual(['一二三']);
  });

  it('keeps no session that has ended, was cancelled or whose client has gone', async () => {
    const slices = slicesOf(spoken('5一二三9'));
    const ends = Array.from({ length: 60 }, (_, number) => {
      let ended = () => {};
      const over = new Promise<void>((resolve) => {
        ended = resolve;
      });
      const session = engines.openSession(live, ({ type }) => {
        if (type === 'ended' || type === 'failed') ended();
      });
      for (const slice of slices.slice(0, number % (slices.length + 1))) session.push(slice);
      if (number % 3 === 2) {
        session.close();
        return undefined;
      }
      session.end(number % 3 === 1);
      return over;
    });
    await Promise.all(ends);
    expect(engines.status().map(({ sessions }) => sessions)).toEqual([0]);
    expect((await called(live, spoken('5一二三9'))).texts).toEqual(['一二三']);
  });
});
