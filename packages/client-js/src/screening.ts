// Ring screening: of whole recordings, and of calls while they ring.
import type { WebSocket } from 'ws';
import type { AudioSlicer } from './audio.js';
import type { Connection } from './connection.js';
import { type ListeningOptions, ListeningSession, openListening, startFields } from './listening.js';
import type { RingClipConfig, RingClipReply, RingSentence, RingServerMessage } from './wire.js';

export interface ScreenOptions extends RingClipConfig {
  readonly property?: string | undefined;
  readonly recordId?: string | undefined;
  readonly extraInfo?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ScreeningOptions extends ListeningOptions {
  /** Seconds of audio after which the screening ends: 10 to 300, default 90. */
  readonly audioMax?: number | undefined;
}

export function screen(connection: Connection, audio: Uint8Array, options: ScreenOptions): Promise<RingClipReply> {
  const { property = 'cn_8k_common', recordId, extraInfo, signal, ...config } = options;
  return connection.json(`/v10/asr/ring/${encodeURIComponent(property)}/short_audio`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ config, audio: Buffer.from(audio).toString('base64'), recordId, extraInfo }),
    signal,
  });
}

/** One call. Its items are verdicts; all but the final one may still change. */
export class Screening extends ListeningSession<RingServerMessage, RingSentence> {
  #final: RingSentence | undefined;

  static async open(connection: Connection, options: ScreeningOptions): Promise<Screening> {
    const { property = 'cn_8k_common', audioMax, signal } = options;
    const path = `/v10/asr/ring/${encodeURIComponent(property)}/short_stream`;
    return openListening(connection, path, options, property, (socket: WebSocket, slicer: AudioSlicer) => {
      const config = { ...slicer.format, ...(audioMax !== undefined && { audioMax }) };
      return new Screening(socket, slicer, signal).begin({ config, ...startFields(options) });
    });
  }

  protected override itemOf(message: RingServerMessage): RingSentence | undefined {
    if (message.respType !== 'RESULT') return undefined;
    if (message.sentence.isFinal) this.#final = message.sentence;
    return message.sentence;
  }

  /** The call was answered: later speech is no announcement. */
  answered(): void {
    this.tell({ command: 'ANSWERED' });
  }

  /** The final verdict when the session has ended; undefined after `cancel`. */
  async verdict(): Promise<RingSentence | undefined> {
    await this.ended;
    return this.#final;
  }
}
