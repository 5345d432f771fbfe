// A model of voices: what its manifest may say, and what is refused before anybody hears it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadVoices, probeModel } from '../../../src/engine/runtime/models/load.js';
import { parseManifest } from '../../../src/models/manifest.js';
import { modelIn } from '../../helpers/models/model-folder.js';
import { shippedFile } from '../../helpers/models/shipped.js';
import { tableBytes, tableName, tableVoice } from '../../helpers/models/table-voices.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import { neuralVoice, quickVoice } from '../../helpers/models/voices.js';

const folder = mkdtempSync(join(tmpdir(), 'tonegate-voices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let models = 0;
const parent = () => join(folder, String(++models));

const whole = JSON.parse(readFileSync(shippedFile('tts-zh', 'manifest.json'), 'utf8')) as {
  voices: Record<string, unknown>[];
  serves: string[];
  network: Record<string, string>;
};
const parse = (value: unknown) => parseManifest(Buffer.from(JSON.stringify(value)), 'manifest.json');
const withVoice = (change: object) => ({
  ...whole,
  voices: [{ ...whole.voices[0], ...change }, ...whole.voices.slice(1)],
});
const { encoder = '', frames = '', speakers = '', units = '' } = whole.network;
const smallFrames = String(whole.voices.find(({ kind }) => kind === 'parametric')?.frames);

describe('a manifest of voices', () => {
  it('is the one that ships', () => {
    const manifest = parse(whole);
    expect(manifest.family).toBe('voices');
    expect(parse(manifest)).toEqual(manifest);
  });

  it.each<[string, object, string]>([
    ['a voice that it does not serve', { ...whole, serves: whole.serves.slice(1) }, 'serves: lacks '],
    [
      'a property without a voice',
      { ...whole, serves: [...whole.serves, 'cn_anna_common'] },
      'is not listed in voices',
    ],
    ['a property of recognition', { ...whole, serves: [...whole.serves, 'cn_8k_common'] }, 'is not listed in voices'],
    ['a voice twice', { ...whole, voices: [...whole.voices, whole.voices[0]] }, 'is listed twice'],
    ['a name in capitals', withVoice({ property: 'cn_ZhiXingJing_common' }), 'in lower case'],
    ['a rate of its own', { ...whole, sampleRateHz: 8_000 }, 'sampleRateHz: must be 16000 for voices'],
    ['a neural voice without a network', { ...whole, network: undefined }, 'a voice with a timbre needs network'],
    [
      'a file that is not listed',
      { ...whole, network: { ...whole.network, units: 'u.txt' } },
      'u.txt is not listed in files',
    ],
    [
      'a table that is not listed',
      withVoice({ kind: 'parametric', timbre: undefined, manner: undefined, table: 'x.bin' }),
      'x.bin is not',
    ],
    ['frames that are not listed', withVoice({ kind: 'parametric', frames: 'x.onnx' }), 'x.onnx is not'],
    ['neither frames nor a table', withVoice({ kind: 'parametric' }), 'must have either frames and timbre, or table'],
    [
      'frames without a timbre',
      withVoice({ kind: 'parametric', frames, timbre: undefined }),
      'must have either frames and timbre, or table',
    ],
    [
      'both frames and a table',
      withVoice({ kind: 'parametric', frames, table: 'x.bin' }),
      'must have either frames and timbre, or table',
    ],
    ['nobody’s timbre', withVoice({ timbre: {} }), 'must name a speaker'],
    ['a share above 1', withVoice({ timbre: { S0150: 2 } }), 'timbre.S0150'],
    ['a formant factor out of range', withVoice({ formantFactor: 2 }), 'formantFactor'],
    ['an unknown key', withVoice({ colour: 'red' }), 'unknown key voices[0].colour'],
  ])('may not have %s', (_, value, reason) => {
    expect(() => parse(value)).toThrow(reason);
  });

  it('is the only one that serves voices', () => {
    const gender = JSON.parse(readFileSync(shippedFile('gender', 'manifest.json'), 'utf8')) as object;
    expect(() => parse({ ...gender, serves: [neuralVoice] })).toThrow(
      'serves[0]: must be {lang}_{samplerate}_{domain}',
    );
  });
});

const file = (name: string) => readFileSync(shippedFile('tts-zh', name));
const text = (change: (content: string) => string, name: string) => Buffer.from(change(file(name).toString('utf8')));

describe('a model of voices', () => {
  it('that is whole speaks when it is looked into', async () => {
    await probeModel(modelIn(writeVoices(parent(), [neuralVoice, quickVoice])));
  });

  it('may have voices without a network', async () => {
    const model = await loadVoices(
      modelIn(
        writeVoices(parent(), [quickVoice], {
          manifest: () => ({ network: undefined, voices: [tableVoice(quickVoice)] }),
          files: { [tableName]: tableBytes() },
        }),
      ),
    );
    expect(model.voice(quickVoice)?.frameMs).toBe(5);
    await model.release();
  });

  it.each([encoder, frames, speakers, units, smallFrames])('is refused where %s is damaged', async (name) => {
    const where = writeVoices(parent(), [neuralVoice, quickVoice]);
    const bytes = file(name);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    writeFileSync(join(where, name), bytes);
    await expect(probeModel(modelIn(where))).rejects.toThrow(
      `${name} is damaged or is not the file that the manifest names: sha256`,
    );
  });

  it.each<[string, Record<string, Uint8Array>, string]>([
    ['a graph that is none', { [encoder]: Buffer.from('no graph') }, 'the graph cannot be loaded'],
    ['the graphs changed places', { [encoder]: file(frames), [frames]: file(encoder) }, 'the graph lacks tokens'],
    ['a list of units that lacks some', { [units]: text((all) => all.replace('\nzh\n', '\nqq\n'), units) }, 'lacks zh'],
    ['speakers that are no JSON', { [speakers]: Buffer.from('{') }, `${speakers}: `],
    [
      'a speaker with an embedding too short',
      { [speakers]: text((all) => all.replace(/"manner": \[[^,]*,/, '"manner": ['), speakers) },
      'the graphs take',
    ],
    ['a speaker without a pitch', { [speakers]: text((all) => all.replace('meanLnHz', 'mean'), speakers) }, 'meanLnHz'],
    ['small frames that are none', { [smallFrames]: Buffer.from('no graph') }, 'the graph cannot be loaded'],
    [
      'an encoder in place of small frames',
      { [smallFrames]: file(encoder) },
      `${smallFrames}: network.frames: the graph lacks`,
    ],
  ])('is refused with %s', async (_, files, reason) => {
    const model = modelIn(writeVoices(parent(), [neuralVoice, quickVoice], { files }));
    await expect(probeModel(model)).rejects.toThrow(reason);
  });

  it('is refused with a table that is none', async () => {
    const manifest = () => ({ voices: [tableVoice(quickVoice)] });
    const files = { [tableName]: Buffer.alloc(400) };
    const model = modelIn(writeVoices(parent(), [quickVoice], { manifest, files }));
    await expect(probeModel(model)).rejects.toThrow(`${tableName}: `);
  });

  it.each<[string, object, string]>([
    ['a speaker that nobody knows', { timbre: { nobody: 1 } }, 'there is no speaker nobody; the speakers are '],
    ['a manner that nobody has', { manner: { nobody: 1 } }, 'manner: there is no speaker nobody'],
  ])('is refused with %s', async (_, change, reason) => {
    const manifest = ({ voices }: { voices: readonly object[] }) => ({
      voices: voices.map((voice) => ({ ...voice, ...('timbre' in voice ? change : {}) })),
    });
    await expect(probeModel(modelIn(writeVoices(parent(), [neuralVoice], { manifest })))).rejects.toThrow(reason);
  });

  it('with English voices needs the sounds of English', async () => {
    const files = { [units]: text((all) => all.replace('\nTH\n', '\nxx\n'), units) };
    const manifest = ({ voices }: { voices: readonly object[] }) => ({
      voices: voices.map((voice) => ({ ...voice, english: true })),
    });
    await expect(probeModel(modelIn(writeVoices(parent(), [neuralVoice], { files, manifest })))).rejects.toThrow(
      'the units lack English sounds',
    );
  });
});
