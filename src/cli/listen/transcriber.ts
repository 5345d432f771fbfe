// The engine of the `transcribe` command.

import type { z } from 'zod';
import type { AudioChannel } from '../../protocol/engine/audio.js';
import type { RecognitionEventName } from '../../protocol/engine/recognition.js';
import type { GivenConfig } from '../../protocol/wire/asr-config.js';
import type { AsrSentence } from '../../protocol/wire/asr-messages.js';
import type { Warning } from '../../protocol/wire/speech-messages.js';

export const transcribeModes = ['short', 'utterance', 'continue'] as const;
export type TranscribeMode = (typeof transcribeModes)[number];

export interface TranscribeRequest {
  readonly mode: TranscribeMode;
  /** Undefined means cn_8k_common or cn_16k_common, according to the sample rate of the audio. */
  readonly property: string | undefined;
  /** An audioFormat of the specification, 2.2: the one-shot list, svc_speex and svc_opus. */
  readonly format: string;
  /** Channel of a stereo WAV file. */
  readonly channel?: AudioChannel | undefined;
  readonly config: GivenConfig;
}

export type WireSentence = z.output<typeof AsrSentence>;

export type Heard =
  | { readonly type: 'event'; readonly event: RecognitionEventName; readonly timestamp: number }
  | { readonly type: 'sentence'; readonly sentence: WireSentence };

export interface Transcription {
  readonly property: string;
  readonly warnings: readonly Warning[];
}

export interface Transcriber {
  /** Transcribes audio as fast as the engine can take it. Resolves after the last result. */
  transcribe(bytes: Uint8Array, request: TranscribeRequest, say: (heard: Heard) => void): Promise<Transcription>;
  close(): Promise<void>;
}
