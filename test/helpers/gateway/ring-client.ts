// A ring-screening client on a real WebSocket.
import type { z } from 'zod';
import { RingServerMessage } from '../../../src/protocol/wire/ring-messages.js';
import { type Handshake, openSocket, StreamClient, streamHeaders, streamUrl } from './stream-client.js';

export type ServerMessage = z.output<typeof RingServerMessage>;
export type Sentence = Extract<ServerMessage, { respType: 'RESULT' }>['sentence'];

export interface RingClientOptions extends Handshake {
  readonly property?: string;
}

export class RingClient extends StreamClient<ServerMessage> {
  /** Connects to `http://…` of a gateway; resolves when the handshake is done. */
  static async open(base: string, options: RingClientOptions): Promise<RingClient> {
    const socket = await openSocket(ringUrl(base, options), ringHeaders(options));
    return new RingClient(socket, (message) => RingServerMessage.parse(message));
  }
}

export const ringUrl = (base: string, { property = 'cn_8k_common', ...rest }: RingClientOptions): string =>
  streamUrl(base, `/v10/asr/ring/${property}/short_stream`, rest);

export const ringHeaders = (options: RingClientOptions): Record<string, string> => streamHeaders(options);

/** The respTypes of a session and its sentences, as most tests need them. */
export const kindsOf = (messages: readonly ServerMessage[]): string[] =>
  messages.map((message) => (message.respType === 'END' ? `END ${message.reason}` : message.respType));

export const sentencesOf = (messages: readonly ServerMessage[]): Sentence[] =>
  messages.flatMap((message) => (message.respType === 'RESULT' ? [message.sentence] : []));
