// A recognition client on a real WebSocket.
import type { z } from 'zod';
import { AsrServerMessage } from '../../../src/protocol/wire/asr-messages.js';
import { type Handshake, openSocket, StreamClient, streamHeaders, streamUrl } from './stream-client.js';

export type AsrMessage = z.output<typeof AsrServerMessage>;
export type AsrSentence = Extract<AsrMessage, { respType: 'RESULT' }>['sentence'];
export const streamModes = ['short_stream', 'utterance_stream', 'continue_stream'] as const;
export type StreamModeName = (typeof streamModes)[number];

export interface AsrClientOptions extends Handshake {
  readonly property?: string;
  readonly mode?: StreamModeName;
}

export class AsrClient extends StreamClient<AsrMessage> {
  static async open(base: string, options: AsrClientOptions): Promise<AsrClient> {
    const socket = await openSocket(asrUrl(base, options), streamHeaders(options));
    return new AsrClient(socket, (message) => AsrServerMessage.parse(message));
  }
}

export const asrUrl = (
  base: string,
  { property = 'cn_8k_common', mode = 'continue_stream', ...rest }: AsrClientOptions,
): string => streamUrl(base, `/v10/asr/freetalk/${property}/${mode}`, rest);

/** Messages as steps: `EVENT VOICE_START`, `RESULT final`, `RESULT interim`, `END NORMAL` … */
export const stepsOf = (messages: readonly AsrMessage[]): string[] =>
  messages.map((message) => {
    switch (message.respType) {
      case 'END':
        return `END ${message.reason}`;
      case 'EVENT':
        return message.event;
      case 'RESULT':
        return message.sentence.isFinal ? 'final' : 'interim';
      default:
        return message.respType;
    }
  });

export const finalsOf = (messages: readonly AsrMessage[]): AsrSentence[] =>
  messages.flatMap((message) => (message.respType === 'RESULT' && message.sentence.isFinal ? [message.sentence] : []));
