// `npm run bench:clips`: CPU time of sending a one-shot clip of 5 MiB from gateway to engine over a socket, both ends
// in this process: as the raw bytes of its message, and serialised like all other values. docs/why/engine-channel.md
// has the figures.
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { FrameReader, FrameWriter } from '../../../dist/child/frames.js';
import { limits } from '../../../dist/protocol/limits.js';
import { machineLine } from '../lib/report.mjs';

const [clipBytes, rounds, clipsPerRound] = [5 * 1024 * 1024, 7, 10];

const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-clips-'));
const server = net.createServer();
await new Promise((resolve) => server.listen(path.join(folder, 'pipe'), () => resolve(undefined)));
/** @type {Promise<net.Socket>} */
const accepted = new Promise((resolve) => server.once('connection', resolve));
const gateway = net.connect(path.join(folder, 'pipe'));
const engine = await accepted;

/** @type {(message: unknown) => void} */
let arrived = () => {};
const reader = new FrameReader((message) => arrived(message), limits.engine.frameBytes);
engine.on('data', (chunk) => reader.push(chunk));
const writer = new FrameWriter(gateway);

/** @param {{ type: string }} message */
const cross = (message) =>
  new Promise((resolve) => {
    arrived = resolve;
    writer.send(message);
  });

/** Processor time of one clip in ms, the best round. @param {{ type: string }} message */
async function costMs(message) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage();
    for (let clip = 0; clip < clipsPerRound; clip++) await cross(message);
    const { user, system } = process.cpuUsage(before);
    if (round > 0) best = Math.min(best, (user + system) / 1_000 / clipsPerRound); // the first round warms up
  }
  return best.toFixed(1);
}

const bytes = Buffer.alloc(clipBytes, 0xd5);
console.log(machineLine());
console.log(`serialised in its message: ${await costMs({ type: 'clip', params: { bytes } })} ms`);
console.log(`after its message, as it is: ${await costMs({ type: 'clip', params: {}, bytes })} ms`);
gateway.destroy();
server.close();
rmSync(folder, { recursive: true });
