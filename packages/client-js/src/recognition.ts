// Recognition: whole recordings, and live streams.
import type { WebSocket } from 'ws';
import type { AudioSlicer } from './audio.js';
import type { Connection } from './connection.js';
import { type ListeningOptions, ListeningSession, openListening, startFields } from './listening.js';
import type {
  AsrClipConfig,
  AsrClipReply,
  AsrEventMessage,
  AsrSentence,
  AsrServerMessage,
  AsrStreamConfig,
} from './wire.js';

export interface RecogniseOptions extends AsrClipConfig {
  readonly property?: string | undefined;
  readonly recordId?: string | undefined;
  readonly extraInfo?: string | undefined;
  readonly userId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RecognitionOptions extends ListeningOptions {
  /**
   * `short`: one sentence; `utterance`: the first sentence, up to its pause; `continue`: sentence after sentence.
   * Default `continue`.
   */
  readonly mode?: 'short' | 'utterance' | 'continue' | undefined;
  /** Further settings of START; the client sets the format of the audio. */
  readonly config?: Omit<AsrStreamConfig, 'audioFormat' | 'encParams'> | undefined;
}

/** An item of a recognition: an event, a growing sentence (interim), or a finished one (final). */
export type RecognitionItem =
  | { readonly kind: 'event'; readonly event: AsrEventMessage['event']; readonly timestamp: number }
  | { readonly kind: 'interim' | 'final'; readonly text: string; readonly sentence: AsrSentence };

export function recognise(connection: Connection, audio: Uint8Array, options: RecogniseOptions): Promise<AsrClipReply> {
  const { property = 'cn_8k_common', recordId, extraInfo, userId, signal, ...config } = options;
  return connection.json(`/v10/asr/freetalk/${encodeURIComponent(property)}/short_audio`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ config, audio: Buffer.from(audio).toString('base64'), recordId, extraInfo, userId }),
    signal,
  });
}

export class Recognition extends ListeningSession<AsrServerMessage, RecognitionItem> {
  static async open(connection: Connection, options: RecognitionOptions): Promise<Recognition> {
    const { property = 'cn_8k_common', mode = 'continue', signal } = options;
    const path = `/v10/asr/freetalk/${encodeURIComponent(property)}/${mode}_stream`;
    return openListening(connection, path, options, property, (socket: WebSocket, slicer: AudioSlicer) => {
      const config = { ...options.config, ...slicer.format };
      return new Recognition(socket, slicer, signal).begin({ config, ...startFields(options) });
    });
  }

  protected override itemOf(message: AsrServerMessage): RecognitionItem | undefined {
    if (message.respType === 'EVENT') {
      return { kind: 'event', event: message.event, timestamp: message.timestamp };
    }
    if (message.respType !== 'RESULT') return undefined;
    const { sentence } = message;
    return { kind: sentence.isFinal ? 'final' : 'interim', text: sentence.result.text, sentence };
  }
}
