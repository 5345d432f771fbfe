// Compiles the sample text of `olm` resources into custom LMs in the background, one after another. There is no queue:
// the work is what the resources ask for and the disk does not have, so that a restart, an update, sync or another
// lexicon need no steps of their own.
import type { Logger } from 'pino';
import type { CustomLanguageModel } from '../asr/resources.js';
import { Periodic } from '../jobs/periodic.js';
import { Unneeded } from '../jobs/retention.js';
import { Runner } from '../jobs/runner.js';
import { limits } from '../protocol/limits.js';
import type { State } from '../protocol/wire/resource-messages.js';
import type { Disk } from '../storage/disk.js';
import type { DataKey } from '../trust/data-key.js';
import { type Compile, compileInProcess } from './compile.js';
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
  /** The key under which the models are encrypted; plain unless given. */
  readonly dataKey?: DataKey | undefined;
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
  /** undefined: the text is to blame. */
  readonly retryAtMs: number | undefined;
}

/** A text to compile. */
interface Compilation {
  readonly id: string;
  readonly key: string;
  readonly lexicon: OlmLexicon;
  readonly text: Buffer;
}

class CompileFault extends Error {
  override readonly name = 'CompileFault';
  constructor(
    message: string,
    readonly isText: boolean,
  ) {
    super(message);
  }
}

const noLexicon = 'no language model with a lexicon is active';

export class OlmModels {
  readonly #parts: OlmParts;
  readonly #files: OlmFiles;
  readonly #now: () => number;
  readonly #unneeded: Unneeded;
  readonly #compiler: Runner<Compilation>;
  readonly #poll: Periodic;
  #ready = new Set<string>();
  /** Key of the latest text of a resource that was compiled. */
  readonly #latest = new Map<string, string>();
  readonly #failures = new Map<string, Failure>();
  #lexicon: OlmLexicon | undefined;
  #seenChanges: number | undefined;
  #texts: readonly OlmText[] = [];

  constructor(parts: OlmParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#files = new OlmFiles(parts.disk, parts.directory, parts.dataKey);
    this.#unneeded = new Unneeded(limits.olm.unusedMs, this.#now);
    this.#ready = new Set(this.#files.open());
    this.#compiler = new Runner({
      ...{ name: 'custom LM', log: parts.log, diskRetryMs: limits.olm.pollMs },
      keyOf: ({ key }) => key,
      lanes: [
        {
          slots: 1,
          claim: () => this.#next(),
          work: (compilation, { signal }) => this.#compile(compilation, signal),
          faulted: (compilation, fault) => this.#failed(compilation, fault),
        },
      ],
      onSettled: () => this.#look(),
    });
    this.#compiler.start();
    this.followLexicon();
    const everyMs = parts.pollMs ?? limits.olm.pollMs;
    this.#poll = new Periodic({ everyMs, work: () => this.#look(), onFault: () => {} }); // a look reports its faults itself
    this.#poll.start();
  }

  /** Called when another language model may be active. */
  followLexicon(): void {
    const lexicon = this.#parts.lexicon();
    if (lexicon?.sha256 !== this.#lexicon?.sha256) this.#latest.clear(); // they have the words of another lexicon
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
    if (key !== undefined && this.#ready.has(key)) return { file: this.#files.fileOf(key), warning: undefined };
    const before = this.#latest.get(id);
    const file = before !== undefined && this.#ready.has(before) ? this.#files.fileOf(before) : undefined;
    const { state, stateReason } = this.stateOf({ sha256 });
    if (state === 'FAILED') return { file, warning: `could not be compiled: ${stateReason}` };
    return { file, warning: file === undefined ? 'not compiled yet' : undefined };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#poll.stop(), this.#compiler.stop()]);
  }

  #keyOf(sha256: string): string | undefined {
    return this.#lexicon && olmKey(sha256, this.#lexicon.sha256);
  }

  #look(): void {
    try {
      this.#readTexts();
      this.#sweep();
    } catch (err) {
      this.#parts.log.error({ err }, 'custom LM: the check for outdated models failed');
    }
    this.#compiler.kick();
  }

  #readTexts(): void {
    const changes = this.#parts.changes();
    if (changes === this.#seenChanges) return;
    this.#texts = this.#parts.texts();
    this.#seenChanges = changes;
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
    for (const key of this.#unneeded.expired(this.#ready, (each) => needed.has(each))) {
      this.#ready.delete(key);
      this.#files.remove(key);
    }
  }

  #next(): Compilation | undefined {
    const lexicon = this.#lexicon;
    if (lexicon === undefined) return undefined;
    this.#readTexts();
    const next = this.#texts.find(({ sha256 }) => this.#isDue(olmKey(sha256, lexicon.sha256)));
    const text = next && this.#parts.content(next.id); // undefined: deleted meanwhile
    if (next === undefined || text === undefined) return undefined;
    return { id: next.id, key: olmKey(next.sha256, lexicon.sha256), lexicon, text };
  }

  #isDue(key: string): boolean {
    if (this.#ready.has(key)) return false;
    const failure = this.#failures.get(key);
    return failure === undefined || (failure.retryAtMs ?? Number.POSITIVE_INFINITY) <= this.#now();
  }

  async #compile({ id, key, lexicon, text }: Compilation, signal: AbortSignal): Promise<void> {
    const { compile = compileInProcess, directory, log } = this.#parts;
    const run = compile({ key, directory, lexicon: lexicon.file }, text, { seal: this.#files.newSeal() });
    signal.addEventListener('abort', run.stop, { once: true });
    const { fault, isText } = await run.report;
    if (fault !== null) throw new CompileFault(fault, isText);
    this.#files.fileOf(key); // one that no engine could open counts as not compiled
    this.#ready.add(key);
    this.#failures.delete(key);
    log.info({ resource: id }, 'custom LM compiled');
  }

  #failed({ id, key }: Compilation, fault: unknown): void {
    const { message: reason } = fault as Error;
    const isText = fault instanceof CompileFault && fault.isText;
    this.#failures.set(key, { reason, retryAtMs: isText ? undefined : this.#now() + limits.olm.retryMs });
    this.#parts.log.warn({ resource: id, reason }, 'custom LM could not be compiled');
  }
}
