// The engine process: all audio work, no network, no database. The gateway forks it and speaks over the fork's channel.

import type { FromEngine, ToEngine } from '../engine/messages.js';
import { HearingPool } from '../engine/pipeline/hearing.js';
import { serveEngine } from '../engine/serve.js';
import { limits } from '../protocol/limits.js';
import { defaultTables } from '../ring/default-tables.js';
import { ringJudge } from '../ring/judge.js';

const { stream, engine } = limits;

let unsent = 0;
let leaving = false;

const send = (message: FromEngine): void => {
  if (!process.connected) return;
  unsent++;
  process.send?.(message, undefined, undefined, () => {
    unsent--;
    leaveWhenSaid();
  });
};

/** Leaves once the last message is on its way. */
const leaveWhenSaid = (): void => {
  if (leaving && unsent === 0 && process.connected) process.disconnect();
};

const receive = serveEngine({
  send,
  exit: () => {
    leaving = true;
    leaveWhenSaid();
  },
  hearings: new HearingPool({ minMs: stream.minSliceMs, maxMs: stream.maxSliceMs }, engine.idleFrontends),
  sessionJudge: (tables, { endOnRingback }) => ringJudge(tables, { until: 'match', endOnRingback }),
  clipJudge: (tables) => ringJudge(tables, { until: 'whole', endOnRingback: false }),
  tables: defaultTables,
  fault: (fault) => console.error(fault), // standard error is the gateway's
});

process.on('message', (message) => receive(message as ToEngine));
// No gateway, no work: its death closes the channel, and so does a finished stop.
process.on('disconnect', () => process.exit(0));
// A Ctrl-C reaches the whole process group; the gateway decides when an engine stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
send({ type: 'ready' });
