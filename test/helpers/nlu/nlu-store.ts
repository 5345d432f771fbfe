// The resources of dialog robots without a network: the feature over a real database in a temporary directory, and
// calls of its routes with the server's validation.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { defaultConfig } from '../../../src/config/config.js';
import { readBody } from '../../../src/http/body/body.js';
import { type Call, JsonText, pathsOf, type Route } from '../../../src/http/route.js';
import type { FeatureContext } from '../../../src/main/context.js';
import { nluFeature } from '../../../src/main/features/nlu.js';
import { PackageFiles } from '../../../src/nlu/publish/files.js';
import { OnlineRobots } from '../../../src/nlu/publish/online.js';
import { publishTable } from '../../../src/nlu/publish/table.js';
import { ModelSwitch } from '../../../src/nlu/resource/model/switch.js';
import { asServiceError } from '../../../src/protocol/errors.js';
import { validate } from '../../../src/protocol/wire/issues.js';
import { realDisk } from '../../../src/storage/disk.js';
import { Quotas } from '../../../src/storage/quotas.js';
import { GroupCommit } from '../../../src/store/group-commit.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { Apps } from '../../../src/system/apps.js';
import { systemTable } from '../../../src/system/table.js';
import { TenantRemovals } from '../../../src/system/tenants/removals.js';
import { tenantTable } from '../../../src/system/tenants/table.js';
import { Tenants } from '../../../src/system/tenants/tenants.js';

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies of every route
  readonly json: any;
}

export interface NluStore {
  readonly db: Store;
  /** A new, empty tenant. */
  newTenant(): string;
  /** As the admin listener removes it. */
  removeTenant(id: string): Promise<void>;
  /** `path` comes after the property and may have a query. */
  ask(tenantId: string, method: string, path: string, body?: unknown): Promise<Reply>;
  close(): Promise<void>;
}

/** A clock by which each step outlasts its piece, so that work in pieces takes as many turns on every machine. */
export const stepwise = (): number => ++reads * 60_000;
let reads = 0;

export async function openNluStore(): Promise<NluStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-nlu-'));
  const { db } = openStore(join(folder, 'tonegate.db'));
  db.pragma('synchronous = OFF'); // nothing outlives the test
  db.prepare("INSERT INTO developer (name, created_at) VALUES ('default', 1)").run();
  const developerId = db.prepare<[], number>('SELECT id FROM developer').pluck().get() as number;
  const [table, files] = [publishTable(db), new PackageFiles(realDisk, join(folder, 'packages'))];
  const log = pino({ level: 'silent' });
  const shared = { now: Date.now, random: randomBytes };
  const apps = new Apps({ ...shared, table: systemTable(db) });
  const [group, ofTenants] = [new GroupCommit(db), tenantTable(db)];
  const tenants = new Tenants({ ...shared, table: ofTenants, apps });
  const removals = new TenantRemovals({ tenants, table: ofTenants, group, clock: stepwise });
  const started = await nluFeature.start({
    config: { ...defaultConfig(), dataDir: folder },
    ...{ db, log, now: Date.now, elapsed: Date.now, group, quotas: new Quotas(Number.MAX_VALUE), tenants, removals },
    robots: {
      table,
      files,
      online: new OnlineRobots({ table, files, now: Date.now }),
      modelSwitch: new ModelSwitch(log),
    },
  } as unknown as FeatureContext);
  const find = routeFinder(started.served.routes);
  let made = 0;
  return {
    db,
    newTenant: () => {
      const id = `tenant-${++made}`;
      const sql = 'INSERT INTO tenant (id, developer_id, name, is_default, created_at) VALUES (?, ?, ?, 0, 1)';
      db.prepare(sql).run(id, developerId, id);
      return id;
    },
    removeTenant: (id) => removals.remove(id),
    ask: async (tenantId, method, target, body) => {
      const url = new URL(target, 'http://gateway');
      const { route, params } = find(method, url.pathname);
      try {
        const reply = await route.handle(await callOf(route, { tenantId, params, url, body }));
        const json = JSON.parse(reply instanceof JsonText ? reply.text : JSON.stringify(reply));
        const checked = route.reply.safeParse(json);
        if (!checked.success)
          throw new Error(`${route.id}: the reply does not fit its schema: ${checked.error.message}`);
        return { status: 200, json };
      } catch (fault) {
        const error = asServiceError(fault);
        if (error.code === 'INTERNAL') throw fault;
        return { status: error.row.http, json: { error: { message: error.message } } };
      }
    },
    close: async () => {
      await started.stop();
      closeStore(db);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Asked {
  readonly tenantId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly body: unknown;
}

/** Makes a call as the server does (http/server.ts). */
async function callOf(route: Route, { tenantId, params, url, body }: Asked): Promise<Call> {
  const query = Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ''));
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    params: route.params && validate(route.params, { property: 'cn_common', ...params }, 'path'),
    query: route.query && validate(route.query, query, 'query'),
    body: route.body && (await readBody(route.body, headers, bytes)),
    identity: { tenantId, appkey: 'test', developerId: 1 },
    signal: new AbortController().signal,
  } as Call;
}

const base = '/v10/nlu/resource/:property';

function routeFinder(routes: readonly Route[]) {
  const spellings = routes.flatMap((route) =>
    pathsOf(route).map((path) => ({ route, parts: path.slice(base.length).split('/') })),
  );
  // Literal parts take precedence over parameters, as in the server's router.
  const paramsIn = (parts: readonly string[]) => parts.filter((part) => part.startsWith(':')).length;
  spellings.sort((a, b) => paramsIn(a.parts) - paramsIn(b.parts));
  return (method: string, path: string) => {
    const given = path.split('/');
    const fits = ({ route, parts }: (typeof spellings)[number]) =>
      route.method === method &&
      parts.length === given.length &&
      parts.every((part, at) => part === given[at] || (part.startsWith(':') && given[at] !== ''));
    const found = spellings.find(fits);
    if (found === undefined) throw new Error(`no route takes ${method} ${path}`);
    const named = found.parts.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), given[at] as string]] : [],
    );
    return { route: found.route, params: Object.fromEntries(named) as Record<string, string> };
  };
}
