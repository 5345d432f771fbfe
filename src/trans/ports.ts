// The queue's needs of other modules. main/ brings them together; a test may put a real part with a fault in it in
// their place.
import type { PcmFile, Transcript, TranscriptOptions } from '../protocol/engine/transcription.js';

/** A task's options for its files: stored with it as JSON. */
export interface TransRequest {
  readonly audioFormat: string;
  readonly channelCount: 1 | 2 | undefined;
  readonly options: TranscriptOptions;
  readonly vocab: string | undefined;
  readonly notifyUrl: string | undefined;
  readonly saveTo: SaveTarget | undefined;
}

export interface SaveTarget {
  readonly path: string;
  readonly style: 'index' | 'path' | 'name';
}

export interface ConvertWanted {
  readonly audioFormat: string;
  readonly channelCount: 1 | 2 | undefined;
  readonly rateHz: 8_000 | 16_000;
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

export interface HearWanted {
  readonly developerId: number;
  readonly property: string;
  readonly options: TranscriptOptions;
  readonly vocab: string | undefined;
}

export type SavedFile = { readonly name: string } & (
  | { /** Begins when it is asked for. */ readonly pieces: () => AsyncIterable<Uint8Array> }
  | { readonly bytes: Uint8Array }
);

export interface TransPorts {
  /** Throws FileFault. */
  fetchSource(url: string, target: string, signal: AbortSignal): Promise<unknown>;
  /** URLs of files, sorted. Throws FileFault. */
  scanFolder(url: string, exts: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Throws a ServiceError where it is no place that results may be saved at. */
  checkTarget(path: string): void;
  withoutSecrets(url: string): string;
  convert(source: string, target: string, wanted: ConvertWanted): Promise<PcmFile>;
  /** Throws FileFault and ServiceError. */
  transcribe(
    pcm: PcmFile,
    wanted: HearWanted,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<Transcript>;
  save(target: SaveTarget, taskId: string, files: AsyncIterable<SavedFile>, signal: AbortSignal): Promise<void>;
  /** True if an engine is there to take a recording. */
  canHear(): boolean;
  /** A GET that is answered 2xx. Throws FileFault: `isPassing`, no answer or 5xx; otherwise it is refused for good. */
  notify(url: string, signal: AbortSignal): Promise<unknown>;
  /** Why the list is malformed; undefined: it is not. */
  faultOfVocab(vocab: string, developerId: number): Promise<string | undefined>;
  /** A served property, in lower case, with its rate. Throws a ServiceError. */
  property(name: string): { readonly name: string; readonly sampleRateHz: 8_000 | 16_000 };
}
