// `tonegate selftest` as an operator runs it: the built program, real gateways, real models, and each of them broken.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import type { Line } from '../../../src/cli/selftest/rounds.js';
import { version } from '../../../src/ops/version.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { noModels, shippedFolder } from '../../helpers/models/shipped.js';
import { toneRecogniser } from '../../helpers/models/tone-recogniser.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import { quickVoice } from '../../helpers/models/voices.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const timeout = 60_000 * timeFactor; // an engine is started
const names = [
  ...['gateway', 'clock', 'free space', 'database', 'models', 'packages', 'engine', 'recording', 'speech', 'ringback'],
];

let folder: string;
let data: string;
let gateway: TestGateway | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-selftest-'));
  data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
});
afterEach(async () => {
  await gateway?.discard();
  gateway = undefined;
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function selftest(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'selftest', '--data', data, ...args], { env }, (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

/** The lines by name; whether the disk of this machine has 15 % free is not this test's. */
async function tried(settings: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await selftest(settings, '--json', ...args);
  const { fine, tries, checks, ...rest } = JSON.parse(stdout) as { fine: boolean; tries: number; checks: Line[] };
  expect(rest).toEqual({ version });
  expect(checks.map(({ name }) => name)).toEqual(names);
  for (const { ms } of checks) expect(ms).toBeGreaterThanOrEqual(0);
  const broken = checks.filter(({ outcome }) => outcome === 'FAILED').map(({ name }) => name);
  expect([fine, code]).toEqual([broken.length === 0, broken.length === 0 ? exitCodes.fine : exitCodes.service]);
  const line = (name: string) => checks.find((each) => each.name === name);
  return { broken: broken.filter((name) => name !== 'free space'), line, tries, stderr };
}

const hasRoom = () => {
  const { bavail, bfree, blocks } = statfsSync(data);
  return bavail / (blocks - bfree + bavail) >= 0.15;
};

describe('tonegate selftest', () => {
  it('passes on a good data directory, beside its gateway, and leaves both as they were', { timeout }, async () => {
    gateway = await startTestGateway({ dataDir: data });
    await gateway.whenReady();
    const before = readdirSync(data).sort();
    const { code, stdout, stderr } = await selftest({});
    expect(stdout.split('\n').map((line) => line.slice(0, 10).trim())).toEqual([
      ...[...names, '', expect.any(String), ''],
    ]);
    expect(stdout).toContain(`ready, version ${version}`);
    expect(stdout).toContain('recognised as 中国现在处于绝对安全位置\n');
    expect(stdout).toContain('recognised as 您好您拨打的用户已关机请稍后再拨\n');
    if (hasRoom()) expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/\n\nEverything passed\.\n$/)]);
    expect((await gateway.inside('/readyz')).status).toBe(200);
    expect(readdirSync(data).sort()).toEqual(before);
  });

  it('fails without a gateway, unless none need run', { timeout }, async () => {
    const alone = await tried({});
    expect(alone.broken).toEqual(['gateway']);
    expect(alone.line('gateway')?.sentence).toContain('not running');
    const { broken, line } = await tried({}, '--without-gateway');
    expect(broken).toEqual([]);
    expect(line('gateway')).toMatchObject({
      outcome: 'skipped',
      sentence: `not running on ${data}; --without-gateway allows that`,
    });
    expect(readdirSync(data)).toEqual([]);
  });

  it('says that there is no data directory', { timeout }, async () => {
    rmSync(data, { recursive: true });
    const { broken, line } = await tried({}, '--without-gateway');
    expect(broken).toEqual(['database']);
    const wrong = `the data directory ${data} cannot be examined: it does not exist (ENOENT)`;
    expect(line('free space')).toMatchObject({ outcome: 'FAILED', sentence: wrong });
  });

  it('fails on a gateway that does not answer, with the place where it should', { timeout }, async () => {
    const running = { pid: process.pid, admin: 'http://127.0.0.1:9', http: '' };
    writeFileSync(join(data, 'gateway.json'), JSON.stringify(running));
    const { broken, line } = await tried({}, '--without-gateway');
    expect(broken).toEqual(['gateway']);
    expect(line('gateway')?.sentence).toBe('the gateway at http://127.0.0.1:9 does not answer');
  });

  it('tries again until the gateway is there', { timeout }, async () => {
    const trying = tried({}, '--wait', String(30 * timeFactor));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    gateway = await startTestGateway({ dataDir: data });
    const { broken, tries, stderr } = await trying;
    expect(broken).toEqual([]);
    if (hasRoom()) expect(stderr.split('\n')).toHaveLength(tries);
    expect(stderr).toMatch(/^tonegate: failed: .*gateway.*; next try in \d+ s\n/);
    expect(tries).toBeGreaterThan(1);
  });

  it('gives up when the time is over', { timeout }, async () => {
    const startedMs = performance.now();
    const { broken, tries } = await tried({}, '--wait', '4');
    expect(broken).toEqual(['gateway']);
    expect(tries).toBeGreaterThan(0);
    expect(performance.now() - startedMs).toBeGreaterThan(4_000);
  });

  it('fails on a model of which one byte was changed, and names its file', { timeout }, async () => {
    const models = join(folder, 'models');
    mkdirSync(models);
    for (const id of readdirSync(shippedFolder('.'))) {
      if (id !== 'music') symlinkSync(shippedFolder(id), join(models, id));
    }
    cpSync(shippedFolder('music'), join(models, 'music'), { recursive: true });
    const file = join(models, 'music', 'music.bin');
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    writeFileSync(file, bytes);
    const { broken, line } = await tried({ TONEGATE_SHIPPED_MODELS: models }, '--without-gateway');
    expect(broken).toContain('models');
    expect(line('models')?.sentence).toMatch(
      /music\.bin is damaged or is not the file that the manifest names: sha256/,
    );
  });

  it('fails where the recogniser knows no words: for the recording and for what was spoken', { timeout }, async () => {
    const models = join(folder, 'models');
    writeModel(models, toneRecogniser.draft, toneRecogniser.files);
    writeVoices(models, [quickVoice]);
    const { broken, line } = await tried({ TONEGATE_SHIPPED_MODELS: models }, '--without-gateway');
    expect(broken).toEqual(['recording', 'speech']);
    expect(line('recording')?.sentence).toContain('instead of 中国现在处于绝对安全位置');
  });

  it('fails without models, and finds ringback all the same', { timeout }, async () => {
    const { broken, line } = await tried({ TONEGATE_SHIPPED_MODELS: noModels }, '--without-gateway');
    expect(broken).toEqual(['models', 'recording', 'speech']);
    expect(line('speech')?.sentence).toBe('no voice model is active');
    expect(line('ringback')?.sentence).toMatch(/^found [12]\.\d\d s into the call$/);
  });

  it('fails where there is no data directory, and makes none', { timeout }, async () => {
    rmSync(data, { recursive: true });
    const { broken, line } = await tried({}, '--without-gateway');
    expect(broken).toEqual(['database']);
    expect(line('database')?.sentence).toContain(`there is no data directory ${data}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.getuid?.() !== 0)('fails on a data directory that is read only', { timeout }, async () => {
    chmodSync(data, 0o500);
    const { broken, line } = await tried({}, '--without-gateway');
    expect(broken).toEqual(['database']);
    expect(line('database')?.sentence).toContain('EACCES');
  });

  it.each(['', 'soon', '-1', '86401', '1.5'])('refuses to wait for "%s" seconds: exit 2', async (waitS) => {
    const { code, stdout, stderr } = await selftest({}, `--wait=${waitS}`);
    expect([code, stdout]).toEqual([exitCodes.usage, '']);
    expect(stderr).toContain('must be a number of seconds from 0 to 86400');
  });
});
