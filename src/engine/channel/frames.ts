// The wire between gateway and engine: one duplex pipe, frames in both directions, order kept. Audio crosses as it is,
// everything else by structured clone. Why not the channel of child_process.fork: docs/why/engine-channel.md.
//
//   u32 LE  bytes that follow
//   u8      0: a message, v8-serialised · 1: a slice
//   slice:  u32 LE session, then the audio
import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import { limits } from '../../protocol/limits.js';

const lengthBytes = 4;
const sliceHeaderBytes = lengthBytes + 1 + 4;
const objectHeaderBytes = lengthBytes + 1;
const frameKind = { object: 0, slice: 1 } as const;

export interface SliceMessage {
  readonly type: 'slice';
  readonly session: number;
  readonly bytes: Uint8Array;
}

export class FrameWriter<Message extends { readonly type: string }> {
  #corked = false;

  constructor(readonly pipe: Duplex) {}

  send(message: Message | SliceMessage): void {
    if (this.pipe.destroyed || this.pipe.writableEnded) return;
    this.#cork();
    if (isSlice(message)) {
      const header = Buffer.allocUnsafe(sliceHeaderBytes);
      header.writeUInt32LE(1 + 4 + message.bytes.length, 0);
      header.writeUInt8(frameKind.slice, lengthBytes);
      header.writeUInt32LE(message.session, lengthBytes + 1);
      this.pipe.write(header);
      this.pipe.write(message.bytes);
      return;
    }
    const body = serialize(message);
    const header = Buffer.allocUnsafe(objectHeaderBytes);
    header.writeUInt32LE(1 + body.length, 0);
    header.writeUInt8(frameKind.object, lengthBytes);
    this.pipe.write(header);
    this.pipe.write(body);
  }

  /** Sends everything of one turn of the event loop in one system call. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.pipe.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.pipe.uncork();
    });
  }
}

const isSlice = (message: { readonly type: string }): message is SliceMessage => message.type === 'slice';

/** The bytes are no frame, so nothing after them can be understood either. */
export class FrameFault extends Error {
  override readonly name = 'FrameFault';
}

export class FrameReader<Message extends { readonly type: string }> {
  /** pieces of a frame that is not whole yet */
  #pieces: Buffer[] = [];
  #have = 0;
  #need = lengthBytes;

  /** A slice's bytes are a view of what was read; they stay valid, because the pipe never reads into them again. */
  constructor(readonly take: (message: Message | SliceMessage) => void) {}

  /** Throws FrameFault for what is no frame. */
  push(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#have += chunk.length;
    if (this.#have < this.#need) return; // a long frame is put together once, not with every piece
    const data = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces);
    let at = 0;
    this.#need = lengthBytes;
    while (data.length - at >= lengthBytes) {
      const bytes = data.readUInt32LE(at);
      if (bytes < 1 || bytes > limits.engine.frameBytes)
        throw new FrameFault(`a frame states ${bytes} bytes, must be 1 to ${limits.engine.frameBytes}`);
      const end = at + lengthBytes + bytes;
      if (end > data.length) {
        this.#need = end - at;
        break;
      }
      this.take(this.#frame(data.subarray(at + lengthBytes, end)));
      at = end;
    }
    this.#pieces = at < data.length ? [data.subarray(at)] : [];
    this.#have = data.length - at;
  }

  #frame(frame: Buffer): Message | SliceMessage {
    if (frame[0] !== frameKind.slice) return object<Message>(frame.subarray(1));
    if (frame.length < sliceHeaderBytes - lengthBytes)
      throw new FrameFault('an audio frame is too short to hold its session number');
    return { type: 'slice', session: frame.readUInt32LE(1), bytes: frame.subarray(5) };
  }
}

function object<Message>(body: Buffer): Message {
  try {
    return deserialize(body) as Message;
  } catch (fault) {
    throw new FrameFault('a message cannot be decoded', { cause: fault });
  }
}
