// The wire between gateway and a child that stays: one duplex pipe, frames in both directions, order kept. Audio crosses as it is,
// everything else by structured clone. Why not the channel of child_process.fork: docs/why/engine-channel.md.
//
//   u32 LE  bytes that follow
//   u8      0: a message, v8-serialised · 1: a slice · 2: a message with audio · 3: a message with long audio · 4: a piece of it
//   slice:  u32 LE session, then the audio
//   message with audio: u32 LE length of the message, the message without its audio, then the audio
//   message with long audio: u32 LE number, u32 LE bytes of the audio, then the message without it
//   piece:  u32 LE number, then the bytes
//
// Long audio goes in pieces, other frames between them, so that calls do not wait for it. Its message arrives with the last piece:
// messages that were sent after it may arrive before it.
import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const lengthBytes = 4;
const objectHeaderBytes = lengthBytes + 1;
/** Size of a header with the session of a slice, or with the length of the message that audio follows. */
const audioHeaderBytes = objectHeaderBytes + 4;
/** A slice of 100 ms and more. */
const copiedBytes = 4_096;
/** Frames that are sent together are put together here; one that is full is given up for the next. */
const slabBytes = 64 * 1_024;
const noBytes = Buffer.alloc(0);
/** Messages that come within that time of the last system call wait for the end of it. */
const gatherMs = 2;
const frameKind = { object: 0, slice: 1, objectWithAudio: 2, long: 3, piece: 4 } as const;
/** Longest audio of a single frame, and length of the pieces of longer audio. */
const pieceBytes = 64 * 1_024;
/** Messages with long audio that are under way at a time. */
const longAtOnce = 8;

export interface SliceMessage {
  readonly type: 'slice';
  readonly session: number;
  readonly bytes: Uint8Array;
}

/** A message whose audio is sent in pieces. */
interface LongMessage {
  readonly number: number;
  readonly body: Buffer;
  readonly audio: Uint8Array;
  /** The bytes of audio that were sent; undefined: nothing was sent yet. */
  sentBytes: number | undefined;
}

export class FrameWriter<Message extends { readonly type: string }> {
  /** Those under way come first; they take turns. */
  readonly #long: LongMessage[] = [];
  #longNumber = 0;
  #isPieceUnderWay = false;
  #corked = false;
  #sentAtMs = 0;
  #slab = noBytes;
  /** The part of the slab that waits for the end of the turn. */
  #fromByte = 0;
  #toByte = 0;

  /** `frameBytes`: the longest frame that the other side takes. */
  constructor(
    readonly pipe: Duplex,
    readonly frameBytes = Number.POSITIVE_INFINITY,
  ) {}

  /** @throws FrameFault if the message is too long; nothing is sent then */
  send(message: Message | SliceMessage): void {
    if (!this.#isOpen) return;
    if (isSlice(message)) {
      this.#cork();
      this.#head(frameKind.slice, message.bytes.length, message.session);
      this.#put(message.bytes);
      return;
    }
    const audio = audioOf(message);
    if (audio === undefined) {
      const body = serialize(message);
      if (body.length >= this.frameBytes)
        throw new FrameFault(`the message has ${body.length} bytes, must have less than ${this.frameBytes}`);
      this.#cork();
      this.#head(frameKind.object, body.length);
      this.#put(body);
      return;
    }
    const body = serialize({ ...message, bytes: undefined });
    if (audio.length > pieceBytes) {
      this.#long.push({ number: this.#longNumber++, body, audio, sentBytes: undefined });
      this.#nextPiece();
      return;
    }
    this.#cork();
    this.#head(frameKind.objectWithAudio, body.length + audio.length, body.length);
    this.#put(body);
    this.#put(audio);
  }

  /** Sends a message that no long audio may arrive after. */
  sendLast(message: Message): void {
    this.#sendAllPieces();
    this.send(message);
  }

  /** Ends the stream. `over` is called when everything has been sent. */
  end(over?: () => void): void {
    this.#sendAllPieces();
    this.#flush();
    this.pipe.end(over);
  }

  /** Sends the next frame of long audio once the one before it has left. */
  readonly #nextPiece = () => {
    if (this.#isPieceUnderWay) return;
    if (!this.#isOpen) this.#long.length = 0;
    const long = this.#long.shift();
    if (long === undefined) return;
    this.#isPieceUnderWay = true;
    const isMore = this.#sendPiece(long, () => {
      this.#isPieceUnderWay = false;
      setImmediate(this.#nextPiece);
    });
    if (isMore) this.#long.splice(longAtOnce - 1, 0, long); // behind the others that are under way
  };

  #sendAllPieces(): void {
    for (const long of this.#long.splice(0)) {
      while (this.#isOpen && this.#sendPiece(long));
    }
  }

  /** Sends the message, and then a piece with each call. Returns true if there is more to send. */
  #sendPiece(long: LongMessage, sent?: () => void): boolean {
    const { number, body, audio, sentBytes } = long;
    const from = sentBytes ?? 0;
    const part = sentBytes === undefined ? body : audio.subarray(from, from + pieceBytes);
    const head = Buffer.allocUnsafe(audioHeaderBytes + (sentBytes === undefined ? 4 : 0));
    head.writeUInt32LE(head.length - lengthBytes + part.length);
    head.writeUInt8(sentBytes === undefined ? frameKind.long : frameKind.piece, lengthBytes);
    head.writeUInt32LE(number, objectHeaderBytes);
    if (sentBytes === undefined) head.writeUInt32LE(audio.length, audioHeaderBytes);
    this.pipe.cork();
    this.#flush(); // the end of a frame may wait in the slab, after a part that was sent because the slab before it was full
    this.pipe.write(head);
    this.pipe.write(part, sent);
    this.pipe.uncork();
    long.sentBytes = sentBytes === undefined ? 0 : from + part.length;
    return long.sentBytes < audio.length;
  }

  get #isOpen(): boolean {
    return !this.pipe.destroyed && !this.pipe.writableEnded;
  }

  /** The header of a frame with so many bytes after it; a frame of audio has a number, too. */
  #head(kind: number, bodyBytes: number, number?: number): void {
    const headerBytes = number === undefined ? objectHeaderBytes : audioHeaderBytes;
    this.#makeRoom(headerBytes);
    const slab = this.#slab;
    slab.writeUInt32LE(headerBytes - lengthBytes + bodyBytes, this.#toByte);
    slab.writeUInt8(kind, this.#toByte + lengthBytes);
    if (number !== undefined) slab.writeUInt32LE(number, this.#toByte + objectHeaderBytes);
    this.#toByte += headerBytes;
  }

  /** Copying a short part costs less than one more piece in the stream. */
  #put(part: Uint8Array): void {
    if (part.length > copiedBytes) {
      this.#flush();
      this.pipe.write(part);
      return;
    }
    this.#makeRoom(part.length);
    this.#slab.set(part, this.#toByte);
    this.#toByte += part.length;
  }

  #makeRoom(bytes: number): void {
    if (this.#slab.length - this.#toByte >= bytes) return;
    this.#flush();
    this.#slab = Buffer.allocUnsafeSlow(slabBytes);
    this.#fromByte = 0;
    this.#toByte = 0;
  }

  /** No byte of a slab is written twice: the pipe may still hold what it was given. */
  #flush(): void {
    if (this.#toByte > this.#fromByte && this.#isOpen)
      this.pipe.write(this.#slab.subarray(this.#fromByte, this.#toByte));
    this.#fromByte = this.#toByte;
  }

  /**
   * Sends everything of one turn of the event loop in one system call: what all its sockets brought, and not each of them alone. Under
   * load turns are short and many, so that those of some ms go together: each system call here costs the child one, too.
   */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.pipe.cork();
    const sinceMs = performance.now() - this.#sentAtMs;
    if (sinceMs >= gatherMs) setImmediate(this.#uncork);
    else setTimeout(this.#uncork, gatherMs - sinceMs);
  }

  readonly #uncork = () => {
    this.#corked = false;
    this.#sentAtMs = performance.now();
    this.#flush();
    this.pipe.uncork();
  };
}

const isSlice = (message: { readonly type: string }): message is SliceMessage => message.type === 'slice';

const audioOf = (message: { readonly type: string; readonly bytes?: unknown }): Uint8Array | undefined =>
  message.bytes instanceof Uint8Array ? message.bytes : undefined;

/** The bytes are no frame, so nothing after them can be understood either. */
export class FrameFault extends Error {
  override readonly name = 'FrameFault';
}

/** A message whose audio arrives in pieces. */
interface ArrivingMessage<Message> {
  readonly message: Message;
  readonly audio: Buffer;
  haveBytes: number;
}

export class FrameReader<Message extends { readonly type: string }> {
  /** Messages with long audio, by their numbers. */
  readonly #long = new Map<number, ArrivingMessage<Message>>();
  /** pieces of a frame that is not whole yet */
  #pieces: Buffer[] = [];
  #have = 0;
  #need = lengthBytes;

  /** Audio is a view of what was read; it stays valid, because the pipe never reads into it again. `frameBytes`: a longer frame
   * is refused. */
  constructor(
    readonly take: (message: Message | SliceMessage) => void,
    readonly frameBytes: number,
  ) {}

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
      if (bytes < 1 || bytes > this.frameBytes)
        throw new FrameFault(`a frame states a length of ${bytes} bytes, must be 1 to ${this.frameBytes}`);
      const end = at + lengthBytes + bytes;
      if (end > data.length) {
        this.#need = end - at;
        break;
      }
      const message = this.#frame(data.subarray(at + lengthBytes, end));
      if (message !== undefined) this.take(message);
      at = end;
    }
    this.#pieces = at < data.length ? [data.subarray(at)] : [];
    this.#have = data.length - at;
  }

  /** Undefined: the frame is a part of a message that is not whole yet. */
  #frame(frame: Buffer): Message | SliceMessage | undefined {
    if (frame[0] === frameKind.object) return object<Message>(frame.subarray(1));
    const headBytes = audioHeaderBytes - lengthBytes;
    if (frame.length < headBytes) throw new FrameFault('an audio frame is too short to hold its number');
    const number = frame.readUInt32LE(1);
    if (frame[0] === frameKind.slice) return { type: 'slice', session: number, bytes: frame.subarray(headBytes) };
    if (frame[0] === frameKind.long) return this.#begin(number, frame.subarray(headBytes));
    if (frame[0] === frameKind.piece) return this.#add(number, frame.subarray(headBytes));
    if (frame[0] !== frameKind.objectWithAudio) throw new FrameFault(`a frame has the unknown kind ${frame[0]}`);
    const audioAt = headBytes + number;
    if (audioAt > frame.length)
      throw new FrameFault(`an audio frame states a message of ${number} bytes, which is longer than the frame`);
    return { ...object<Message>(frame.subarray(headBytes, audioAt)), bytes: frame.subarray(audioAt) };
  }

  #begin(number: number, rest: Buffer): undefined {
    if (rest.length < 4) throw new FrameFault('a message with long audio is too short to hold its length');
    const bytes = rest.readUInt32LE(0);
    if (bytes < 1 || bytes > this.frameBytes)
      throw new FrameFault(`a message states ${bytes} bytes of audio, must be 1 to ${this.frameBytes}`);
    if (this.#long.has(number) || this.#long.size >= longAtOnce)
      throw new FrameFault(`message ${number} begins, but it is under way, or ${longAtOnce} others are`);
    const message = object<Message>(rest.subarray(4));
    this.#long.set(number, { message, audio: Buffer.allocUnsafeSlow(bytes), haveBytes: 0 });
  }

  #add(number: number, piece: Buffer): Message | undefined {
    const long = this.#long.get(number);
    if (long === undefined || long.haveBytes + piece.length > long.audio.length)
      throw new FrameFault(`a piece of audio belongs to no message, or is longer than the rest of message ${number}`);
    long.haveBytes += piece.copy(long.audio, long.haveBytes);
    if (long.haveBytes < long.audio.length) return undefined;
    this.#long.delete(number);
    return { ...long.message, bytes: long.audio };
  }
}

function object<Message>(body: Buffer): Message {
  try {
    return deserialize(body) as Message;
  } catch (fault) {
    throw new FrameFault('a message cannot be decoded', { cause: fault });
  }
}
