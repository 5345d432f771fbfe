// Everything that needs engines, over one set of them: ring screening, recognition, synthesis and offline
// transcription.
import type { Engines } from '../engine/client/client.js';
import { startSpeechEngines } from './engines.js';
import type { Feature } from './feature.js';
import type { FeatureContext } from './gateway.js';
import { recognitionFeature, recognitionParts } from './recognition.js';
import { screeningFeature } from './screening.js';
import { synthesisFeature } from './synthesis.js';
import { transcriptionFeature } from './transcription.js';

export async function speechFeature(context: FeatureContext): Promise<Feature> {
  const engines = startSpeechEngines(context);
  try {
    return await overEngines(context, engines);
  } catch (fault) {
    await engines.stop();
    throw fault;
  }
}

async function overEngines(context: FeatureContext, engines: Engines): Promise<Feature> {
  const hearing = recognitionParts(context, engines);
  const parts = [
    screeningFeature(context, engines),
    recognitionFeature(context, engines, hearing),
    synthesisFeature(context, engines),
    await transcriptionFeature(context, engines, hearing),
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
