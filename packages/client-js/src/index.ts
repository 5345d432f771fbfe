export type { SourceAudio } from './audio.js';
export { TonegateClient } from './client.js';
export type { ConnectionOptions } from './connection.js';
export {
  ConnectionError,
  RefusedError,
  SessionError,
  TonegateError,
  TranscriptionError,
  UnauthenticatedError,
  UnavailableError,
  UsageError,
} from './errors.js';
export type { Fork, ForkOptions } from './fork.js';
export type { EndReason, ListeningOptions, Warning } from './listening.js';
export type { RecogniseOptions, Recognition, RecognitionItem, RecognitionOptions } from './recognition.js';
export type { RetryOptions } from './retry.js';
export type { Screening, ScreeningOptions, ScreenOptions } from './screening.js';
export type { SpeakOptions, Speech } from './synthesis.js';
export type { TranscribeOptions, Transcription } from './transcription.js';
export { readWav, type WavAudio, writeWav } from './wav.js';
export type * as wire from './wire.js';
