// Online robots as a replicated kind: the mark and the package. Editable resources are not replicated.
import { ServiceError } from '../../protocol/errors.js';
import {
  type ApplyContext,
  type Arriving,
  type ItemOf,
  itemsOf,
  type Planned,
  type ReplicatedKind,
} from '../../replica/kind/kind.js';
import type { PackageFiles } from './files.js';
import type { OnlineRobots } from './online.js';
import type { OnlineRow, OwnedOnlineRow, PublishTable } from './table.js';

type OnlineItem = ItemOf<'onlineRobot'>;

export interface ReplicatedOnlineParts {
  readonly table: PublishTable;
  readonly files: PackageFiles;
  readonly online: OnlineRobots;
  readonly tenants: FollowedTenants;
}

/** The local counterparts of another gateway's tenants. */
export interface FollowedTenants {
  /** Name of the developer; undefined if there is no tenant with this id. */
  developerOf(id: string): string | undefined;
  /** The local id. Creates a missing developer or tenant. Called within a transaction. */
  localOf(tenant: Pick<OnlineItem, 'developer' | 'tenantId' | 'isDefault' | 'tenantName'>): string;
}

/** Name of an online robot. Ids of default tenants differ from store to store, so they are left out. */
const nameOf = ({ developer, tenantId, isDefault, robotId }: OnlineItem): string =>
  JSON.stringify([developer, isDefault ? '' : tenantId, robotId]);

export function replicatedOnlineRobots(parts: ReplicatedOnlineParts): ReplicatedKind<OnlineItem> {
  const { table, files } = parts;
  return {
    kind: 'onlineRobot',
    madeOf: 'rows',
    nameOf,
    contentOf: ({ sha256 }) => [sha256],
    list: () => ({
      items: () => table.allOnline().map(itemOf),
      content: (sha256) => {
        const row = table.onlineWith(sha256);
        return row && { path: files.pathOf(sha256), bytes: row.bytes, key: files.key };
      },
    }),
    plan: (arriving, context) => (arriving.scope.robots ? planOnline(parts, arriving, context) : undefined),
  };
}

async function planOnline(parts: ReplicatedOnlineParts, arriving: Arriving, context: ApplyContext): Promise<Planned> {
  const { files, online } = parts;
  const items = itemsOf(arriving.state, 'onlineRobot');
  for (const item of items) refuseForeignTenant(parts, item);
  const held = items.map(({ sha256 }) => files.hold(sha256));
  const release = () => {
    for (const each of held) each();
  };
  try {
    for (const item of items) if (!files.has(item)) await files.take(context.staged.path(item.sha256), item);
  } catch (fault) {
    release();
    throw fault;
  }
  let changed = 0;
  return {
    commit() {
      const { state } = arriving;
      let conflicts = 0;
      changed = 0;
      const listed = new Set<string>();
      for (const item of items) {
        refuseForeignTenant(parts, item);
        const row = rowOf(parts, item, state.origin, context.now());
        listed.add(keyOf(row));
        const outcome = put(parts, row, item, context);
        changed += outcome.changed;
        conflicts += outcome.conflicts;
      }
      for (const row of parts.table.allOnline()) {
        if (row.origin === '' || listed.has(keyOf(row))) continue;
        parts.table.removeOnline(row.tenant_id, row.robot_id);
        changed++;
      }
      return { changed, conflicts };
    },
    end() {
      release();
      if (changed > 0) online.changed();
    },
  };
}

function put({ table }: ReplicatedOnlineParts, row: OnlineRow, won: OnlineItem, context: ApplyContext) {
  const before = table.ownedOnline(row.tenant_id, row.robot_id);
  const isSame = before?.publish_id === row.publish_id && before.sha256 === row.sha256;
  if (isSame && before.origin === row.origin) return { changed: 0, conflicts: 0 };
  table.putOnline(isSame ? { ...row, since: before.since } : row);
  if (isSame || before === undefined || before.origin !== '') return { changed: 1, conflicts: 0 };
  const lost = itemOf(before);
  const tag = lost.sha256.slice(0, 16);
  const why = 'another version is online at the upstream';
  return { changed: 1, conflicts: context.recordLoss({ tag, lost, won, why, bytes: undefined }) };
}

const rowOf = ({ tenants }: ReplicatedOnlineParts, item: OnlineItem, origin: string, since: number): OnlineRow => ({
  ...{ tenant_id: tenants.localOf(item), robot_id: item.robotId, publish_id: item.publishId },
  ...{ sha256: item.sha256, bytes: item.bytes, since, origin },
});

/** Refuses an id that belongs to another developer's tenant here: ids are made once, so that tenant cannot be meant. */
function refuseForeignTenant({ tenants }: ReplicatedOnlineParts, item: OnlineItem): void {
  if (item.isDefault) return;
  const here = tenants.developerOf(item.tenantId);
  if (here === undefined || here === item.developer) return;
  const which = `robot ${item.robotId}: tenant ${item.tenantId} belongs to developer ${JSON.stringify(here)} here`;
  throw new ServiceError('INVALID_ARGUMENT', `${which}, not to ${JSON.stringify(item.developer)}`);
}

const keyOf = ({ tenant_id, robot_id }: OnlineRow): string => JSON.stringify([tenant_id, robot_id]);

const itemOf = (row: OwnedOnlineRow): OnlineItem => ({
  ...{ kind: 'onlineRobot', developer: row.developer, tenantId: row.tenant_id, isDefault: row.is_default === 1 },
  ...{ tenantName: row.tenant_name, robotId: row.robot_id, publishId: row.publish_id },
  ...{ sha256: row.sha256, bytes: row.bytes },
});
