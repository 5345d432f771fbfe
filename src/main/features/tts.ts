// Synthesis: the stream and the route for short texts.
import type { Metrics } from '../../ops/metrics.js';
import { spokenFormats } from '../../protocol/engine/synthesis.js';
import { limits } from '../../protocol/limits.js';
import { count, ms, range } from '../../system/conf.js';
import { openText } from '../../tts/front-end.js';
import { synthesisRoutes } from '../../tts/routes.js';
import { synthesisStreamRoute } from '../../tts/stream.js';
import { type ServedVoices, servedVoices } from '../../tts/voices.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

type Parts = Pick<FeatureContext, 'engines' | 'log'> & {
  readonly voices: ServedVoices;
  readonly counted: (mode: string) => (end: string, audioMs: number) => void;
};

const { synthesis } = limits;

export const ttsFeature = feature<Parts, ReturnType<typeof ttsMetrics>>({
  name: 'tts',
  capability: { name: 'tts.synth', oneShotFormats: spokenFormats, streamFormats: spokenFormats },
  limits: ({ tts }) => ({
    timeouts: {
      nextAudioRequestMs: ms('The time for which a synthesis session waits for the next GET_AUDIO', tts.nextRequestMs),
    },
    maxima: {
      synthesisSliceMs: range('timeSlice of GET_AUDIO', 'ms', synthesis.timeSliceMs),
      waitingAudioRequests: count(
        'The maximum number of GET_AUDIO messages that may wait for their audio',
        synthesis.waitingRequests,
      ),
      markupBytes: count('The maximum size of a text that is markup, in bytes', limits.tts.markupBytes),
      shortTextCharacters: count(
        'The maximum length of a text of short_text, in characters',
        synthesis.shortTextCharacters,
      ),
      synthesisTextBytes: count('The maximum size of a text of synthesis, in bytes', synthesis.textBytes),
      synthesisTextFrameBytes: count(
        'The maximum size of a text message of synthesis, in bytes',
        synthesis.textFrameBytes,
      ),
    },
  }),
  metrics: ttsMetrics,
  serves: ({ engines, log, voices, counted }, { tts: { nextRequestMs } }) => ({
    routes: synthesisRoutes({ engines, voices, onEnd: (...said) => counted('short-text')(...said) }),
    sockets: [
      synthesisStreamRoute({ engines, voices, nextRequestMs, log, onEnd: (...said) => counted('stream')(...said) }),
    ],
  }),
  start: ({ engines, log }, { speeches, seconds }) => {
    const voices = servedVoices(() => {
      const ready = engines.status().filter(({ state }) => state === 'ready');
      if (ready.length === 0) return undefined;
      const speaking = ready.flatMap(({ models }) => models.serving).filter(({ task }) => task === 'tts');
      return new Set(speaking.flatMap(({ properties }) => properties));
    });
    const counted: Parts['counted'] = (mode) => (end, audioMs) => {
      speeches.inc({ mode, end });
      seconds.inc({ mode }, audioMs / 1_000);
    };
    readOnce();
    return { parts: { engines, log, voices, counted }, properties: () => voices.names };
  },
});

function ttsMetrics(registry: Metrics) {
  return {
    speeches: registry.counter({
      name: 'tonegate_tts_speeches_total',
      help: 'Texts spoken, by outcome; CLOSED: the client left or was refused',
      labelNames: ['mode', 'end'],
    }),
    seconds: registry.counter({
      name: 'tonegate_tts_audio_seconds_total',
      help: 'Synthetic audio sent to clients',
      labelNames: ['mode'],
    }),
  };
}

/**
 * The first sentence loads the dictionary of readings, which takes longer than a sentence may, so one is read in
 * advance.
 */
function readOnce(): void {
  const reading = { language: 'cn', digitMode: 0, speakPunctuation: false, isMarkup: false } as const;
  openText({ ...reading, text: '您好' }, () => false).sentences.next();
}
