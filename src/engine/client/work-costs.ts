// The cost of live work: the share of an engine's time that one session of each kind takes for real-time audio. It is
// an expected value until it is measured; then it is learnt from the engines' reports on their event loops. All engines
// of a gateway have the same models and share it.
import { limits } from '../../protocol/limits.js';

/** Kinds of work for which somebody waits while speaking or listening. */
export type LiveKind = 'ring' | 'asr' | 'tts';
export const liveKinds: readonly LiveKind[] = ['ring', 'asr', 'tts'];
export type PerKind = Readonly<Record<LiveKind, number>>;

export interface Interval {
  readonly lastedMs: number;
  /** Time in which the loop was busy, or waited for a processor. */
  readonly activeMs: number;
  /** Audio that was heard or spoken in that time, by kind. */
  readonly audioMs: PerKind;
}

const { halfLifeMs, expectedAudioMs, expectedShare } = limits.admission;

export class WorkCosts {
  #expected: PerKind;
  readonly #activeMs: Record<LiveKind, number> = { ring: 0, asr: 0, tts: 0 };
  readonly #audioMs: Record<LiveKind, number> = { ring: 0, asr: 0, tts: 0 };

  constructor(expected: PerKind = expectedShare) {
    this.#expected = expected;
  }

  /** Replaces the expected costs of the kinds that were tried. */
  expect(shares: Partial<PerKind>): void {
    this.#expected = { ...this.#expected, ...shares };
  }

  /** Share of an engine's time that a session of this kind takes: 0.01 means a hundred sessions. */
  of(kind: LiveKind): number {
    const expectedMs = this.#expected[kind] * expectedAudioMs;
    return (expectedMs + this.#activeMs[kind]) / (expectedAudioMs + this.#audioMs[kind]);
  }

  /** The cost of every kind. */
  all(): PerKind {
    return { ring: this.of('ring'), asr: this.of('asr'), tts: this.of('tts') };
  }

  /**
   * Learns from an interval in which an engine did only live work. Kinds that ran together share the time in proportion
   * to their costs so far.
   */
  learn({ lastedMs, activeMs, audioMs }: Interval): void {
    const kept = 0.5 ** (lastedMs / halfLifeMs);
    const costs = liveKinds.map((kind) => this.of(kind) * audioMs[kind]);
    const sum = costs.reduce((total, cost) => total + cost, 0);
    for (const [at, kind] of liveKinds.entries()) {
      const own = sum === 0 ? 0 : (activeMs * (costs[at] ?? 0)) / sum;
      this.#activeMs[kind] = kept * this.#activeMs[kind] + own;
      this.#audioMs[kind] = kept * this.#audioMs[kind] + (sum === 0 ? 0 : audioMs[kind]);
    }
  }
}
