// npm run attack -- NAME|all: attacks on a gateway while a bystander at another address goes on with its work.
//   --list         the names, and what each does       --calm S, --attack S   length of the two parts (20, 20)
//   --write        put the table into docs/measurements.md
//
// Each attack is a file of attacks/: it exports `about` (a sentence), perhaps `settings` (environment variables of the
// gateway), and `run(target)`, which attacks until the signal aborts and returns facts for the table. An attack without
// a bystander exports `alone = true` and throws where the gateway gives way. Attackers run at the lowest priority,
// since they stand for other machines.
import { spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addApp, startGateway } from '../lib/gateway.mjs';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';

/** @typedef {import('./bystander.mjs').Phase} Phase */
/** @typedef {{ gateway: import('../lib/gateway.mjs').Gateway, address: string, signal: AbortSignal }} Target
 *   `gateway` has the attacker's own application; `address`: of this machine, from which attackers connect */
/** @typedef {{ about: string, settings?: Record<string, string>, appOptions?: string[], alone?: boolean,
 *   run(target: Target): Promise<Record<string, string | number>> }} Attack */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    calm: { type: 'string', default: '20' },
    attack: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
});
const [calmMs, attackMs] = [1_000 * Number(options.calm), 1_000 * Number(options.attack)];
/** The promise, as shares of the calm figures. */
const promised = { served: 0.99, p99: 2, verdictP95: 1.1 };
const addresses = { attacker: '127.0.0.66', bystander: '127.0.0.7' };
const [settleMs, oneShotMs, calls] = [3_000, 100, 4];

const folder = new URL('attacks/', import.meta.url);
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -'.mjs'.length));
/** @param {string} name @returns {Promise<Attack>} */
const load = async (name) => await import(new URL(`${name}.mjs`, folder).href);

if (options.list || positionals.length === 0) {
  for (const name of known) process.stdout.write(`${name.padEnd(22)} ${(await load(name)).about}\n`);
  process.exit(options.list ? 0 : 2);
}
const names = positionals.includes('all') ? known : positionals;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`there is no attack ${unknown.join(', ')}; npm run attack -- --list shows them all\n`);
  process.exit(2);
}

/** @param {import('../lib/gateway.mjs').Gateway} gateway */
async function startBystander(gateway) {
  const app = await addApp(gateway, 'bystander');
  const settings = { http: gateway.http, address: addresses.bystander, oneShotMs, calls, ...app };
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('bystander.mjs', import.meta.url)), JSON.stringify(settings)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout });
  return {
    /** Ends a phase and tells its figures. @returns {Promise<Phase>} */
    phase: async () => {
      const line = once(lines, 'line');
      child.stdin.write('end\n');
      return JSON.parse((await line)[0]);
    },
    stop: () => child.kill(),
  };
}

/** @param {Phase} calm @param {Phase} phase */
function lost(calm, phase) {
  const held = [
    [phase.served >= promised.served * phase.sent, `${phase.served} of ${phase.sent} one-shots were served`],
    [phase.p99Ms <= promised.p99 * calm.p99Ms, `p99 ${phase.p99Ms.toFixed(0)} ms, calm ${calm.p99Ms.toFixed(0)} ms`],
    [
      phase.verdicts > 0 && phase.verdictP95Ms <= promised.verdictP95 * calm.verdictP95Ms,
      `verdict p95 ${phase.verdictP95Ms.toFixed(0)} ms, calm ${calm.verdictP95Ms.toFixed(0)} ms`,
    ],
    [
      phase.verdicts >= phase.calls,
      `${phase.verdicts} of ${phase.calls} calls had a verdict (${phase.faults.join('; ')})`,
    ],
  ];
  return held.filter(([holds]) => !holds).map(([, words]) => String(words));
}

/** @param {string} name @returns {Promise<{ row: string[], faults: string[] }>} */
async function attack(name) {
  const { settings = {}, appOptions = [], alone = false, run } = await load(name);
  setPriority(constants.priority.PRIORITY_NORMAL); // the attacked gateway inherits it
  const gateway = await startGateway({ settings, appOptions });
  try {
    const attacking = new AbortController();
    setMaxListeners(0, attacking.signal); // each request of an attack adds a listener
    const target = { gateway, address: addresses.attacker, signal: attacking.signal };
    const told = (/** @type {Record<string, string | number>} */ facts) =>
      Object.entries(facts)
        .map(([fact, value]) => `${fact} ${value}`)
        .join(', ');
    if (alone) return { row: [name, '–', '–', '–', told(await run(target))], faults: [] };
    const bystander = await startBystander(gateway);
    try {
      await sleep(settleMs);
      await bystander.phase();
      await sleep(calmMs);
      const calm = await bystander.phase();
      setPriority(constants.priority.PRIORITY_LOW);
      const over = run(target);
      over.catch(() => {}); // thrown below
      await sleep(attackMs);
      const during = await bystander.phase();
      attacking.abort();
      const facts = await over;
      const ms = (/** @type {number} */ value) => (Number.isFinite(value) ? value.toFixed(0) : '–');
      const row = [
        name,
        `${during.served} of ${during.sent}`,
        `${ms(calm.p99Ms)} → ${ms(during.p99Ms)}`,
        `${ms(calm.verdictP95Ms)} → ${ms(during.verdictP95Ms)}`,
        told(facts),
      ];
      return { row, faults: lost(calm, during) };
    } finally {
      bystander.stop();
    }
  } finally {
    await gateway.stop();
  }
}

/** @type {string[][]} */
const rows = [];
let failed = 0;
for (const name of names) {
  const { row, faults } = await attack(name).catch((/** @type {Error} */ fault) => ({
    row: [name, '–', '–', '–', ''],
    faults: [fault.message],
  }));
  rows.push([...row, faults.length === 0 ? 'holds' : `FAILS: ${faults.join('; ')}`]);
  process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`);
  if (faults.length > 0) failed++;
}
const head = ['attack', 'bystander’s 200s', 'p99, ms', 'verdict p95, ms', 'the attacker saw', 'contract'];
const text = `Attacks of ${attackMs / 1_000} s after ${calmMs / 1_000} s of calm. ${machineLine()}.\n\n${markdownTable(head, rows)}`;
process.stdout.write(`${text}\n`);
if (options.write) writeBlock('attack', text);
process.exit(failed > 0 ? 1 : 0);
