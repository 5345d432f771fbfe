// The syntheses of an engine. They take turns of one step each: first those for which a client waits, then those that
// work ahead. The engine reads its messages and hears its streams between two steps.

import type { SpokenSentence, SynthesisParams } from '../../../protocol/engine/synthesis.js';
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { ModelSet } from '../../runtime/models/model-set.js';
import type { Voice } from '../../runtime/voices/voice.js';
import { AudioCache } from './audio-cache.js';
import { SynthesisSession, type SynthesisSink } from './synthesis.js';

export interface SpeakingParts {
  readonly models: Pick<ModelSet, 'get'>;
  /** Called when a synthesis cannot go on; it has been removed. */
  readonly failed: (session: number, fault: unknown) => void;
}

export class Speaking {
  readonly #parts: SpeakingParts;
  readonly #cache = new AudioCache({
    entries: limits.synthesis.engine.cacheEntries,
    bytes: limits.synthesis.engine.cacheBytes,
    entryBytes: limits.synthesis.engine.cacheEntryBytes,
  });
  readonly #sessions = new Map<number, SynthesisSession>();
  /** Syntheses with work to do, the one that has waited longest first. */
  readonly #ready = new Set<number>();
  #isWorking = false;

  constructor(parts: SpeakingParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** True if nothing can be made now: every synthesis is complete, far enough ahead, or waits for a sentence. */
  get isIdle(): boolean {
    return !this.#isWorking;
  }

  get cachedBytes(): number {
    return this.#cache.bytes;
  }

  /** Opens a synthesis. Throws PROPERTY_NOT_FOUND if no voice serves the property. */
  open(session: number, params: SynthesisParams, say: SynthesisSink): void {
    const { property, sampleRateHz, cacheKey } = params;
    const voice = this.#voice(property);
    if (voice === undefined) throw new ServiceError('PROPERTY_NOT_FOUND', `property ${property}: no voice serves it`);
    const key = `${this.#modelName(property)} ${property} ${sampleRateHz} ${cacheKey}`;
    const parts = { voice, voiceOf: (name: string) => this.#voice(name), cache: this.#cache, key };
    const ended = () => {
      this.close(session);
      say.ended();
    };
    this.#sessions.set(session, new SynthesisSession(params, parts, { ...say, ended }));
    this.#wake(session);
  }

  say(session: number, sentence: SpokenSentence | undefined): void {
    this.#guarded(session, (synthesis) => synthesis.take(sentence));
  }

  pull(session: number, ms: number): void {
    this.#guarded(session, (synthesis) => synthesis.pull(ms));
  }

  close(session: number): void {
    this.#sessions.get(session)?.release();
    this.#sessions.delete(session);
    this.#ready.delete(session);
  }

  #voice(property: string): Voice | undefined {
    return this.#parts.models.get('tts', property)?.voice(property);
  }

  #modelName(property: string): string {
    const manifest = this.#parts.models.get('tts', property)?.manifest;
    return `${manifest?.id}@${manifest?.version}`;
  }

  #guarded(session: number, work: (synthesis: SynthesisSession) => void): void {
    const synthesis = this.#sessions.get(session);
    if (synthesis === undefined) return; // the message crossed the end of its synthesis
    try {
      work(synthesis);
    } catch (fault) {
      this.#fail(session, fault);
    }
    this.#wake(session);
  }

  #fail(session: number, fault: unknown): void {
    if (!this.#sessions.has(session)) return;
    this.close(session);
    this.#parts.failed(session, fault);
  }

  #wake(session: number): void {
    if (!this.#sessions.get(session)?.canWork) return;
    this.#ready.add(session);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (;;) {
      await nextTurn();
      const session = this.#next();
      if (session === undefined) break;
      this.#ready.delete(session);
      try {
        await this.#sessions.get(session)?.step();
      } catch (fault) {
        this.#fail(session, fault);
      }
      if (this.#sessions.get(session)?.canWork) this.#ready.add(session);
    }
    this.#isWorking = false;
  }

  #next(): number | undefined {
    let first: number | undefined;
    for (const session of this.#ready) {
      if (this.#sessions.get(session)?.isWaitedFor) return session;
      first ??= session;
    }
    return first;
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
