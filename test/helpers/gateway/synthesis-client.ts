// A synthesis client on a real WebSocket: it keeps audio and messages in the order of their arrival.
import type { z } from 'zod';
import { SynthesisServerMessage } from '../../../src/protocol/wire/synthesis-messages.js';
import { type Handshake, openSocket, StreamClient, streamHeaders, streamUrl } from './stream-client.js';

export type SynthesisMessage =
  | z.output<typeof SynthesisServerMessage>
  | { readonly respType: 'AUDIO'; readonly bytes: Buffer };

export interface SynthesisClientOptions extends Handshake {
  readonly property?: string;
}

/** A voice that speaks within a few milliseconds, for tests of the interface. */
export const quickVoice = 'cn_zhixingjing_common-h9';

export const synthesisUrl = (base: string, { property = quickVoice, ...rest }: SynthesisClientOptions): string =>
  streamUrl(base, `/v10/tts/synth/${property}/stream`, rest);

export class SynthesisClient extends StreamClient<SynthesisMessage> {
  static async open(base: string, options: SynthesisClientOptions): Promise<SynthesisClient> {
    const socket = await openSocket(synthesisUrl(base, options), streamHeaders(options));
    return new SynthesisClient(
      socket,
      (message) => SynthesisServerMessage.parse(message),
      (bytes) => ({ respType: 'AUDIO', bytes }),
    );
  }

  say(text: string, config: object = {}, rest: object = {}): void {
    this.send({ command: 'START', text, config, ...rest });
  }

  getAudio(timeSlice: number, times = 1): void {
    for (let count = 0; count < times; count++) this.send({ command: 'GET_AUDIO', config: { timeSlice } });
  }

  cancel(): void {
    this.send({ command: 'CANCEL' });
  }

  /** Asks for one slice after the other until END. Returns everything, with the END. The session is already open. */
  async listen(timeSlice: number | (() => number)): Promise<SynthesisMessage[]> {
    const seen: SynthesisMessage[] = [];
    for (;;) {
      this.getAudio(typeof timeSlice === 'number' ? timeSlice : timeSlice());
      const message = await this.next();
      seen.push(message);
      if (message.respType === 'AUDIO') continue;
      if (message.respType === 'ERROR') seen.push(await this.next());
      return seen;
    }
  }

  /** All audio of a text. */
  async spoken(text: string, config: object = {}, timeSlice: number | (() => number) = 1_000): Promise<Buffer> {
    this.say(text, config);
    await this.expect('START');
    const heard = await this.listen(timeSlice);
    const last = heard.at(-1);
    if (last?.respType !== 'END' || last.reason !== 'NORMAL')
      throw new Error(`ended with ${JSON.stringify(heard.slice(-2))}`);
    return audioOf(heard);
  }
}

export const audioOf = (messages: readonly SynthesisMessage[]): Buffer =>
  Buffer.concat(messages.flatMap((message) => (message.respType === 'AUDIO' ? [message.bytes] : [])));

/** Messages as words: `START`, `AUDIO`, `END NORMAL`, `ERROR` … */
export const wordsOf = (messages: readonly SynthesisMessage[]): string[] =>
  messages.map((message) => (message.respType === 'END' ? `END ${message.reason}` : message.respType));
