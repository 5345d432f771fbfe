// Compiles the sample text of `olm` resources into custom LMs in the background, one after another. There is no queue:
// the work is what the resources ask for and the disk does not have, so that a restart, an update, sync or another
// lexicon need no steps of their own.
import type { Logger } from 'pino';
import type { CustomLanguageModel } from '../asr/resources.js';
import { limits } from '../protocol/limits.js';
import type { State } from '../protocol/wire/resource-messages.js';
import type { Disk } from '../storage/disk.js';
import { type Compile, type CompileRun, compileInProcess } from './compile.js';
import { OlmFiles, olmKey } from './files.js';

/** A resource and the SHA-256 of its text. */
export interface OlmText {
  readonly id: string;
  readonly sha256: string;
}

export interface OlmLexicon {
  readonly file: string;
  readonly sha256: string;
}

export interface OlmParts {
  readonly disk: Disk;
  /** DATA/olm */
  readonly directory: string;
  /** The texts to compile, the longest waiting first. */
  readonly texts: () => readonly OlmText[];
  readonly content: (id: string) => Buffer | undefined;
  /** Differs after every change of a resource. */
  readonly changes: () => number;
  /** The lexicon of the active language model; undefined: there is none. */
  readonly lexicon: () => OlmLexicon | undefined;
  readonly log: Logger;
  /** monotonic clock, ms */
  readonly now?: () => number;
  readonly compile?: Compile;
  readonly pollMs?: number;
}

interface Failure {
  readonly reason: string;
  readonly retryAtMs: number;
}

const noLexicon = 'no language model with a lexicon is active';

export class OlmModels {
  readonly #parts: OlmParts;
  readonly #files: OlmFiles;
  readonly #now: () => number;
  readonly #poll: NodeJS.Timeout;
  #ready = new Set<string>();
  /** Key of the latest text of a resource that was compiled. */
  readonly #latest = new Map<string, string>();
  readonly #failures = new Map<string, Failure>();
  /** Time since which nobody needs a file. */
  readonly #unusedSinceMs = new Map<string, number>();
  #lexicon: OlmLexicon | undefined;
  #seenChanges: number | undefined;
  #texts: readonly OlmText[] = [];
  #running: { readonly key: string; readonly run: CompileRun; readonly done: Promise<void> } | undefined;
  #isStopped = false;

  constructor(parts: OlmParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#files = new OlmFiles(parts.disk, parts.directory);
    this.#ready = new Set(this.#files.open());
    this.followLexicon();
    this.#poll = setInterval(() => this.#look(), parts.pollMs ?? limits.olm.pollMs);
    this.#poll.unref();
  }

  /** Called when another language model may be active. */
  followLexicon(): void {
    const lexicon = this.#parts.lexicon();
    if (lexicon?.sha256 !== this.#lexicon?.sha256) this.#latest.clear(); // of other words
    this.#lexicon = lexicon;
    this.#seenChanges = undefined;
    this.#look();
  }

  stateOf({ sha256 }: Pick<OlmText, 'sha256'>): State {
    const key = this.#keyOf(sha256);
    if (key === undefined) return { state: 'FAILED', stateReason: noLexicon };
    if (this.#ready.has(key)) return { state: 'READY' };
    const failure = this.#failures.get(key);
    return failure === undefined ? { state: 'COMPILING' } : { state: 'FAILED', stateReason: failure.reason };
  }

  /** Model for a call that starts now. While a changed text is compiled, the model of the text before it serves. */
  modelOf({ id, sha256 }: OlmText): CustomLanguageModel {
    const key = this.#keyOf(sha256);
    if (key !== undefined && this.#ready.has(key)) return { path: this.#files.pathOf(key), warning: undefined };
    const before = this.#latest.get(id);
    const path = before !== undefined && this.#ready.has(before) ? this.#files.pathOf(before) : undefined;
    const { state, stateReason } = this.stateOf({ sha256 });
    if (state === 'FAILED') return { path, warning: `could not be compiled: ${stateReason}` };
    return { path, warning: path === undefined ? 'not compiled yet' : undefined };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    this.#running?.run.stop();
    await this.#running?.done;
  }

  #keyOf(sha256: string): string | undefined {
    return this.#lexicon && olmKey(sha256, this.#lexicon.sha256);
  }

  #look(): void {
    if (this.#isStopped) return;
    try {
      const changes = this.#parts.changes();
      if (changes !== this.#seenChanges) {
        this.#texts = this.#parts.texts();
        this.#seenChanges = changes;
      }
      this.#sweep();
      this.#compileNext();
    } catch (err) {
      this.#parts.log.error({ err }, 'custom LM: the check for outdated models failed');
    }
  }

  #sweep(): void {
    const ids = new Set(this.#texts.map(({ id }) => id));
    const wanted = new Set(this.#texts.map(({ sha256 }) => this.#keyOf(sha256)));
    for (const { id, sha256 } of this.#texts) {
      const key = this.#keyOf(sha256);
      if (key !== undefined && this.#ready.has(key)) this.#latest.set(id, key);
    }
    for (const id of this.#latest.keys()) if (!ids.has(id)) this.#latest.delete(id);
    for (const key of this.#failures.keys()) if (!wanted.has(key)) this.#failures.delete(key);
    const needed = new Set([...wanted, ...this.#latest.values()]);
    for (const key of this.#ready) {
      if (needed.has(key)) {
        this.#unusedSinceMs.delete(key);
        continue;
      }
      const sinceMs = this.#unusedSinceMs.get(key) ?? this.#now();
      this.#unusedSinceMs.set(key, sinceMs);
      if (this.#now() - sinceMs < limits.olm.unusedMs) continue;
      this.#ready.delete(key);
      this.#unusedSinceMs.delete(key);
      this.#files.remove(key);
    }
  }

  #compileNext(): void {
    if (this.#running !== undefined || this.#lexicon === undefined) return;
    const next = this.#texts.find(({ sha256 }) => this.#isDue(this.#keyOf(sha256) as string));
    if (next === undefined) return;
    const text = this.#parts.content(next.id);
    if (text === undefined) return; // deleted meanwhile
    const key = this.#keyOf(next.sha256) as string;
    const { compile = compileInProcess, directory } = this.#parts;
    const run = compile({ key, directory, lexicon: this.#lexicon.file }, text);
    this.#running = { key, run, done: this.#finish(next.id, key, run) };
  }

  #isDue(key: string): boolean {
    if (this.#ready.has(key)) return false;
    const failure = this.#failures.get(key);
    return failure === undefined || failure.retryAtMs <= this.#now();
  }

  async #finish(id: string, key: string, run: CompileRun): Promise<void> {
    const { fault, isText } = await run.report;
    this.#running = undefined;
    if (this.#isStopped) return;
    const { log } = this.#parts;
    if (fault === null) {
      this.#ready.add(key);
      this.#failures.delete(key);
      log.info({ resource: id }, 'custom LM compiled');
    } else {
      const retryAtMs = isText ? Number.POSITIVE_INFINITY : this.#now() + limits.olm.retryMs;
      this.#failures.set(key, { reason: fault, retryAtMs });
      log.warn({ resource: id, reason: fault }, 'custom LM could not be compiled');
    }
    this.#look();
  }
}
