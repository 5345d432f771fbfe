// The model and the search in one stream: cuts, gaps, times. The recogniser hears what its samples spell
// (test/helpers/models/spelling-model.ts), so that every time is known: a row is 30 ms.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCtc } from '../../../src/engine/runtime/models/load.js';
import type { CtcModel } from '../../../src/engine/runtime/recogniser/ctc.js';
import type { HeardHypothesis } from '../../../src/engine/runtime/recogniser/hypotheses.js';
import { type Language, loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser, type RecognitionOptions } from '../../../src/engine/runtime/recogniser/recogniser.js';
import { joined } from '../../helpers/audio/tones.js';
import { nextTurn, slices } from '../../helpers/models/hearing-models.js';
import { hearAll, listen } from '../../helpers/models/listen.js';
import { modelIn, writeModel } from '../../helpers/models/model-folder.js';
import {
  delay,
  delayed,
  lagging,
  lexicon,
  lexiconModel,
  phoneSpeller,
  quiet,
  rightRows,
  rowMs,
  said,
  spelled,
  spellingModel,
} from '../../helpers/models/spelling-model.js';

const oneRowMs = rowMs(phoneSpeller);
const { rowSamples } = phoneSpeller;
const characters = spellingModel('characters', 'characters', ['<blk>', ...'你好拨打空号孔昊的码'.normalize()]);

let folder: string;
let model: CtcModel;
let language: Language;
let recogniser: Recogniser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-recogniser-'));
  model = await loadCtc(modelIn(writeModel(folder, phoneSpeller.draft, phoneSpeller.files)));
  language = loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files)));
  recogniser = Recogniser.open(model, language);
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

/** All of it, in slices; what came. */
const hear = (samples: Int16Array, sliceLength = 800, of = recogniser, options?: RecognitionOptions) =>
  hearAll(of, samples, options, sliceLength);

const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await nextTurn();
};

const sentence = '您拨打的号码是空号请核对后再拨';

describe('a stream', () => {
  it.each([1, 80, 217, 800, 5_000, 1_000_000])('in slices of %i samples gives what the whole gives', async (length) => {
    const audio = joined(quiet(phoneSpeller, 5), said(sentence), quiet(phoneSpeller, 9));
    const samples = length === 1 ? audio.subarray(0, 4_000) : audio;
    const { finals } = await hear(samples, length);
    const whole = await hear(samples, samples.length);
    expect(finals).toEqual(whole.finals);
    if (length > 1) expect(finals[0]?.heard[0]?.text).toBe(sentence);
  });

  it('gives the same whatever the search served before, and tells the time of its own call', async () => {
    const audio = joined(quiet(phoneSpeller, 5), said(sentence), quiet(phoneSpeller, 9));
    const fresh = Recogniser.open(model, language);
    const { finals } = await hear(audio, 800, fresh);
    const hotwords = fresh.compileHotwords([{ text: '空号', weight: 5 }]);
    await hear(said('您拨打的电话已关机'), 800, fresh, { nBest: 1, hotwords });
    const left = listen(fresh, { nBest: 1, hotwords });
    left.stream.push(said(sentence).subarray(0, 4_000));
    await settled();
    left.stream.close();
    expect((await hear(audio, 800, fresh)).finals).toEqual(finals);
  });

  it('numbers its frames on when a pause has taken its search away', async () => {
    const [speech, pauseMs] = [said(sentence), 2_000];
    const listener = listen(Recogniser.open(model, language));
    const lengthMs = speech.length / 8;
    for (const round of [0, 1, 2]) {
      listener.stream.skipTo(round * (lengthMs + pauseMs));
      listener.stream.push(speech);
      listener.stream.cut(round * (lengthMs + pauseMs) + lengthMs);
      listener.stream.skipTo(round * (lengthMs + pauseMs) + lengthMs);
      await settled();
    }
    const [first, second, third] = listener.finals.map(({ heard }) =>
      heard[0]?.words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
    );
    expect(first?.length).toBeGreaterThan(3);
    const later = (ms: number) =>
      first?.map(({ text, startMs, endMs }) => ({ text, startMs: startMs + ms, endMs: endMs + ms }));
    expect(second).toEqual(later(lengthMs + pauseMs));
    expect(third).toEqual(later(2 * (lengthMs + pauseMs)));
    listener.stream.close();
  });

  it('tells the text as it grows, never the same twice in a row, and no partial after the final', async () => {
    const { partials, texts } = await hear(said(sentence));
    expect(partials.length).toBeGreaterThan(5);
    expect(partials.every((text, at) => text !== partials[at - 1])).toBe(true);
    expect(texts()).toEqual([sentence]);
    const silent = await hear(said(sentence), 800, recogniser, { nBest: 1, interim: false });
    expect(silent.partials).toEqual([]);
    expect(silent.texts()).toEqual([sentence]);
  });

  it('says of each word and unit when it was heard', async () => {
    const { finals } = await hear(joined(quiet(phoneSpeller, 10), said('空号')));
    const [best] = finals[0]?.heard ?? [];
    expect(best?.words.map(({ text }) => text).join('')).toBe('空号');
    expect(best?.units.map(({ name }) => name)).toEqual(['k', 'ong1', 'h', 'ao4']);
    const starts = [10, 13, 16, 19].map((row) => Math.round(row * oneRowMs));
    expect(best?.units.map(({ startMs }) => startMs)).toEqual(starts);
    expect(best?.words[0]?.startMs).toBe(starts[0]);
    expect(best?.words.at(-1)?.endMs).toBe(Math.round(20 * oneRowMs));
    expect(best?.confidence).toBeGreaterThan(0.9);
  });

  it('gives the last character of audio that stops dead in its last unit', async () => {
    const audio = spelled(phoneSpeller, lexicon.readings(sentence)[0] ?? []);
    const { texts } = await hear(audio.subarray(0, audio.length - 2 * rowSamples));
    expect(texts()).toEqual([sentence]);
  });

  it('without audio, or with too little for a row, ends with as many sentences as there was audio', async () => {
    expect((await hear(new Int16Array(0))).finals).toEqual([]);
    const { finals } = await hear(new Int16Array(80));
    expect(finals).toHaveLength(1);
    expect(finals[0]).toMatchObject({ fromMs: 0, toMs: 10, heard: [{ text: '' }] });
  });

  it('gives the n best, the best first, each text once', async () => {
    const { finals } = await hear(said('号码已过期'), 800, recogniser, { nBest: 5 });
    const heard = finals[0]?.heard ?? [];
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.length).toBeLessThanOrEqual(5);
    expect(new Set(heard.map(({ text }) => text)).size).toBe(heard.length);
    expect(heard.map(({ score }) => score)).toEqual(heard.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('that is closed says nothing more', async () => {
    const { stream, partials, finals } = listen(recogniser);
    stream.push(said(sentence));
    stream.close();
    stream.cut(100);
    stream.end();
    await settled();
    expect([partials, finals]).toEqual([[], []]);
  });

  it('of two streams at once, each hears its own', async () => {
    const [one, two] = await Promise.all([hear(said('空号')), hear(said('关机'))]);
    expect([one?.texts(), two?.texts()]).toEqual([['空号'], ['关机']]);
  });
});

describe('the first text of a voice that is expected', () => {
  let delayedModel: CtcModel;
  let late: Recogniser;
  beforeAll(async () => {
    const { draft, files } = delayed(phoneSpeller);
    delayedModel = await loadCtc(modelIn(writeModel(folder, draft, files)));
    late = Recogniser.open(delayedModel, language);
  });
  afterAll(() => delayedModel.release());

  const leadRows = 8;
  const samples = joined(quiet(phoneSpeller, leadRows), said(sentence), quiet(phoneSpeller, 9));
  const atMs = leadRows * oneRowMs;

  interface Live {
    readonly said: { readonly kind: 'early' | 'partial' | 'final'; readonly text: string; readonly atMs: number }[];
    readonly hasText: boolean[];
  }
  /** Row after row, with all the time that the model wants between two of them. */
  async function live(wants: { readonly early: boolean; readonly interim: boolean }, sliceRows = 1): Promise<Live> {
    const found: Live = { said: [], hasText: [] };
    let pushedMs = 0;
    const tell = (kind: Live['said'][number]['kind'], text: string) => found.said.push({ kind, text, atMs: pushedMs });
    await new Promise<void>((resolve, reject) => {
      const stream = late.open(
        { nBest: 1, interim: wants.interim },
        {
          partial: ({ text }) => tell('partial', text),
          ...(wants.early && { early: ({ text }: HeardHypothesis) => tell('early', text) }),
          heard: (_toMs, hasText) => found.hasText.push(hasText),
          final: ([best]) => tell('final', best?.text ?? ''),
          ended: resolve,
          failed: reject,
        },
      );
      stream.expect(atMs);
      void (async () => {
        for (const slice of slices(samples, sliceRows * rowSamples)) {
          pushedMs += slice.length / 8;
          stream.push(slice);
          await settled();
        }
        stream.end();
      })().catch(reject);
    });
    return found;
  }

  it('comes before its look-ahead is there, once, and before the first partial', async () => {
    const [early, patient] = [await live({ early: true, interim: true }), await live({ early: false, interim: true })];
    const [first, ...others] = early.said;
    expect(first?.kind).toBe('early');
    expect(others.some(({ kind }) => kind === 'early')).toBe(false);
    expect(sentence.startsWith(first?.text ?? '-')).toBe(true);
    expect(first?.atMs).toBeLessThan(patient.said[0]?.atMs ?? 0);
  });

  it('changes nothing of what follows but what it has said already', async () => {
    const [early, patient] = [await live({ early: true, interim: true }), await live({ early: false, interim: true })];
    const texts = ({ said: all }: Live) => all.map(({ kind, text }) => `${kind} ${text}`);
    const [first, ...others] = texts(early);
    const known = first?.replace('early ', '') ?? '';
    expect(others).toEqual(texts(patient).filter((each) => !known.startsWith(each.replace('partial ', ''))));
    expect(early.hasText).toEqual(patient.hasText);
    expect(early.said.at(-1)?.text).toBe(sentence);
  });

  it('is not looked for where audio comes faster than it is spoken, or nobody wants interim results', async () => {
    const { windowRows } = delay;
    const fast = await live({ early: true, interim: true }, 10 * windowRows);
    expect(fast.said.some(({ kind }) => kind === 'early')).toBe(false);
    const silent = await live({ early: true, interim: false });
    expect(silent.said.map(({ kind }) => kind)).toEqual(['final']);
  });
});

describe('a cut', () => {
  const first = said('您拨打的号码是空号');
  const second = said('请核对后再拨');
  const cutMs = first.length / 8;

  it('ends a sentence there, wherever the slices lay and however early it was asked for', async () => {
    for (const early of [true, false]) {
      const { stream, finals, ended, texts } = listen(recogniser);
      if (early) stream.cut(cutMs);
      for (const slice of slices(joined(first, second), 700)) stream.push(slice);
      if (!early) stream.cut(cutMs);
      stream.end();
      await ended;
      expect(texts()).toEqual(['您拨打的号码是空号', '请核对后再拨']);
      expect(finals[0]).toMatchObject({ fromMs: 0, toMs: cutMs });
      expect(finals[1]).toMatchObject({ fromMs: cutMs, toMs: (first.length + second.length) / 8 });
      expect(finals[1]?.heard[0]?.words[0]?.startMs).toBe(Math.round(cutMs));
    }
  });

  it('waits for what the model looks ahead; a gap or the end of the audio brings it at once', async () => {
    const { stream, texts } = listen(recogniser);
    stream.push(first);
    stream.cut(cutMs);
    await settled();
    expect(texts()).toEqual([]);
    stream.push(quiet(phoneSpeller, rightRows + 4));
    await settled();
    expect(texts()).toEqual(['您拨打的号码是空号']);
    const gap = listen(recogniser);
    gap.stream.push(first);
    gap.stream.cut(cutMs);
    gap.stream.skipTo(cutMs);
    await settled();
    expect(gap.texts()).toEqual(['您拨打的号码是空号']);
  });

  it('at a time that has passed ends the sentence where the search stands', async () => {
    const { stream, texts, finals } = listen(recogniser);
    stream.push(joined(first, quiet(phoneSpeller, 8)));
    await settled();
    stream.cut(cutMs);
    expect(texts()).toEqual(['您拨打的号码是空号']);
    expect(finals[0]?.toMs).toBe(cutMs);
  });

  it('at the very end leaves no empty sentence behind', async () => {
    const { stream, texts, ended } = listen(recogniser);
    stream.push(first);
    stream.cut(cutMs);
    stream.end();
    await ended;
    expect(texts()).toEqual(['您拨打的号码是空号']);
  });

  it('comes by itself when a sentence is longer than the search has room for, and nothing is lost', async () => {
    const { stream, finals, ended } = listen(recogniser);
    const feed = async (samples: Int16Array) => {
      stream.push(samples);
      while (stream.behindMs > 1_000) await nextTurn();
    };
    await feed(said('空号'));
    for (let rows = 0; rows < 6_600; rows += 200) await feed(quiet(phoneSpeller, 200));
    await feed(said('关机'));
    stream.end();
    await ended;
    expect(finals.map(({ heard }) => heard[0]?.text)).toEqual(['空号', '关机']);
    expect(finals[0]?.toMs).toBeCloseTo(6_600 * oneRowMs, 3);
    expect(finals[1]?.fromMs).toBeCloseTo(6_600 * oneRowMs, 3);
  });
});

describe('speech that ends with the audio, by a model that tells of a unit after it was said', () => {
  let lateModel: CtcModel;
  let late: Recogniser;
  beforeAll(async () => {
    const { draft, files } = lagging(phoneSpeller);
    lateModel = await loadCtc(modelIn(writeModel(folder, draft, files)));
    late = Recogniser.open(lateModel, language);
  });
  afterAll(() => lateModel.release());

  const dead = (text: string) => spelled(phoneSpeller, lexicon.readings(text)[0] ?? []);
  const [first, second] = [dead('您拨打的号码是空号'), dead('请核对后再拨')];
  const firstMs = first.length / 8;

  it('keeps its last character, whether the audio ends, a cut stands at its end or a gap follows', async () => {
    expect((await hear(first, 800, late)).texts()).toEqual(['您拨打的号码是空号']);
    for (const follows of ['end', 'gap']) {
      const { stream, texts, ended } = listen(late);
      stream.push(first);
      stream.cut(firstMs);
      if (follows === 'gap') stream.skipTo(firstMs);
      stream.end();
      await ended;
      expect(texts()).toEqual(['您拨打的号码是空号']);
    }
  });

  it('gives nothing of it to the sentence after the gap', async () => {
    const { stream, finals, ended, texts } = listen(late);
    stream.push(first);
    stream.cut(firstMs);
    stream.skipTo(firstMs);
    stream.push(second);
    stream.end();
    await ended;
    expect(texts()).toEqual(['您拨打的号码是空号', '请核对后再拨']);
    expect(finals.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [0, firstMs],
      [firstMs, firstMs + second.length / 8],
    ]);
  });

  it('has no time after the end of the audio', async () => {
    const { finals } = await hear(first, 800, late);
    const units = finals[0]?.heard[0]?.units ?? [];
    expect(units.length).toBeGreaterThan(10);
    expect(Math.max(...units.map(({ endMs }) => endMs))).toBeLessThanOrEqual(Math.round(firstMs));
    expect(finals[0]?.toMs).toBe(firstMs);
  });
});

describe('a gap', () => {
  it('costs no recognition, and time goes on', async () => {
    const { stream, finals, ended } = listen(recogniser);
    const { figures } = model.stream.batcher;
    const piecesBefore = figures.pieces;
    stream.push(said('空号'));
    stream.skipTo(600_000);
    stream.push(said('关机'));
    stream.end();
    await ended;
    expect(figures.pieces - piecesBefore).toBeLessThan(12); // not a row of the ten minutes
    const [both] = finals[0]?.heard ?? [];
    expect(both?.text).toBe('空号关机');
    expect(both?.units.map(({ startMs }) => Math.round(startMs / 1_000))).toEqual([0, 0, 0, 0, 600, 600, 600, 600]);
    expect(finals[0]?.toMs).toBeCloseTo(600_000 + said('关机').length / 8, 3);
  });

  it('within it a cut falls due at once', async () => {
    const { stream, finals, ended } = listen(recogniser);
    stream.push(said('空号'));
    stream.cut(5_000);
    stream.skipTo(10_000);
    stream.push(said('关机'));
    stream.end();
    await ended;
    expect(finals.map(({ heard, fromMs, toMs }) => [heard[0]?.text, fromMs, Math.round(toMs)])).toEqual([
      ['空号', 0, 5_000],
      ['关机', 5_000, Math.round(10_000 + said('关机').length / 8)],
    ]);
  });

  it('backwards is none', async () => {
    const { stream, ended, texts } = listen(recogniser);
    stream.push(said('空号'));
    stream.skipTo(0);
    stream.push(said('关机'));
    stream.end();
    await ended;
    expect(texts()).toEqual(['空号关机']);
  });
});

describe('hotwords', () => {
  it('bring what no word list has, with its place in the list; a text that cannot be read is told', async () => {
    const run = lexicon.readings('开踢威')[0] ?? [];
    const phones = [...run].map((unit) => phoneSpeller.units[unit] ?? '');
    const hotwords = recogniser.compileHotwords([
      { text: '☃☃', weight: 3 },
      { text: 'KTV', weight: 4, readings: [phones] },
    ]);
    expect(hotwords.unread).toEqual([0]);
    const audio = said('我们去开踢威吧');
    const { finals } = await hear(audio, 800, recogniser, { nBest: 1, hotwords });
    const [best] = finals[0]?.heard ?? [];
    expect(best?.text).toBe('我们去KTV吧');
    expect(best?.words.filter(({ hotword }) => hotword !== undefined)).toMatchObject([{ text: 'KTV', hotword: 1 }]);
    expect((await hear(audio)).texts()[0]).not.toContain('KTV');
  });
});

describe('without a lexicon', () => {
  it('phones are told as they are', async () => {
    const { texts } = await hear(said('空号'), 800, Recogniser.open(model));
    expect(texts()).toEqual(['k ong1 h ao4']);
  });

  it('characters are words; a language model weighs those that it knows; hotwords are spelled', async () => {
    const loaded = await loadCtc(modelIn(writeModel(folder, characters.draft, characters.files)));
    const ids = (text: string) => [...text].map((character) => characters.units.indexOf(character));
    const audio = spelled(characters, ids('拨打的空号'));
    for (const each of [Recogniser.open(loaded), Recogniser.open(loaded, language)]) {
      const { finals } = await hear(audio, 50, each);
      const [best] = finals[0]?.heard ?? [];
      expect(best?.text).toBe('拨打的空号');
      expect(best?.words.map(({ text }) => text)).toEqual([...'拨打的空号']);
      expect(
        each.compileHotwords([
          { text: '空号', weight: 2 },
          { text: '火星', weight: 2 },
        ]).unread,
      ).toEqual([1]);
    }
    await loaded.release();
  });
});

describe('a language model for other units', () => {
  it('is refused, and the message names the first unit that differs', async () => {
    const swapped = [...phoneSpeller.units];
    [swapped[1], swapped[2]] = [swapped[2] as string, swapped[1] as string];
    const other = spellingModel('swapped', 'phones', swapped);
    const loaded = await loadCtc(modelIn(writeModel(folder, other.draft, other.files)));
    expect(() => Recogniser.open(loaded, language)).toThrow(
      'lm@1.0.0 does not fit swapped@1.0.0: unit 1 is b in its lexicon, must be p',
    );
    await loaded.release();
  });
});
