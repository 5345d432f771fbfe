// Specification 2, section 4.4: sa.diarization and sa.checkRole in mono, through an engine process. Tones are characters;
// low tones are one voice and high tones the other.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engines, startEngines } from '../../src/engine/client.js';
import type { TranscribeRequest, TranscriptOptions } from '../../src/protocol/transcription.js';
import { defaultTables } from '../../src/ring/default-tables.js';
import { writeModel } from '../helpers/model-folder.js';
import { spoken, toneRecogniser } from '../helpers/tone-recogniser.js';
import { toneVoices } from '../helpers/tone-voices.js';

const log = { info: () => {}, warn: () => {} };
const text = {
  addPunc: false,
  textSmooth: false,
  digitNorm: false,
  wordFilter: false,
  makeParagraph: false,
  puncWeight: 0,
};
const analysis: NonNullable<TranscriptOptions['analysis']> = {
  diarization: true,
  checkRole: false,
  channelRole: 'LEFT_AGENT',
  checkEmotion: false,
  outputSpeed: false,
  outputVolume: false,
  outputSilence: false,
};
const request = (sa: Partial<typeof analysis> = {}): TranscribeRequest => ({
  property: 'cn_8k_common',
  hotwords: [],
  sensitiveWords: [],
  options: {
    resultType: 'JSON',
    outputPinyin: false,
    words: undefined,
    analysis: { ...analysis, ...sa },
    text,
  },
});

let folder: string;
let engines: Engines;
let files = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-diarization-'));
  const shipped = join(folder, 'shipped');
  for (const { draft, files } of [toneRecogniser, toneVoices]) writeModel(shipped, draft, files);
  engines = startEngines({ tables: defaultTables, log, count: 1, models: { store: join(folder, 'store'), shipped } });
  await engines.ready();
});
afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function transcribe(samples: Int16Array, wanted = request(), signal = new AbortController().signal) {
  const path = join(folder, `${++files}.pcm`);
  writeFileSync(path, samples);
  const pcm = { path, sampleRateHz: 8_000, channels: 1, durationMs: samples.length / 8 } as const;
  const { sentences } = await engines.transcribe(pcm, wanted, () => {}, signal);
  return sentences.map((sentence) => `${sentence.role}: ${sentence.text}`);
}

describe('diarization', () => {
  it('gives role_0 to who speaks first and role_1 to the other', async () => {
    const heard = await transcribe(spoken('5八九七八九七9一二三一二三9九八七九八七9三二一三二一9'));
    expect(heard).toEqual([
      'role_0: 八九七八九七',
      'role_1: 一二三一二三',
      'role_0: 九八七九八七',
      'role_1: 三二一三二一',
    ]);
  });

  it('ends a sentence where the other one begins to speak', async () => {
    const heard = await transcribe(spoken('5一二三一二三一二三九八七九八七九八七一二三三二一一二三9'));
    expect(heard).toEqual(['role_0: 一二三一二三一二三', 'role_1: 九八七九八七九八七', 'role_0: 一二三三二一一二三']);
  });

  it('gives role_0 to all sentences where one person speaks', async () => {
    const heard = await transcribe(spoken('5一二三一二三9三二一三二一9二二三一一三9'));
    expect(heard).toEqual(['role_0: 一二三一二三', 'role_0: 三二一三二一', 'role_0: 二二三一一三']);
  });

  it('names agent and user where checkRole asks for it', async () => {
    const heard = await transcribe(spoken('5八九七八九七9一二三一二三9九八七九八七9'), request({ checkRole: true }));
    expect(heard.map((line) => line.split(':')[0])).toEqual(['agent', 'user', 'agent']);
  });

  it('of a recording without speech is empty', async () => {
    expect(await transcribe(spoken('999'))).toEqual([]);
  });

  it('says the same of the same recording again', async () => {
    const samples = spoken('5八九七八九七一二三一二三9一一二三九八七九八七9三二一三二一9');
    expect(await transcribe(samples)).toEqual(await transcribe(samples));
  });

  it('can be cancelled', async () => {
    const given = new AbortController();
    const reason = new Error('nobody waits for it');
    const over = transcribe(spoken('八九七八九七9一二三一二三9'.repeat(20)), request(), given.signal);
    given.abort(reason);
    await expect(over).rejects.toBe(reason);
    expect(await transcribe(spoken('5一二三一二三9'))).toEqual(['role_0: 一二三一二三']);
  });
});
