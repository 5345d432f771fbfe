// The destination of log lines: a file, whose disk may be full, or a pipe, whose reader may be slow or gone. None of
// that may stall a call or a stop, so lines beyond `heldBytes` are dropped, and the end of the process waits only so
// long. (pino's own destination waits for ever, at exit, for a pipe that nobody reads.)
import { write, writeSync } from 'node:fs';
import { isDiskFull } from '../protocol/errors.js';

const retryMs = 10;
const lastTries = 20;
const nothing = Buffer.alloc(0);

export class LineSink {
  #rest: Buffer = nothing;
  #waiting: string[] = [];
  /** in `#waiting`; as much again may be under way */
  #heldBytes = 0;
  #writing = false;
  #scheduled = false;
  #broken = false;

  constructor(
    readonly descriptor: number,
    readonly maxHeldBytes: number,
  ) {}

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#broken || this.#heldBytes + bytes > this.maxHeldBytes) return;
    this.#waiting.push(line);
    this.#heldBytes += bytes;
    if (this.#scheduled || this.#writing) return;
    this.#scheduled = true;
    setImmediate(() => this.#next()); // one write for the lines of a turn, and none under way when a fatal line flushes
  }

  /** Flushes at the end of the process. */
  flushSync(): void {
    if (this.#writing) pause(); // another thread has it
    let rest = this.#take();
    for (let tries = 0; rest.length > 0 && tries < lastTries && !this.#broken; ) {
      try {
        rest = rest.subarray(writeSync(this.descriptor, rest));
      } catch (fault) {
        if (isDiskFull(fault)) return; // the lines are lost
        if (isBusy(fault)) {
          tries++;
          pause();
        } else this.#break();
      }
    }
  }

  #next(): void {
    this.#scheduled = false;
    if (this.#writing) return;
    const bytes = this.#take();
    if (bytes.length === 0) return;
    this.#writing = true;
    write(this.descriptor, bytes, (fault, count) => {
      this.#writing = false;
      if (fault && isDiskFull(fault)) return this.#next(); // these lines are lost; later ones may find room
      if (fault && !isBusy(fault)) return this.#break();
      this.#rest = bytes.subarray(fault ? 0 : count);
      if (this.#rest.length === 0) return this.#next();
      this.#scheduled = true;
      setTimeout(() => this.#next(), retryMs).unref();
    });
  }

  /** Takes the waiting bytes, oldest first. `#rest` is what the last write left over. */
  #take(): Buffer {
    const bytes = Buffer.concat([this.#rest, Buffer.from(this.#waiting.join(''))]);
    this.#rest = nothing;
    this.#waiting = [];
    this.#heldBytes = 0;
    return bytes;
  }

  /** The reader has gone: later lines are lost, and the calls go on. */
  #break(): void {
    this.#broken = true;
    this.#waiting = [];
  }
}

const isBusy = (fault: unknown): boolean =>
  ['EAGAIN', 'EBUSY', 'EINTR'].includes((fault as NodeJS.ErrnoException).code ?? '');

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
