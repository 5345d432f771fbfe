// Offline transcription through an engine process of its own (specification 2, sections 4.4 and 7). The recogniser
// hears tones as characters; marks come from the model that ships.
import { cpSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engines } from '../../../src/engine/client/client.js';
import type { Transcript } from '../../../src/protocol/engine/transcription.js';
import { limits } from '../../../src/protocol/limits.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { changed } from '../../helpers/models/recognition-call.js';
import { shippedFolder } from '../../helpers/models/shipped.js';
import { slicesOf, spoken, toneRecogniser } from '../../helpers/models/tone-recogniser.js';
import { type FileEngine, startFileEngine } from '../../helpers/transcription/file-engine.js';
import { noAnalysis, noText, wanting } from '../../helpers/transcription/transcript-request.js';

let engine: FileEngine;
let engines: Engines;
beforeAll(async () => {
  engine = await startFileEngine((shipped) => {
    writeModel(shipped, toneRecogniser.draft, toneRecogniser.files);
    cpSync(shippedFolder('punc-zh'), join(shipped, 'punc-zh'), { recursive: true });
  });
  ({ engines } = engine);
});
afterAll(() => engine.stop());

const pcmOf = (...channels: Int16Array[]) => engine.pcmOf(...channels);
const transcribe = (...args: Parameters<FileEngine['transcribe']>) => engine.transcribe(...args);
const textsOf = ({ sentences }: Transcript) => sentences.map((each) => each.text);

/** The texts of a live call in mode continue. */
function live(samples: Int16Array, changes: Parameters<typeof changed>[0]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const texts: string[] = [];
    const slices = slicesOf(samples, 500);
    let at = 0;
    const params = changed({ audioMaxMs: 3_600_000, ...changes, endpoint: { headMs: 0 } });
    const session = engines.openSession(params, (event) => {
      if (event.type === 'room') feed();
      if (event.type === 'sentence') texts.push(event.sentence.candidates[0]?.text ?? '');
      if (event.type === 'ended') resolve(texts);
      if (event.type === 'failed') reject(event.error);
    });
    const feed = () => {
      while (at < slices.length) if (!session.push(slices[at++] as Uint8Array)) return;
      session.end(false);
    };
    feed();
  });
}

const conversation = spoken('99一二三9四五六3七八9999999一二9五四三二一二三四五六七八九~9二3三999');
const quickSentences = 30; // 80 s
const quick = repeated(spoken('一二三四五六七八九9'), quickSentences);
const long = repeated(quick, 20);

function repeated(samples: Int16Array, times: number): Int16Array {
  const all = new Int16Array(times * samples.length);
  for (let time = 0; time < times; time++) all.set(samples, time * samples.length);
  return all;
}

describe('a transcription', () => {
  it('hears what a live call in mode continue hears of the same audio', async () => {
    const choices = { addPunc: true, digitNorm: true, makeParagraph: true };
    const wanted = await live(conversation, { text: choices });
    const heard = await transcribe(pcmOf(conversation), wanting({ text: { ...noText, ...choices } }));
    expect(wanted.length).toBeGreaterThan(4);
    expect(textsOf(heard)).toEqual(wanted);
  });

  it('resamples audio of another rate than the property', async () => {
    const samples = spoken('5一二三9四五六9');
    const twice = Int16Array.from({ length: 2 * samples.length }, (_, at) => {
      const [before, after] = [samples[at >> 1] ?? 0, samples[(at + 1) >> 1] ?? 0];
      return Math.round((before + after) / 2);
    });
    const heard = await transcribe({ ...pcmOf(twice), sampleRateHz: 16_000 });
    expect(textsOf(heard)).toEqual(['一二三', '四五六']);
  });

  it('has times, confidence and role, and words and pinyin only where they were asked for', async () => {
    const pcm = pcmOf(spoken('5一二三9'));
    const [bare] = (await transcribe(pcm)).sentences;
    expect(bare).toMatchObject({ startMs: 540, endMs: 1_100, text: '一二三', role: undefined });
    expect(bare?.confidence).toBeGreaterThan(0.5);
    expect([bare?.words, bare?.pinyin, bare?.speed, bare?.volume, bare?.emotions]).toEqual(Array(5).fill(undefined));
    const sa = { ...noAnalysis, outputSpeed: true, outputVolume: true };
    const options = { outputPinyin: true, words: { type: 'CHAR', tpp: false }, analysis: sa } as const;
    const [full] = (await transcribe(pcm, wanting(options))).sentences;
    expect(full?.words?.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['一', 540, 740],
      ['二', 740, 940],
      ['三', 940, 1_100],
    ]);
    expect(full).toMatchObject({ pinyin: 'yi1 er4 san1', role: 'role_0' });
    expect(full?.speed).toBeGreaterThan(100);
    expect(full?.volume?.max).toBeGreaterThan(full?.volume?.average ?? 100);
  });

  it('masks sensitive words where wordFilter is on, and not otherwise', async () => {
    const pcm = pcmOf(spoken('5一二三9'));
    const request = { sensitiveWords: ['二三'] };
    expect(textsOf(await transcribe(pcm, wanting({ text: { ...noText, wordFilter: true } }, request)))).toEqual([
      '一**',
    ]);
    expect(textsOf(await transcribe(pcm, wanting({}, request)))).toEqual(['一二三']);
  });

  it('writes what hotwords replace', async () => {
    const hotwords = [{ kind: 'text', heard: '一二', text: '壹贰' }] as const;
    expect(textsOf(await transcribe(pcmOf(spoken('5一二三9')), wanting({}, { hotwords })))).toEqual(['壹贰三']);
  });

  it('hears each channel by itself and says which one it was, in one row by their start', async () => {
    const pcm = pcmOf(spoken('5一二三99999四五六9'), spoken('59999七八九9'));
    const { sentences } = await transcribe(pcm, wanting({ analysis: { ...noAnalysis, checkRole: true } }));
    expect(sentences.map(({ role, text: said }) => `${role} ${said}`)).toEqual([
      'agent 一二三',
      'user 七八九',
      'agent 四五六',
    ]);
  });

  it('tells where no channel speaks', async () => {
    const pcm = pcmOf(spoken('99一9999'), spoken('9999二99'));
    const { silences, sentences } = await transcribe(
      pcm,
      wanting({ analysis: { ...noAnalysis, outputSilence: true } }),
    );
    const [first, second] = sentences;
    const endMs = pcm.durationMs;
    expect(silences).toEqual([
      { startMs: 0, endMs: first?.startMs },
      { startMs: first?.endMs, endMs: second?.startMs },
      { startMs: second?.endMs, endMs },
    ]);
  });

  it('of a file without speech, or without audio, has no sentences', async () => {
    expect((await transcribe(pcmOf(spoken('9999')))).sentences).toEqual([]);
    expect((await transcribe(pcmOf(new Int16Array(0)))).sentences).toEqual([]);
  });

  it('tells of its progress, up to 100', async () => {
    const percents: number[] = [];
    await transcribe(pcmOf(quick), undefined, (percent) => percents.push(percent));
    expect(percents.at(-1)).toBe(100);
    expect(percents.length).toBeGreaterThan(50);
    expect([...new Set(percents)].sort((a, b) => a - b)).toEqual(percents);
  });

  it('ends on the engine that began it when a fresh one takes over', async () => {
    const before = engines.status()[0]?.pid;
    const file = transcribe(pcmOf(quick));
    await engines.replace();
    expect(engines.status()[0]?.pid).not.toBe(before);
    expect(textsOf(await file)).toEqual(Array(quickSentences).fill('一二三四五六七八九'));
  });
});

describe('a transcription that comes to nothing', () => {
  it('rejects with the reason of the cancel, and leaves nothing in the engine', async () => {
    const cancel = new AbortController();
    const stop = () => cancel.abort(new Error('the task was cancelled'));
    await expect(transcribe(pcmOf(long), undefined, stop, cancel.signal)).rejects.toThrow('the task was cancelled');
    expect(engines.status()[0]?.sessions).toBe(0);
    await expect(transcribe(pcmOf(long), undefined, () => {}, cancel.signal)).rejects.toThrow('the task was cancelled');
    expect(textsOf(await transcribe(pcmOf(spoken('5一二三9'))))).toEqual(['一二三']);
  });

  it('rejects with ENGINE_LOST when the engine is killed, and the next one is served', async () => {
    const pid = engines.status()[0]?.pid ?? 0;
    let isKilled = false;
    const kill = () => {
      if (!isKilled) process.kill(pid, 'SIGKILL');
      isKilled = true;
    };
    await expect(transcribe(pcmOf(long), undefined, kill)).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    expect(textsOf(await transcribe(pcmOf(spoken('5一二三9'))))).toEqual(['一二三']);
  });

  it('refuses a property without a recogniser, and says which', async () => {
    const request = wanting({}, { property: 'en_8k_common' });
    await expect(transcribe(pcmOf(spoken('一')), request)).rejects.toMatchObject({
      code: 'PROPERTY_NOT_FOUND',
      message: expect.stringContaining('en_8k_common'),
    });
  });

  it('rejects a file that is not there or became shorter, and its neighbours never notice', async () => {
    const other = transcribe(pcmOf(spoken('5一二三9')));
    const missing = { ...pcmOf(spoken('一')), path: join(engine.folder, 'none.pcm') };
    await expect(transcribe(missing)).rejects.toMatchObject({ code: 'INTERNAL' });
    const pcm = pcmOf(long);
    const cut = transcribe(pcm, undefined, () => truncateSync(pcm.path, 16));
    await expect(cut).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(textsOf(await other)).toEqual(['一二三']);
  });

  it('refuses more files than an engine hears in turn, and takes others when those are through', async () => {
    const cancel = new AbortController();
    const under = Array.from({ length: limits.engine.filesPerEngine }, () =>
      transcribe(pcmOf(long), undefined, () => {}, cancel.signal),
    );
    await expect(transcribe(pcmOf(spoken('一')))).rejects.toMatchObject({ code: 'OVERLOADED' });
    cancel.abort(new Error('enough'));
    await Promise.allSettled(under);
    expect(textsOf(await transcribe(pcmOf(spoken('5一二三9'))))).toEqual(['一二三']);
  });
});
