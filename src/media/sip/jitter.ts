// Packets become audio in the time of the sender: in order, each once, and what is missing is filled. A packet that comes in
// turn is passed on at once; behind a gap packets wait until the late one can no longer be expected.
import { limits } from '../../protocol/limits.js';
import { type RtpPacket, samplesOf } from './rtp.js';

const perMs = 8;
const { jitterMs, heldPackets, packetMs, gapMs, aheadMs, concealedMs } = limits.sip;
const comfortNoise = 13;

export interface JitterCounts {
  /** packets of audio that were used */
  taken: number;
  /** came after their place was filled, or twice */
  late: number;
  /** ms that were filled */
  filledMs: number;
}

export class JitterBuffer {
  readonly counts: JitterCounts = { taken: 0, late: 0, filledMs: 0 };
  readonly #nowMs: () => number;
  readonly #audio: (samples: Int16Array) => void;
  /** by what is missing before it: places in samples from the first one */
  readonly #held = new Map<number, Int16Array>();
  #source: number | undefined;
  /** the timestamp of place 0 */
  #origin = 0;
  #next = 0;
  #startMs = 0;
  #last: Int16Array = new Int16Array(0);
  #isQuiet = false;
  #dueMs = Number.POSITIVE_INFINITY;

  constructor(nowMs: () => number, audio: (samples: Int16Array) => void) {
    this.#nowMs = nowMs;
    this.#audio = audio;
  }

  push(packet: RtpPacket): void {
    const nowMs = this.#nowMs();
    if (this.#source !== packet.source) this.#begin(packet, nowMs);
    const place = this.#placeOf(packet.timestamp);
    if (packet.payloadType === comfortNoise && place >= this.#next) this.#isQuiet = true;
    const samples = samplesOf(packet);
    if (samples === undefined || samples.length === 0 || samples.length > packetMs * perMs) return;
    if (place < this.#next || this.#held.has(place)) {
      if (this.#next - place > gapMs * perMs) this.#restart(packet, nowMs);
      else {
        this.counts.late++;
        return;
      }
    }
    const at = this.#placeOf(packet.timestamp);
    this.counts.taken++;
    // There cannot be more audio than time has passed. If there is, the sender began another clock, which starts here.
    if (at - this.#next > gapMs * perMs || at > (nowMs - this.#startMs + aheadMs) * perMs) {
      this.flush();
      this.#origin = (packet.timestamp - this.#next) >>> 0;
      this.#startMs = Math.min(this.#startMs, nowMs);
      if (this.#next > (nowMs - this.#startMs + aheadMs) * perMs) return; // sent faster than anybody can speak
      this.#take(this.#next, samples, nowMs);
      return;
    }
    this.#take(at, samples, nowMs);
  }

  /** The clock time at which `tick` next has something to do, ms. */
  get dueMs(): number {
    return this.#dueMs;
  }

  /** Passes on packets that waited behind a gap for too long. */
  tick(): void {
    if (this.#nowMs() >= this.#dueMs) this.#passOver();
  }

  /** Passes on everything that is held, because nothing more comes. */
  flush(): void {
    while (this.#held.size > 0) this.#passOver();
  }

  #begin({ source, timestamp }: RtpPacket, nowMs: number): void {
    this.flush();
    if (this.#source === undefined) this.#startMs = nowMs;
    this.#source = source;
    this.#origin = (timestamp - this.#next) >>> 0;
  }

  #restart({ timestamp }: RtpPacket, nowMs: number): void {
    this.flush();
    this.#origin = (timestamp - this.#next) >>> 0;
    this.#startMs = Math.min(this.#startMs, nowMs);
  }

  /** Signed, around the place that is next. */
  #placeOf(timestamp: number): number {
    return this.#next + ((timestamp - this.#origin - this.#next) | 0);
  }

  #take(place: number, samples: Int16Array, nowMs: number): void {
    this.#held.set(place, samples);
    this.#passOn();
    if (this.#held.size === 0) return;
    const newest = Math.max(...[...this.#held].map(([at, { length }]) => at + length));
    // The wait is over when as much audio lies behind the gap as may be late, or when a sender fell silent on purpose.
    if (newest - this.#next - this.#gap() > jitterMs * perMs || this.#held.size > heldPackets || this.#isQuiet) {
      this.#passOver();
    } else if (this.#dueMs === Number.POSITIVE_INFINITY) this.#dueMs = nowMs + jitterMs;
  }

  #gap(): number {
    return Math.min(...this.#held.keys()) - this.#next;
  }

  /** Passes on the packets that are in turn. */
  #passOn(): void {
    for (;;) {
      const samples = this.#held.get(this.#next);
      if (samples === undefined) break;
      this.#held.delete(this.#next);
      this.#send(samples);
      this.#last = samples;
      this.#isQuiet = false;
    }
    for (const place of this.#held.keys()) if (place < this.#next) this.#held.delete(place); // packets that overlap
    if (this.#held.size === 0) this.#dueMs = Number.POSITIVE_INFINITY;
  }

  /** Fills the gap and goes on behind it. */
  #passOver(): void {
    this.#dueMs = Number.POSITIVE_INFINITY;
    if (this.#held.size === 0) return;
    this.#fill(this.#gap());
    this.#passOn();
    if (this.#held.size > 0) this.#dueMs = this.#nowMs() + jitterMs;
  }

  #fill(missing: number): void {
    this.counts.filledMs += missing / perMs;
    let left = missing;
    let concealed = this.#isQuiet || this.#last.length === 0 ? 0 : Math.min(left, concealedMs * perMs);
    while (concealed > 0) {
      const piece = this.#last.subarray(0, Math.min(concealed, this.#last.length));
      this.#send(piece);
      concealed -= piece.length;
      left -= piece.length;
    }
    if (left > 0) this.#send(new Int16Array(left));
  }

  #send(samples: Int16Array): void {
    this.#next += samples.length;
    this.#audio(samples);
  }
}
