// The gateway's interface to the understanding process. The first turn starts the process, and it is restarted when it
// dies.
import { AskedProcess } from '../child/asked.js';
import { builtProgram } from '../child/program.js';
import type { SupervisorLog } from '../child/supervised.js';
import { SupervisedSlot } from '../child/supervisor.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { AreaSecret } from '../trust/area-key.js';
import type {
  FindOrder,
  FoundQuestions,
  FromUnderstanding,
  RobotFacts,
  RobotFile,
  ToUnderstanding,
  TurnOrder,
  Understood,
} from './messages.js';
import { TurnQueue } from './turn-queue.js';

/** The process died while it worked on the request. */
export class UnderstandingLost extends Error {
  override readonly name = 'UnderstandingLost';
}

/** The client of a call. */
export interface TurnOwner {
  /** Clients take turns; '' for work of the service itself. */
  readonly owner: string;
  /** Aborts when the client has gone: a call that has not begun is then left out. */
  readonly signal?: AbortSignal | undefined;
}

export interface Understanding {
  /**
   * Runs one turn. Throws UnderstandingLost, or a ServiceError: DIALOG_UNAVAILABLE, OVERLOADED, RESOURCE_TOO_LARGE,
   * INTERNAL, STOPPING.
   */
  turn(robot: RobotFile, order: TurnOrder, owner: TurnOwner): Promise<Understood>;
  /** Finds the questions of each text, in the order of the texts. Throws as `turn` does. */
  find(robot: RobotFile, order: FindOrder, owner: TurnOwner): Promise<readonly FoundQuestions[]>;
  /** Loads a robot in advance, so that no turn waits for it. Throws as `turn` does. */
  load(robot: RobotFile): Promise<RobotFacts>;
  /** Releases a robot that is no longer needed. */
  unload(sha256: string): void;
  /** The state of the process; undefined: it has not been needed yet. */
  status(): UnderstandingStatus | undefined;
  stop(): Promise<void>;
}

export interface UnderstandingStatus {
  readonly pid: number | undefined;
  readonly rssBytes: number;
  /** restarts after a crash */
  readonly restarts: number;
  /** turns without an answer yet */
  readonly waiting: number;
}

export interface UnderstandingOptions {
  readonly log: SupervisorLog;
  /** Arguments of the process: the directories of the model store and of the models that ship with tonegate. */
  readonly args?: readonly string[];
  /** Directories of robots' packages. They must exist. */
  readonly reads?: readonly string[];
  /** The key of the packages; undefined: the packages are plain. */
  readonly secret?: AreaSecret | undefined;
  readonly entry?: string;
}

type Answer = Exclude<FromUnderstanding, { type: 'ready' }>;

type UnderstandingProcess = AskedProcess<ToUnderstanding, Answer>;

/** Prepares the understanding process. It starts with the first request. */
export function startUnderstanding({ log, args = [], reads = [], secret, entry }: UnderstandingOptions): Understanding {
  const own = limits.dialog.process;
  const options = {
    ...{ startMs: own.startMs, pingMs: own.pingMs, frameBytes: own.frameBytes },
    ...{ missedPings: own.missedPings, busyPings: own.busyPings },
    niceness: own.niceness, // calls have priority
    entry: entry ?? builtProgram('../main/understanding.js', import.meta.url),
    args,
    reads: [...args, ...reads],
    nodeFlags: [`--max-old-space-size=${own.heapMiB}`, `--max-semi-space-size=${own.semiSpaceMiB}`],
    greeting: () => (secret === undefined ? [] : [{ type: 'key', secret } as const]),
  };
  let slot: SupervisedSlot<UnderstandingProcess> | undefined;
  let isStopped = false;
  let lastCall = 0;
  /** Robots that the process has loaded; it may have forgotten some of them. */
  const loaded = new Set<string>();
  const queue = new TurnQueue(
    own.queue,
    () => performance.now(),
    (robot, forMs) => log.warn({ robot, forMs }, 'understanding: a robot has ended the process and is refused'),
  );

  const started = (): SupervisedSlot<UnderstandingProcess> => {
    slot ??= new SupervisedSlot<UnderstandingProcess>({
      ...{ name: 'understanding', limits: own, log, canBeBare: args.length > 0 },
      launch: (delayMs, isBare) => new AskedProcess(isBare ? { ...options, args: [] } : options, delayMs),
      facts: ({ pid, startMs, rssBytes }) => ({ understandingPid: pid, startMs: Math.round(startMs), rssBytes }),
      lossFacts: ({ pid, load }) => ({ understandingPid: pid, turns: load }),
      onDeath: () => {
        loaded.clear();
        queue.died();
      },
    });
    return slot;
  };

  const ask = <T>(message: (call: number) => ToUnderstanding, wanted: (answer: Answer) => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      if (isStopped) throw new ServiceError('STOPPING');
      const { current } = started();
      if (current.state === 'waiting' && current.startDelayMs > own.waitMs)
        throw new ServiceError('DIALOG_UNAVAILABLE');
      const call = ++lastCall;
      current.waiting.set(call, {
        answered: (answer) => {
          const value = wanted(answer);
          if (value === undefined) reject(faultOf(answer));
          else resolve(value);
        },
        lost: () => reject(new UnderstandingLost('the understanding process stopped')),
      });
      current.send(message(call));
    });

  const isLost = (fault: unknown): boolean => fault instanceof UnderstandingLost;

  const askToLoad = async (robot: RobotFile): Promise<RobotFacts> => {
    const facts = await ask(
      (call) => ({ type: 'load', call, robot: plain(robot) }),
      (answer) => (answer.type === 'loaded' ? answer.facts : undefined),
    );
    loaded.add(robot.sha256);
    return facts;
  };

  /** Loads the robot if necessary, and then asks in its turn. */
  const inTurn = async <T>(robot: RobotFile, owner: TurnOwner, work: () => Promise<T>): Promise<T> => {
    const call = { ...owner, robot: robot.sha256 };
    if (!loaded.has(robot.sha256)) {
      const load = async () => void (loaded.has(robot.sha256) || (await askToLoad(robot)));
      await queue.run({ ...call, isLoad: true }, load, isLost);
    }
    return queue.run({ ...call, isLoad: false }, work, isLost);
  };

  return {
    turn: (robot, order, owner) =>
      inTurn(robot, owner, () =>
        ask(
          (call) => ({ type: 'turn', call, robot: plain(robot), order }),
          (answer) => (answer.type === 'understood' ? answer.outcome : undefined),
        ),
      ),
    find: (robot, order, owner) =>
      inTurn(robot, owner, () =>
        ask(
          (call) => ({ type: 'find', call, robot: plain(robot), order }),
          (answer) => (answer.type === 'found' ? answer.found : undefined),
        ),
      ),
    load: (robot) => queue.run({ owner: '', robot: robot.sha256, isLoad: true }, () => askToLoad(robot), isLost),
    unload: (sha256) => {
      loaded.delete(sha256);
      slot?.current.send({ type: 'unload', sha256 });
    },
    status: () =>
      slot && {
        ...{ pid: slot.current.pid, rssBytes: slot.current.rssBytes, restarts: slot.restarts },
        waiting: queue.size,
      },
    stop: async () => {
      isStopped = true;
      await slot?.stop();
    },
  };
}

/** Copies the fields that can be sent to the process. */
const plain = ({ sha256, path }: RobotFile): RobotFile => ({ sha256, path });

function faultOf(answer: Answer): ServiceError {
  const isPackage = answer.type === 'failed' && answer.cause === 'package';
  const cause = new Error(
    answer.type === 'failed' ? answer.message : `the understanding process sent an unexpected message: ${answer.type}`,
  );
  if (answer.type === 'failed' && answer.cause === 'large')
    return new ServiceError('RESOURCE_TOO_LARGE', answer.message, { cause });
  if (isPackage)
    return new ServiceError('DIALOG_UNAVAILABLE', 'the robot could not be loaded; publish it again', { cause });
  return new ServiceError('INTERNAL', undefined, { cause });
}
