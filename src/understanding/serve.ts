// The understanding process. It keeps robots in memory and runs one turn after another. It keeps no session, opens no
// connection and decides nothing by a clock; each turn brings everything that it needs.

import { FrameFault, type SliceMessage } from '../child/frames.js';
import type { Steps } from '../protocol/steps.js';
import type { LruLimits } from '../storage/lru.js';
import { Lru } from '../storage/lru.js';
import type { AreaSecret } from '../trust/area-key.js';
import { type FoundQuestions, questionsOf } from './flow/questions.js';
import type { LoadedRobot } from './flow/robot.js';
import { runTurn } from './flow/run.js';
import type { SessionState } from './flow/turn.js';
import { Loading, type LoadingParts } from './loading.js';
import type {
  FailureCause,
  FindOrder,
  FromUnderstanding,
  RobotFacts,
  RobotFile,
  ToUnderstanding,
  TurnOrder,
  Understood,
} from './messages.js';
import { RobotTooLarge } from './notation/fault.js';

export interface Loaded {
  readonly robot: LoadedRobot;
  readonly facts: RobotFacts;
  /** The size of the robot's package, in bytes. */
  readonly bytes: number;
}

export interface UnderstandingParts extends Omit<LoadingParts<string, Loaded>, 'begin'> {
  readonly send: (message: FromUnderstanding) => void;
  readonly exit: () => void;
  readonly load: (robot: RobotFile) => Steps<Loaded>;
  /** Limits on the robots in memory. */
  readonly robots: LruLimits;
  /** Called before the first robot, if packages are encrypted. */
  readonly onKey?: (secret: AreaSecret) => void;
  /** Reports an internal fault to the log. */
  readonly fault: (fault: unknown) => void;
}

/** Thrown if a robot's package could not be loaded. */
class LoadFault extends Error {}

/** Builds the handler of the process's messages. */
export function serveUnderstanding(parts: UnderstandingParts): (message: ToUnderstanding | SliceMessage) => void {
  const { send, exit, load, fault } = parts;
  const kept = new Lru<string, Loaded>(parts.robots);
  /** The paths of the requested packages. */
  const paths = new Map<string, string>();
  let isStopping = false;
  const loading = new Loading<string, Loaded>({
    ...parts,
    begin: (sha256) => load({ sha256, path: paths.get(sha256) as string }),
  });

  const withRobot = ({ sha256, path }: RobotFile, then: (made: () => Loaded) => void) => {
    const known = kept.get(sha256);
    if (known !== undefined) {
      then(() => known);
      return;
    }
    paths.set(sha256, path);
    loading.wanted(sha256, (made) => {
      paths.delete(sha256);
      then(() => {
        const loaded = loadedBy(made);
        if (kept.get(sha256) !== loaded) kept.set(sha256, loaded, loaded.bytes);
        return loaded;
      });
      if (isStopping && loading.isIdle) exit();
    });
  };

  const answered = (call: number, work: () => FromUnderstanding) => {
    try {
      send(work());
    } catch (thrown) {
      fault(thrown);
      send({ type: 'failed', call, cause: causeOf(thrown), message: (thrown as Error).message });
    }
  };

  return (message) => {
    switch (message.type) {
      case 'key':
        parts.onKey?.(message.secret);
        return;
      case 'load': {
        const { call, robot } = message;
        withRobot(robot, (made) => answered(call, () => ({ type: 'loaded', call, facts: made().facts })));
        return;
      }
      case 'unload':
        kept.delete(message.sha256);
        return;
      case 'turn': {
        const { call, robot, order } = message;
        withRobot(robot, (made) =>
          answered(call, () => ({ type: 'understood', call, outcome: understand(made(), order) })),
        );
        return;
      }
      case 'find': {
        const { call, robot, order } = message;
        withRobot(robot, (made) => answered(call, () => ({ type: 'found', call, found: find(made(), order) })));
        return;
      }
      case 'stop':
        isStopping = true;
        if (loading.isIdle) exit(); // all earlier messages have been answered
        return;
      default:
    }
  };
}

function causeOf(thrown: unknown): FailureCause {
  if (thrown instanceof FrameFault) return 'large';
  if (!(thrown instanceof LoadFault)) return 'turn';
  return thrown.cause instanceof RobotTooLarge ? 'large' : 'package';
}

function loadedBy(made: () => Loaded): Loaded {
  try {
    return made();
  } catch (cause) {
    throw new LoadFault((cause as Error).message, { cause });
  }
}

const find = ({ robot }: Loaded, { input, texts, count }: FindOrder): FoundQuestions[] =>
  texts.map((text) => questionsOf(robot, { ...input, text }, count));

function understand({ robot, facts }: Loaded, { state, input, answers, wantsTrace }: TurnOrder): Understood {
  const before = state === undefined ? undefined : (JSON.parse(state) as SessionState);
  const outcome = runTurn(robot, { state: before, input, answers });
  if (outcome.kind === 'call') return outcome;
  const { warnings, ...trace } = outcome.trace;
  return { ...outcome, state: JSON.stringify(outcome.state), warnings, trace: wantsTrace ? trace : undefined, facts };
}
