// A program of this product as a short child: one order by standard input, one answer as a line of JSON, before which it may
// tell lines of JSON about its progress. Its time, memory and answer are bounded, and it ends with whoever waits for it.
import { mkdirSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { followed } from './bounded.js';
import { cagedEnvironment, cagedNode } from './cage.js';
import { spawnChild } from './spawn.js';

export interface Order {
  /** Path of the built file (builtProgram). */
  readonly program: string;
  readonly args?: readonly string[];
  /** The bytes for its standard input. Pieces are asked for as fast as the child takes them; what they throw ends it. */
  readonly input: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Files and directories that it reads; those that are not there when it starts stay out of its reach. */
  readonly reads?: readonly string[];
  /** Directories below which it also writes; they are made where they are missing. */
  readonly writes?: readonly string[];
  readonly timeMs: number;
  /** its niceness above that of the gateway */
  readonly niceness?: number;
  /** MiB of JavaScript objects that it may hold. */
  readonly heapMiB: number;
  /** Most bytes of the answer, or of a line where progress is told. */
  readonly answerBytes: number;
  /** Called with each line as it comes; the last one is the answer too. Without it the whole output is the answer. */
  readonly onLine?: (line: unknown) => void;
  readonly signal?: AbortSignal;
}

/**
 * `unstarted`: the system could not start the child. `late`: its time was over. `ended`: it ended without a whole answer.
 * `answer`: it answered more than it may, or something that is not JSON.
 */
export type ChildFaultKind = 'unstarted' | 'late' | 'ended' | 'answer';

/** A missing answer. The message is for an operator: "took longer than 3 s", "ended early (status 1)". */
export class ChildFault extends Error {
  override readonly name = 'ChildFault';
  constructor(
    readonly kind: ChildFaultKind,
    message: string,
  ) {
    super(message);
  }
}

/** Runs the child and returns its answer. Throws ChildFault, the reason of the signal, or what the input throws. */
export async function runOnce<T>(order: Order): Promise<T> {
  const { program, args = [], input, reads = [], writes = [], timeMs, heapMiB, niceness, ...bounds } = order;
  bounds.signal?.throwIfAborted();
  for (const directory of writes) makeDirectory(directory);
  const command = cagedNode(program, [`--max-old-space-size=${heapMiB}`], args, { reads, writes, niceness });
  const child = spawnChild(command.file, command.args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: cagedEnvironment(),
  });
  child.stdin?.on('error', () => {}); // it has gone; its end says why
  const unfed = new AbortController();
  if (child.stdin !== null) feed(child.stdin, input, (fault) => unfed.abort(fault));
  const answer = new Answer(bounds.answerBytes, bounds.onLine);
  const { status, isLate } = await followed(child, {
    timeMs,
    signal: bounds.signal === undefined ? unfed.signal : AbortSignal.any([bounds.signal, unfed.signal]),
    complaintBytes: 0,
    onOutput: (piece) => answer.add(piece),
  }).catch((fault: NodeJS.ErrnoException) => {
    if (fault.syscall?.startsWith('spawn') === true)
      throw new ChildFault('unstarted', `could not be started (${fault.code})`);
    throw fault;
  });
  if (isLate) throw new ChildFault('late', `took longer than ${timeMs / 1_000} s`);
  try {
    return answer.whole() as T;
  } catch {
    throw new ChildFault('ended', `ended early (${status === undefined ? 'by a signal' : `status ${status}`})`);
  }
}

/** A cage holds what is there when it is made. Where this fails (a full disk), the program meets the same fault and tells it. */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    // told by the program
  }
}

const newline = 0x0a;

/** The output of the child, of which no more than the answer, or a line, is ever held. */
class Answer {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #last: { readonly line: unknown } | undefined;

  constructor(
    readonly most: number,
    readonly onLine: Order['onLine'],
  ) {}

  add(piece: Uint8Array): void {
    if (this.onLine === undefined) {
      this.#hold(piece);
      return;
    }
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      this.#hold(piece.subarray(from, end));
      from = end + 1;
      this.#endLine(this.onLine);
    }
    this.#hold(piece.subarray(from));
  }

  /** Throws where there is none. */
  whole(): unknown {
    if (this.onLine === undefined) return this.#parsed();
    if (this.#last === undefined || this.#bytes > 0) throw new Error('there is no whole line');
    return this.#last.line;
  }

  #hold(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.most) throw new ChildFault('answer', `answered more than ${this.most} bytes`);
    if (piece.length > 0) this.#pieces.push(Buffer.from(piece)); // a copy: the piece is given back
  }

  #endLine(onLine: (line: unknown) => void): void {
    let line: unknown;
    try {
      line = this.#parsed();
    } catch {
      throw new ChildFault('answer', 'wrote a line that is not JSON');
    }
    [this.#pieces, this.#bytes, this.#last] = [[], 0, { line }];
    onLine(line);
  }

  #parsed(): unknown {
    return JSON.parse(Buffer.concat(this.#pieces).toString('utf8'));
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
