// The engine of the demonstration: it speaks, screens and recognises.
import type { RingEvidence, RingVerdict } from '../../protocol/engine/ring.js';
import type { Transcriber } from '../listen/transcriber.js';
import type { SpeechMaker } from '../synth/synth-speech.js';

export interface Screened {
  readonly verdict: RingVerdict;
  readonly evidence: RingEvidence;
  readonly tookMs: number;
}

export interface DemoEngine extends SpeechMaker, Transcriber {
  /** id@version of the models that the engine loaded. */
  readonly models: readonly string[];
  readonly startMs: number;
  /** Screens 8 kHz A-law as a stream of slices, as fast as the engine can take them. */
  screen(alaw: Uint8Array): Promise<Screened>;
}

export type DemoEngineMaker = (dataDir: string | undefined) => Promise<DemoEngine>;
