// The functions that the queue needs from other modules. main/ supplies them; tests may put a real part with a fault in its place.
import type { PcmFile, Transcript, TranscriptOptions } from '../protocol/engine/transcription.js';

/** A task's options for its files, stored with the task as JSON. */
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
  | { /** Reads the pieces when called. */ readonly pieces: () => AsyncIterable<Uint8Array> }
  | { readonly bytes: Uint8Array }
);

export interface TransPorts {
  /** Fetches a source to `target`. Throws FileFault. */
  fetchSource(url: string, target: string, signal: AbortSignal): Promise<unknown>;
  /** URLs of the files in a folder, sorted. Throws FileFault. */
  scanFolder(url: string, exts: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Throws a ServiceError if results cannot be saved at this path. */
  checkTarget(path: string): void;
  withoutSecrets(url: string): string;
  convert(source: string, target: string, wanted: ConvertWanted): Promise<PcmFile>;
  /** Recognises a PCM file. Throws FileFault and ServiceError. */
  transcribe(
    pcm: PcmFile,
    wanted: HearWanted,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<Transcript>;
  save(target: SaveTarget, taskId: string, files: AsyncIterable<SavedFile>, signal: AbortSignal): Promise<void>;
  /** True if an engine can take a recording. */
  canHear(): boolean;
  /** Makes a GET that must be answered 2xx. Throws FileFault; `isPassing` marks no answer or 5xx, all else is final. */
  notify(url: string, signal: AbortSignal): Promise<unknown>;
  /** Checks a hotword list. Returns the reason why it is malformed; undefined: it is well-formed. */
  faultOfVocab(vocab: string, developerId: number): Promise<string | undefined>;
  /** The served property of that name, in lower case, with its sample rate. Throws a ServiceError. */
  property(name: string): { readonly name: string; readonly sampleRateHz: 8_000 | 16_000 };
}
