// The engine of `synth` and `demo`, and the line that reports its work.

import type { SynthesisWarning } from '../../protocol/engine/synthesis.js';
import { ServiceError } from '../../protocol/errors.js';
import type { SynthesisConfig } from '../../protocol/wire/synthesis-config.js';
import { CommandFailure, exitCodes } from '../exit.js';

export const defaultVoice = 'cn_zhixingjing_common';

export interface TextToSay {
  readonly text: string;
  /** A property of section 2.1, in upper or lower case. */
  readonly voice: string;
  readonly config: SynthesisConfig;
}

export interface SpeechFacts {
  readonly voice: string;
  readonly audioMs: number;
  /** Time from the text to the first slice. */
  readonly firstAudioMs: number;
  readonly tookMs: number;
  readonly warnings: readonly SynthesisWarning[];
}

/** Takes a slice. The next one is requested once this one has been taken. */
export type TakeSlice = (bytes: Uint8Array) => void | Promise<void>;

export interface SpeechMaker {
  readonly voices: readonly string[];
  /** Throws ServiceError for an unknown voice, broken markup, or a text in which nothing can be spoken. */
  speak(request: TextToSay, take: TakeSlice): Promise<SpeechFacts>;
  close(): Promise<void>;
}

export function knownVoice({ voices }: Pick<SpeechMaker, 'voices'>, name: string): void {
  if (voices.includes(name.toLowerCase())) return;
  const there = voices.length === 0 ? 'no voice model is active' : `known voices: ${voices.join(', ')}`;
  throw new CommandFailure(exitCodes.badInput, `there is no voice ${name}; ${there}`);
}

/** Time that it took for each second of audio. */
const realTimeFactor = ({ audioMs, tookMs }: Pick<SpeechFacts, 'audioMs' | 'tookMs'>): number =>
  audioMs === 0 ? 0 : tookMs / audioMs;

/** A line such as `4.93 s of audio; the first after 53 ms, all in 0.26 s (real-time factor 0.05)`. */
export function paceText(facts: SpeechFacts): string {
  const { audioMs, firstAudioMs, tookMs } = facts;
  const factor = realTimeFactor(facts).toFixed(2);
  return `${inSeconds(audioMs)} of audio; the first after ${Math.round(firstAudioMs)} ms, all in ${inSeconds(tookMs)} (real-time factor ${factor})`;
}

export const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

export function factsLine({ voice, audioMs, firstAudioMs, tookMs, warnings }: SpeechFacts): object {
  return {
    voice,
    audioMs: Math.round(audioMs),
    firstAudioMs: Math.round(firstAudioMs),
    tookMs: Math.round(tookMs),
    realTimeFactor: Math.round(realTimeFactor({ audioMs, tookMs }) * 1_000) / 1_000,
    ...(warnings.length > 0 && { warning: warnings }),
  };
}

/** The failure shown for a text that could not be spoken. Internal faults stay as they are. */
export function asFailure(fault: unknown): unknown {
  if (!(fault instanceof ServiceError)) return fault;
  const code = fault.row.http >= 500 ? exitCodes.service : exitCodes.badInput;
  return new CommandFailure(code, fault.message, { cause: fault });
}
