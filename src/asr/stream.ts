// Streaming recognition in its three modes (specification 2, 4.2 and 6). START opens a session on an engine, whose
// output becomes EVENTs and RESULTs. The engine decides what a mode does with silence and speech.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Engines, SessionEvent } from '../engine/client/client.js';
import type { Identity } from '../http/route.js';
import type { AudioChannel } from '../protocol/engine/audio.js';
import type { RecognitionEnd } from '../protocol/engine/recognition.js';
import { AsrServerMessage, AsrStart, wireSentence } from '../protocol/wire/asr-messages.js';
import { validateUnset } from '../protocol/wire/check/nulls.js';
import { speechParams } from '../protocol/wire/property.js';
import { rateWarning, recordName, StreamEnd, streamedAudio } from '../protocol/wire/speech-messages.js';
import { AudioSession } from '../session/audio-session.js';
import type { EndReason, SessionOut, StartedSession, StreamProtocol } from '../session/protocol.js';
import type { StreamRoute } from '../ws/route.js';
import {
  type ConfigureParts,
  codingOf,
  type Settlement,
  type StreamMode,
  settle,
  streamParams,
  wantedOf,
} from './configure.js';
import type { ServedProperties, ServedProperty } from './properties.js';

export interface AsrStreamParts extends ConfigureParts {
  readonly engines: Pick<Engines, 'mayOpen' | 'openSession'>;
  readonly properties: ServedProperties;
  /** Length of audio after which a session ends with EXCEEDED_AUDIO. */
  readonly audioMaxMs: Readonly<Record<StreamMode, number>>;
  readonly log: Logger;
  /** A final result. */
  readonly onSentence?: (mode: StreamMode) => void;
}

const modes: Readonly<Record<StreamMode, { readonly id: string; readonly path: string; readonly summary: string }>> = {
  short: {
    id: 'asr.shortStream',
    path: 'short_stream',
    summary: 'Recognise one sentence as it is spoken, without voice activity detection',
  },
  utterance: {
    id: 'asr.utteranceStream',
    path: 'utterance_stream',
    summary: 'Recognise the first sentence; its end closes the session',
  },
  continue: {
    id: 'asr.continueStream',
    path: 'continue_stream',
    summary: 'Recognise sentence after sentence',
  },
};

const endReasons: Readonly<Record<RecognitionEnd, EndReason>> = {
  client: 'NORMAL',
  service: 'NORMAL',
  cancel: 'CANCEL',
};

export function asrStreamRoutes(parts: AsrStreamParts): StreamRoute[] {
  return (Object.keys(modes) as StreamMode[]).map((mode) => ({
    id: modes[mode].id,
    path: `/v10/asr/freetalk/:property/${modes[mode].path}`,
    summary: modes[mode].summary,
    auth: 'token',
    params: speechParams,
    errors: ['MALFORMED_PROPERTY', 'PROPERTY_NOT_FOUND', 'ENGINE_UNAVAILABLE'],
    messages: { fromClient: [AsrStart, StreamEnd], toClient: AsrServerMessage, audio: streamedAudio },
    open: ({ params, identity }) => openAsrStream(parts, mode, params.property ?? '', identity),
  }));
}

/** Requests that a carrier adds to a session, besides START. */
export interface AsrExtras {
  /** The audio has two channels. */
  readonly channel?: AudioChannel;
  readonly audioMaxMs?: number;
}

/** Opens a stream; `extras` is called at START. Throws if the property cannot be used, and OVERLOADED. */
export function openAsrStream(
  parts: AsrStreamParts,
  mode: StreamMode,
  property: string,
  identity: Identity,
  extras: () => AsrExtras = () => ({}),
): StreamProtocol {
  const served = parts.properties.find(property);
  parts.engines.mayOpen('asr');
  return new AsrStream(parts, mode, served, identity, extras);
}

class AsrStream implements StreamProtocol {
  readonly commands = ['END'];
  readonly takesAudio = true;

  constructor(
    readonly parts: AsrStreamParts,
    readonly mode: StreamMode,
    readonly property: ServedProperty,
    readonly identity: Identity,
    readonly extras: () => AsrExtras,
  ) {}

  start(message: Readonly<Record<string, unknown>>, traceToken: string, out: SessionOut) {
    const asked = validateUnset(AsrStart, message);
    const caller = { developerId: this.identity.developerId, userId: asked.userId };
    const settled = settle(asked.config, caller, this.parts);
    const open = (settlement: Settlement) => this.#open(asked, settlement, traceToken, out);
    return settled instanceof Promise ? settled.then(open) : open(settled);
  }

  #open(
    { extraInfo, recordId }: z.output<typeof AsrStart>,
    settlement: Settlement,
    traceToken: string,
    out: SessionOut,
  ): StartedSession {
    const { mode, parts, property } = this;
    const { channel, audioMaxMs = parts.audioMaxMs[mode] } = this.extras();
    const coding = { ...codingOf(settlement), ...(channel && { channel }) };
    const params = streamParams(mode, property, settlement, coding, audioMaxMs);
    const wanted = wantedOf(settlement);
    const log = parts.log.child({ traceToken, property: property.name, mode });

    const onEvent = (event: SessionEvent<'asr'>) => {
      switch (event.type) {
        case 'event': {
          if (session.isCancelled) return;
          const timestamp = Math.round(event.atMs + wanted.startOffsetMs);
          out.send({ respType: 'EVENT', event: event.event, timestamp } as { respType: string }, false);
          return;
        }
        case 'sentence': {
          if (session.isCancelled) return;
          const { isFinal, startMs, endMs } = event.sentence;
          if (isFinal) {
            parts.onSentence?.(mode);
            log.info({ startMs, endMs }, 'sentence'); // the text stays out of the log
          }
          const sentence = wireSentence(event.sentence, wanted);
          out.send({ respType: 'RESULT', sentence } as { respType: string }, !isFinal);
          return;
        }
        default:
          session.tell(event, out, endReasons);
      }
    };

    const session = new AudioSession(parts.engines.openSession(params, onEvent));
    log.info({ coding, extraInfo, record: recordName(recordId) }, 'recognition session started');
    const rate = rateWarning(coding.sampleRateHz, property.sampleRateHz) ?? [];
    return { session, warning: [...rate, ...settlement.warnings] };
  }
}
