// npm run bench:call-memory: the memory of live screening calls that hear ringback, in the gateway and its engine.
//   --calls N   at once (200)      --seconds S   length of each (15)
//   --write     put the table into docs/measurements.md
//
// Resident memory is read every second while all calls are open; the largest value counts. All models that ship are
// loaded.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { processesOf, startGateway, usageOf } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { wave } from '../power/engines/callers.mjs';

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
});
const [calls, seconds] = [Number(options.calls), Number(options.seconds)];
const promised = { readyMiB: 170, engineMiB: 300, gatewayMiB: 140, callMiB: 0.6 };
const settleMs = 5_000;

/** @typedef {Record<'gateway' | 'engine', number>} Sizes resident MiB */

const gateway = await startGateway({ settings: { TONEGATE_ENGINES: '1' } });
/** @returns {Sizes} */
const sizes = () => {
  const found = processesOf(gateway.pid).map(({ pid, role }) => ({ role, ...usageOf(pid) }));
  const of = (/** @type {string} */ role) =>
    Math.max(...found.filter((each) => each.role === role).map((each) => each.rssMiB));
  return { gateway: of('gateway'), engine: of('engine') };
};
await sleep(settleMs);
const ready = sizes();
const during = { ...ready };
const watch = setInterval(() => {
  const now = sizes();
  during.gateway = Math.max(during.gateway, now.gateway);
  during.engine = Math.max(during.engine, now.engine);
}, 1_000);
const refused = await wave(gateway, calls, seconds);
clearInterval(watch);
await sleep(2 * settleMs);
const after = sizes();
await gateway.stop();

const callMiB = (during.engine - ready.engine) / calls;
const rows = [
  ['ready, all models loaded', ready],
  [`${calls} calls that hear ringback, ${refused} refused`, during],
  ['10 s after the last of them', after],
].map(([what, { gateway: own, engine }]) => [what, own.toFixed(0), engine.toFixed(0)]);
const head = `${calls} live screening calls of ${seconds} s, synthetic ringback, one engine. ${machineLine()}.`;
const each = `Each call: ${callMiB.toFixed(2)} MiB of the engine.`;
const text = `${head}\n\n${markdownTable(['resident MiB', 'gateway', 'engine'], rows)}\n\n${each}`;
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('bench:call-memory', text);

const missed = [
  ready.engine > promised.readyMiB && `ready at ${promised.readyMiB} MiB`,
  during.engine > promised.engineMiB && `the engine at ${promised.engineMiB} MiB`,
  during.gateway > promised.gatewayMiB && `the gateway at ${promised.gatewayMiB} MiB`,
  callMiB > promised.callMiB && `a call at ${promised.callMiB} MiB`,
].filter(Boolean);
if (missed.length > 0) process.stderr.write(`missed: ${missed.join(', ')}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;
