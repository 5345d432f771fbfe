// Recognition of files for the command line: an engine of its own, the same sessions as a gateway's.
import { codingOf, settle, streamParams, wantedOf } from '../asr/configure.js';
import { type ServedProperties, servedProperties } from '../asr/properties.js';
import { noResources } from '../asr/resources.js';
import { CompiledLists } from '../asr/word-lists.js';
import type { Heard, TranscribeRequest, Transcriber, Transcription } from '../cli/listen/transcriber.js';
import type { EngineSession, Engines, SessionEvent } from '../engine/client/client.js';
import { type Clip, openClip, openPackedClip } from '../engine/pipeline/audio/clip.js';
import { type AudioChannel, type AudioCoding, bytesPerMs } from '../protocol/engine/audio.js';
import type { RecognitionParams } from '../protocol/engine/recognition.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import type { GivenConfig } from '../protocol/wire/asr-config.js';
import { wireSentence } from '../protocol/wire/asr-messages.js';
import { flagAudioNames, parseOneShotFormat } from '../protocol/wire/audio-format.js';
import { rateWarning } from '../protocol/wire/speech-messages.js';
import { readHere } from '../text/word-lists/read.js';
import { loadedFor, startLocalEngine } from './engine.js';

const sliceMs = 200;
const caller = { developerId: 0, userId: '' };
const resources = { lookup: noResources, lists: new CompiledLists({ ignoreTone: false, reader: readHere }) };

export async function localTranscriber(dataDir: string | undefined): Promise<Transcriber> {
  const engines = await startLocalEngine(dataDir);
  return { ...transcriberOn(engines), close: () => engines.stop() };
}

/** Transcription on an engine that is ready. */
export function transcriberOn(engines: Engines): Omit<Transcriber, 'close'> {
  const loaded = loadedFor(engines, 'asr');
  const properties = servedProperties(() => loaded);
  return { transcribe: (bytes, request, say) => transcribe(engines, properties, bytes, request, say) };
}

async function transcribe(
  engines: Engines,
  properties: ServedProperties,
  bytes: Uint8Array,
  { mode, property: named, format, channel, config }: TranscribeRequest,
  say: (heard: Heard) => void,
): Promise<Transcription> {
  const clip = await open(bytes, format, channel, config);
  const rate = clip.sampleRateHz <= 8_000 ? '8k' : '16k';
  const property = properties.find(named ?? `cn_${rate}_common`);
  const settlement = await settle(config, caller, resources);
  const params = streamParams(mode, property, settlement, clip.coding, Number.POSITIVE_INFINITY);
  const wanted = wantedOf(settlement);
  await hear(engines, params, clip, (event) => {
    if (event.type === 'sentence') say({ type: 'sentence', sentence: wireSentence(event.sentence, wanted) });
    else say({ type: 'event', event: event.event, timestamp: Math.round(event.atMs + wanted.startOffsetMs) });
  });
  const warnings = [...(rateWarning(clip.sampleRateHz, property.sampleRateHz) ?? []), ...settlement.warnings];
  return { property: property.name, warnings };
}

/** Slices that are long enough for a live session. */
async function open(
  bytes: Uint8Array,
  format: string,
  channel: AudioChannel | undefined,
  config: GivenConfig,
): Promise<Clip> {
  if (format.toLowerCase().startsWith('svc_')) {
    const coding = codingOf(await settle({ ...config, audioFormat: format }, caller, resources));
    return openPackedClip(bytes, coding);
  }
  const clip = openClip(
    bytes,
    { format: parseOneShotFormat(format, flagAudioNames.format), channel, names: flagAudioNames },
    Number.POSITIVE_INFINITY,
    sliceMs,
  );
  return { ...clip, slices: withoutShortEnd(clip.slices, clip.coding) };
}

/** The last piece of a file may be shorter than a slice must be: it goes with the one before. */
export function* withoutShortEnd(slices: Iterable<Uint8Array>, coding: AudioCoding): Iterable<Uint8Array> {
  const least = limits.stream.minSliceMs * bytesPerMs(coding);
  let held: Uint8Array | undefined;
  for (const slice of slices) {
    if (held !== undefined && slice.length < least) held = Buffer.concat([held, slice]);
    else {
      if (held !== undefined) yield held;
      held = slice;
    }
  }
  if (held !== undefined) yield held;
}

type Said = Extract<SessionEvent<'asr'>, { type: 'event' | 'sentence' }>;

function hear(engines: Engines, params: RecognitionParams, clip: Clip, say: (said: Said) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const slices = clip.slices[Symbol.iterator]();
    let isOver = false;
    const feed = (session: EngineSession) => {
      for (;;) {
        if (isOver) return; // the mode's stop condition: the rest of the file is not heard
        const { value, done } = slices.next();
        if (done === true) {
          session.end(false);
          return;
        }
        if (!session.push(value)) return;
      }
    };
    const session = engines.openSession(params, (event) => {
      switch (event.type) {
        case 'room':
          feed(session);
          return;
        case 'ended':
          isOver = true;
          resolve();
          return;
        case 'failed':
          isOver = true;
          reject(new ServiceError(event.error.code, event.error.message));
          return;
        case 'event':
        case 'sentence':
          say(event);
          return;
        default:
          unreachable(event);
      }
    });
    feed(session);
  });
}
