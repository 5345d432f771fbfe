// Passes a recording from the disk through the speech detector and the voice model, in small steps while nothing live
// waits. Rows wait for the detector, which may be late.
import { addon } from '../../../native/index.js';
import type { PcmFile } from '../../../protocol/engine/transcription.js';
import { limits } from '../../../protocol/limits.js';
import type { VoiceprintModel } from '../../runtime/classifiers/voiceprint.js';
import type { AudioRows } from '../../runtime/graph/feature-frames.js';
import { PcmReader } from '../audio/pcm-reader.js';
import type { OpenSpeech, VadStream } from '../audio/vad.js';
import { rowMs, VoiceWindows } from './voice-windows.js';

export interface HearVoicesParts {
  readonly model: VoiceprintModel;
  readonly openSpeech: OpenSpeech;
  /** Resolves in a turn of the event loop in which nothing live waits. */
  readonly quiet: () => Promise<void>;
}

/** Audio of one step: the longest wait of a live message. */
const stepMs = 200;
const earHz = 8_000;

/** The voices of a recording; undefined if nobody waits for the result any more. REQUIRES: one channel. */
export async function hearVoices(
  audio: PcmFile,
  parts: HearVoicesParts,
  signal: AbortSignal,
): Promise<VoiceWindows | undefined> {
  const hearing = new VoiceHearing(audio.sampleRateHz, parts);
  const reader = await PcmReader.open(audio);
  const step = (stepMs * audio.sampleRateHz) / 1_000;
  try {
    for (let block = await reader.next(); block !== undefined; block = await reader.next()) {
      const samples = block[0] as Int16Array;
      for (let at = 0; at < samples.length; at += step) {
        await parts.quiet();
        if (signal.aborted) return undefined;
        await hearing.push(samples.subarray(at, at + step));
      }
    }
    if (signal.aborted) return undefined;
    return await hearing.end();
  } finally {
    await reader.close();
    hearing.close();
  }
}

class VoiceHearing {
  readonly #parts: HearVoicesParts;
  readonly #windows: VoiceWindows;
  readonly #audioRows: AudioRows;
  readonly #vad: VadStream;
  readonly #toModel: (samples: Int16Array) => Int16Array;
  readonly #toEar: (samples: Int16Array) => Int16Array;
  readonly #width: number;
  #rows = new Float32Array(0);
  #probabilities: number[] = [];
  #earIsDone = false;
  #fault: unknown;

  constructor(sampleRateHz: number, parts: HearVoicesParts) {
    this.#parts = parts;
    this.#windows = new VoiceWindows(parts.model);
    this.#audioRows = parts.model.openRows();
    this.#width = parts.model.rowWidth;
    this.#toModel = resampling(sampleRateHz, parts.model.manifest.sampleRateHz);
    this.#toEar = resampling(sampleRateHz, earHz);
    this.#vad = parts.openSpeech({
      probabilities: (values) => {
        for (let at = 0; at < values.length; at++) this.#probabilities.push(values[at] as number);
      },
      ended: () => {
        this.#earIsDone = true;
      },
      failed: (fault) => {
        this.#fault = fault;
        this.#earIsDone = true;
      },
    });
  }

  async push(samples: Int16Array): Promise<void> {
    this.#keep(this.#audioRows.push(this.#toModel(samples)));
    this.#vad.push(this.#toEar(samples));
    await this.#advance();
    while (this.#rows.length / this.#width > limits.asr.behindMs / rowMs && !this.#earIsDone) {
      await this.#parts.quiet();
      await this.#advance();
    }
  }

  async end(): Promise<VoiceWindows> {
    this.#keep(this.#audioRows.flush());
    this.#vad.end();
    while (!this.#earIsDone) await this.#parts.quiet();
    await this.#advance();
    await this.#windows.end();
    return this.#windows;
  }

  close(): void {
    this.#vad.close();
  }

  #keep(rows: Float32Array): void {
    const all = new Float32Array(this.#rows.length + rows.length);
    all.set(this.#rows);
    all.set(rows, this.#rows.length);
    this.#rows = all;
  }

  async #advance(): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    const count = Math.min(this.#rows.length / this.#width, this.#probabilities.length);
    for (let at = 0; at < count; at++) {
      const row = this.#rows.subarray(at * this.#width, (at + 1) * this.#width);
      await this.#windows.push(row, this.#probabilities[at] as number);
    }
    this.#rows = this.#rows.subarray(count * this.#width);
    this.#probabilities = this.#probabilities.slice(count);
  }
}

function resampling(fromHz: number, toHz: number): (samples: Int16Array) => Int16Array {
  if (fromHz === toHz) return (samples) => samples;
  const resampler = new addon.Resampler(fromHz, toHz);
  return (samples) => resampler.push(samples);
}
