// One live screening session on the engine side: it hears slices, asks the judge and reports results. Audio flows only
// to the right; results come back through `say`. The recogniser hears in the same pass and gives the judge the text of
// a prompt; without one, or when it fails, tones are still screened.
import type { AudioCoding } from '../../../protocol/engine/audio.js';
import type { HeardEvent, HeardSoFar, RingEvidence, RingVerdict } from '../../../protocol/engine/ring.js';
import { limits } from '../../../protocol/limits.js';
import type { EndCause } from '../../channel/messages.js';
import type { AudioFrontend, FrontendPool } from '../audio/frontend.js';
import { behindMs, type PromptParts, PromptRecogniser } from './prompt-recogniser.js';

/** Decides on the events of a call. `ring/` implements it; the pipeline only feeds it. */
export interface Judge {
  take(event: HeardEvent): RingVerdict | undefined;
  evidence(heard: HeardSoFar): RingEvidence;
}

export interface ScreeningSink {
  result(verdict: RingVerdict, evidence: RingEvidence): void;
  ended(cause: EndCause): void;
}

export interface ScreeningParts {
  readonly judge: Judge;
  readonly frontends: FrontendPool;
  readonly prompts?: PromptParts | undefined;
  /** Silence since the start after which the session ends. */
  readonly silenceMs?: number | undefined;
  /** Called if the recogniser fails; the session goes on without it. */
  readonly fault?: (fault: unknown) => void;
}

export class ScreeningSession {
  readonly #frontend: AudioFrontend;
  readonly #judge: Judge;
  readonly #parts: ScreeningParts;
  #prompts: PromptRecogniser | undefined;
  /** Reason why the audio ended, while the recogniser's last words are waited for. */
  #ending: 'end' | 'audioMax' | 'silence' | undefined;
  #over = false;

  constructor(
    coding: AudioCoding,
    readonly audioMaxMs: number,
    parts: ScreeningParts,
    readonly sink: ScreeningSink,
  ) {
    const { judge, frontends, prompts } = parts;
    this.#parts = parts;
    this.#judge = judge;
    this.#frontend = frontends.take(coding, prompts?.recogniser.sampleRateHz);
    if (prompts === undefined) return;
    this.#prompts = new PromptRecogniser(
      prompts,
      this.#frontend,
      {
        text: (event) => this.#take(event),
        ended: () => this.#finishEnding(),
        failed: (fault) => {
          parts.fault?.(fault);
          this.#prompts = undefined;
          this.#finishEnding();
        },
      },
      { interim: true },
    );
  }

  /** True if the recogniser has not kept up: send no more audio then. */
  get isBehind(): boolean {
    return !this.#over && (this.#prompts?.behindMs ?? 0) > behindMs;
  }

  /** Takes a slice. Slices after the end of the session are ignored: a match may cross audio on its way. */
  push(slice: Uint8Array): void {
    if (this.#over || this.#ending) return;
    this.#frontend.push(slice, (event) => this.#take(event));
    if (this.#over) return;
    this.#prompts?.take(this.audioMaxMs);
    if (this.#frontend.totalMs >= this.audioMaxMs) this.#stop('audioMax');
    else if (this.#isSilent()) this.#stop('silence');
  }

  /** True once the session has been silent for too long. */
  #isSilent(): boolean {
    const { silenceMs = Number.POSITIVE_INFINITY } = this.#parts;
    return this.#frontend.totalMs >= silenceMs && this.#frontend.levels.peakDbm0 < limits.ring.silentBelowDbm0;
  }

  /** The call was answered at the present end of the audio; only the first answer counts. */
  answered(): void {
    if (!this.#ending) this.#take({ type: 'answered', atMs: Math.round(this.#frontend.totalMs) });
  }

  end(cancel: boolean): void {
    if (this.#over) return;
    if (cancel) {
      this.#close('cancel');
      return;
    }
    if (this.#ending) return;
    if (this.#frontend.pushLast((event) => this.#take(event))) this.#prompts?.take(this.audioMaxMs);
    if (this.#over) return;
    this.#frontend.flush((event) => this.#take(event));
    if (this.#over) return;
    this.#prompts?.take(this.audioMaxMs);
    this.#stop('end');
  }

  /** Drops the session without a message. */
  release(): void {
    if (this.#over) return;
    this.#over = true;
    this.#prompts?.close();
    this.#parts.frontends.giveBack(this.#frontend);
  }

  #take(event: HeardEvent): void {
    // Audio beyond audioMax is not heard, however the slice that holds it was cut.
    if (this.#over || (event.type === 'decided' && event.atMs > this.audioMaxMs)) return;
    const verdict = this.#judge.take(event);
    if (!verdict) return;
    this.#report(verdict);
    if (verdict.isFinal) this.#close('match');
  }

  #stop(reason: 'end' | 'audioMax' | 'silence'): void {
    this.#ending = reason;
    if (this.#prompts === undefined) this.#finishEnding();
    else this.#prompts.end();
  }

  #finishEnding(): void {
    const reason = this.#ending;
    if (this.#over || reason === undefined) return;
    const atMs = reason === 'audioMax' ? this.audioMaxMs : this.#frontend.totalMs;
    const verdict = this.#judge.take({ type: 'end', reason, atMs: Math.round(atMs) });
    if (verdict) this.#report(verdict);
    this.#close(reason);
  }

  #report(verdict: RingVerdict): void {
    const audioMs = Math.round(Math.min(this.#frontend.totalMs, this.audioMaxMs));
    const lagMs = this.#prompts && Math.round(this.#prompts.lagMs);
    const heard = { ...this.#frontend.levels, audioMs, ...(lagMs !== undefined && { lagMs }) };
    this.sink.result(verdict, this.#judge.evidence(heard));
  }

  #close(cause: EndCause): void {
    this.release();
    this.sink.ended(cause);
  }
}
