// Rollouts of an upstream: which firmware the boxes of a kind are to have, what the boxes report, and when no further box begins. On a
// box: what its own upstream wants.
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import type { FirmwareReport } from '../protocol/wire/sync-messages.js';
import type { ItemOf } from '../replica/kind/kind.js';
import type { Bundles } from './bundles.js';
import { isHeldBack } from './rules/rollout.js';
import type { Publication, Release, ReleaseChange, ReportedBox } from './schemas.js';
import type { BoxRow, FirmwareTable, ReleaseRow } from './table.js';

export type FirmwareItem = ItemOf<'firmware'>;

export interface RolloutParts {
  readonly table: FirmwareTable;
  readonly bundles: Bundles;
  /** The name of this data directory. */
  readonly box: string;
  /** ms UTC */
  readonly now: () => number;
  /** ms of elapsed time */
  readonly elapsed: () => number;
  readonly log: { info(facts: object, message: string): void; error(facts: object, message: string): void };
}

export class Rollouts {
  readonly #parts: RolloutParts;
  /** The last report of the sync process of this box. */
  #own: FirmwareReport | null = null;

  constructor(parts: RolloutParts) {
    this.#parts = parts;
  }

  get own(): FirmwareReport | null {
    return this.#own;
  }

  setOwn(report: FirmwareReport): void {
    this.#own = report;
  }

  list(): Release[] {
    return this.#parts.table.releases().map((row) => this.#view(row));
  }

  publish(product: string, { sha256, ...publication }: Publication): Release {
    const { table, bundles, now } = this.#parts;
    const bundle = bundles.find(sha256);
    if (bundle.compatible !== product) {
      throw new ServiceError('INVALID_ARGUMENT', `the bundle is for ${bundle.compatible}, not for ${product}`);
    }
    if (table.release(product) === undefined && table.releases().length >= limits.firmware.products) {
      throw new ServiceError(
        'TOO_MANY_RESOURCES',
        `firmware for at most ${limits.firmware.products} kinds of boxes can be published here; withdraw one first`,
      );
    }
    const { window, wavePercent, holdBackPercent, allowDowngrade } = publication;
    const row = {
      ...{ product, version: bundle.version, min_from: bundle.minFrom ?? null, sha256, bytes: bundle.bytes },
      ...{ window_from: window?.fromMin ?? null, window_to: window?.toMin ?? null },
      ...{ wave_percent: wavePercent, hold_back_percent: holdBackPercent },
      ...{ allow_downgrade: allowDowngrade || bundle.allowsDowngrade ? 1 : 0, is_held: 0, published_at: now() },
    };
    table.putRelease(row);
    this.sweep();
    return this.#view(row);
  }

  change(product: string, change: ReleaseChange): Release {
    const { table } = this.#parts;
    const before = this.#row(product);
    const { window, wavePercent, holdBackPercent, isHeld } = change;
    const row: ReleaseRow = {
      ...before,
      ...(window !== undefined && { window_from: window?.fromMin ?? null, window_to: window?.toMin ?? null }),
      ...(wavePercent !== undefined && { wave_percent: wavePercent }),
      ...(holdBackPercent !== undefined && { hold_back_percent: holdBackPercent }),
      ...(isHeld !== undefined && { is_held: isHeld ? 1 : 0 }),
    };
    table.db.transaction(() => {
      if (isHeld === false) table.excuse(row.sha256, this.#silentSince());
      table.putRelease(row);
    })();
    this.look();
    return this.#view(this.#row(product));
  }

  withdraw(product: string): void {
    if (!this.#parts.table.removeRelease(product)) throw this.#none(product);
    this.sweep();
  }

  boxes(state: string, limit: number): ReportedBox[] {
    return this.#parts.table.boxes(state, limit).map(boxView);
  }

  /** Stores the report of a box below. */
  report(appkey: string, report: FirmwareReport): void {
    const { table, now, elapsed } = this.#parts;
    table.putBox({ ...report, appkey, reported_at: elapsed(), shown_at: now() }, limits.firmware.boxes);
    this.look();
  }

  /** Holds back each rollout of which too many boxes did not come back well. */
  look(): void {
    const { table, log } = this.#parts;
    for (const row of table.releases()) {
      if (row.is_held === 1) continue;
      const outcome = table.outcome(row.sha256, this.#silentSince());
      if (!isHeldBack(outcome, row.hold_back_percent)) continue;
      table.hold(row.product);
      const { product, version } = row;
      log.error({ product, version, ...outcome }, 'the rollout is held back: the update failed on too many boxes');
    }
  }

  items(): FirmwareItem[] {
    const { table, bundles } = this.#parts;
    return table
      .releases()
      .filter(({ sha256 }) => bundles.has(sha256)) // a lost file must not promise what nobody can fetch
      .map((row) => ({
        ...{ kind: 'firmware' as const, product: row.product, version: row.version, minFrom: row.min_from },
        ...{ window: windowOf(row), wavePercent: row.wave_percent, isHeld: row.is_held === 1 },
        ...{ allowDowngrade: row.allow_downgrade === 1, sha256: row.sha256, bytes: row.bytes },
      }));
  }

  /** Gives what the upstream of this box wants. */
  wanted(): { box: string; wanted: FirmwareItem[] } {
    const { table, box } = this.#parts;
    return { box, wanted: table.wanted().map((item) => JSON.parse(item) as FirmwareItem) };
  }

  /** Within the transaction of a state. Answers how many differ from before. */
  setWanted(items: readonly FirmwareItem[]): number {
    const { table } = this.#parts;
    const before = new Set(table.wanted());
    const texts = new Map(items.map((item) => [item.product, JSON.stringify(item)]));
    const changed = [...texts.values()].filter((text) => !before.has(text)).length;
    table.setWanted(texts);
    return changed + [...before].filter((text) => !texts.has((JSON.parse(text) as FirmwareItem).product)).length;
  }

  sweep(): void {
    const { table, bundles } = this.#parts;
    bundles.sweep(new Set(table.releases().map(({ sha256 }) => sha256)));
  }

  #silentSince(): number {
    return this.#parts.elapsed() - limits.firmware.silentMs;
  }

  #row(product: string): ReleaseRow {
    const row = this.#parts.table.release(product);
    if (row === undefined) throw this.#none(product);
    return row;
  }

  #none(product: string): ServiceError {
    return new ServiceError('RESOURCE_NOT_FOUND', `no firmware is published for ${product}`);
  }

  #view(row: ReleaseRow): Release {
    const { table } = this.#parts;
    return {
      ...{ product: row.product, version: row.version, minFrom: row.min_from, sha256: row.sha256, bytes: row.bytes },
      ...{ window: windowOf(row), wavePercent: row.wave_percent, holdBackPercent: row.hold_back_percent },
      ...{ allowDowngrade: row.allow_downgrade === 1, isHeld: row.is_held === 1, publishedAtMs: row.published_at },
      ...table.outcome(row.sha256, this.#silentSince()),
      boxes: Object.fromEntries(table.states(row.product).map(({ state, count }) => [state, count])),
    };
  }
}

const windowOf = ({ window_from: fromMin, window_to: toMin }: ReleaseRow) =>
  fromMin === null || toMin === null ? null : { fromMin, toMin };

const boxView = ({ box, appkey, product, version, state, sha256, reason, shown_at }: BoxRow): ReportedBox => ({
  ...{ box, appkey, product, version, state: state as ReportedBox['state'], sha256, reason },
  atMs: shown_at,
});
