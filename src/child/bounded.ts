// A child process whose output is taken piece by piece, within a time and until a signal.
import type { Child } from './spawn.js';

export interface Bounds {
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Bytes kept of the end of its complaints (standard error); 0 if that is not a pipe. */
  readonly complaintBytes: number;
  /** Called with each piece that it writes, valid until it resolves; an exception ends the child. */
  readonly onOutput: (piece: Uint8Array) => Promise<void> | void;
}

export interface ChildEnd {
  /** 0 where it ended well; undefined where a signal ended it. */
  readonly status: number | undefined;
  readonly isLate: boolean;
  readonly complaint: string;
}

/** Resolves when it has ended. Throws what onOutput throws, the reason of the signal, or why it did not start; the child
 * has gone then too. */
export async function followed(child: Child, { timeMs, signal, complaintBytes, onOutput }: Bounds): Promise<ChildEnd> {
  const kill = () => child.kill('SIGKILL');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeMs);
  signal?.addEventListener('abort', kill, { once: true });
  let complaint = '';
  child.stderr?.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString('latin1')).slice(-complaintBytes);
  });
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? undefined));
  });
  ended.catch(() => {});
  try {
    for await (const piece of child.stdout ?? []) {
      await onOutput(piece as Uint8Array);
      giveBack(piece as Uint8Array);
    }
    const status = await ended;
    signal?.throwIfAborted();
    return { status, isLate, complaint: complaint.trim() };
  } finally {
    kill();
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    await ended.catch(() => {});
  }
}

const nowhere = new MessageChannel().port1;
nowhere.close();

/**
 * V8 lets 32 MB of read buffers gather before it looks for those that nobody holds; transferred ones are freed at once.
 */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  // Small pieces may lie in a buffer that Node shares.
  if (buffer.byteLength === byteLength) nowhere.postMessage(undefined, [buffer as ArrayBuffer]);
}
