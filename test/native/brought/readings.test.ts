// Models of characters and a language model: what joins them, and which do not go together. The recogniser hears what its
// samples spell.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCtc, probeModel } from '../../../src/engine/runtime/models/load.js';
import { type Language, loadLanguage } from '../../../src/engine/runtime/recogniser/language.js';
import { CharacterReadings } from '../../../src/engine/runtime/recogniser/readings.js';
import { Recogniser } from '../../../src/engine/runtime/recogniser/recogniser.js';
import type { StoredModel } from '../../../src/models/store.js';
import { type Draft, modelIn, writeModel } from '../../helpers/models/model-folder.js';
import { lexicon, lexiconModel, spelled, spellingModel } from '../../helpers/models/spelling-model.js';

/** One character for nearly every syllable of the lexicon: that of the first one-character word with it. */
const oneOfEach = [
  ...new Map(
    Array.from({ length: lexicon.words }, (_, word) => lexicon.text(word))
      .filter((text) => [...text].length === 1)
      .map((text) => [lexicon.readings(text)[0]?.join() ?? '', text] as const)
      .reverse(),
  ).values(),
];
/** They sound like the words of the sentence in the tests. */
const heardAs = [...'宁波打得昊码市空'];
const names = ['<blk>', ...new Set([...oneOfEach, ...heardAs, ...'您拨打的号码是空号'])];

const speller = (id: string, search: object | undefined, units: readonly string[] = names) => {
  const model = spellingModel(id, 'characters', units);
  return { ...model, draft: { ...model.draft, ...(search && { search }) } satisfies Draft };
};
const joined = speller('joined', { joining: 'readings' });

let folder: string;
let language: Language;
let languageModel: StoredModel;
const stored = ({ draft, files }: ReturnType<typeof speller>) => modelIn(writeModel(folder, draft, files));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-readings-'));
  languageModel = modelIn(writeModel(folder, lexiconModel.draft, lexiconModel.files));
  language = loadLanguage(languageModel);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ids = (text: Iterable<string>) => Array.from(text, (character) => names.indexOf(character));

async function hear(of: ReturnType<typeof speller>, audio: Int16Array, hotwords: readonly string[] = []) {
  const model = await loadCtc(stored(of));
  const recogniser = Recogniser.open(model, language);
  const compiled = recogniser.compileHotwords(hotwords.map((text) => ({ text, weight: 3 })));
  const texts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const stream = recogniser.open(
      { nBest: 1, hotwords: compiled },
      {
        partial: () => {},
        final: ([best]) => void texts.push(best?.text ?? ''),
        ended: resolve,
        failed: reject,
      },
    );
    for (let at = 0; at < audio.length; at += 800) stream.push(audio.subarray(at, at + 800));
    stream.end();
  });
  await model.release();
  return texts.join('');
}

describe('a model of characters', () => {
  it('is left as it is unless its manifest says otherwise: its own best path is the text', async () => {
    expect(await hear(speller('alone', undefined), spelled(joined, ids('波打得昊码市空昊')))).toBe('波打得昊码市空昊');
  });

  it('joined by readings says words of the lexicon that sound like its characters', async () => {
    expect(await hear(joined, spelled(joined, ids('波打得昊码市空昊')))).toBe('拨打的号码是空号');
  });

  it('joined by readings takes hotwords as one of phones does', async () => {
    const audio = spelled(joined, ids('空昊'));
    expect(await hear(joined, audio)).toBe('空号');
    expect(await hear(joined, audio, ['空昊'])).toBe('空昊');
  });

  it('loses no last character whose final is still owed when the audio stops', async () => {
    const audio = spelled(joined, ids('空昊'), { blanks: 1 });
    expect(await hear(joined, audio.subarray(0, -joined.rowSamples))).toBe('空号');
  });
});

describe('readings', () => {
  const small = new CharacterReadings(['<blk>', '行', '☃', 'a'], lexicon, 0);
  const phone = (name: string) => lexicon.units.indexOf(name);

  it('put the initials of all readings into the output of the character, their finals into the next', () => {
    const rows = small.open();
    const certain = Float32Array.of(-20, 0, -20, -20);
    const first = rows.push(certain, 1);
    expect(first[phone('h')]).toBe(0);
    expect(first[phone('x')]).toBe(0);
    expect(first[phone('ang2')]).toBeLessThan(-15);
    const last = rows.end();
    expect(last[phone('ang2')]).toBe(0);
    expect(last[phone('ing2')]).toBe(0);
    expect(rows.end()[0]).toBe(0); // nothing more is owed
  });

  it('are the same in pieces of any length, and a look changes nothing', () => {
    const scores = Float32Array.from({ length: 4 * 9 }, (_, at) => -((at * 7) % 5) - 0.1);
    const whole = small.open().push(scores, 9);
    const rows = small.open();
    const pieces = [rows.push(scores.subarray(0, 8), 2)];
    rows.peek(scores.subarray(8), 7);
    pieces.push(rows.push(scores.subarray(8), 7));
    expect(pieces.flatMap((piece) => [...piece])).toEqual([...whole]);
  });

  it('are none for signs and letters', () => {
    expect(new CharacterReadings(['<blk>', '☃', 'a'], lexicon, 0).hasAny).toBe(false);
  });
});

describe('a joining that does not fit', () => {
  it('is refused where the model lacks the sounds of many words, and the message names some', async () => {
    const few = speller('few', { joining: 'readings' }, ['<blk>', ...'空号的是']);
    await expect(probeModel(stored(few), { language: languageModel })).rejects.toThrow(
      /^lm@1\.0\.0 does not fit few@1\.0\.0: \d+ of \d+ words of its lexicon, such as .+, have sounds that no character of the model can produce$/,
    );
    await expect(probeModel(stored(joined), { language: languageModel })).resolves.toBeUndefined();
  });

  it('is refused where no character has a reading', async () => {
    const signs = speller('signs', { joining: 'readings' }, ['<blk>', ...'☃☂']);
    await expect(probeModel(stored(signs), { language: languageModel })).rejects.toThrow(
      'lm@1.0.0 does not fit signs@1.0.0: its lexicon has no reading for any character of the model',
    );
  });
});
