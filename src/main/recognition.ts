// Recognition as a feature of the gateway: the one-shot route and the three streams, over engines that it is given.
import { type ServedProperties, servedProperties } from '../asr/properties.js';
import { asrRoutes } from '../asr/routes.js';
import { asrStreamRoutes } from '../asr/stream.js';
import { CompiledLists } from '../asr/word-lists.js';
import type { Engines } from '../engine/client/client.js';
import { oneShotFormats, streamFormats } from '../protocol/engine/audio.js';
import type { Feature } from './feature.js';
import type { FeatureContext } from './gateway.js';

/** What hears with the recogniser shares: which properties it serves, and its word lists. */
export interface RecognitionParts {
  readonly properties: ServedProperties;
  readonly lists: CompiledLists;
}

export function recognitionParts(
  { config, metrics, lists: reader }: FeatureContext,
  engines: Engines,
): RecognitionParts {
  const properties = servedProperties(() => {
    const ready = engines.status().filter(({ state }) => state === 'ready');
    if (ready.length === 0) return undefined;
    const recognisers = ready.flatMap(({ models }) => models.serving).filter(({ task }) => task === 'asr');
    return new Set(recognisers.flatMap((model) => model.properties));
  });
  const lists = new CompiledLists({
    ignoreTone: config.asr.ignoreTone,
    reader,
    onAsked: (kind, outcome) => metrics.wordLists.inc({ kind, outcome }),
  });
  metrics.collect(() => metrics.wordListBytes.set(lists.keptBytes));
  return { properties, lists };
}

export function recognitionFeature(context: FeatureContext, engines: Engines, shared: RecognitionParts): Feature {
  const { config, log, metrics, lookup } = context;
  const { properties, lists } = shared;
  const onSentence = (mode: string) => metrics.sentences.inc({ mode });
  const parts = { engines, properties, lookup, lists, onSentence };
  const routes = asrRoutes({ ...parts, maxMs: config.asr.oneShotMs });
  const audioMaxMs = {
    short: config.asr.shortStreamMs,
    utterance: Number.POSITIVE_INFINITY, // its stop conditions do not include one (specification 2, section 6)
    continue: config.asr.continueStreamMs,
  };
  const streams = asrStreamRoutes({ ...parts, audioMaxMs, log });
  return {
    name: 'asr',
    routes,
    streams,
    get capabilities() {
      const names = properties.names;
      if (names.length === 0) return [];
      return [
        {
          capability: 'asr.freetalk',
          properties: [...names],
          endpoints: [...routes, ...streams].map(({ path }) => path.replace(':property', '{property}')),
          audioFormats: [...new Set<string>([...oneShotFormats, ...streamFormats])],
        },
      ];
    },
    waitingFor: () => [],
    stop: async () => {},
  };
}
