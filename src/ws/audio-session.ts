// A session on an engine as a connection wants it: slices go to it, END ends it with or without its remaining results.
import { validate } from '../protocol/issues.js';
import { StreamEnd } from '../protocol/speech-messages.js';
import type { StreamSession } from './stream.js';

interface EngineEnd {
  push(slice: Uint8Array): boolean;
  end(cancel: boolean): void;
  close(): void;
}

export class AudioSession implements StreamSession {
  /** END with cancel true: no remaining results. */
  isCancelled = false;

  constructor(readonly engine: EngineEnd) {}

  command(_end: string, message: Readonly<Record<string, unknown>>): 'ending' {
    this.isCancelled = validate(StreamEnd, message).cancel;
    this.engine.end(this.isCancelled);
    return 'ending';
  }

  push(slice: Uint8Array): boolean {
    return this.engine.push(slice);
  }

  close(): void {
    this.engine.close();
  }
}
