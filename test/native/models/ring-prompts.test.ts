// Screening with a recogniser in the same pass: prompts are understood, tones and silence cost no recognition. The
// recogniser hears what its samples spell (test/helpers/models/spelling-model.ts); speech is told by its level.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClip } from '../../../src/engine/pipeline/audio/clip.js';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { levelSpeech } from '../../../src/engine/pipeline/audio/vad.js';
import { keywordReadings } from '../../../src/engine/pipeline/screening/prompt-readings.js';
import type { PromptParts } from '../../../src/engine/pipeline/screening/prompt-recogniser.js';
import { screenClip } from '../../../src/engine/pipeline/screening/screen-clip.js';
import { ScreeningSession } from '../../../src/engine/pipeline/screening/screening.js';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import { type Language, loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import type { RingEvidence, RingVerdict } from '../../../src/protocol/engine/ring.js';
import { limits } from '../../../src/protocol/limits.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { nextTurn } from '../../helpers/models/hearing-models.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { lagging, lexiconModel, phoneSpeller, said, spelled, spoken } from '../../helpers/models/spelling-model.js';

let folder: string;
let model: CtcModel;
let language: Language;
let prompts: PromptParts;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-prompts-'));
  model = await loadCtc(modelIn(writeModel(folder, phoneSpeller.draft, phoneSpeller.files)));
  language = loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files)));
  prompts = { recogniser: Recogniser.open(model, language), openSpeech: levelSpeech };
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

const judge = (until: 'match' | 'whole', keywordConfidence?: number) =>
  ringJudge(
    defaultTables,
    { until, endOnRingback: false, ...(keywordConfidence !== undefined && { keywordConfidence }) },
    keywordReadings(language),
  );
const phones = (...names: string[]) => names.map((name) => phoneSpeller.units.indexOf(name));

interface Call {
  readonly verdicts: RingVerdict[];
  readonly cause: string;
  readonly faults: unknown[];
  /** of the last verdict */
  readonly evidence: RingEvidence | undefined;
}

/** A live call: 100 ms slices, END after the last. */
async function live(
  samples: Int16Array,
  parts: PromptParts = prompts,
  audioMaxMs = 90_000,
  keywordConfidence?: number,
): Promise<Call> {
  let evidence: RingEvidence | undefined;
  const verdicts: RingVerdict[] = [];
  const faults: unknown[] = [];
  const frontends = new FrontendPool(anySecond, 1);
  let ended: (cause: string) => void = () => {};
  const cause = new Promise<string>((resolve) => {
    ended = resolve;
  });
  const session = new ScreeningSession(
    { coding: 'pcm_s16le', sampleRateHz: 8_000 },
    audioMaxMs,
    { judge: judge('match', keywordConfidence), frontends, prompts: parts, fault: (fault) => faults.push(fault) },
    {
      result: (verdict, rests) => {
        verdicts.push(verdict);
        evidence = rests;
      },
      ended,
    },
  );
  for (const slice of sliced(bytesOf(samples), 16, 100)) {
    session.push(slice);
    await nextTurn();
    while (session.isBehind) await nextTurn();
  }
  session.end(false);
  return { verdicts, cause: await cause, faults, evidence };
}

/** Without a turn for the model before a tone is decided. */
function atOnce(samples: Int16Array, parts?: PromptParts): RingEvidence | undefined {
  const told: RingEvidence[] = [];
  const session = new ScreeningSession(
    { coding: 'pcm_s16le', sampleRateHz: 8_000 },
    90_000,
    { judge: judge('match'), frontends: new FrontendPool(anySecond, 1), prompts: parts },
    { result: (_, evidence) => told.push(evidence), ended: () => {} },
  );
  for (const slice of sliced(bytesOf(samples), 16, 100)) session.push(slice);
  return told.at(-1);
}

async function whole(samples: Int16Array, parts: PromptParts = prompts): Promise<RingVerdict> {
  const clip = openClip(bytesOf(samples), { format: 'pcm_s16le_8k' }, 120_000);
  return (await screenClip(clip, { judge: judge('whole'), nextTurn, prompts: parts })).verdict;
}

const prompt = (text: string) => joined(silence(700), spoken(said(text)), silence(1_500));

describe('a prompt', () => {
  it.each([
    ['您拨打的号码是空号', '空号', 12],
    ['您拨打的用户已关机', '关机', 14],
    ['您拨打的电话已停机', '停机', 17],
    ['您拨打的电话暂时无法接通', '暂时无法接通', 10],
  ])('%s has its verdict, live and as a recording', async (text, keyword, resultId) => {
    const { verdicts, cause } = await live(prompt(text));
    expect(verdicts).toMatchObject([{ keyword, resultId, isFinal: true }]);
    expect(verdicts[0]?.result).toContain(keyword);
    expect(cause).toBe('match');
    expect(await whole(prompt(text))).toMatchObject({ keyword, resultId, result: text });
  });

  it('has its verdict while it is still said', async () => {
    const samples = joined(
      silence(700),
      spoken(said('您拨打的号码是空号')),
      said('请核对后再拨'),
      said('请核对后再拨'),
    );
    const { verdicts } = await live(samples);
    expect(verdicts[0]).toMatchObject({ keyword: '空号', resultId: 12 });
    expect(verdicts[0]?.endMs).toBeLessThan(samples.length / 8 - 1_000);
  });

  it('that is written down as a homophone is found by its sound', async () => {
    const homophone = joined(
      silence(700),
      spoken(said('这是')),
      spelled(phoneSpeller, phones('k', 'ong3', 'h', 'ao4')),
    );
    const { verdicts } = await live(homophone);
    expect(verdicts[0]).toMatchObject({ keyword: '空号', resultId: 12 });
    expect(verdicts[0]?.result).not.toContain('空号');
  });

  it('that stops dead has its verdict before the end', async () => {
    const { verdicts, cause } = await live(joined(silence(700), spoken(said('已关机'))));
    expect(verdicts).toMatchObject([{ keyword: '关机', isFinal: true }]);
    expect(cause).toBe('match');
  });

  it('that stops dead has its verdict where the recogniser tells of a sound after it', async () => {
    const { draft, files } = lagging(phoneSpeller);
    const late = await loadCtc(modelIn(writeModel(folder, draft, files)));
    try {
      const parts = { ...prompts, recogniser: Recogniser.open(late, language) };
      const samples = joined(silence(700), spoken(said('已关机')));
      const found = { keyword: '关机', resultId: 14 };
      expect((await live(samples, parts)).verdicts).toMatchObject([found]);
      expect(await whole(samples, parts)).toMatchObject(found);
    } finally {
      await late.release();
    }
  });

  it('after ringback wins over it in a recording, and ends a live call', async () => {
    const samples = joined(tone(cadences.ringback, 6_000), prompt('已关机'));
    expect(await whole(samples)).toMatchObject({ keyword: '关机', resultId: 14 });
    const { verdicts } = await live(samples);
    expect(verdicts.map(({ keyword, isFinal }) => [keyword, isFinal])).toEqual([
      ['#WAIT#', false],
      ['关机', true],
    ]);
  });

  it('beyond audioMax is not heard', async () => {
    const samples = joined(silence(2_000), spoken(said('已关机')));
    const { verdicts, cause } = await live(samples, prompts, 2_150);
    expect(verdicts).toMatchObject([{ keyword: '', resultId: 0, exceededAudio: true }]);
    expect(cause).toBe('audioMax');
  });

  it('without a keyword is told as it was said', async () => {
    expect(await whole(prompt('请核对后再来'))).toMatchObject({ keyword: '', resultId: 0, result: '请核对后再来' });
  });
});

describe('a keyword that is nowhere clear, as in a song', () => {
  const song = (clearness: number) =>
    joined(silence(700), spoken(said('您拨打的用户已关机', phoneSpeller, { clearness })), silence(1_500));

  it('is in the text, and ends neither a call nor a recording', async () => {
    const believed = await live(song(0.16), prompts, 90_000, 0);
    expect(believed.verdicts).toMatchObject([{ keyword: '关机', isFinal: true }]);
    const { verdicts, cause, evidence } = await live(song(0.16));
    expect(verdicts).toMatchObject([{ keyword: '', resultId: 0, isFinal: true }]);
    expect(verdicts[0]?.result).toContain('关机');
    expect(cause).toBe('end');
    expect(evidence?.keyword).toBeUndefined();
    expect(evidence?.doubted).toMatchObject([{ word: '关机' }]);
    expect(evidence?.doubted?.[0]?.confidence).toBeLessThan(limits.ring.keywordConfidence.default);
    expect(await whole(song(0.16))).toMatchObject({ keyword: '', resultId: 0 });
  });

  it('is believed where it is clear', async () => {
    const { verdicts, evidence } = await live(song(0.7));
    expect(verdicts).toMatchObject([{ keyword: '关机', isFinal: true }]);
    expect(evidence?.keyword).toMatchObject({ word: '关机', rule: 'sure' });
    expect(evidence?.keyword?.confidence).toBe(verdicts[0]?.confidence);
    expect(evidence?.keyword?.confidence).toBeGreaterThan(0.5);
    expect(evidence?.keyword?.confidence).toBeLessThan(0.9);
    expect(evidence).not.toHaveProperty('doubted');
  });
});

describe('lagMs of the evidence', () => {
  it('is 0 at the end, where the last words have been waited for', async () => {
    expect((await live(prompt('请稍等'))).evidence?.lagMs).toBe(0);
  });

  it('grows while the recogniser does not come to its work', () => {
    const samples = joined(silence(700), spoken(said('请稍等请稍等请稍等')), tone(cadences.busy, 3_000));
    const evidence = atOnce(samples, prompts);
    expect(evidence?.decided.at(-1)?.kind).toBe('busy');
    expect(evidence?.lagMs).toBeGreaterThan(1_000);
  });

  it('is absent where nothing is recognised', () => {
    const evidence = atOnce(tone(cadences.busy, 3_000));
    expect(evidence?.decided.at(-1)?.kind).toBe('busy');
    expect(evidence).not.toHaveProperty('lagMs');
  });
});

describe('what is no speech', () => {
  it.each([
    ['silence', () => silence(30_000)],
    ['ringback', () => joined(silence(500), tone(cadences.ringback, 30_000))],
    ['busy', () => joined(silence(500), tone(cadences.busy, 30_000))],
  ])('%s costs next to no recognition', async (_, samples) => {
    const { figures } = model.stream.batcher;
    const before = figures.pieces;
    await whole(samples());
    const piecesPerS = (figures.pieces - before) / 30;
    expect(piecesPerS).toBeLessThan(1); // all of it would be 9
  });

  it('silence costs none at all', async () => {
    const { figures } = model.stream.batcher;
    const before = figures.pieces;
    await live(silence(30_000));
    expect(figures.pieces).toBe(before);
  });
});

describe('a recogniser that fails', () => {
  it('takes nothing from the tones, and the fault is told', async () => {
    const broken = await loadCtc(modelIn(writeModel(folder, phoneSpeller.draft, phoneSpeller.files)));
    const parts = { recogniser: Recogniser.open(broken, language), openSpeech: levelSpeech };
    await broken.release(); // its graph is gone
    const { verdicts, faults } = await live(joined(prompt('请稍等'), tone(cadences.busy, 3_000)), parts);
    expect(faults).toHaveLength(1);
    expect(verdicts.at(-1)).toMatchObject({ keyword: '#BUSY#', isFinal: true });
  });
});
