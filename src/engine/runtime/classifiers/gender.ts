// The speaker's gender, as `analysis` of a sentence reports it.
import type { Analysis } from '../../../protocol/engine/recognition.js';
import type { ClassifierModel } from './classifier.js';

export type GenderVerdict = NonNullable<Analysis['gender']>;

/** `rows`: rows of the model's front end for the speech of one sentence. Undefined for too little speech. */
async function genderOfRows(model: ClassifierModel, rows: Float32Array): Promise<GenderVerdict | undefined> {
  const verdict = await model.classify(rows);
  if (verdict === undefined) return undefined;
  return { gender: verdict.name === 'FEMALE' ? 'FEMALE' : 'MALE', confidence: verdict.confidence };
}

/** `speech`: samples at the model's sample rate. */
export function genderOfSpeech(model: ClassifierModel, speech: Int16Array): Promise<GenderVerdict | undefined> {
  return genderOfRows(model, model.rowsOf(speech));
}
