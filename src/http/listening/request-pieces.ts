// Feeds Node's HTTP parser in small pieces, and no further request while one waits for the answer to the one before it. Node itself would
// parse everything that has arrived in one go, which may be thousands of requests, and hold up everybody else meanwhile.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../protocol/limits.js';

interface Reader {
  /** gives bytes to Node's parser */
  readonly parse: (bytes: Buffer) => void;
  readonly onData: (bytes: Buffer) => void;
  /** the request that began last */
  request: IncomingMessage | undefined;
  /** bytes of its body that are still to come, at most */
  bodyBytes: number;
  /** True while this class has paused the socket. */
  isHeld: boolean;
}

const { pieceBytes, chunkedPieceBytes } = limits.http;
const headEnd = Buffer.from('\r\n\r\n');

export class RequestPieces {
  readonly #readers = new WeakMap<Socket, Reader>();
  readonly #mustWait: (socket: Socket) => boolean;

  /** `mustWait` tells whether no further request of a connection may be parsed now. `goOn` must follow. */
  constructor(mustWait: (socket: Socket) => boolean) {
    this.#mustWait = mustWait;
  }

  /** Puts itself between a connection and its HTTP parser, in the turn in which Node attached the parser. */
  attach(socket: Socket): void {
    const parse = socket.listeners('data').at(-1) as Reader['parse'];
    const reader: Reader = {
      ...{ parse, request: undefined, bodyBytes: 0, isHeld: false },
      onData: (bytes) => this.#read(socket, reader, bytes),
    };
    this.#readers.set(socket, reader);
    socket.off('data', parse).on('data', reader.onData);
  }

  /** Leaves a connection that Node has released. What was not parsed yet is still to be read from the socket. */
  detach(socket: Socket): void {
    const reader = this.#readers.get(socket);
    if (reader !== undefined) socket.off('data', reader.onData);
    this.#readers.delete(socket);
  }

  /** Notes that the head of a request was parsed. */
  begun(request: IncomingMessage): void {
    const reader = this.#readers.get(request.socket);
    if (reader === undefined) return;
    reader.request = request;
    reader.bodyBytes = Number(request.headers['content-length'] ?? 0);
  }

  /** Reads on, now that no request waits. */
  goOn(socket: Socket): void {
    const reader = this.#readers.get(socket);
    if (reader?.isHeld !== true) return;
    reader.isHeld = false;
    socket.resume();
  }

  /**
   * Parses the first piece of what has arrived. The rest goes back into the buffer of the socket, so that every pause, by this
   * class or by Node, holds for it too.
   */
  #read(socket: Socket, reader: Reader, bytes: Buffer): void {
    if (this.#mustWait(socket) || socket.writableNeedDrain) {
      if (socket.writableNeedDrain) socket.once('drain', () => this.goOn(socket));
      this.#hold(socket, reader);
      socket.unshift(bytes);
      return;
    }
    const length = pieceLength(bytes, reader);
    reader.bodyBytes -= length;
    if (length < bytes.length) {
      socket.pause();
      socket.unshift(bytes.subarray(length));
      socket.resume();
    }
    reader.parse(bytes.subarray(0, length));
    // A socket that Node has paused is resumed by Node.
    if (this.#readers.get(socket) === reader && !socket.isPaused() && this.#mustWait(socket))
      this.#hold(socket, reader);
  }

  #hold(socket: Socket, reader: Reader): void {
    reader.isHeld = true;
    socket.pause();
  }
}

/** The number of bytes to parse now: the rest of a body, or up to the end of the last complete head in a piece, or a piece. */
function pieceLength(bytes: Buffer, { request, bodyBytes }: Reader): number {
  if (request?.complete === false) {
    const isSized = request.headers['content-length'] !== undefined;
    return Math.min(bytes.length, isSized ? Math.max(bodyBytes, pieceBytes) : chunkedPieceBytes);
  }
  if (bytes.length <= pieceBytes) return bytes.length;
  const end = bytes.subarray(0, pieceBytes).lastIndexOf(headEnd);
  return end === -1 ? pieceBytes : end + headEnd.length;
}
