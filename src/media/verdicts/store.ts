// The verdict on each call for a while: the final one, or the newest of those before it. Each application has its own calls.
// A name that comes again belongs to the newer call.
import { limits } from '../../protocol/limits.js';
import type { ScreeningData } from '../screening-data.js';

/** A call that is known. */
export interface KeptCall {
  readonly verdict: ScreeningData | undefined;
}

export interface CallKey {
  readonly appkey: string;
  readonly uuid: string;
}

interface Entry {
  verdict: ScreeningData | undefined;
  atMs: number;
}

/** The oldest first. */
type Calls = Map<string, Entry>;

export interface StoreLimits {
  readonly keepMs: number;
  readonly perApplication: number;
  readonly inAll: number;
  readonly textCharacters: number;
}

export class VerdictStore {
  readonly #nowMs: () => number;
  readonly #limits: StoreLimits;
  readonly #byApp = new Map<string, Calls>();
  #count = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(nowMs: () => number, own: StoreLimits = limits.verdicts) {
    this.#nowMs = nowMs;
    this.#limits = own;
  }

  /** Calls that are kept. */
  get size(): number {
    return this.#count;
  }

  /** Registers a call that has no verdict yet. The function that it returns stores each verdict. */
  began({ appkey, uuid }: CallKey): (verdict: ScreeningData) => void {
    const entry: Entry = { verdict: undefined, atMs: this.#nowMs() };
    this.#forgetOld();
    this.#set(appkey, uuid, entry);
    return (verdict) => {
      if (this.#byApp.get(appkey)?.get(uuid) !== entry) return; // it was replaced or forgotten
      entry.verdict = { ...verdict, text: verdict.text.slice(0, this.#limits.textCharacters) };
      entry.atMs = this.#nowMs();
      this.#set(appkey, uuid, entry); // the entry moves to the end
    };
  }

  find({ appkey, uuid }: CallKey): KeptCall | undefined {
    this.#forgetOld();
    const entry = this.#byApp.get(appkey)?.get(uuid);
    return entry && { verdict: entry.verdict };
  }

  #set(appkey: string, uuid: string, entry: Entry): void {
    this.#delete(appkey, uuid);
    const calls = this.#byApp.get(appkey) ?? new Map<string, Entry>();
    this.#byApp.set(appkey, calls);
    calls.set(uuid, entry);
    this.#count++;
    if (calls.size > this.#limits.perApplication) this.#deleteOldest(appkey);
    if (this.#count <= this.#limits.inAll) return;
    let most = appkey;
    for (const [each, { size }] of this.#byApp) if (size > (this.#byApp.get(most)?.size ?? 0)) most = each;
    this.#deleteOldest(most);
  }

  #forgetOld(): void {
    const untilMs = this.#nowMs() - this.#limits.keepMs;
    for (const [appkey, calls] of this.#byApp) {
      for (const [uuid, { atMs }] of calls) {
        if (atMs > untilMs) break;
        this.#delete(appkey, uuid);
      }
    }
  }

  #deleteOldest(appkey: string): void {
    const [oldest] = this.#byApp.get(appkey)?.keys() ?? [];
    if (oldest !== undefined) this.#delete(appkey, oldest);
  }

  #delete(appkey: string, uuid: string): void {
    const calls = this.#byApp.get(appkey);
    if (calls?.delete(uuid) !== true) return;
    this.#count--;
    if (calls.size === 0) this.#byApp.delete(appkey);
  }
}
