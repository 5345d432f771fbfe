// npm run bench:nlu-start -- CHECKOUT: CPU time and memory of a gateway that has just started, of this checkout and of another
// one that was built before the resources of dialog robots came. Both start again and again, in turns.
//   --rounds N   starts of each (8)   --write   put the table into docs/measurements.md
import { parseArgs } from 'node:util';
import { startGateway, usageOf } from '../../lib/gateway.mjs';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { percentile } from '../tones/judge.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '8' }, write: { type: 'boolean', default: false } },
});
const [before] = positionals;
if (before === undefined) throw new Error('name the checkout to compare with: npm run bench:nlu-start -- CHECKOUT');

/** @type {Record<'before' | 'now', { cpuMs: number[], rssMiB: number[] }>} */
const figures = { before: { cpuMs: [], rssMiB: [] }, now: { cpuMs: [], rssMiB: [] } };
for (let round = 0; round < Number(options.rounds); round++) {
  for (const which of /** @type {const} */ (['before', 'now'])) {
    const gateway = await startGateway({
      ...(which === 'before' && { checkout: before }),
      settings: { TONEGATE_ENGINES: '1' },
      withApp: false, // checkouts add them by other options
    });
    const { cpuS, rssMiB } = usageOf(gateway.pid);
    figures[which].cpuMs.push(1_000 * cpuS);
    figures[which].rssMiB.push(rssMiB);
    await gateway.stop();
  }
}
const median = (/** @type {number[]} */ values) => percentile(values, 0.5);
const row = (/** @type {string} */ name, /** @type {'cpuMs' | 'rssMiB'} */ key, /** @type {string} */ unit) => {
  const [old, now] = [median(figures.before[key]), median(figures.now[key])];
  return [name, ...[old, now, now - old].map((value) => `${value.toFixed(0)} ${unit}`)];
};
const rows = [row('CPU time until it serves, median', 'cpuMs', 'ms'), row('memory then, median', 'rssMiB', 'MiB')];
const text = [
  `${options.rounds} starts of each, in turns. ${machineLine()}.`,
  markdownTable(['gateway', 'before', 'now', 'more'], rows),
].join('\n\n');
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('bench:nlu-start', text);
