// `tonegate voices`: the voices of the models that are active.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import { type VoiceFacts, voicesCommand } from '../../../src/cli/synth/voices.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { modelStoreOf } from '../../helpers/models/model-store.js';
import { shippedFile, shippedFolder } from '../../helpers/models/shipped.js';
import { tableBytes, tableName, tableVoice } from '../../helpers/models/table-voices.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import { neuralVoice, quickVoice } from '../../helpers/models/voices.js';

const { version } = JSON.parse(readFileSync(shippedFile('tts-zh', 'manifest.json'), 'utf8'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-voices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const storeOver = (shipped: string) => modelStoreOf(join(folder, 'data'), shipped);
const voices = (shipped: string, ...args: string[]) =>
  runCommand(
    voicesCommand(async () => ({ store: () => storeOver(shipped) })),
    args,
  );
async function factsOf(shipped: string): Promise<VoiceFacts[]> {
  const { code, stdout } = await voices(shipped, '--json');
  expect(code).toBe(exitCodes.fine);
  return JSON.parse(stdout.toString('utf8'));
}

describe('tonegate voices', () => {
  it('lists every voice of the models that ship, with its licence and whom to thank', async () => {
    const { serves, licence, credit } = JSON.parse(readFileSync(shippedFile('tts-zh', 'manifest.json'), 'utf8'));
    const facts = await factsOf(join(shippedFolder('tts-zh'), '..'));
    expect(facts.map(({ voice }) => voice)).toEqual([...serves].sort());
    for (const each of facts) expect(each).toMatchObject({ licence, credit });
    const { stdout } = await voices(join(shippedFolder('tts-zh'), '..'));
    for (const text of [...serves, licence, ...credit]) expect(stdout.toString('utf8')).toContain(text);
  });

  it('says the language of a voice, its kind, and what it is made from', async () => {
    const english = { property: 'en_some_common', kind: 'neural', english: true };
    const blend = { timbre: { yuetan: 0.75, S0150: 0.25 }, manner: { S0150: 1 }, pitchCents: 50, formantFactor: 1.1 };
    const small = {
      property: 'cn_small_common-h9',
      kind: 'parametric',
      frames: 'frames-S0150.onnx',
      timbre: { S0150: 1 },
    };
    const entries = [{ ...english, ...blend }, small, tableVoice(quickVoice, { tempo: 0.95 })];
    writeVoices(folder, [], {
      manifest: () => ({ voices: entries, serves: ['en_some_common', 'cn_small_common-h9', quickVoice] }),
      files: { [tableName]: tableBytes() },
    });
    const [light, quick, other] = await factsOf(folder);
    expect(light).toMatchObject({ kind: 'parametric', madeFrom: 'S0150, by a small network' });
    expect(quick).toMatchObject({
      voice: quickVoice,
      language: 'Mandarin',
      kind: 'parametric',
      model: `tts-zh@${version}`,
    });
    expect(quick?.madeFrom).toBe('mean sounds from mean-sounds.bin; tempo ×0.95');
    expect(other).toMatchObject({ voice: 'en_some_common', language: 'English', kind: 'neural' });
    expect(other?.madeFrom).toBe(
      'yuetan 75 %, S0150 25 %, manner of S0150; pitch +50 cents, formants ×1.1, English sounds',
    );
  });

  it('takes a voice from the model that was activated for it, before those that ship', async () => {
    const shipped = join(folder, 'shipped');
    writeVoices(shipped, [quickVoice, neuralVoice]);
    const brought = writeVoices(join(folder, 'brought'), [quickVoice], { manifest: () => ({ id: 'ours' }) });
    const store = storeOver(shipped);
    const isWhole = async () => {};
    await store.install(brought, isWhole);
    const modelOf = async (wanted: string) => (await factsOf(shipped)).find(({ voice }) => voice === wanted)?.model;
    expect(await modelOf(quickVoice)).toBe(`tts-zh@${version}`);
    await store.activate('ours', isWhole);
    expect(await modelOf(quickVoice)).toBe(`ours@${version}`);
    expect(await modelOf(neuralVoice)).toBe(`tts-zh@${version}`);
  });

  it('says so when no voice is there', async () => {
    const { code, stderr } = await voices(join(folder, 'nothing'));
    expect([code, stderr]).toEqual([
      exitCodes.badInput,
      'tonegate: no voice model is active; see tonegate models list\n',
    ]);
  });
});
