// The engine process: all audio work, no network, no database. The gateway starts it and speaks over a pipe. Tones are screened
// from the first moment, everything else once the models are loaded. Arguments: the directory of the model store and that of the
// models that ship; without them no model is loaded. --strict-slices: a short slice is refused even where it is the last.
// --gently: models are loaded with pauses, for an engine that nobody waits for. --sign-key, any number: installed models need the
// signature of one of them.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parent } from '../child/parent.js';
import type { FromEngine, ToEngine } from '../engine/channel/messages.js';
import { FrontendPool } from '../engine/pipeline/audio/frontend.js';
import { keywordReadings } from '../engine/pipeline/screening/prompt-readings.js';
import { ModelSet } from '../engine/runtime/models/model-set.js';
import { openModels } from '../engine/runtime/models/open-models.js';
import { serveEngine } from '../engine/serve.js';
import { ModelStore } from '../models/store.js';
import { limits } from '../protocol/limits.js';
import { ringProperties } from '../protocol/wire/property.js';
import { defaultTables } from '../ring/default-tables.js';
import { ringJudge } from '../ring/judge.js';
import { asWritten, type ReadingsOf } from '../ring/keywords.js';
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';
import { giveBackInWork, giveMemoryBack, Rest } from './recovery/rest.js';

const { stream, engine } = limits;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const rest = new Rest({
  ...{ afterMs: engine.restMs, atRest: giveMemoryBack },
  ...{ mostMs: engine.trimMs, inWork: giveBackInWork(engine.collectMs) },
});

const gateway = parent<ToEngine, FromEngine>(engine.frameBytes);
const fault = (fault: unknown) => console.error(fault); // standard error belongs to the gateway

/** Screening works without models: whatever is wrong with the store, the engine serves without them. */
async function modelsOf(
  [directory, shipped = '']: readonly string[],
  isGentle: boolean,
  signKeys: string[],
): Promise<ModelSet> {
  if (directory === undefined) return new ModelSet();
  try {
    return await openModels(new ModelStore({ disk: realDisk, directory, shipped, holder: processHolder(), signKeys }), {
      begins: (model) => gateway.send({ type: 'loading', model }),
      loaded: async (tookMs) => {
        if (isGentle)
          await sleep(tookMs); // at most half of a core
        else await nextTurn(); // so that pings are answered and slices handled
      },
    });
  } catch (reason) {
    fault(reason);
    return new ModelSet();
  }
}

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    'strict-slices': { type: 'boolean', default: false },
    gently: { type: 'boolean', default: false },
    'sign-key': { type: 'string', multiple: true, default: [] },
  },
});
const models = new ModelSet();
let readings: ReadingsOf = asWritten; // without a recogniser there are no keywords
let loading: Promise<void> | undefined;
const receive = serveEngine({
  send: gateway.send,
  exit: gateway.exit,
  frontends: new FrontendPool(
    { minMs: stream.minSliceMs, maxMs: stream.maxSliceMs, isStrict: options['strict-slices'] },
    engine.idleFrontends,
  ),
  models,
  loading: () => loading,
  workEnded: (isLast) => rest.ended(isLast),
  sessionJudge: (tables, params) => ringJudge(tables, { until: 'match', ...params }, readings),
  clipJudge: (tables, params) => ringJudge(tables, { until: 'whole', endOnRingback: false, ...params }, readings),
  tables: defaultTables,
  fault,
});
gateway.receive(receive);
const started = { startMs: performance.now(), rssBytes: process.memoryUsage.rss() };
gateway.send({ type: 'listening', ...started });
loading = modelsOf(folders, options.gently, options['sign-key']).then((loaded) => {
  models.adopt(loaded);
  readings = keywordReadings(models.get('lm', ringProperties[0]));
  loading = undefined;
});
await loading;
const { report } = models;
gateway.send({ type: 'ready', models: report, startMs: performance.now(), rssBytes: process.memoryUsage.rss() });
rest.ended(true); // loading leaves garbage, and a spare gets no work after which it would rest
