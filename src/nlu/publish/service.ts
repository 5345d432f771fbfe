// Publishes of robots and the online version (specification 3, sections 2.3 and 3.4, rule 11).
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { noSuch } from '../resource/envelopes.js';
import { ulid } from '../resource/ulid.js';
import type { OnlineRobots } from './online.js';
import type { PublishRow, PublishTable } from './table.js';
import { onlineView, publishView } from './views.js';

export interface PublishesParts {
  readonly table: PublishTable;
  readonly online: OnlineRobots;
  /** ms UTC */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Called when a publish waits. */
  readonly onWork: () => void;
  /** Ends the work on a publish whose row is gone. */
  readonly abort: (publishId: string) => void;
}

export class Publishes {
  readonly #parts: PublishesParts;

  constructor(parts: PublishesParts) {
    this.#parts = parts;
  }

  /** All publishes, the latest first. */
  all(tenantId: string, robotId: string) {
    const { table } = this.#parts;
    const onlineId = table.online(tenantId, robotId)?.publish_id;
    return table.all(this.#robot(tenantId, robotId)).map((row) => publishView(row, onlineId));
  }

  view(tenantId: string, robotId: string, id: string) {
    const row = this.#row(tenantId, robotId, id);
    return publishView(row, this.#parts.table.online(tenantId, robotId)?.publish_id);
  }

  /** Returns the id at once; the package is made in the background. The oldest versions are removed to make room. */
  create(tenantId: string, robotId: string, description: string): string {
    const { table, now, random, onWork } = this.#parts;
    const createdAt = now();
    const id = `p-${ulid(createdAt, random)}`;
    table.db
      .transaction(() => {
        const seq = this.#robot(tenantId, robotId);
        const onlineId = table.online(tenantId, robotId)?.publish_id ?? '';
        const most = limits.nlu.perTenant.publishesPerRobot;
        while (table.count(seq) >= most) {
          if (table.removeOldest(seq, onlineId)) continue;
          const why = `${most} publishes of the robot are not finished yet`;
          throw new ServiceError('TOO_MANY_RESOURCES', `${why}; wait, or delete one of them`);
        }
        table.add({ id, tenant_id: tenantId, robot_seq: seq, description, created_at: createdAt });
      })
      .immediate();
    onWork();
    return id;
  }

  remove(tenantId: string, robotId: string, id: string): void {
    const { table, abort } = this.#parts;
    table.db
      .transaction(() => {
        this.#row(tenantId, robotId, id);
        if (table.online(tenantId, robotId)?.publish_id === id) {
          throw new ServiceError('IN_USE', `publish ${id} is online; take the robot offline or put another one online`);
        }
        table.remove(id);
      })
      .immediate();
    abort(id);
  }

  /** The online version. A robot that is not stored here may be online too: its mark then came from the upstream. */
  online(tenantId: string, robotId: string) {
    const row = this.#parts.table.online(tenantId, robotId);
    if (row === undefined) this.#robot(tenantId, robotId);
    return onlineView(row);
  }

  /** Sets the online version; an empty `publishId` takes the robot offline. */
  setOnline(tenantId: string, robotId: string, publishId: string): void {
    const { table, online } = this.#parts;
    table.db
      .transaction(() => {
        if (table.robotSeq(tenantId, robotId) === undefined && table.online(tenantId, robotId) !== undefined) {
          const advice = 'change it at the upstream';
          throw new ServiceError('CONFLICT', `robot ${robotId} is managed by the upstream of this gateway; ${advice}`);
        }
        this.#robot(tenantId, robotId);
        if (publishId === '') online.clear(tenantId, robotId);
        else online.set(tenantId, robotId, this.#row(tenantId, robotId, publishId));
      })
      .immediate();
    online.changed();
  }

  #robot(tenantId: string, robotId: string): number {
    const seq = this.#parts.table.robotSeq(tenantId, robotId);
    if (seq === undefined) throw new ServiceError('ROBOT_NOT_FOUND', `there is no robot ${robotId}`);
    return seq;
  }

  #row(tenantId: string, robotId: string, id: string): PublishRow {
    const row = this.#parts.table.find(this.#robot(tenantId, robotId), id);
    if (row === undefined) throw noSuch(`publish of robot ${robotId}:`, id);
    return row;
  }
}
