// Result files of type JSON (specification 2, section 4.4, "Result formats").
import type { RecognisedWord } from '../../protocol/engine/recognition.js';
import type {
  Transcript,
  TranscriptAnalysis,
  TranscriptOptions,
  TranscriptSentence,
} from '../../protocol/engine/transcription.js';

/** Yields the JSON of a transcript in pieces. */
export function* jsonPieces({ sentences, silences }: Transcript, options: TranscriptOptions): Iterable<string> {
  yield '{';
  if (options.analysis?.outputSilence) {
    yield `"silences":${JSON.stringify((silences ?? []).map(({ startMs, endMs }) => ({ st: startMs, et: endMs })))},`;
  }
  yield '"sentences":[';
  for (const [at, sentence] of sentences.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(sentenceOf(sentence, options))}`;
  }
  yield ']}';
}

function sentenceOf(sentence: TranscriptSentence, options: TranscriptOptions) {
  const { startMs, endMs, text, pinyin, confidence, words } = sentence;
  const { analysis, outputPinyin } = options;
  return {
    st: Math.round(startMs),
    et: Math.round(endMs),
    text,
    ...(outputPinyin && { py: pinyin ?? '' }),
    c: thousandths(confidence),
    ...(options.words && { words: (words ?? []).map((word) => wordOf(word, outputPinyin)) }),
    ...(analysis && { sa: analysisOf(sentence, analysis) }),
  };
}

function wordOf({ startMs, endMs, confidence, text, pinyin, categories }: RecognisedWord, outputPinyin: boolean) {
  return {
    st: Math.round(startMs),
    et: Math.round(endMs),
    c: thousandths(confidence),
    w: text,
    ...(outputPinyin && { py: pinyin ?? '' }),
    ...(categories.length > 0 && { t: categories.join('') }),
  };
}

/** The analysis of a sentence that was requested and is available. */
function analysisOf({ role, speed, volume, emotions = [] }: TranscriptSentence, wanted: TranscriptAnalysis) {
  return {
    ...(role && { role }),
    ...(wanted.outputSpeed && speed !== undefined && { speed: tenths(speed) }),
    ...(wanted.outputVolume && volume && { avgVol: tenths(volume.average), maxVol: tenths(volume.max) }),
    ...(wanted.checkEmotion &&
      emotions.length > 0 && {
        emotions: emotions.map(({ startMs, endMs, confidence, emotion }) => ({
          st: Math.round(startMs),
          et: Math.round(endMs),
          c: thousandths(confidence),
          e: emotion,
        })),
      }),
  };
}

const thousandths = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
const tenths = (value: number): number => Math.round(value * 10) / 10;
