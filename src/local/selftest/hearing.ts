// The lines of the self-test about what the models do, with an engine of its own: a recording is recognised, a text is spoken and
// recognised, ringback is found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoEngine } from '../../cli/demo/demo-engine.js';
import { lineRateHz, ringPattern, toneLine } from '../../cli/demo/demo-line.js';
import { type Bench, type Check, type Finding, failed, passed, skipped } from '../../cli/selftest/check.js';
import { defaultVoice } from '../../cli/synth/synth-speech.js';
import { SynthesisConfig } from '../../protocol/wire/synthesis-config.js';
import { localDemo } from '../demo.js';
import { shippedModels } from '../models.js';
import { rightShare } from './likeness.js';

/** A recording of AISHELL-1 (NOTICE). */
const clip = { file: join(shippedModels, 'asr-zh-8k', 'sentence.wav'), text: '中国现在处于绝对安全位置' };
const spokenText = '您好，您拨打的用户已关机，请稍后再拨。';
/** Models that an operator brought may hear a character differently. */
const leastRightShare = 0.8;
const rings = 2;

/** The engine is started by the first check, and stopped by `close`. */
export function hearingChecks(dataDir: string): Bench {
  let engine: DemoEngine | undefined;
  const withEngine = (name: string, work: (engine: DemoEngine) => Promise<Finding>): Check => ({
    name,
    run: () => (engine === undefined ? skipped('the engine did not start') : work(engine)),
  });
  const start = async (): Promise<Finding> => {
    engine = await localDemo(dataDir);
    return passed(`started, with ${engine.models.length} models`);
  };
  return {
    checks: [
      { name: 'engine', run: start },
      withEngine('recording', hearClip),
      withEngine('speech', hearSpoken),
      withEngine('ringback', findRingback),
    ],
    close: async () => engine?.close(),
  };
}

async function hearClip(engine: DemoEngine): Promise<Finding> {
  return judge(clip.text, await recognise(engine, readFileSync(clip.file), 'wav'));
}

async function hearSpoken(engine: DemoEngine): Promise<Finding> {
  const voice = engine.voices.includes(defaultVoice) ? defaultVoice : engine.voices[0];
  if (voice === undefined) return failed('no voice model is active');
  const config = SynthesisConfig.parse({ format: 'alaw', sampleRate: lineRateHz });
  const slices: Uint8Array[] = [];
  await engine.speak({ text: spokenText, voice, config }, (bytes) => void slices.push(bytes));
  return judge(spokenText, await recognise(engine, Buffer.concat(slices), 'alaw_8k'));
}

async function recognise(engine: DemoEngine, bytes: Uint8Array, format: 'wav' | 'alaw_8k'): Promise<string> {
  const heard: string[] = [];
  const config = { addPunc: false, digitNorm: false, interimResults: false, vadHead: 0 };
  await engine.transcribe(bytes, { mode: 'continue', property: 'cn_8k_common', format, config }, (said) => {
    if (said.type === 'sentence' && said.sentence.isFinal) heard.push(said.sentence.result.text);
  });
  return heard.join('');
}

function judge(expected: string, heard: string): Finding {
  const share = rightShare(expected, heard);
  if (share === 1) return passed(`recognised as ${heard}`);
  const said = `${heard === '' ? 'nothing' : heard} was recognised instead of ${expected}`;
  const right = `${Math.floor(share * 100)} % of the characters are right`;
  if (share >= leastRightShare) return passed(`${said}: ${right}`);
  return failed(`${said}: ${right}; at least ${leastRightShare * 100} % must be right`);
}

async function findRingback(engine: DemoEngine): Promise<Finding> {
  const ringing = toneLine(Array.from({ length: rings }, () => ringPattern).flat());
  const { evidence } = await engine.screen(ringing);
  const found = evidence.decided.find(({ kind }) => kind === 'ringback');
  if (found !== undefined) return passed(`found ${(found.atMs / 1_000).toFixed(2)} s into the call`);
  const others = evidence.decided.map(({ kind }) => kind).join(', ');
  return failed(`not found in ${rings} rings of 450 Hz; what was found: ${others === '' ? 'nothing' : others}`);
}
