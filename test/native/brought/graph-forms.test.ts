// Recognisers that read a sentence at once, that give a row for each unit, and transducers. The graphs are made for the tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCtc, probeModel } from '../../../src/engine/runtime/models/load.js';
import type { HeardHypothesis } from '../../../src/engine/runtime/recogniser/hypotheses.js';
import { type Language, loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import { type Draft, modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { tokenwise, transducer, whole } from '../../helpers/models/spelling-forms.js';
import {
  lexiconModel,
  phoneSpeller,
  rowMs,
  type SpellingModel,
  said,
  spelled,
  spellingModel,
} from '../../helpers/models/spelling-model.js';

const characters = spellingModel('characters', 'characters', ['<blk>', ...'你好拨打空号孔昊的码']);
const ids = (text: string) => [...text].map((character) => characters.units.indexOf(character));

let folder: string;
let language: Language;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-forms-'));
  language = loadLanguage(modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = ({ draft, files }: SpellingModel) => modelIn(writeModel(folder, draft, files));
const changed = (model: SpellingModel, change: object): SpellingModel => ({
  ...model,
  draft: { ...model.draft, ...change } as Draft,
});

interface Heard {
  readonly texts: string[];
  readonly partials: string[];
  readonly best: HeardHypothesis[];
}

async function hear(of: SpellingModel, audio: readonly Int16Array[], slice = 800): Promise<Heard[]> {
  const model = await loadCtc(stored(of));
  const recogniser = Recogniser.open(model, language);
  const heard = await Promise.all(
    audio.map(
      (samples) =>
        new Promise<Heard>((resolve, reject) => {
          const outcome: Heard = { texts: [], partials: [], best: [] };
          const stream = recogniser.open(
            { nBest: 1 },
            {
              partial: ({ text }) => void outcome.partials.push(text),
              final: ([best]) => {
                outcome.texts.push(best?.text ?? '');
                outcome.best.push(best as HeardHypothesis);
              },
              ended: () => resolve(outcome),
              failed: reject,
            },
          );
          for (let at = 0; at < samples.length; at += slice) stream.push(samples.subarray(at, at + slice));
          stream.end();
        }),
    ),
  );
  await model.release();
  return heard;
}
const text = async (of: SpellingModel, audio: Int16Array, slice?: number) =>
  (await hear(of, [audio], slice))[0]?.texts.join('|');

describe('a recogniser that reads a sentence at once', () => {
  it('says the same as in pieces, with lexicon and language model, in any slices', async () => {
    const audio = said('您拨打的号码是空号');
    for (const slice of [160, 800, 100_000]) {
      expect(await text(whole(phoneSpeller), audio, slice)).toBe('您拨打的号码是空号');
    }
  });

  it('is not behind while a sentence goes on, so that whoever reads a file goes on too', async () => {
    const model = await loadCtc(stored(whole(phoneSpeller)));
    const audio = said('您拨打的号码是空号');
    const texts: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const listener = {
        partial: () => {},
        final: ([best]: readonly HeardHypothesis[]) => void texts.push(best?.text ?? ''),
        ended: resolve,
        failed: reject,
      };
      const stream = Recogniser.open(model, language).open({ nBest: 1 }, listener);
      stream.push(audio);
      expect(stream.behindMs).toBe(0);
      stream.skipTo(stream.atMs + 500);
      expect(stream.behindMs).toBeGreaterThan(0);
      stream.push(audio);
      stream.end();
    });
    expect(texts.join('|')).toBe('您拨打的号码是空号您拨打的号码是空号');
    await model.release();
  });

  it('cuts a sentence that is longer than its manifest allows, and loses nothing', async () => {
    const audio = spelled(characters, ids('你好拨打空号'));
    expect(await text(whole(characters, 4), audio)).toBe('你好拨打空号');
  });

  it('may not keep a caller waiting for more than a minute', () => {
    const rows = Math.floor(60_000 / rowMs(characters)) + 1;
    expect(() => stored(whole(characters, rows))).toThrow(
      `streaming.maxRows: must be at most ${rows - 1} (one minute)`,
    );
  });
});

describe('a recogniser that gives a row for each unit', () => {
  it('says its units in order, and spreads them over the sentence', async () => {
    const [heard] = await hear(tokenwise(characters), [spelled(characters, ids('你好空号'))]);
    expect(heard?.texts).toEqual(['你好空号']);
    const starts = heard?.best[0]?.words.map(({ startMs }) => startMs) ?? [];
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    expect(new Set(starts).size).toBe(4);
  });

  it('tells the same unit twice where it is said twice', async () => {
    expect(await text(tokenwise(characters), spelled(characters, ids('好好空空')))).toBe('好好空空');
  });

  it('is joined with lexicon and language model by the readings of its characters', async () => {
    const joined = changed(tokenwise(characters), { search: { joining: 'readings' } });
    await expect(hear(joined, [spelled(characters, ids('孔昊'))])).rejects.toThrow(
      'have sounds that no character of the model can produce',
    );
    expect(await text(tokenwise(phoneSpeller), said('您拨打的号码是空号'))).toBe('您拨打的号码是空号');
  });

  it('keeps streams that come together apart', async () => {
    const audio = ['你好空号', '号码', '拨打的空号'].map((each) => spelled(characters, ids(each)));
    const heard = await hear(tokenwise(characters), audio);
    expect(heard.map(({ texts }) => texts.join())).toEqual(['你好空号', '号码', '拨打的空号']);
  });
});

describe('a transducer', () => {
  it('hears what its decoder makes of the units before, over runs and slices', async () => {
    const twice = spelled(characters, ids('你你好好空空号'));
    expect(await text(characters, twice)).toBe('你你好好空空号');
    for (const slice of [80, 800, 100_000]) expect(await text(transducer(characters), twice, slice)).toBe('你好空号');
  });

  it('begins each stream without units, also beside others', async () => {
    const audio = ['空号', '号码', '空空号'].map((each) => spelled(characters, ids(each)));
    const heard = await hear(transducer(characters), audio);
    expect(heard.map(({ texts }) => texts.join())).toEqual(['空号', '号码', '空号']);
    expect(heard[0]?.partials.length).toBeGreaterThan(0);
  });

  it('has words where it hears phones', async () => {
    expect(await text(transducer(phoneSpeller), said('您拨打的号码是空号'))).toBe('您拨打的号码是空号');
  });

  const parts = transducer(characters).draft.transducer as {
    decoder: Record<string, unknown>;
    joiner: Record<string, unknown>;
  };
  it.each<[string, object, RegExp]>([
    [
      'another context than its decoder has',
      { transducer: { ...parts, contextUnits: 3 } },
      /decoder decoder\.onnx: the manifest and the graph differ[\s\S]*y int64\[batch, 3\][\s\S]*y int64\[N, 2\]/,
    ],
    [
      'a name that its joiner does not have',
      { transducer: { ...parts, joiner: { ...parts.joiner, decoding: 'other' } } },
      /joiner joiner\.onnx: the manifest and the graph differ[\s\S]*other float32/,
    ],
    [
      'another size than its encoder gives',
      { transducer: { ...parts, joiner: { ...parts.joiner, encodingSize: 7 } } },
      /the encoder's outputs have 11 numbers, but transducer\.joiner\.encodingSize says 7/,
    ],
  ])('is refused with %s', async (_, change, message) => {
    await expect(probeModel(stored(changed(transducer(characters), change)))).rejects.toThrow(message);
  });

  it('is refused with a decoder that is not among its files', () => {
    const change = { transducer: { ...parts, decoder: { ...parts.decoder, file: 'other.onnx' } } };
    expect(() => stored(changed(transducer(characters), change))).toThrow(
      'transducer.decoder.file: other.onnx is not listed in files',
    );
  });

  it('is taken as it is', async () => {
    await expect(probeModel(stored(transducer(characters)))).resolves.toBeUndefined();
  });
});
