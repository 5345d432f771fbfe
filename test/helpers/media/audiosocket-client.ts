// Asterisk's side of AudioSocket, on a real TCP connection.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const kinds = { hangup: 0x00, uuid: 0x01, dtmf: 0x03, audio8k: 0x10, error: 0xff } as const;

export function frame(kind: number, payload: Uint8Array = new Uint8Array(0)): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(kind, 0);
  head.writeUInt16BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export const uuidFrame = (uuid: string): Buffer => frame(kinds.uuid, Buffer.from(uuid.replaceAll('-', ''), 'hex'));

export function audioFrames(samples: Buffer, kind: number = kinds.audio8k, frameBytes = 320): Buffer {
  const frames: Buffer[] = [];
  for (let from = 0; from < samples.length; from += frameBytes) {
    frames.push(frame(kind, samples.subarray(from, from + frameBytes)));
  }
  return Buffer.concat(frames);
}

export class AudioSocketClient {
  readonly #answer: Buffer[] = [];
  readonly #closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => this.#answer.push(bytes as Buffer));
    socket.on('error', () => {}); // the close that follows reports it
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(port: number, localAddress = '127.0.0.1'): Promise<AudioSocketClient> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const client = new AudioSocketClient(socket);
    await once(socket, 'connect');
    return client;
  }

  send(...frames: readonly Uint8Array[]): void {
    for (const each of frames) this.socket.write(each);
  }

  /** Everything that the gateway sent, once the connection is closed. */
  async answer(): Promise<Buffer> {
    await this.#closed;
    return Buffer.concat(this.#answer);
  }
}
