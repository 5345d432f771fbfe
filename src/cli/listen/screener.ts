// The engine of the `screen` command, and the line that shows its result.
import type { RingClipResult } from '../../engine/channel/messages.js';
import type { AudioChannel } from '../../protocol/engine/audio.js';
import type { AudioNames } from '../../protocol/wire/audio-format.js';

/** Everything that is needed to interpret audio bytes. */
export interface ScreenRequest {
  /** an audioFormat of the specification, 2.2: the one-shot list, svc_speex and svc_opus */
  readonly format: string;
  readonly encParams: string;
  /** channel of a stereo WAV file */
  readonly channel?: AudioChannel | undefined;
  readonly sliceMs: number;
  /** Names of the fields above for messages. */
  readonly names: AudioNames;
}

export interface Screener {
  screen(bytes: Uint8Array, request: ScreenRequest): Promise<RingClipResult>;
}

export const defaultSliceMs = 100;

export function resultLine({ verdict, evidence }: RingClipResult): object {
  const { result, keyword, resultId, resultName, confidence } = verdict;
  const events = evidence.decided.map(({ kind, atMs }) => ({ kind, atMs }));
  return { result, keyword, resultId, resultName, confidence, evidence, events };
}
