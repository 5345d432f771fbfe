// A request's configuration, its profile and its word lists become what an engine is asked for.
import type { RecognitionClipParams } from '../engine/channel/messages.js';
import type { AudioCoding } from '../protocol/engine/audio.js';
import type { AnalysisParams, RecognitionMode, RecognitionParams, TextParams } from '../protocol/engine/recognition.js';
import { ServiceError } from '../protocol/errors.js';
import { type AsrConfig, asrDefaults, type GivenConfig } from '../protocol/wire/asr-config.js';
import type { Wanted } from '../protocol/wire/asr-messages.js';
import { parseStreamFormat, streamCoding } from '../protocol/wire/audio-format.js';
import type { Warning } from '../protocol/wire/speech-messages.js';
import type { ServedProperty } from './properties.js';
import { type Caller, type ResolvedWords, resolveWords, type WordListReaders } from './requested-words.js';
import type { ResourceLookup, SystemWords } from './resources.js';

export interface ConfigureParts {
  readonly lookup: ResourceLookup;
  readonly lists: WordLists;
}

/**
 * Runs `work` with readers that know every list it asks for: at once if they are compiled already, otherwise a little
 * later.
 */
export interface WordLists {
  with<T>(work: (readers: WordListReaders) => T): T | Promise<T>;
}

/** Our own number: the specification wants a warning for an unknown profile but gives it none. */
const unknownProfileWarning = 105;

export type StreamMode = Exclude<RecognitionMode, 'clip'>;
type Settled = Omit<AsrConfig, 'audioFormat'> & { readonly audioFormat: string | undefined };

export interface Settlement {
  readonly config: Settled;
  readonly words: ResolvedWords;
  /** 101 to 106; the sample rate's 100 comes when the rate is known */
  readonly warnings: readonly Warning[];
}

const noSystemWords: SystemWords = { whenUserBrings: 'merge' };

/**
 * Merges the values by the profile rules of specification 2, section 2.3: the request's override the profile's, which
 * override the table's defaults.
 */
export function settle(
  given: GivenConfig,
  caller: Caller,
  { lookup, lists }: ConfigureParts,
): Settlement | Promise<Settlement> {
  return lists.with((readers) => settleWith(given, caller, lookup, readers));
}

function settleWith(given: GivenConfig, caller: Caller, lookup: ResourceLookup, readers: WordListReaders): Settlement {
  const name = given.profile || asrDefaults.profile;
  const profile = lookup.profile(caller.developerId, name);
  const values = profile?.values ?? {};
  const sa = given.sa && values.sa ? { ...values.sa, ...given.sa } : given.sa === undefined ? values.sa : given.sa;
  const config = { ...asrDefaults, audioFormat: undefined, ...values, ...given, sa: sa ?? null } as Settled;
  const words = resolveWords(config, caller, profile?.system ?? noSystemWords, lookup, readers);
  const warnings = [...words.warnings];
  if (profile === undefined && name !== asrDefaults.profile) {
    const message = `profile: ${JSON.stringify(name.slice(0, 64))} is not known; the defaults apply`;
    warnings.unshift({ code: unknownProfileWarning, message });
  }
  return { config, words, warnings };
}

/** The parameters that every mode has. */
function shared(property: ServedProperty, { config, words }: Settlement, text: Partial<TextParams>) {
  return {
    kind: 'asr',
    property: property.modelProperty,
    nBest: config.nbest,
    hotwords: words.hotwords,
    languageModel: words.languageModel,
    analysis: analysisParams(config),
    text: {
      addPunc: config.addPunc,
      digitNorm: config.digitNorm,
      textSmooth: config.textSmooth,
      makeParagraph: false,
      outputPinyin: config.outputPinyin,
      wordType: config.wordType,
      wordTpp: config.wordTpp,
      tppContextRangeMs: 0,
      sensitiveWords: words.sensitiveWords,
      ...text,
    },
  } as const;
}

/** The parameters of a clip, without those that depend on its bytes. */
export const clipParams = (
  property: ServedProperty,
  settlement: Settlement,
): Omit<RecognitionClipParams, 'format' | 'channel' | 'maxMs'> => shared(property, settlement, {});

export function codingOf({ config: { audioFormat, encParams } }: Settlement): AudioCoding {
  if (audioFormat !== undefined) return streamCoding(parseStreamFormat(audioFormat), encParams);
  throw new ServiceError('INVALID_ARGUMENT', 'config.audioFormat: required (string)');
}

/** Parameters that have no effect in a mode are passed on; the engine knows its modes. */
export function streamParams(
  mode: StreamMode,
  property: ServedProperty,
  settlement: Settlement,
  coding: AudioCoding,
  audioMaxMs: number,
): RecognitionParams {
  const { config } = settlement;
  return {
    ...shared(property, settlement, {
      makeParagraph: config.makeParagraph,
      tppContextRangeMs: mode === 'continue' ? config.tppContextRange : 0,
    }),
    mode,
    coding,
    audioMaxMs,
    interimResults: config.interimResults,
    endpoint: {
      headMs: config.vadHead,
      tailMs: config.vadTail,
      endMs: config.vadEnd,
      maxSegmentMs: config.vadMaxSegment * 1_000,
      threshold: config.vadThreshold,
    },
  };
}

export function wantedOf({ config }: Settlement): Wanted {
  return {
    pinyin: config.outputPinyin,
    words: config.wordType !== 'DISABLED',
    analysis: asksForAnalysis(config),
    nBest: config.nbest,
    startOffsetMs: config.startOffset,
  };
}

/** An empty `sa` asks for nothing. */
const asksForAnalysis = ({ sa }: Settled): boolean => sa !== null && Object.keys(sa).length > 0;

function analysisParams(config: Settled): AnalysisParams | undefined {
  if (!asksForAnalysis(config)) return undefined;
  const { checkEmotion = false, checkGender = false, outputSpeed = false, outputVolume = false } = config.sa ?? {};
  return { emotion: checkEmotion, gender: checkGender, speed: outputSpeed, volume: outputVolume };
}
