// Voice activity detection: a speech probability for each 10 ms of a session, in order and without a gap. It uses a
// model if one serves the property, and otherwise the level above the noise.
import { makeSpeechDetector, type NativeSoundModel } from '../../../native/sound.js';
import type { VadModel } from '../../runtime/classifiers/vad.js';
import type { ModelSet } from '../../runtime/models/model-set.js';
import { frameMs } from './endpoint.js';
import { EnergyVad } from './energy-vad.js';

export interface SpeechListener {
  /** Called with the next probabilities; the memory is valid until the call returns. */
  probabilities(values: ArrayLike<number>): void;
  /** Called after the last result of a session whose audio has ended. */
  ended(): void;
  failed(fault: unknown): void;
}

export interface VadStream {
  /** Takes audio at 8 kHz, in pieces of any length. */
  push(samples: Int16Array): void;
  end(): void;
  /** Ends the detection; nothing more is reported. */
  close(): void;
}

export type OpenSpeech = (listener: SpeechListener) => VadStream;

export const levelSpeech: OpenSpeech = (listener) => {
  const level = new EnergyVad();
  return {
    push: (samples) => listener.probabilities(level.push(samples)),
    end: () => listener.ended(),
    close: () => {},
  };
};

export function nativeSpeech(model: NativeSoundModel): OpenSpeech {
  return (listener) => {
    const detector = makeSpeechDetector(model);
    return {
      push: (samples) => listener.probabilities(detector.push(samples)),
      end: () => {
        listener.probabilities(detector.flush());
        listener.ended();
      },
      close: () => {},
    };
  };
}

/** Opens a model. REQUIRES: it takes 8 kHz. An output that covers more than 10 ms counts for each of them. */
function modelSpeech(model: VadModel): OpenSpeech {
  return (listener) => {
    let told = 0;
    const stream = model.open({
      probability: (value, atMs) => {
        const frames = Math.round((atMs + model.stream.outputMs) / frameMs) - told;
        told += Math.max(0, frames);
        if (frames > 0) listener.probabilities(new Float32Array(frames).fill(value));
      },
      speech: () => {},
      finished: () => listener.ended(),
      failed: (fault) => listener.failed(fault),
    });
    return { push: (samples) => stream.push(samples), end: () => stream.end(), close: () => stream.close() };
  };
}

/** The detector for the property: its model, or the level detector if there is none that takes 8 kHz. */
export function openSpeechFor(models: ModelSet, property: string): OpenSpeech {
  const model = models.get('vad', property);
  if (model === undefined) return levelSpeech;
  if ('native' in model) return nativeSpeech(model.native);
  return model.manifest.sampleRateHz === 8_000 ? modelSpeech(model) : levelSpeech;
}
