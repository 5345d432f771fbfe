// Runs test sets against a robot: which standard question does each utterance match?
import { FairSlots } from '../../jobs/fair-slots.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { type Understanding, UnderstandingLost } from '../../understanding/client.js';
import type { FindOrder, FoundQuestions, RobotFile } from '../../understanding/messages.js';
import type { RobotSource } from '../dialog/ports.js';
import type { TestCaseResult, TestRunRequest, TestRunResult } from './schemas.js';

export interface TestCase {
  readonly text: string;
  /** The expected question; empty if the utterance should match none. */
  readonly expected: string;
}

export interface TestRunsParts {
  readonly robots: Pick<RobotSource, 'newest' | 'published' | 'refuseInMaintenance'>;
  readonly understanding: Pick<Understanding, 'find'>;
  /** @throws ServiceError ROBOT_NOT_FOUND, RESOURCE_NOT_FOUND */
  readonly cases: (tenantId: string, robotId: string, testSetId: number) => readonly TestCase[];
  readonly tenantName: (tenantId: string) => string;
  readonly timeZone: string;
  /** ms UTC */
  readonly now: () => number;
}

export interface TestRunOf {
  readonly tenantId: string;
  readonly appkey: string;
  /** Aborts when the client has gone: its run ends. */
  readonly signal?: AbortSignal;
  readonly robotId: string;
  readonly testSetId: number;
}

const { runs, casesAtOnce, nearest: count } = limits.dialog.testing;

export class TestRuns {
  readonly #parts: TestRunsParts;
  readonly #slots = new FairSlots(runs);

  constructor(parts: TestRunsParts) {
    this.#parts = parts;
  }

  async run(of: TestRunOf, { publishId, offset, limit }: TestRunRequest): Promise<TestRunResult> {
    const { robots, cases } = this.#parts;
    const { tenantId, robotId, appkey: owner, signal } = of;
    const all = cases(tenantId, robotId, of.testSetId);
    robots.refuseInMaintenance(tenantId);
    if (this.#slots.isFull(owner))
      throw new ServiceError('OVERLOADED', 'too many test sets of this client are running; try again in a moment');
    const work = async () => {
      const robot =
        publishId === ''
          ? await robots.newest(tenantId, robotId, { owner, signal })
          : robots.published(tenantId, robotId, publishId);
      try {
        const results: TestCaseResult[] = [];
        const chosen = all.slice(offset, offset + limit);
        for (let from = 0; from < chosen.length; from += casesAtOnce) {
          signal?.throwIfAborted();
          const some = chosen.slice(from, from + casesAtOnce);
          const found = await this.#found(of, robot, some);
          for (const [at, each] of some.entries()) results.push(resultOf(each, found[at] as FoundQuestions));
        }
        const top1 = results.filter(({ ok }) => ok).length;
        const top5 = results.filter(({ inTop5 }) => inTop5).length;
        return { total: all.length, offset, ran: results.length, top1, top5, results };
      } finally {
        robot.release();
      }
    };
    return this.#slots.run(owner, work, signal);
  }

  /** Asks the process, and once more if it dies. */
  async #found(
    { tenantId, appkey, signal }: TestRunOf,
    robot: RobotFile,
    cases: readonly TestCase[],
  ): Promise<readonly FoundQuestions[]> {
    const { understanding, tenantName, timeZone, now } = this.#parts;
    const order: FindOrder = {
      input: {
        ...{ userVars: {}, tagFilter: [], moment: { nowMs: now(), timeZone }, seed: 1, appKey: appkey },
        tenant: { id: tenantId, name: tenantName(tenantId) },
      },
      texts: cases.map(({ text }) => text.slice(0, limits.dialog.queryCharacters)),
      count,
    };
    const owner = { owner: appkey, signal };
    const again = (fault: unknown) => {
      if (!(fault instanceof UnderstandingLost)) throw fault;
      return understanding.find(robot, order, owner).catch((second: unknown) => {
        if (!(second instanceof UnderstandingLost)) throw second;
        throw new ServiceError('DIALOG_UNAVAILABLE', undefined, { cause: second });
      });
    };
    return understanding.find(robot, order, owner).catch(again);
  }
}

function resultOf({ text, expected }: TestCase, { hit, nearest }: FoundQuestions): TestCaseResult {
  const wanted = expected.trim();
  const isWanted = (found: FoundQuestions['hit']): boolean =>
    wanted === ''
      ? found === undefined
      : found !== undefined && [found.text.trim(), found.plain.trim()].includes(wanted);
  const ok = isWanted(hit);
  const inTop5 = ok || (wanted !== '' && nearest.some(isWanted));
  return { text, expected, hit: hit?.text ?? '', score: hit?.score ?? nearest[0]?.score ?? 0, ok, inTop5 };
}
