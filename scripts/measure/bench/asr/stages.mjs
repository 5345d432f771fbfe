// Divides the time from the first sound of a sentence to its first interim result. The session of the engine hears
// the sentences in this process, 10 ms at a time and with nothing else to do, so that all times are those of the audio:
// once with the models as they are, and with other streaming settings for the stages between.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { anySecond, FrontendPool } from '../../../../dist/engine/pipeline/audio/frontend.js';
import { nativeSpeech } from '../../../../dist/engine/pipeline/audio/vad.js';
import { RecognitionSession } from '../../../../dist/engine/pipeline/recognition/recognition.js';
import { SentenceText } from '../../../../dist/engine/pipeline/recognition/sentence-text.js';
import { loadCtc } from '../../../../dist/engine/runtime/models/load.js';
import { loadLanguage } from '../../../../dist/engine/runtime/recogniser/language.js';
import { Recogniser } from '../../../../dist/engine/runtime/recogniser/recogniser.js';
import { parseManifest } from '../../../../dist/models/manifest.js';
import { loadSoundModel } from '../../../../dist/native/sound.js';
import { toAlaw } from '../../eval/lib/audio.mjs';
import { markdownTable } from '../../lib/report.mjs';
import { percentile } from '../tones/judge.mjs';
import { streamParams } from './engine.mjs';
import { rateHz, soundOf } from './sound.mjs';

/**
 * @typedef {{ voiceMs: number, knownMs: number, textMs: number, text: string, final: string }} Heard since the first
 * sound
 */
/** @typedef {import('../../../../dist/models/manifest.js').CtcManifest} CtcManifest */

const stepMs = 10;
const leadMs = 1_000;
const trailMs = 800;

/** @param {readonly Int16Array[]} sentences @param {string} folder of all models @param {number} sliceMs */
export async function stagesOf(sentences, folder, sliceMs) {
  const shipped = modelIn(folder, 'asr-zh-8k');
  const { streaming, frontEnd } = shipped.manifest;
  if (streaming.mode !== 'caches' || frontEnd.kind !== 'fbank')
    throw new Error('the stages of such a model cannot be measured');
  const { earlyOutputs, ...plain } = streaming;
  const perOutputMs = frontEnd.shiftMs * streaming.rowsPerOutput;
  // In the stack of frames, an output looks two beyond its own; see the model's card.
  const lookAheadMs = perOutputMs * streaming.dropOutputs + 2 * frontEnd.shiftMs;
  const hear = async (/** @type {CtcManifest['streaming']} */ settings) => {
    const model = await loadCtc({ ...shipped, manifest: { ...shipped.manifest, streaming: settings } });
    const recogniser = Recogniser.open(model, loadLanguage(modelIn(folder, 'lm-zh')));
    const openSpeech = nativeSpeech(loadSoundModel(path.join(folder, 'vad/vad.bin')));
    const heard = [];
    for (const sentence of sentences) heard.push(await heardOf(sentence, recogniser, openSpeech));
    await recogniser.model.release();
    return heard;
  };
  const ships = await hear(streaming);
  const chunks = earlyOutputs === undefined ? ships : await hear(plain);
  const smallest = await hear({ ...plain, windowRows: plain.rowsPerOutput, stepRows: plain.rowsPerOutput });
  const slices = ships.flatMap(({ textMs }) =>
    Array.from({ length: sliceMs / stepMs }, (_, phase) => textMs + phase * stepMs),
  );
  const isRight = ({ text, final }) => text !== '' && [...text][0] === [...final][0];
  return {
    chunkMs: frontEnd.shiftMs * streaming.windowRows,
    ...{ lookAheadMs, earlyMs: perOutputMs * (earlyOutputs ?? streaming.dropOutputs), sliceMs },
    ...{ ships, chunks, smallest, slices },
    right: [ships, chunks].map((all) => all.filter(isRight).length),
  };
}

/** @param {string} folder @param {string} id */
function modelIn(folder, id) {
  const file = path.join(folder, id, 'manifest.json');
  const manifest = /** @type {any} */ (parseManifest(readFileSync(file), file));
  return {
    manifest,
    source: /** @type {const} */ ('shipped'),
    path: (/** @type {string} */ name) => path.join(folder, id, name),
  };
}

/** @param {Int16Array} sentence @param {Recogniser} recogniser
 * @param {import('../../../../dist/engine/pipeline/audio/vad.js').OpenSpeech} openSpeech @returns {Promise<Heard>} */
async function heardOf(sentence, recogniser, openSpeech) {
  const [lead, trail] = [leadMs, trailMs].map((ms) => (ms * rateHz) / 1_000);
  const { samples, spoken } = soundOf([{ sentence, at: lead ?? 0 }], (lead ?? 0) + sentence.length + (trail ?? 0));
  const onsetMs = spoken[0]?.onsetMs ?? Number.NaN;
  const audio = toAlaw(samples);
  const heard = { voiceMs: Number.NaN, knownMs: Number.NaN, textMs: Number.NaN, text: '', final: '' };
  let atMs = 0;
  const params = streamParams();
  const session = new RecognitionSession(
    params,
    {
      ...{ recogniser, openSpeech, gender: undefined, frontends: new FrontendPool(anySecond, 1) },
      hotwords: recogniser.compileHotwords([]),
      text: new SentenceText({ ...params.text, addPunc: false, digitNorm: false }, [], undefined),
    },
    {
      event: (said) => {
        if (said.type === 'event' && said.event === 'VOICE_START' && Number.isNaN(heard.voiceMs)) {
          Object.assign(heard, { voiceMs: said.atMs - onsetMs, knownMs: atMs - onsetMs });
        }
        if (said.type !== 'sentence') return;
        const text = said.sentence.candidates[0]?.text ?? '';
        if (said.sentence.isFinal) heard.final ||= text;
        else if (heard.text === '') Object.assign(heard, { textMs: atMs - onsetMs, text });
      },
      ended: () => {},
      failed: (fault) => {
        throw fault;
      },
    },
  );
  const step = (rateHz * stepMs) / 1_000;
  for (let at = 0; at < audio.length; at += step) {
    atMs = ((at + step) * 1_000) / rateHz;
    session.push(audio.subarray(at, at + step));
    await idle();
  }
  session.end(false);
  for (let turns = 0; turns < 50; turns++) await idle();
  return heard;
}

/** Each round of the batcher begins with a turn of the event loop. */
async function idle() {
  for (let turns = 0; turns < 8; turns++) await new Promise((resolve) => setImmediate(resolve));
}

/** @param {Awaited<ReturnType<typeof stagesOf>>} found */
export function stagesTable({ chunkMs, lookAheadMs, earlyMs, sliceMs, ships, chunks, smallest, slices, right }) {
  const row = (/** @type {string} */ name, /** @type {readonly number[]} */ values) => [
    name,
    ...[0.1, 0.5, 0.95].map((part) => `${Math.round(percentile([...values], part))} ms`),
  ];
  const text = smallest.map(({ textMs }) => textMs);
  const lines = [
    row(
      'the voice begins (time of VOICE_START)',
      ships.map(({ voiceMs }) => voiceMs),
    ),
    row(
      'the detector is sure of it',
      ships.map(({ knownMs }) => knownMs),
    ),
    row(
      'enough has been said for the first text',
      text.map((ms) => ms - lookAheadMs),
    ),
    row(`with all of the look-ahead, ${lookAheadMs} ms`, text),
    row(
      `in chunks of ${chunkMs} ms, nothing early`,
      chunks.map(({ textMs }) => textMs),
    ),
    row(
      `early, with ${earlyMs} ms of look-ahead`,
      ships.map(({ textMs }) => textMs),
    ),
    row(`and when a slice of ${sliceMs} ms is full`, slices),
  ];
  const share = (/** @type {number | undefined} */ count) => `${Math.round((100 * (count ?? 0)) / ships.length)} %`;
  const quality = `Of ${ships.length} sentences the first interim result begins with the character of the final one: early ${share(right[0])}, in chunks ${share(right[1])}.`;
  return `${markdownTable(['after the first sound', 'p10', 'p50', 'p95'], lines)}\n\n${quality}`;
}
