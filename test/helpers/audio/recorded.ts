// The recorded speech in the repository; test/fixtures/speech/README.md names its owner.
import { readFileSync } from 'node:fs';
import { addon, encodings } from '../../../src/native/index.js';
import { shippedFile } from '../models/shipped.js';

export interface RecordedSentence {
  readonly name: string;
  readonly speaker: string;
  readonly gender: 'FEMALE' | 'MALE';
  readonly text: string;
}

export const recordedSentences = [
  { name: 'BAC009S0150W0130', speaker: 'S0150', gender: 'FEMALE', text: '百分之六十是安全临界点' },
  { name: 'BAC009S0150W0137', speaker: 'S0150', gender: 'FEMALE', text: '中国现在处于绝对安全位置' },
  { name: 'BAC009S0252W0124', speaker: 'S0252', gender: 'MALE', text: '除一季度的降准降息之外' },
] as const satisfies readonly RecordedSentence[];

/** The recording that `tonegate selftest` hears, and that therefore ships. */
const shippedName = 'BAC009S0150W0137';
const fixtures = new URL('../../fixtures/speech/', import.meta.url);

/** The whole WAV file: 8 kHz, A-law. */
export const wavOfRecorded = ({ name }: RecordedSentence): Buffer =>
  readFileSync(name === shippedName ? shippedFile('asr-zh-8k', 'sentence.wav') : new URL(`${name}.wav`, fixtures));

export function samplesOfRecorded(sentence: RecordedSentence): Int16Array {
  const bytes = wavOfRecorded(sentence);
  const info = addon.parseWav(bytes);
  if (typeof info === 'string') throw new Error(`${sentence.name}: ${info}`);
  return addon.decode(encodings.alaw, bytes.subarray(info.dataOffset, info.dataOffset + info.dataBytes));
}
