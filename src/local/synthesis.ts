// Speech for the command line: an engine of its own, the same way as a gateway's syntheses.
import type { SpeechFacts, SpeechMaker, TakeSlice, TextToSay } from '../cli/synth/synth-speech.js';
import type { Engines } from '../engine/client/client.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import { SynthesisConfig } from '../protocol/wire/synthesis-config.js';
import { prepareSpeech, Speech, type SpeechEvent } from '../tts/speech.js';
import { type ServedVoices, servedVoices } from '../tts/voices.js';
import { loadedFor, startLocalEngine } from './engine.js';

export async function localSpeech(dataDir: string | undefined): Promise<SpeechMaker> {
  const engines = await startLocalEngine(dataDir);
  return { ...speechOn(engines), close: () => engines.stop() };
}

/** Synthesis on an engine that is ready. */
export function speechOn(engines: Engines): Omit<SpeechMaker, 'close'> {
  const loaded = loadedFor(engines, 'tts');
  const voices = servedVoices(() => loaded);
  readOnce(voices);
  return { voices: voices.names, speak: (request, take) => speak(engines, voices, request, take) };
}

/** The first sentence loads the dictionary of readings: a gateway has done that before it is asked. */
function readOnce(voices: ServedVoices): void {
  const voice = { property: '', language: 'cn' } as const;
  prepareSpeech({ text: '您好', config: SynthesisConfig.parse({}) }, voice, voices).sentences.next();
}

async function speak(
  engines: Engines,
  voices: ServedVoices,
  { text, voice: name, config }: TextToSay,
  take: TakeSlice,
): Promise<SpeechFacts> {
  const voice = voices.find(name);
  const startedMs = performance.now();
  const prepared = prepareSpeech({ text, config }, voice, voices);
  let audioMs = 0;
  let firstAudioMs: number | undefined;
  await new Promise<void>((resolve, reject) => {
    const next = () => speech.pull(limits.synthesis.shortTextSliceMs);
    const failed = (fault: unknown) => {
      speech.close();
      reject(fault);
    };
    const hear = (event: SpeechEvent) => {
      switch (event.type) {
        case 'slice':
          firstAudioMs ??= performance.now() - startedMs;
          audioMs += event.ms;
          taken(take, event.bytes).then(next, failed);
          return;
        case 'ended':
          resolve();
          return;
        case 'failed':
          reject(event.error);
          return;
        default:
          unreachable(event);
      }
    };
    const speech = new Speech(engines, prepared, hear);
    next();
  });
  const tookMs = performance.now() - startedMs;
  return {
    voice: voice.property,
    audioMs,
    firstAudioMs: firstAudioMs ?? tookMs,
    tookMs,
    warnings: prepared.warnings,
  };
}

const taken = async (take: TakeSlice, bytes: Uint8Array): Promise<void> => take(bytes);
