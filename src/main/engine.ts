// The engine process: all audio work, no network, no database. The gateway starts it and speaks over a pipe. Arguments:
// the directory of the model store and that of the models that ship; without them no model is loaded. --strict-slices:
// a short slice is refused even where it is the last.

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
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';

const { stream, engine } = limits;

const gateway = parent<ToEngine, FromEngine>(engine.frameBytes);
const fault = (fault: unknown) => console.error(fault); // standard error is the gateway's

/** Models are no condition for screening: whatever is wrong with the store, the engine serves without them. */
async function modelsOf([directory, shipped = '']: readonly string[]): Promise<ModelSet> {
  if (directory === undefined) return new ModelSet();
  try {
    return await openModels(new ModelStore({ disk: realDisk, directory, shipped, holder: processHolder() }));
  } catch (reason) {
    fault(reason);
    return new ModelSet();
  }
}

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { 'strict-slices': { type: 'boolean', default: false } },
});
const models = await modelsOf(folders);
const readings = keywordReadings(models.get('lm', ringProperties[0]));
const receive = serveEngine({
  send: gateway.send,
  exit: gateway.exit,
  frontends: new FrontendPool(
    { minMs: stream.minSliceMs, maxMs: stream.maxSliceMs, isStrict: options['strict-slices'] },
    engine.idleFrontends,
  ),
  models,
  sessionJudge: (tables, params) => ringJudge(tables, { until: 'match', ...params }, readings),
  clipJudge: (tables, params) => ringJudge(tables, { until: 'whole', endOnRingback: false, ...params }, readings),
  tables: defaultTables,
  fault,
});
gateway.receive(receive);
const { report } = models;
gateway.send({ type: 'ready', models: report, startMs: performance.now(), rssBytes: process.memoryUsage.rss() });
