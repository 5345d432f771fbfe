// The understanding process: robots in memory, one turn after another. It keeps no session, opens no connection and reads no clock;
// everything that a turn needs comes with it.
import type { SliceMessage } from '../child/frames.js';
import type { LruLimits } from '../storage/lru.js';
import { Lru } from '../storage/lru.js';
import type { LoadedRobot } from './flow/robot.js';
import { runTurn } from './flow/run.js';
import type { SessionState } from './flow/turn.js';
import type { FromUnderstanding, RobotFacts, RobotFile, ToUnderstanding, TurnOrder, Understood } from './messages.js';

export interface Loaded {
  readonly robot: LoadedRobot;
  readonly facts: RobotFacts;
  /** size of its package */
  readonly bytes: number;
}

export interface UnderstandingParts {
  readonly send: (message: FromUnderstanding) => void;
  readonly exit: () => void;
  readonly load: (robot: RobotFile) => Loaded;
  /** Robots in memory. */
  readonly robots: LruLimits;
  /** tells the log about a fault of our own */
  readonly fault: (fault: unknown) => void;
}

/** The package of a robot could not be loaded. */
class LoadFault extends Error {}

export function serveUnderstanding(parts: UnderstandingParts): (message: ToUnderstanding | SliceMessage) => void {
  const { send, exit, load, fault } = parts;
  const kept = new Lru<string, Loaded>(parts.robots);

  const loaded = (file: RobotFile): Loaded => {
    const known = kept.get(file.sha256);
    if (known !== undefined) return known;
    try {
      const made = load(file);
      kept.set(file.sha256, made, made.bytes);
      return made;
    } catch (cause) {
      throw new LoadFault((cause as Error).message, { cause });
    }
  };

  const answered = (call: number, work: () => FromUnderstanding) => {
    try {
      send(work());
    } catch (thrown) {
      fault(thrown);
      const cause = thrown instanceof LoadFault ? 'package' : 'turn';
      send({ type: 'failed', call, cause, message: (thrown as Error).message });
    }
  };

  return (message) => {
    switch (message.type) {
      case 'load':
        answered(message.call, () => ({ type: 'loaded', call: message.call, facts: loaded(message.robot).facts }));
        return;
      case 'unload':
        kept.delete(message.sha256);
        return;
      case 'turn':
        answered(message.call, () => ({
          ...{ type: 'understood', call: message.call },
          outcome: understand(loaded(message.robot), message.order),
        }));
        return;
      case 'ping':
        send({ type: 'pong', sequence: message.sequence, rssBytes: process.memoryUsage.rss() });
        return;
      case 'stop':
        exit(); // whatever came before it has been answered
        return;
      default:
    }
  };
}

function understand({ robot, facts }: Loaded, { state, input, answers, wantsTrace }: TurnOrder): Understood {
  const before = state === undefined ? undefined : (JSON.parse(state) as SessionState);
  const outcome = runTurn(robot, { state: before, input, answers });
  if (outcome.kind === 'call') return outcome;
  const { warnings, ...trace } = outcome.trace;
  return { ...outcome, state: JSON.stringify(outcome.state), warnings, trace: wantsTrace ? trace : undefined, facts };
}
