// `tonegate transcribe` as a user runs it: the built program with a recogniser that hears tones as characters.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import { lastColumns, TranscriptView } from '../../../src/cli/listen/transcript-view.js';
import { coded } from '../../helpers/audio/codings.js';
import { wavOf } from '../../helpers/audio/tones.js';
import { toneModels } from '../../helpers/gateway/asr-gateway.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const timeoutMs = 60_000 * timeFactor; // each run starts an engine

let directory: string;
let models: string;
let call: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-transcribe-'));
  models = toneModels();
  call = join(directory, 'call.wav');
  writeFileSync(call, wavOf(spoken('3一二三8四五8')));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  rmSync(models, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function transcribe(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, TONEGATE_SHIPPED_MODELS: models, TONEGATE_DATA: join(directory, 'data') };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'transcribe', ...args], { env }, (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

const sentencesOf = ({ stdout }: Outcome) => JSON.parse(stdout).sentences as { result: { text: string } }[];
const textsOf = (outcome: Outcome) => sentencesOf(outcome).map(({ result }) => result.text);

describe('tonegate transcribe', () => {
  it('writes a line for each sentence, with its times', { timeout: timeoutMs }, async () => {
    const { code, stdout, stderr } = await transcribe(call, '--raw');
    expect([code, stderr]).toEqual([exitCodes.fine, '']);
    expect(stdout.replace(/\d:\d\d\.\d/g, 'T')).toBe('T-T  一二三\nT-T  四五\n');
  });

  it('writes one line of JSON per file, with --json', { timeout: timeoutMs }, async () => {
    const outcome = await transcribe(call, call, '--raw', '--json', '--config', '{"wordType":"CHAR","nbest":2}');
    expect(outcome.code).toBe(exitCodes.fine);
    const lines = outcome.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ file: call, property: 'cn_8k_common' });
    expect(lines[0].sentences[0].result).toMatchObject({
      text: '一二三',
      words: [{ w: '一' }, { w: '二' }, { w: '三' }],
    });
  });

  it.each([
    ['short', ['一二三四五']],
    ['utterance', ['一二三']],
    ['continue', ['一二三', '四五']],
  ])('hears in the mode %s what that mode hears', { timeout: timeoutMs }, async (mode, texts) => {
    expect(textsOf(await transcribe(call, '--raw', '--json', '--mode', mode))).toEqual(texts);
  });

  it('takes raw and packed audio, and warns of another rate', { timeout: timeoutMs }, async () => {
    const packed = join(directory, 'call.opus-slices');
    writeFileSync(packed, Buffer.concat(coded(spoken('3一二三8'), 'svc_opus', 8_000, 100)));
    expect(
      textsOf(await transcribe(packed, '--format', 'svc_opus', '--enc-params', 'ar:8000', '--raw', '--json')),
    ).toEqual(['一二三']);
    const other = await transcribe(call, '--property', 'cn_16k_common', '--json');
    expect(JSON.parse(other.stdout).warning).toMatchObject([{ code: 100 }]);
  });

  it('takes a hotword list, and says when it is not one', { timeout: timeoutMs }, async () => {
    const list = join(directory, 'words.txt');
    writeFileSync(list, '壹贰 (一二)\n');
    expect(textsOf(await transcribe(call, '--raw', '--json', '--hotwords', list))[0]).toBe('壹贰三');
    writeFileSync(list, '张三 9\n');
    const { stderr } = await transcribe(call, '--hotwords', list);
    expect(stderr).toContain('vocab: line 1');
  });

  it('goes on after a file that it cannot hear, and says why', { timeout: timeoutMs }, async () => {
    const broken = join(directory, 'broken.wav');
    writeFileSync(broken, 'no sound');
    const { code, stdout, stderr } = await transcribe(broken, join(directory, 'absent.wav'), call, '--raw');
    expect(code).toBe(exitCodes.badInput);
    expect(stdout).toContain('一二三');
    expect(stderr).toContain(`${broken}: audio: the format cannot be determined`);
    expect(stderr).toContain('name it in --format: pcm_s16le_8k, ');
    expect(stderr).toContain('absent.wav: cannot read the file: it does not exist (ENOENT)');
  });

  it('names a hotword list that cannot be read, or is not UTF-8', { timeout: timeoutMs }, async () => {
    const gbk = join(directory, 'gbk.txt');
    writeFileSync(gbk, Buffer.from([0xb0, 0xb2, 0xb4, 0xef, 0x0a])); // 安达 as Windows saves it
    for (const [list, reason] of [
      [directory, 'cannot be read: it is a directory (EISDIR)'],
      [join(directory, 'absent.txt'), 'cannot be read: it does not exist (ENOENT)'],
      [gbk, 'is not UTF-8; save the text as UTF-8'],
    ] as const) {
      const { code, stderr } = await transcribe(call, '--hotwords', list);
      expect([code, stderr]).toEqual([exitCodes.badInput, `tonegate: ${list}: ${reason}\n`]);
    }
  });

  it.each([
    [['--format', 'mp3'], '--format: must be one of auto, '],
    [['--format', 'svc_opus'], '--enc-params: ar is required for svc_opus'],
    [['--mode', 'clip'], 'Allowed choices are short, utterance, continue'],
    [['--config', '{"nbest":11}'], 'config.nbest: must be in [1-10]'],
    [['--config', '{"n'], 'malformed JSON'],
  ])('refuses %j as wrong usage', { timeout: timeoutMs }, async (flags, reason) => {
    const { code, stderr } = await transcribe(call, ...flags);
    expect(code).toBe(exitCodes.usage);
    expect(stderr).toContain(reason);
  });

  it('says which properties are served when the one that was named is not', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await transcribe(call, '--property', 'en_8k_common');
    expect(code).toBe(exitCodes.badInput);
    expect(stderr).toContain('property en_8k_common is not served here; served: cn_8k_common');
  });
});

describe('on a terminal', () => {
  const sentence = (text: string, isFinal: boolean) =>
    ({
      type: 'sentence',
      sentence: { startTime: 62_340, endTime: 65_000, isFinal, result: { text, confidence: 0 } },
    }) as const;

  function shown(isTTY: boolean): string {
    let text = '';
    const write = (more: string) => {
      text += more;
    };
    const view = new TranscriptView({ isTTY, columns: 9, write }, undefined);
    view.show(sentence('一二', false));
    view.show(sentence('一二三四五', false));
    view.show(sentence('一二三四五。', true));
    view.end();
    return text;
  }

  it('the last line grows until the sentence is final', () => {
    const clear = '\r\x1b[K';
    expect(shown(true)).toBe(`${clear}一二${clear}二三四五${clear}1:02.3-1:05.0  一二三四五。\n`);
  });

  it('elsewhere only final sentences are written', () => {
    expect(shown(false)).toBe('1:02.3-1:05.0  一二三四五。\n');
  });

  it('the end of a text is shown that fits, Chinese characters being two columns wide', () => {
    expect(lastColumns('abc一二三', 7)).toBe('c一二三');
    expect(lastColumns('', 7)).toBe('');
  });
});
