// Conversations (specification 3, sections 3.3 and 4.1). A session is stored in the database. A turn is written in one
// transaction before it is answered: after a crash the session is in its state before the turn or after it.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { GroupCommit } from '../../store/group-commit.js';
import type { TurnOwner } from '../../understanding/client.js';
import type { TurnInput, WebAnswer } from '../../understanding/flow/turn.js';
import type { RobotFile, UnderstoodTurn } from '../../understanding/messages.js';
import type { HeldPackages } from './held-packages.js';
import { Lanes } from './lanes.js';
import type { RobotSource, Understands } from './ports.js';
import type { EndResult, StartRequest, StartResult, TurnRequestBody, TurnResultView } from './schemas.js';
import type { Service, SessionRow, SessionTable } from './table.js';
import { carryOut } from './turns.js';
import type { WebCalls } from './web-calls.js';

/** The client of a request, and the service that it uses. */
export interface Asker {
  readonly service: Service;
  readonly tenantId: string;
  readonly appkey: string;
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal;
  /** The log; its lines have the trace token. */
  readonly log: Logger;
}

export interface DialogParts {
  readonly table: SessionTable;
  readonly group: Pick<GroupCommit, 'run'>;
  readonly robots: RobotSource;
  readonly packages: Pick<HeldPackages, 'keep' | 'round'>;
  readonly understanding: Understands;
  readonly webCalls: Pick<WebCalls, 'make'>;
  readonly tenantName: (tenantId: string) => string;
  readonly timeZone: string;
  /** ms UTC */
  readonly now: () => number;
  /** ms of elapsed time, for the lifetime of sessions */
  readonly elapsed: () => number;
  readonly onTurn: (service: Service, seconds: number, outcome: 'done' | 'failed') => void;
}

/** A turn that was interrupted after web calls were answered: the same request goes on with the answers. */
interface PendingTurn {
  /** SHA-256 of the request. */
  readonly key: string;
  readonly seed: number;
  readonly nowMs: number;
  readonly answers: readonly WebAnswer[];
}

type Asked = Pick<TurnRequestBody, 'userVars' | 'config'> & { readonly text: string | undefined };

const seeds = 2 ** 31;

export class Dialogs {
  readonly #parts: DialogParts;
  readonly #lanes = new Lanes();

  constructor(parts: DialogParts) {
    this.#parts = parts;
  }

  async start(asker: Asker, request: StartRequest): Promise<StartResult> {
    const { table, group, packages, now, elapsed } = this.#parts;
    const { service, tenantId, appkey, log } = asker;
    const { robotId, publishId, config, userVars, extraInfo } = request;
    if (table.count(tenantId, elapsed()) >= limits.dialog.sessionsPerTenant) {
      const why = `the tenant has ${limits.dialog.sessionsPerTenant} open sessions`;
      throw new ServiceError('OVERLOADED', `${why}; end one first`);
    }
    const robot = await this.#robotFor(asker, robotId, publishId);
    try {
      const id = randomUUID();
      const turning = { ...begun(now()), answers: [] };
      const asked = { text: undefined, userVars, config };
      const turn = await this.#turn(asker, { id, robotId, appkey }, robot, undefined, asked, turning, async () => {});
      const isFollowing = service === 'resource' && publishId === '';
      const row = {
        ...{ id, tenant_id: tenantId, appkey, service, robot_id: robotId, publish_id: publishId, turns: 0 },
        ...{ sha256: isFollowing ? null : robot.sha256, state: turn.state, ...this.#life(turn), extra_info: extraInfo },
      };
      await group.run(() => table.add(row));
      if (row.sha256 !== null) packages.keep(row.sha256);
      log.info(
        { session: id, robot: robotId, service, ...(extraInfo !== '' && { extraInfo }) },
        'dialog session started',
      );
      return {
        ...{ sessionId: id, robotId, publishId, responses: [...turn.responses] },
        ...(config.needContext && { context: contextOf(turn) }),
      };
    } finally {
      robot.release();
    }
  }

  async turn(asker: Asker, request: TurnRequestBody): Promise<TurnResultView> {
    const { sessionId, userQuery, config } = request;
    this.#row(asker, sessionId); // throws before waiting if there is no such session
    return this.#lanes.run(sessionId, async () => {
      const row = this.#row(asker, sessionId);
      const turn = await this.#next(asker, row, { text: userQuery, userVars: request.userVars, config });
      return {
        ...placeOf(row),
        responses: [...turn.responses],
        ...(config.needSlots && { slots: [...turn.slots] }),
        ...(config.needContext && { context: contextOf(turn) }),
      };
    });
  }

  async end(asker: Asker, sessionId: string): Promise<EndResult> {
    const { table, group } = this.#parts;
    this.#row(asker, sessionId);
    return this.#lanes.run(sessionId, async () => {
      const row = this.#row(asker, sessionId);
      await group.run(() => table.remove(sessionId));
      asker.log.info({ session: sessionId, turns: row.turns }, 'dialog session ended');
      return placeOf(row);
    });
  }

  /** Removes expired sessions, and releases packages that no session needs. */
  async sweep(): Promise<void> {
    const { table, group, packages, elapsed } = this.#parts;
    for (;;) {
      const due = table.due(elapsed(), limits.dialog.sweepRows);
      const idle = due.filter((id) => !this.#lanes.isBusy(id));
      if (idle.length > 0) await group.run(() => idle.forEach((id) => void table.remove(id)));
      if (due.length < limits.dialog.sweepRows || idle.length === 0) break;
    }
    packages.round();
  }

  async #next(asker: Asker, row: SessionRow, asked: Asked): Promise<UnderstoodTurn> {
    const { table, group, robots, now } = this.#parts;
    const { id, turns } = row;
    const key = keyOf(asked);
    const before = row.pending === null ? undefined : (JSON.parse(row.pending) as PendingTurn);
    const turning = before?.key === key ? before : { ...begun(now()), answers: [] };
    const { seed, nowMs } = turning;
    const keep = (answers: readonly WebAnswer[]) => {
      const pending = JSON.stringify({ key, seed, nowMs, answers } satisfies PendingTurn);
      return group.run(() => table.pend({ id, turns, pending }));
    };
    const held = row.sha256 === null ? await this.#robotFor(asker, row.robot_id, '') : undefined;
    if (held === undefined && asker.service === 'resource') robots.refuseInMaintenance(asker.tenantId);
    try {
      const robot = held ?? robots.held(row.sha256 as string);
      const of = { id, robotId: row.robot_id, appkey: row.appkey };
      const turn = await this.#turn(asker, of, robot, row.state, asked, turning, keep);
      const after = { id, state: turn.state, turns: turns + 1, ...this.#life(turn) };
      if (!(await group.run(() => table.turned(after)))) throw noSession(id); // its tenant was removed meanwhile
      return turn;
    } finally {
      held?.release();
    }
  }

  async #turn(
    asker: Asker,
    of: { readonly id: string; readonly robotId: string; readonly appkey: string },
    robot: RobotFile,
    state: string | undefined,
    { text, userVars, config }: Asked,
    { seed, nowMs, answers }: Omit<PendingTurn, 'key'>,
    keepAnswers: (answers: readonly WebAnswer[]) => Promise<void>,
  ): Promise<UnderstoodTurn> {
    const { understanding, webCalls, tenantName, timeZone, onTurn } = this.#parts;
    const { service, tenantId, log } = asker;
    const input: TurnInput = {
      ...{ text, userVars, tagFilter: config.tagFilter, moment: { nowMs, timeZone }, seed, appKey: of.appkey },
      tenant: { id: tenantId, name: tenantName(tenantId) },
    };
    const facts = { session: of.id, robot: of.robotId, service };
    const wantsTrace = log.isLevelEnabled('debug');
    const parts = {
      understanding,
      keepAnswers,
      wantsTrace,
      owner: ownerOf(asker),
      callWeb: (call: Parameters<WebCalls['make']>[0]) => webCalls.make(call, log, ownerOf(asker)),
    };
    const startMs = performance.now();
    const tookMs = () => Math.round(performance.now() - startMs);
    try {
      const { turn, webCalls: calls } = await carryOut(parts, { robot, state, input, answers });
      onTurn(service, tookMs() / 1_000, 'done');
      const { responses, warnings, trace } = turn;
      log.info({ ...facts, tookMs: tookMs(), replies: responses.length, webCalls: calls }, 'dialog turn');
      if (trace !== undefined) log.debug({ ...facts, text, ...trace }, 'dialog turn in detail');
      for (const warning of warnings) log.warn({ ...facts, warning }, 'fault in the robot during a dialog turn');
      return turn;
    } catch (fault) {
      onTurn(service, tookMs() / 1_000, 'failed');
      throw fault;
    }
  }

  #robotFor(asker: Asker, robotId: string, publishId: string) {
    const { robots } = this.#parts;
    const { service, tenantId } = asker;
    if (service === 'recog') return robots.online(tenantId, robotId);
    robots.refuseInMaintenance(tenantId);
    return publishId === ''
      ? robots.newest(tenantId, robotId, ownerOf(asker))
      : robots.published(tenantId, robotId, publishId);
  }

  #life({ facts }: UnderstoodTurn): Pick<SessionRow, 'timeout_s' | 'expires_at'> {
    const { sessionTimeoutS } = facts;
    return { timeout_s: sessionTimeoutS, expires_at: this.#parts.elapsed() + sessionTimeoutS * 1_000 };
  }

  #row({ service, tenantId }: Asker, id: string): SessionRow {
    const row = this.#parts.table.find(service, tenantId, id, this.#parts.elapsed());
    if (row === undefined) throw noSession(id);
    return row;
  }
}

const ownerOf = ({ appkey: owner, signal }: Asker): TurnOwner => ({ owner, signal });

const noSession = (id: string): ServiceError => {
  const shown = JSON.stringify(id.slice(0, 64));
  return new ServiceError('RESOURCE_NOT_FOUND', `sessionId: there is no session ${shown}, or it has ended`);
};

const begun = (nowMs: number) => ({ seed: randomInt(seeds), nowMs });

const keyOf = ({ text, userVars, config }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([text, userVars, config.tagFilter]))
    .digest('hex');

const placeOf = ({ id, robot_id, publish_id }: SessionRow): EndResult => ({
  ...{ sessionId: id, robotId: robot_id, publishId: publish_id },
});

const contextOf = ({ context }: UnderstoodTurn): NonNullable<StartResult['context']> =>
  context as NonNullable<StartResult['context']>;
