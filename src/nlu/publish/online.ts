// The online robots: the package that the dialog service serves for each. A session holds its package, so that it is
// not affected when another one comes online.
import { ServiceError } from '../../protocol/errors.js';
import type { PackageFiles } from './files.js';
import type { OnlineRow, PublishRow, PublishTable } from './table.js';

export interface OnlinePackage {
  readonly publishId: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The file: whole, read-only and never written again. */
  readonly path: string;
}

export interface HeldPackage extends OnlinePackage {
  /** Called once, when nothing needs the file any more. */
  release(): void;
}

export interface OnlineParts {
  readonly table: PublishTable;
  readonly files: PackageFiles;
  /** ms UTC */
  readonly now: () => number;
}

export class OnlineRobots {
  readonly #parts: OnlineParts;
  readonly #listeners = new Set<() => void>();

  constructor(parts: OnlineParts) {
    this.#parts = parts;
  }

  /** The package of a robot; undefined if the robot is not online. */
  find(tenantId: string, robotId: string): OnlinePackage | undefined {
    const row = this.#parts.table.online(tenantId, robotId);
    return row && this.#packageOf(row);
  }

  /** Returns the same package; its file stays until it is released. */
  hold(tenantId: string, robotId: string): HeldPackage | undefined {
    const found = this.find(tenantId, robotId);
    return found && { ...found, release: this.#parts.files.hold(found.sha256) };
  }

  /** Calls the listener after each change of any robot. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Serves a publish of the robot from now on. Called within a transaction, like `clear`; `changed` is called after it.
   */
  set(tenantId: string, robotId: string, publish: PublishRow): void {
    const { table, files, now } = this.#parts;
    const { id, state, sha256, bytes } = publish;
    if (state !== 'FINISHED' || sha256 === null || bytes === null) {
      const why = state === 'WORKING' ? 'is not finished yet' : 'has failed';
      throw new ServiceError('CONFLICT', `publishId: publish ${id} ${why}; only a FINISHED one can go online`);
    }
    if (!files.has({ sha256, bytes })) {
      throw new ServiceError('CONFLICT', `publishId: the package of publish ${id} is not on the disk; publish again`);
    }
    table.putOnline({
      ...{ tenant_id: tenantId, robot_id: robotId, publish_id: id, sha256, bytes, since: now(), origin: '' },
    });
  }

  /** Stops serving the robot. */
  clear(tenantId: string, robotId: string): void {
    this.#parts.table.removeOnline(tenantId, robotId);
  }

  #packageOf({ publish_id, sha256, bytes }: OnlineRow): OnlinePackage {
    return { publishId: publish_id, sha256, bytes, path: this.#parts.files.pathOf(sha256) };
  }
}
