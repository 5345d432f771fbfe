// A child that stays and answers calls: each message to it that wants an answer has a number, and its answer has the same.
import type { SliceMessage } from './frames.js';
import { LastingProcess } from './lasting.js';

interface Message {
  readonly type: string;
}

export interface WaitingCall<Answer> {
  readonly answered: (answer: Answer) => void;
  /** The process died before. */
  readonly lost: () => void;
}

export class AskedProcess<
  To extends Message,
  Answer extends Message & { readonly call: number },
> extends LastingProcess<To, Answer> {
  /** by the numbers of the calls */
  readonly waiting = new Map<number, WaitingCall<Answer>>();

  get load(): number {
    return this.waiting.size;
  }

  protected take(message: Answer | SliceMessage): void {
    if (!('call' in message)) return;
    const waiting = this.waiting.get(message.call);
    this.waiting.delete(message.call);
    waiting?.answered(message);
  }

  protected lost(): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { lost } of all) lost();
  }
}
