// Robots in their present state, compiled for tests. A package is made again when a turn finds that the tenant's
// resources have changed, and everyone who tests the robot shares it. Nothing of it outlives a restart.
import type { Logger } from 'pino';
import { FairSlots } from '../../jobs/fair-slots.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { Rate } from '../../shares/rate.js';
import { Lru } from '../../storage/lru.js';
import { type Compile, CompileFault, compileRobot, LargeRobotFault, type RobotParts } from './compile.js';
import type { PackageFiles, PackageName } from './files.js';
import type { PublishTable } from './table.js';

export interface TestingParts {
  readonly table: Pick<PublishTable, 'robotSeq' | 'lastFinished'>;
  /** The files of DATA/nlu/packages. */
  readonly published: Pick<PackageFiles, 'pathOf'>;
  /** The files of DATA/nlu/testing. */
  readonly files: PackageFiles;
  readonly feed: RobotParts;
  readonly compile: Compile;
  readonly log: Logger;
}

/** A package whose file stays until it is released. */
export interface HeldTesting {
  readonly sha256: string;
  readonly path: string;
  release(): void;
}

interface Making {
  readonly tenantId: string;
  readonly robotId: string;
  /** Revision of the tenant when compiling began; the result may be newer. */
  readonly revision: number;
  readonly made: Promise<PackageName>;
  isMaking: boolean;
  sha256: string | undefined;
}

const { robots: entries, compiles, compilePace, niceness } = limits.dialog.testing;

export class TestingRobots {
  readonly #parts: TestingParts;
  /** Packages by the robot's number. */
  readonly #robots = new Lru<number, Making>({ entries });
  readonly #slots = new FairSlots({ ...compiles, pace: new Rate(compilePace) });
  readonly #stopped = new AbortController();
  #lastName = 0;

  constructor(parts: TestingParts) {
    this.#parts = parts;
  }

  /** The robot with everything that was saved before this call. Owners take turns. @throws ServiceError */
  async newest(tenantId: string, robotId: string, { owner }: { readonly owner: string }): Promise<HeldTesting> {
    const { table, feed, files } = this.#parts;
    const seq = table.robotSeq(tenantId, robotId);
    if (seq === undefined) throw new ServiceError('ROBOT_NOT_FOUND', `there is no robot ${robotId}`);
    const wanted = feed.changes.revisionOf(tenantId);
    for (;;) {
      const known = this.#robots.get(seq);
      if (known === undefined || (known.revision < wanted && !known.isMaking)) {
        this.#robots.set(seq, this.#begin(tenantId, robotId, seq, owner));
        continue;
      }
      if (known.revision < wanted) {
        await known.made.catch(() => {}); // a robot is never compiled twice at once
        continue;
      }
      const { sha256, bytes } = await known.made;
      if (files.has({ sha256, bytes })) {
        return { sha256, path: files.pathOf(sha256), release: files.hold(sha256) };
      }
      if (this.#robots.get(seq) === known) this.#robots.delete(seq); // the file was removed by someone
    }
  }

  /** The recently tested robots of a tenant. */
  testedIn(tenantId: string): readonly string[] {
    return this.#robots.values().flatMap((each) => (each.tenantId === tenantId ? [each.robotId] : []));
  }

  /** Removes the files of robots that are no longer tested. */
  sweep(): void {
    const named = new Set(this.#robots.values().map(({ sha256 }) => sha256));
    this.#parts.files.sweep((sha256) => named.has(sha256));
  }

  stop(): void {
    this.#stopped.abort(new ServiceError('STOPPING'));
  }

  #begin(tenantId: string, robotId: string, seq: number, owner: string): Making {
    const revision = this.#parts.feed.changes.revisionOf(tenantId);
    const { table, files, published } = this.#parts;
    const last = this.#robots.get(seq)?.sha256;
    const lastPublished = table.lastFinished(seq)?.sha256;
    const before = [
      ...(last === undefined ? [] : [files.pathOf(last)]),
      ...(lastPublished == null ? [] : [published.pathOf(lastPublished)]),
    ];
    const making: Making = {
      ...{ tenantId, robotId, revision, isMaking: true, sha256: undefined },
      made: this.#make(tenantId, robotId, seq, before, owner),
    };
    making.made.then(
      ({ sha256 }) => {
        making.isMaking = false;
        making.sha256 = sha256;
      },
      () => {
        making.isMaking = false;
        if (this.#robots.get(seq) === making) this.#robots.delete(seq);
      },
    );
    return making;
  }

  async #make(
    tenantId: string,
    robotId: string,
    robotSeq: number,
    learntBefore: readonly string[],
    owner: string,
  ): Promise<PackageName> {
    const { files, feed, compile, log } = this.#parts;
    if (this.#slots.isFull(owner))
      throw new ServiceError(
        'OVERLOADED',
        'too many robots of this client are being compiled for testing; try again in a moment',
      );
    const startMs = feed.clock();
    const order = { directory: files.directory, publishId: `t-${++this.#lastName}`, niceness, learntBefore };
    try {
      const { sha256, bytes } = await this.#slots.run(owner, () =>
        compileRobot(compile, feed, { tenantId, robotSeq }, order, this.#stopped.signal),
      );
      log.debug({ robot: robotId, bytes, tookMs: Math.round(feed.clock() - startMs) }, 'robot compiled for testing');
      return { sha256, bytes };
    } catch (fault) {
      if (fault instanceof LargeRobotFault)
        throw new ServiceError('RESOURCE_TOO_LARGE', fault.message, { cause: fault });
      if (!(fault instanceof CompileFault)) throw fault;
      throw new ServiceError('DIALOG_UNAVAILABLE', `the robot could not be compiled for testing: ${fault.message}`, {
        cause: fault,
      });
    }
  }
}
