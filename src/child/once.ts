// A program of this product as a short child: one order by standard input, one answer as a line of JSON. Its time,
// memory and answer are bounded, and it ends with whoever waits for it.
import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { followed } from './bounded.js';

export interface Order {
  /** Path of the built file (builtProgram). */
  readonly program: string;
  readonly args?: readonly string[];
  /** The bytes for its standard input. Pieces are asked for as fast as the child takes them; what they throw ends it. */
  readonly input: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly timeMs: number;
  /** MiB of JavaScript objects that it may hold. */
  readonly heapMiB: number;
  readonly answerBytes: number;
  readonly signal?: AbortSignal;
}

/** The reason for a missing answer, for an operator: "took longer than 3 s", "ended early (status 1)". */
export class ChildFault extends Error {
  override readonly name = 'ChildFault';
}

/** Runs the child and returns its answer. Throws ChildFault, the reason of the signal, or what the input throws. */
export async function runOnce<T>({ program, args = [], input, timeMs, heapMiB, ...bounds }: Order): Promise<T> {
  bounds.signal?.throwIfAborted();
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMiB}`, program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {}); // it has gone; its end says why
  const unfed = new AbortController();
  feed(child.stdin, input, (fault) => unfed.abort(fault));
  const pieces: Buffer[] = [];
  let bytes = 0;
  const onOutput = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > bounds.answerBytes) throw new ChildFault(`answered more than ${bounds.answerBytes} bytes`);
    pieces.push(Buffer.from(piece)); // a copy: the piece is given back
  };
  const { status, isLate } = await followed(child, {
    timeMs,
    signal: bounds.signal === undefined ? unfed.signal : AbortSignal.any([bounds.signal, unfed.signal]),
    complaintBytes: 0,
    onOutput,
  }).catch((fault: NodeJS.ErrnoException) => {
    if (fault.syscall?.startsWith('spawn') === true) throw new ChildFault(`could not be started (${fault.code})`);
    throw fault;
  });
  if (isLate) throw new ChildFault(`took longer than ${timeMs / 1_000} s`);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as T;
  } catch {
    throw new ChildFault(`ended early (${status === undefined ? 'by a signal' : `status ${status}`})`);
  }
}

function feed(stdin: Writable, input: Order['input'], onFault: (fault: unknown) => void): void {
  if (typeof input === 'string' || input instanceof Uint8Array) {
    stdin.end(input);
    return;
  }
  const pieces = async function* () {
    try {
      yield* input;
    } catch (fault) {
      onFault(fault);
      throw fault;
    }
  };
  pipeline(Readable.from(pieces(), { highWaterMark: 1 }), stdin).catch(() => {}); // the child's end says why
}
