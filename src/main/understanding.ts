// The understanding process: robots in memory, no network, no database. The gateway starts it and speaks over a pipe.
import { readFileSync } from 'node:fs';
import { parent } from '../child/parent.js';
import { limits } from '../protocol/limits.js';
import type { Steps } from '../protocol/steps.js';
import { type AreaKey, areaKeyOf } from '../trust/area-key.js';
import { plainSource } from '../trust/plain-bytes.js';
import { type LoadedRobot, robotOf } from '../understanding/flow/robot.js';
import { Loading } from '../understanding/loading.js';
import { WordVectors } from '../understanding/matching/word-vectors.js';
import type { FromUnderstanding, RobotFacts, RobotFile, ToUnderstanding } from '../understanding/messages.js';
import { type PackageReader, packageOf } from '../understanding/package/reader.js';
import { type PackageRecord, sectionNames } from '../understanding/package/records.js';
import { rehearsal } from '../understanding/rehearsal.js';
import { type Loaded, serveUnderstanding } from '../understanding/serve.js';

const { frameBytes, loadSliceMs: sliceMs, robots: entries, packageBytes } = limits.dialog.process;

/** The word vectors, shared by all robots. Without the argument texts are compared only by their characters. */
const vectorFile = process.argv[2];
const vectors = vectorFile === undefined ? undefined : new WordVectors(readFileSync(vectorFile));

/** The key of the packages; undefined if they are plain. */
let robotsKey: AreaKey | undefined;
let hasRehearsed = false;

const gateway = parent<ToUnderstanding, FromUnderstanding>(frameBytes);
gateway.receive(
  serveUnderstanding({
    ...{ send: gateway.send, exit: gateway.exit, load, sliceMs },
    clock: () => performance.now(),
    later: setImmediate,
    robots: { entries, bytes: packageBytes },
    onKey: (secret) => {
      robotsKey = areaKeyOf(secret);
    },
    fault: (fault) => console.error(fault), // standard error belongs to the gateway
  }),
);
gateway.send({ type: 'ready', startMs: performance.now(), rssBytes: process.memoryUsage.rss() });

function* load({ path }: RobotFile): Steps<Loaded> {
  const source = plainSource(path, robotsKey);
  try {
    const read = yield* packageOf(source);
    const robot = yield* robotOf(recordsOf(read), { vectors, learns: 'nothing' }); // publishing learns
    rehearse(robot);
    return { robot, facts: factsOf(read), bytes: source.bytes };
  } finally {
    source.close();
  }
}

/** Runs after the first robot is loaded, and between its turns. */
function rehearse(robot: LoadedRobot): void {
  if (hasRehearsed) return;
  hasRehearsed = true;
  const clock = () => performance.now();
  const work = new Loading({ begin: () => rehearsal(robot), clock, sliceMs, later: setImmediate });
  work.wanted('rehearsal', (ended) => {
    try {
      ended();
    } catch (fault) {
      console.error(fault);
    }
  });
}

function* recordsOf(read: PackageReader): Generator<PackageRecord> {
  for (const section of sectionNames) {
    for (const record of read.records(section)) yield { section, record } as PackageRecord;
  }
}

function factsOf(read: PackageReader): RobotFacts {
  for (const { sessionTimeoutS } of read.records('robot')) return { sessionTimeoutS };
  throw new Error('the package has no robot');
}
