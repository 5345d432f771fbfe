// Synthesis as a feature of the gateway: the stream and the route for short texts, over engines that it is given.
import type { Engines } from '../engine/client/client.js';
import { spokenFormats } from '../protocol/engine/synthesis.js';
import { openText } from '../tts/front-end.js';
import { synthesisRoutes } from '../tts/routes.js';
import { synthesisStreamRoute } from '../tts/stream.js';
import { servedVoices } from '../tts/voices.js';
import type { Feature } from './feature.js';
import type { FeatureContext } from './gateway.js';

export function synthesisFeature({ config, log, metrics }: FeatureContext, engines: Engines): Feature {
  const voices = servedVoices(() => {
    const ready = engines.status().filter(({ state }) => state === 'ready');
    if (ready.length === 0) return undefined;
    const speaking = ready.flatMap(({ models }) => models.serving).filter(({ task }) => task === 'tts');
    return new Set(speaking.flatMap(({ properties }) => properties));
  });
  const counted = (mode: string) => (end: string, audioMs: number) => {
    metrics.speeches.inc({ mode, end });
    metrics.speechSeconds.inc({ mode }, audioMs / 1_000);
  };
  const stream = synthesisStreamRoute({
    engines,
    voices,
    nextRequestMs: config.tts.nextRequestMs,
    log,
    onEnd: counted('stream'),
  });
  const routes = synthesisRoutes({ engines, voices, onEnd: counted('short-text') });
  readOnce();
  return {
    name: 'tts',
    routes,
    streams: [stream],
    get capabilities() {
      const names = voices.names;
      if (names.length === 0) return [];
      return [
        {
          capability: 'tts.synth',
          properties: [...names],
          endpoints: [stream, ...routes].map(({ path }) => path.replace(':property', '{property}')),
          audioFormats: [...spokenFormats],
        },
      ];
    },
    waitingFor: () => [],
    stop: async () => {},
  };
}

/** The first sentence loads the dictionary of readings, which takes longer than any other sentence may. */
function readOnce(): void {
  const reading = { language: 'cn', digitMode: 0, speakPunctuation: false, isMarkup: false } as const;
  openText({ ...reading, text: '您好' }, () => false).sentences.next();
}
