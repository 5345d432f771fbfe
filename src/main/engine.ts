// The engine process: all audio work, no network, no database. The gateway starts it and speaks over a pipe.

import { Socket } from 'node:net';
import { FrameReader, FrameWriter } from '../engine/frames.js';
import type { FromEngine, ToEngine } from '../engine/messages.js';
import { HearingPool } from '../engine/pipeline/hearing.js';
import { serveEngine } from '../engine/serve.js';
import { limits } from '../protocol/limits.js';
import { defaultTables } from '../ring/default-tables.js';
import { ringJudge } from '../ring/judge.js';

const { stream, engine } = limits;

// The descriptor that EngineProcess gives to the engine.
const pipe = new Socket({ fd: 3, readable: true, writable: true });
const writer = new FrameWriter<FromEngine>(pipe);

const receive = serveEngine({
  send: (message) => writer.send(message),
  exit: () => pipe.end(() => process.exit(0)),
  hearings: new HearingPool({ minMs: stream.minSliceMs, maxMs: stream.maxSliceMs }, engine.idleFrontends),
  sessionJudge: (tables, { endOnRingback }) => ringJudge(tables, { until: 'match', endOnRingback }),
  clipJudge: (tables) => ringJudge(tables, { until: 'whole', endOnRingback: false }),
  tables: defaultTables,
  fault: (fault) => console.error(fault), // standard error is the gateway's
});

const reader = new FrameReader<ToEngine>((message) => receive(message));
pipe.on('data', (chunk: Buffer) => reader.push(chunk));
// No gateway, no work: its death closes the pipe.
pipe.on('close', () => process.exit(0));
pipe.on('end', () => process.exit(0));
pipe.on('error', () => process.exit(0));
process.stderr.on('error', () => {}); // whoever read it may have gone
// A Ctrl-C reaches the whole process group; the gateway decides when an engine stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
writer.send({ type: 'ready' });
