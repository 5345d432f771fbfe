// Who says which sentence of a channel that two share. No model of this set can tell voices apart yet: without a Diarise
// everything is said by one speaker, role_0 (docs/transcription-results.md).
import type { PcmFile, Speakers } from '../../protocol/transcription.js';

export interface SaidSentence {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** After the last sentence of a recording of one channel; `signal`: nobody waits for it any more. */
export type Diarise = (sentences: readonly SaidSentence[], audio: PcmFile, signal: AbortSignal) => Promise<Speakers>;
