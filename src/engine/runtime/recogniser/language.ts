// Task lm: a lexicon and a language model over its words, mapped from their files and shared by all streams.

import { checkFile } from '../../../models/files.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { StoredModel } from '../../../models/store.js';
import { addon } from '../../../native/index.js';
import type { NativeLanguageModel, NativeLexicon, NativeRescoringModel } from '../../../native/search-addon.js';
import { realDisk } from '../../../storage/disk.js';

export const languageKind = 'lexicon-ngram-1';
const rescoringFile = 'rescoring.bin';

export interface Language {
  /** The model, as id@version, for messages. */
  readonly name: string;
  readonly lexicon: NativeLexicon;
  readonly language: NativeLanguageModel;
  /** The model that compares whole sentences; undefined: this language model has none. */
  readonly rescoring?: NativeRescoringModel;
}

export function loadLanguage({ manifest, path }: StoredModel): Language {
  const name = nameOf(manifest);
  if (manifest.family !== 'native' || manifest.kind !== languageKind) {
    throw new ModelError('bad', `${name}: a language model must be of family native, kind ${languageKind}`);
  }
  const file = (wanted: string): string => {
    const entry = manifest.files.find((each) => each.name === wanted);
    if (entry === undefined) throw new ModelError('bad', `${name}: files: ${wanted} is missing`);
    checkFile(realDisk, path(wanted), entry);
    return path(wanted);
  };
  const [lexicon, language] = [file('lexicon.bin'), file('lm.bin')];
  const rescoring = manifest.files.some((each) => each.name === rescoringFile) ? file(rescoringFile) : undefined;
  try {
    return {
      name,
      lexicon: new addon.Lexicon(lexicon),
      language: new addon.LanguageModel(language),
      ...(rescoring !== undefined && { rescoring: new addon.RescoringModel(rescoring) }),
    };
  } catch (fault) {
    throw new ModelError('bad', `${name}: ${(fault as Error).message}`, { cause: fault });
  }
}
