// From a stored model to one that runs, and the look into one that only asks whether it would.
import type { CtcManifest, PunctuationManifest, VadManifest } from '../../models/manifest.js';
import type { StoredModel } from '../../models/store.js';
import { CtcModel } from './ctc.js';
import { PunctuationModel } from './punctuation.js';
import type { ModelOf } from './stream-model.js';
import { VadModel } from './vad.js';

export const loadCtc = (model: StoredModel): Promise<CtcModel> => CtcModel.load(model as ModelOf<CtcManifest>);
export const loadVad = (model: StoredModel): Promise<VadModel> => VadModel.load(model as ModelOf<VadManifest>);
export const loadPunctuation = (model: StoredModel): Promise<PunctuationModel> =>
  PunctuationModel.load(model as ModelOf<PunctuationManifest>);

/** Loads the model, runs it once and lets it go: throws a ModelError when it would not serve. */
export async function probeModel(model: StoredModel): Promise<void> {
  switch (model.manifest.family) {
    case 'ctc':
      return (await loadCtc(model)).release();
    case 'vad':
      return (await loadVad(model)).release();
    case 'punctuation':
      return (await loadPunctuation(model)).release();
    case 'native':
      return; // its files are checked by their hashes; the addon is the judge of what they hold
  }
}

export interface Refused {
  readonly model: StoredModel;
  readonly fault: unknown;
}

/** The first of `candidates` (best first) that loads. What is refused is told, and the next one serves. */
export async function loadFirst<T>(
  candidates: readonly StoredModel[],
  load: (model: StoredModel) => Promise<T>,
  refused: (refusal: Refused) => void,
): Promise<{ model: StoredModel; loaded: T } | undefined> {
  for (const model of candidates) {
    try {
      return { model, loaded: await load(model) };
    } catch (fault) {
      refused({ model, fault });
    }
  }
  return undefined;
}
