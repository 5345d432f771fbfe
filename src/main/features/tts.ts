// Synthesis: the stream and the route for short texts.
import { spokenFormats } from '../../protocol/engine/synthesis.js';
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

export const ttsFeature = feature<Parts>({
  name: 'tts',
  capability: { name: 'tts.synth', oneShotFormats: spokenFormats, streamFormats: spokenFormats },
  serves: ({ engines, log, voices, counted }, { tts: { nextRequestMs } }) => ({
    routes: synthesisRoutes({ engines, voices, onEnd: (...said) => counted('short-text')(...said) }),
    sockets: [
      synthesisStreamRoute({ engines, voices, nextRequestMs, log, onEnd: (...said) => counted('stream')(...said) }),
    ],
  }),
  start: ({ engines, log, metrics }) => {
    const voices = servedVoices(() => {
      const ready = engines.status().filter(({ state }) => state === 'ready');
      if (ready.length === 0) return undefined;
      const speaking = ready.flatMap(({ models }) => models.serving).filter(({ task }) => task === 'tts');
      return new Set(speaking.flatMap(({ properties }) => properties));
    });
    const counted: Parts['counted'] = (mode) => (end, audioMs) => {
      metrics.speeches.inc({ mode, end });
      metrics.speechSeconds.inc({ mode }, audioMs / 1_000);
    };
    readOnce();
    return { parts: { engines, log, voices, counted }, properties: () => voices.names };
  },
});

/** The first sentence loads the dictionary of readings, which takes longer than any other sentence may. */
function readOnce(): void {
  const reading = { language: 'cn', digitMode: 0, speakPunctuation: false, isMarkup: false } as const;
  openText({ ...reading, text: '您好' }, () => false).sentences.next();
}
