// Everything that needs engines, over one set of them: ring screening, recognition and synthesis.
import { startSpeechEngines } from './engines.js';
import type { Feature } from './feature.js';
import type { FeatureContext } from './gateway.js';
import { recognitionFeature } from './recognition.js';
import { screeningFeature } from './screening.js';
import { synthesisFeature } from './synthesis.js';

export function speechFeature(context: FeatureContext): Feature {
  const engines = startSpeechEngines(context);
  const parts = [
    screeningFeature(context, engines),
    recognitionFeature(context, engines),
    synthesisFeature(context, engines),
  ];
  let isReady = false;
  engines.ready().then(
    () => {
      isReady = true;
    },
    () => {}, // the supervisor logs it and goes on trying
  );
  return {
    name: 'speech',
    routes: parts.flatMap(({ routes }) => routes),
    streams: parts.flatMap(({ streams }) => streams),
    get capabilities() {
      return parts.flatMap(({ capabilities }) => capabilities);
    },
    waitingFor: () => (isReady || engines.status().some(({ state }) => state === 'ready') ? [] : ['engine']),
    stop: async () => {
      for (const part of parts) await part.stop();
      await engines.stop();
    },
  };
}
