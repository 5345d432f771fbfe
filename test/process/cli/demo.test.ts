// `tonegate demo`: with the models that ship it is right; where the recogniser knows no words it says that it was not.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoCommand } from '../../../src/cli/demo/demo.js';
import type { DemoEngineMaker } from '../../../src/cli/demo/demo-engine.js';
import { lineMs, ringPattern, toneLine } from '../../../src/cli/demo/demo-line.js';
import { wordingNames, wordings } from '../../../src/cli/demo/demo-wordings.js';
import { exitCodes } from '../../../src/cli/exit.js';
import { addon, encodings } from '../../../src/native/index.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { compileKeywords, findKeyword } from '../../../src/ring/keywords.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { toneRecogniser } from '../../helpers/models/tone-recogniser.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import { quickVoice } from '../../helpers/models/voices.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const timeout = 60_000 * timeFactor; // an engine is started
const busyAtMs = { least: 700, most: 1_400 }; // decided within the second burst, or at its end
const ringMs = 5_500;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-demo-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function demo(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, TONEGATE_DATA: join(folder, 'data'), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'demo', '--voice', quickVoice, ...args], { env }, (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

describe('tonegate demo', () => {
  it('synthesises an announcement, finds its keyword behind a ring tone, recognises it, and a busy line', {
    timeout,
  }, async () => {
    const file = join(folder, 'call.wav');
    const { code, stdout, stderr } = await demo({}, '--announcement', 'suspended', '--json', '-o', file);
    expect([code, stderr]).toEqual([exitCodes.fine, '']);
    const { text, screening, recognition, busyLine, fine } = JSON.parse(stdout);
    expect([text, fine]).toEqual([wordings.suspended.text, true]);
    expect(screening).toMatchObject({ resultId: 17, resultName: 'out of service', keyword: '停机' });
    expect(screening.heard).toContainEqual({ kind: 'ringback', atMs: expect.any(Number) });
    expect(screening.atMs).toBeGreaterThan(ringMs);
    expect(recognition.text).toContain('停机');
    expect(busyLine).toMatchObject({ resultId: 10, keyword: '#BUSY#' });
    expect(busyLine.atMs).toBeGreaterThanOrEqual(busyAtMs.least);
    expect(busyLine.atMs).toBeLessThanOrEqual(busyAtMs.most);
    const bytes = readFileSync(file);
    const wav = addon.parseWav(bytes);
    if (typeof wav === 'string') throw new Error(wav);
    expect(wav).toMatchObject({ encoding: 'alaw', sampleRateHz: 8_000, channels: 1 });
    const ring = toneLine(ringPattern);
    expect(lineMs(ring)).toBe(ringMs);
    expect(bytes.subarray(wav.dataOffset, wav.dataOffset + ring.length).equals(ring)).toBe(true);
  });

  it('explains each step, and fails when a line was not taken for what it was', { timeout }, async () => {
    const models = join(folder, 'models');
    writeModel(models, toneRecogniser.draft, toneRecogniser.files);
    writeVoices(models, [quickVoice]);
    const { code, stdout } = await demo({ TONEGATE_SHIPPED_MODELS: models });
    expect(code).toBe(exitCodes.service);
    for (const [at, step] of ['Engine', 'Synthesis', 'The line', 'Screening', 'Recognition', 'Busy line'].entries()) {
      expect(stdout).toContain(`\n${at + 1} ${step}`);
    }
    expect(stdout).toContain(`${quickVoice} says ${wordings.off.text}`);
    expect(stdout).toContain('but it should be 14 powered off (关机)');
    expect(stdout).toContain('verdict 10 busy (#BUSY#)');
    expect(stdout).toMatch(/\nSomething went wrong: .*\n$/);
  });

  it('offers announcements that each hold a keyword of the default table, of five kinds', () => {
    const keywords = compileKeywords(defaultTables.keywords);
    const rows = wordingNames.map((name) => findKeyword(keywords, wordings[name].text));
    expect(new Set(rows.map((row) => row?.word)).size).toBe(wordingNames.length);
    expect(rows).not.toContain(undefined);
  });

  it('refuses standard output for the call, where the explanation goes, before an engine is started', async () => {
    const noEngine: DemoEngineMaker = async () => {
      throw new Error('an engine was started for what can be refused without');
    };
    const { code, stderr } = await runCommand(demoCommand(noEngine), ['-o', '-']);
    expect([code, stderr]).toEqual([exitCodes.usage, 'tonegate: -o needs the name of a file\n']);
  });

  it('cuts a tone at whole milliseconds, with silence between', () => {
    const samples = addon.decode(encodings.alaw, toneLine([100, 100]));
    expect(samples.length).toBe(1_600);
    expect(Math.max(...samples.subarray(0, 800))).toBeGreaterThan(3_500);
    expect(Math.max(...samples.subarray(800).map(Math.abs))).toBeLessThan(16);
  });
});
