// Parts shared by the features that use the recogniser: recognition and transcription have the same properties and word
// lists.
import { type ServedProperties, servedProperties } from '../asr/properties.js';
import { CompiledLists } from '../asr/word-lists.js';
import type { Config } from '../config/config.js';
import type { Engines } from '../engine/client/client.js';
import type { Metrics } from '../ops/metrics.js';
import type { ListReader } from '../text/word-lists/read.js';

export interface RecognitionParts {
  readonly properties: ServedProperties;
  readonly lists: CompiledLists;
}

interface Shared {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly lists: ListReader;
}

export function recognitionParts({ config, metrics, lists: reader }: Shared, engines: Engines): RecognitionParts {
  const properties = servedProperties(() => {
    const ready = engines.status().filter(({ state }) => state === 'ready');
    if (ready.length === 0) return undefined;
    const recognisers = ready.flatMap(({ models }) => models.serving).filter(({ task }) => task === 'asr');
    return new Set(recognisers.flatMap((model) => model.properties));
  });
  const asked = metrics.counter({
    name: 'tonegate_asr_word_lists_total',
    help: 'Word lists requested by calls: hit, the compiled list was cached; miss, the list had to be read',
    labelNames: ['kind', 'outcome'],
  });
  const keptBytes = metrics.gauge({
    name: 'tonegate_asr_word_list_bytes',
    help: 'Approximate size of the cached compiled word lists',
  });
  const lists = new CompiledLists({
    ignoreTone: config.asr.ignoreTone,
    reader,
    onAsked: (kind, outcome) => asked.inc({ kind, outcome }),
  });
  metrics.collect(() => keptBytes.set(lists.keptBytes));
  return { properties, lists };
}
