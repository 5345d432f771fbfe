// Small-corpus models of calls, mapped once for all calls that name the same file; encrypted ones are held in memory. A
// running call keeps its model when the model is dropped here or its file is deleted.
import { addon } from '../../../native/index.js';
import type { NativeLanguageModel } from '../../../native/search-addon.js';
import type { LanguageModelFile } from '../../../protocol/engine/recognition.js';
import { limits } from '../../../protocol/limits.js';
import { Lru } from '../../../storage/lru.js';
import { readPlain } from '../../../trust/plain-bytes.js';
import type { Recogniser } from '../../runtime/recogniser/recogniser.js';

interface Mapped {
  readonly model: NativeLanguageModel;
  readonly takenBy: Map<Recogniser, boolean>;
}

export class MappedCorpora {
  readonly #kept = new Lru<string, Mapped>({ entries: limits.asr.keptCorpora });
  readonly #fault: (fault: unknown) => void;

  constructor(fault: (fault: unknown) => void) {
    this.#fault = fault;
  }

  /** The model; undefined if the file is missing, or was made for other words. */
  of(recogniser: Recogniser, file: LanguageModelFile): NativeLanguageModel | undefined {
    const mapped = this.#kept.get(file.path) ?? this.#open(file);
    if (mapped === undefined) return undefined;
    let isTaken = mapped.takenBy.get(recogniser);
    if (isTaken === undefined) {
      isTaken = recogniser.takes(mapped.model);
      mapped.takenBy.set(recogniser, isTaken);
      if (!isTaken) this.#fault(new Error('custom LM not used: it was compiled for another language model'));
    }
    return isTaken ? mapped.model : undefined;
  }

  #open({ path, key }: LanguageModelFile): Mapped | undefined {
    try {
      const bytes = key === undefined ? undefined : readPlain(path, key);
      const mapped: Mapped = { model: new addon.LanguageModel(path, bytes), takenBy: new Map() };
      this.#kept.set(path, mapped);
      return mapped;
    } catch (fault) {
      this.#fault(fault);
      return undefined;
    }
  }
}
