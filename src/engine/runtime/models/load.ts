// Loads a stored model so that it can run, or only tries whether it would.
import { readFileSync } from 'node:fs';
import type { CtcManifest, Family, Manifest, PhrasesManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { CheckSettings, StoredModel } from '../../../models/store.js';
import { soundModelKind } from '../../../native/sound.js';
import { WordVectors } from '../../../understanding/matching/word-vectors.js';
import { ClassifierModel } from '../classifiers/classifier.js';
import { PunctuationModel } from '../classifiers/punctuation.js';
import { loadSound } from '../classifiers/sound.js';
import { VadModel } from '../classifiers/vad.js';
import { VoiceprintModel } from '../classifiers/voiceprint.js';
import type { ModelOf } from '../graph/stored-model.js';
import { CtcModel } from '../recogniser/ctc.js';
import { checkForm } from '../recogniser/form-check.js';
import { languageKind, loadLanguage } from '../recogniser/language.js';
import { Recogniser } from '../recogniser/recogniser.js';
import { VoicesModel } from '../voices/voices.js';
import { checkContext } from './context-check.js';

export async function loadCtc(model: StoredModel): Promise<CtcModel> {
  return CtcModel.load(recogniserOf(model));
}

export async function loadVad(model: StoredModel): Promise<VadModel> {
  return VadModel.load(ofFamily('vad', model));
}

export async function loadPunctuation(model: StoredModel): Promise<PunctuationModel> {
  return PunctuationModel.load(ofFamily('punctuation', model));
}

export async function loadClassifier(model: StoredModel): Promise<ClassifierModel> {
  return ClassifierModel.load(ofFamily('classifier', model));
}

export async function loadVoiceprint(model: StoredModel): Promise<VoiceprintModel> {
  return VoiceprintModel.load(ofFamily('voiceprint', model));
}

export async function loadVoices(model: StoredModel): Promise<VoicesModel> {
  return VoicesModel.load(ofFamily('voices', model));
}

function recogniserOf(model: StoredModel): ModelOf<CtcManifest> {
  return model.manifest.family === 'transducer' ? ofFamily('transducer', model) : ofFamily('ctc', model);
}

type OfFamily<F extends Family> = ModelOf<Extract<Manifest, { family: F }>>;

function ofFamily<F extends Family>(family: F, model: StoredModel): OfFamily<F> {
  const { manifest } = model;
  if (manifest.family === family) return model as OfFamily<F>;
  throw new ModelError('bad', `${nameOf(manifest)} is of family ${manifest.family}, not ${family}`);
}

/**
 * Loads the model, runs it once and releases it; a recogniser is joined with `language` if that is given. Throws a
 * ModelError if the model could not serve.
 */
export async function probeModel(model: StoredModel, { language }: CheckSettings = {}): Promise<void> {
  switch (model.manifest.family) {
    case 'ctc':
    case 'transducer':
      return probeCtc(recogniserOf(model), language);
    case 'vad':
      return (await loadVad(model)).release();
    case 'punctuation':
      return (await loadPunctuation(model)).release();
    case 'classifier':
      return (await loadClassifier(model)).release();
    case 'voiceprint':
      return (await loadVoiceprint(model)).release();
    case 'voices':
      return (await loadVoices(model)).release();
    case 'word-vectors':
      return probeWordVectors(model, model.manifest.vectors);
    case 'phrases':
      return probePhrases(model, model.manifest);
    case 'native':
      return probeNative(model);
  }
}

async function probeCtc(model: ModelOf<CtcManifest>, language: StoredModel | undefined): Promise<void> {
  const loaded = await CtcModel.load(model);
  try {
    if (model.manifest.graph.form !== undefined) await checkForm(loaded, model);
    await checkContext(loaded);
    if (language !== undefined) Recogniser.open(loaded, loadLanguage(language));
  } finally {
    await loaded.release();
  }
}

function probeWordVectors(model: StoredModel, file: string): void {
  try {
    new WordVectors(readFileSync(model.path(file)));
  } catch (fault) {
    throw new ModelError('bad', `${nameOf(model.manifest)}: ${(fault as Error).message}`, { cause: fault });
  }
}

async function probePhrases(model: StoredModel, { words, phrases }: PhrasesManifest): Promise<void> {
  // engines, which import this file, never use the table and the understanding of robots behind it
  const { PhraseTable } = await import('../../../understanding/learning/paraphrasing/phrase-table.js');
  try {
    new PhraseTable(readFileSync(model.path(words), 'utf8'), readFileSync(model.path(phrases), 'utf8'));
  } catch (fault) {
    throw new ModelError('bad', `${nameOf(model.manifest)}: ${(fault as Error).message}`, { cause: fault });
  }
}

/**
 * Lets the addon check the content of native files. A kind that the addon does not know is checked by its hashes alone.
 */
function probeNative(model: StoredModel): void {
  const kind = model.manifest.family === 'native' ? model.manifest.kind : '';
  if (kind === languageKind) loadLanguage(model);
  if (kind === soundModelKind) loadSound(model);
}

export interface Refused {
  readonly model: StoredModel;
  readonly fault: unknown;
}

/** The first of `candidates` (best first) that loads. A refused one is reported, and the next one is tried. */
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
