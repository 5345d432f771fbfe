// The typed face of the sound models: 8 kHz audio in, probabilities of speech, music and tones out. The layout of the
// file is in docs/model-formats.md.
import { addon } from './index.js';
import type { NativeSoundModel, NativeSpeechDetector } from './sound-addon.js';

export type { NativeSoundModel, NativeSpeechDetector };

/** Name of the format in the manifests of such models (`kind`). */
export const soundModelKind = 'sound-net-1';
/** The columns of `sounds`. */
export const sounds = ['speech', 'music', 'tone'] as const;
/** The columns of `windows`, each about 3 s, one every 250 ms. */
export const soundClasses = ['noise', 'speech', 'music', 'tone'] as const;

/** Loaded once, shared by all detectors. Throws an Error that names file and reason. */
export const loadSoundModel = (path: string): NativeSoundModel => new addon.SoundModel(path);

/** Makes a detector for one call. */
export const makeSpeechDetector = (model: NativeSoundModel): NativeSpeechDetector => new addon.SpeechDetector(model);
