// `tonegate synth`: texts into files, by an engine with a parametric voice, and once as a user runs it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import { synthCommand } from '../../../src/cli/synth/synth.js';
import { wavHeader } from '../../../src/cli/synth/synth-file.js';
import type { SpeechMaker } from '../../../src/cli/synth/synth-speech.js';
import { type Engines, startEngines } from '../../../src/engine/client/client.js';
import { speechOn } from '../../../src/local/synthesis.js';
import { addon, encodings } from '../../../src/native/index.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { type Ended, runCommand } from '../../helpers/gateway/run-command.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import { quickVoice } from '../../helpers/models/voices.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const greeting = '您好，欢迎致电。';

let folder: string;
let engines: Engines;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-synth-'));
  writeVoices(join(folder, 'shipped'), [quickVoice]);
  const models = { store: join(folder, 'store'), shipped: join(folder, 'shipped') };
  engines = startEngines({ tables: defaultTables, log: { info() {}, warn() {} }, count: 1, models });
  await engines.ready();
});
afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

const onOneEngine = async (): Promise<SpeechMaker> => ({ ...speechOn(engines), close: async () => {} });
const noEngine = async (): Promise<SpeechMaker> => {
  throw new Error('an engine was started for what can be refused without');
};
const place = (name: string) => join(folder, name);
const synth = (...args: string[]): Promise<Ended> =>
  runCommand(synthCommand(onOneEngine), ['--voice', quickVoice, ...args]);

async function soundOf(name: string, ...args: string[]): Promise<Buffer> {
  const { code, stderr } = await synth(...args, '-o', place(name));
  expect([code, stderr]).toEqual([exitCodes.fine, '']);
  return readFileSync(place(name));
}

function wavOf(file: Buffer) {
  const info = addon.parseWav(file);
  if (typeof info === 'string') throw new Error(info);
  return { ...info, data: file.subarray(info.dataOffset, info.dataOffset + info.dataBytes) };
}

describe('tonegate synth', () => {
  it('writes a WAV file and says in two lines what it did', async () => {
    const { code, stdout, stderr } = await synth(greeting, '-o', place('a.wav'));
    expect([code, stderr]).toEqual([exitCodes.fine, '']);
    const [first, second] = stdout.toString('utf8').split('\n');
    expect(first).toBe(`${place('a.wav')}: ${quickVoice}, WAV file, pcm at 16000 Hz`);
    expect(second).toMatch(/^\d+\.\d\d s of audio; the first after \d+ ms, all in \d+\.\d\d s \(real-time factor /);
    const wav = wavOf(readFileSync(place('a.wav')));
    expect(wav).toMatchObject({ encoding: 'pcm_s16le', sampleRateHz: 16_000, channels: 1 });
    expect(wav.dataOffset + wav.dataBytes).toBe(readFileSync(place('a.wav')).length);
  });

  it('says the same in one line of JSON', async () => {
    const { stdout } = await synth(greeting, '-o', place('a.wav'), '--json');
    const line = JSON.parse(stdout.toString('utf8'));
    expect(line).toMatchObject({ file: place('a.wav'), voice: quickVoice });
    expect(line.audioMs).toBe(Math.round(wavOf(readFileSync(place('a.wav'))).dataBytes / 32));
    for (const key of ['firstAudioMs', 'tookMs', 'realTimeFactor']) expect(line[key]).toBeGreaterThanOrEqual(0);
  });

  it('writes the same samples plainly into a file of another name, and to standard output for -', async () => {
    const { data } = wavOf(await soundOf('a.wav', greeting));
    expect((await soundOf('a.pcm', greeting)).equals(data)).toBe(true);
    const { stdout, stderr } = await synth(greeting, '-o', '-');
    expect(stdout.equals(data)).toBe(true);
    expect(stderr).toContain(`standard output: ${quickVoice}, plain pcm at 16000 Hz`);
  });

  it.each([
    ['alaw', '8000'],
    ['ulaw', '16000'],
  ])('puts %s into a WAV file', async (format, rate) => {
    const wav = wavOf(await soundOf(`${format}.wav`, greeting, '--format', format, '--rate', rate));
    expect(wav).toMatchObject({ encoding: format, sampleRateHz: Number(rate), channels: 1 });
    const plain = await soundOf(`plain.${format}`, greeting, '--format', format, '--rate', rate);
    expect(wav.data.equals(plain)).toBe(true);
  });

  it('writes packed slices one behind the other', async () => {
    const packed = await soundOf('a.svc_opus', greeting, '--format', 'svc_opus');
    expect(addon.splitPacked(encodings.svc_opus, 16_000, packed)).toBeInstanceOf(Uint32Array);
  });

  it('says at which rate a packed format is coded', async () => {
    const { stdout } = await synth(greeting, '--format', 'svc_speex', '--rate', '48000', '-o', place('a.svc_speex'));
    expect(stdout.toString('utf8')).toContain('plain svc_speex at 32000 Hz\n');
    expect(addon.splitPacked(encodings.svc_speex, 32_000, readFileSync(place('a.svc_speex')))).toBeInstanceOf(
      Uint32Array,
    );
  });

  it('has a header with the size of what follows it, a byte more where that is odd', () => {
    expect(wavHeader('pcm', 8_000, 4).readUInt32LE(4)).toBe(40);
    expect(wavHeader('alaw', 8_000, 5).readUInt32LE(4)).toBe(50 + 6);
    expect(wavHeader('alaw', 8_000, 5).readUInt32LE(54)).toBe(5);
  });

  it('hands the settings of the interface on', async () => {
    const plain = await soundOf('a.pcm', '2026');
    const settings = ['--speed 300', '--pitch 300', '--volume 90', '--effect robot', '--effect 1', '--digit-mode 2'];
    for (const setting of settings) {
      const other = await soundOf('b.pcm', '2026', ...setting.split(' '));
      expect(other.equals(plain), setting).toBe(false);
    }
    expect((await soundOf('b.pcm', '2026', '--speed', '300')).length).toBeLessThan(plain.length);
    const comma = await soundOf('a.pcm', '好，好');
    expect((await soundOf('b.pcm', '好，好', '--read-punctuation')).length).toBeGreaterThan(comma.length);
  });

  it('reads markup, and warns as the interface does', async () => {
    const { code, stderr } = await synth('<speak><x>好</x></speak>', '--markup', '-o', place('a.wav'));
    expect([code, stderr]).toEqual([exitCodes.fine, 'tonegate: markup tag <x> is not supported; its text is read\n']);
    const { stdout } = await synth('<speak><x>好</x></speak>', '--markup', '-o', place('a.wav'), '--json');
    expect(JSON.parse(stdout.toString('utf8')).warning).toMatchObject([{ code: 100 }]);
  });

  it('says what is in a file', async () => {
    writeFileSync(place('text.txt'), `\ufeff${greeting}`);
    const said = await soundOf('b.pcm', '--file', place('text.txt'));
    expect(said.equals(await soundOf('a.pcm', greeting))).toBe(true);
  });

  it('leaves an older file as it was when the text cannot be said', async () => {
    writeFileSync(place('old.wav'), 'old');
    const emoji = await synth('😀', '-o', place('old.wav'));
    expect([emoji.code, emoji.stderr]).toEqual([
      exitCodes.badInput,
      'tonegate: text: contains nothing that can be spoken\n',
    ]);
    const broken = await synth('<speak>好', '--markup', '-o', place('old.wav'));
    expect([broken.code, broken.stderr]).toEqual([exitCodes.badInput, expect.stringContaining('</speak> is missing')]);
    expect(readFileSync(place('old.wav'), 'utf8')).toBe('old');
  });

  it('names the voices that there are when it does not know one', async () => {
    const { code, stderr } = await synth(greeting, '--voice', 'cn_nobody_common');
    expect([code, stderr]).toEqual([
      exitCodes.badInput,
      `tonegate: there is no voice cn_nobody_common; known voices: ${quickVoice}\n`,
    ]);
  });

  it('says which file cannot be written, or read', async () => {
    const absent = place('absent/a.wav');
    expect((await synth(greeting, '-o', absent)).stderr).toBe(
      `tonegate: ${absent}: cannot write the file: its directory does not exist (ENOENT)\n`,
    );
    expect((await synth(greeting, '-o', folder)).stderr).toContain(
      `${folder}: cannot write the file: it is a directory (EISDIR)`,
    );
    writeFileSync(place('latin.txt'), Buffer.from([0xe9, 0x20]));
    writeFileSync(place('empty.txt'), ' \n');
    for (const [name, reason] of [
      ['absent.txt', 'cannot read the file: it does not exist (ENOENT)'],
      ['latin.txt', 'is not UTF-8'],
      ['empty.txt', 'the file contains no text'],
    ] as const) {
      const { code, stderr } = await runCommand(synthCommand(noEngine), ['--file', place(name)]);
      expect([code, stderr]).toEqual([exitCodes.badInput, `tonegate: ${place(name)}: ${reason}\n`]);
    }
  });

  it.each([
    [[], 'give either a text or --file TEXTFILE'],
    [['好', '--file', 'x'], 'give either a text or --file TEXTFILE'],
    [['好', '--each', '-o', 'x'], '--each needs --file TEXTFILE'],
    [['--file', 'x', '--each'], '--each needs -o DIRECTORY'],
    [['好', '--json', '-o', '-'], '--json: -o - writes the audio to standard output'],
    [
      ['好', '--effect', 'choir'],
      'there is no effect choir; known effects: none, reverb, echo, chorus, far-and-near, robot',
    ],
    [['好', '--pitch', '501'], '--pitch: must be in [-500,500]'],
    [['好', '--speed', 'fast'], '--speed: must be a number'],
    [['好', '--rate', '12000'], '--rate: must be one of 8000, 11025, 16000'],
    [['好', '--format', 'mp3'], '--format: must be one of pcm, alaw, ulaw, svc_speex, svc_opus'],
    [
      ['好', '--format', 'svc_opus', '-o', 'a.wav'],
      'svc_opus cannot be stored in a WAV file; choose another file name',
    ],
  ])('refuses %j as wrong usage, before an engine is started', async (args, reason) => {
    const { code, stderr } = await runCommand(synthCommand(noEngine), args);
    expect([code, stderr]).toEqual([exitCodes.usage, expect.stringContaining(reason)]);
  });
});

describe('tonegate synth --each', () => {
  it('says each line into a file of its own, with the table that evaluations read', async () => {
    writeFileSync(place('lines.txt'), '您好。\r\n\n再\t见。\n');
    const { code, stdout } = await synth('--file', place('lines.txt'), '--each', '-o', place('each'));
    expect([code, stdout.toString('utf8')]).toEqual([
      exitCodes.fine,
      expect.stringContaining(`${place('each')}: 2 texts by ${quickVoice}\n`),
    ]);
    expect(readdirSync(place('each')).sort()).toEqual(['s000.wav', 's002.wav', 'texts.tsv']);
    const row = (id: string, text: string) => `${id}\t${quickVoice}\t${text}\n`;
    const table = `id\tspeaker\ttext\n${row('s000', '您好。')}${row('s002', '再 见。')}`;
    expect(readFileSync(place('each/texts.tsv'), 'utf8')).toBe(table);
    const alone = await soundOf('a.wav', '您好。');
    expect(readFileSync(place('each/s000.wav')).equals(alone)).toBe(true);
  });

  it('goes on after a line that cannot be said, and says which', async () => {
    writeFileSync(place('lines.txt'), '😀\n再见。\n');
    const args = ['--file', place('lines.txt'), '--each', '-o', place('some')];
    const { code, stderr } = await synth(...args);
    expect([code, stderr]).toEqual([
      exitCodes.badInput,
      'tonegate: line 1: text: contains nothing that can be spoken\n',
    ]);
    expect([existsSync(place('some/s000.wav')), existsSync(place('some/s001.wav'))]).toEqual([false, true]);
    const lines = (await synth(...args, '--json')).stdout.toString('utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { text: '😀', error: { code: 40002 } },
      { text: '再见。', voice: quickVoice },
    ]);
  });
});

describe('the program', () => {
  it('speaks with the models of the configuration', { timeout: 60_000 * timeFactor }, () => {
    const env = { ...process.env, TONEGATE_SHIPPED_MODELS: place('shipped'), TONEGATE_DATA: place('data') };
    const args = [program, 'synth', greeting, '--voice', quickVoice, '-o', place('p.wav')];
    const stdout = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(stdout).toContain(`p.wav: ${quickVoice}, WAV file, pcm at 16000 Hz\n`);
    expect(wavOf(readFileSync(place('p.wav'))).dataBytes).toBeGreaterThan(0);
  });
});
