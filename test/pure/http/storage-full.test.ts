// The replies to clients while the disk is full (docs/system-service.md): routes that grow are refused before their
// body is read, those that free are tried once more when the reserve made room, everything else goes on.
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorsOf } from '../../../src/http/describe/refusals.js';
import { type Route, route } from '../../../src/http/route.js';
import { createHttpServer, type HttpServer } from '../../../src/http/server.js';
import { limits } from '../../../src/protocol/limits.js';
import { createShares } from '../../../src/shares/shares.js';
import { call } from '../../helpers/gateway/call.js';

const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

let server: HttpServer;
let base: string;
let isFull: boolean;
let reserves: number;
let tries: number;

function probe(id: string, storage: Route['storage'], handle: () => string): Route {
  const facts = { id, method: 'GET' as const, path: `/${id}`, summary: id, auth: 'none' as const, reply: z.string() };
  return route({ ...facts, ...(storage !== undefined && { storage }), handle });
}

const routes = [
  probe('grows', 'grows', () => 'stored'),
  probe('frees', 'frees', () => {
    tries++;
    if (isFull) throw full();
    return 'removed';
  }),
  probe('reads', undefined, () => 'read'),
  probe('notes', undefined, () => {
    throw full();
  }),
];

beforeEach(async () => {
  [isFull, reserves, tries] = [false, 1, 0];
  server = createHttpServer({
    ...{ routes, realm: 'test', log: pino({ level: 'silent' }), shares: createShares(limits.http) },
    checks: {
      secret: () => null,
      appkey: () => null,
      ownerOf: () => undefined,
      token: () => null,
      tenant: () => null,
      admin: () => false,
    },
    newTraceToken: () => 'trace',
    room: {
      get isFull() {
        return isFull;
      },
      noticed: () => {
        if (reserves === 0) return false;
        reserves--;
        isFull = false; // a little room
        return true;
      },
    },
  });
  base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
});
afterEach(() => server.stop(0));

describe('on a full disk', () => {
  it('what grows is refused with 503 STORAGE_FULL and a time to try again', async () => {
    expect((await call(`${base}/grows`)).status).toBe(200);
    isFull = true;
    const { status, json, headers } = await call(`${base}/grows`);
    expect([status, json.error.code, headers['retry-after']]).toEqual([503, 50304, '60']);
  });

  it('what frees is done with the room of the reserve, and refused when that is gone', async () => {
    isFull = true;
    expect([(await call(`${base}/frees`)).status, tries, reserves]).toEqual([200, 2, 0]);
    isFull = true;
    const { status, json } = await call(`${base}/frees`);
    expect([status, json.error.code]).toEqual([503, 50304]);
  });

  it('reading goes on, and a write of the gateway’s own that fails is no fault of the service', async () => {
    isFull = true;
    expect((await call(`${base}/reads`)).status).toBe(200);
    const { status, json } = await call(`${base}/notes`);
    expect([status, json.error.code, reserves]).toEqual([503, 50304, 0]);
  });

  it('OpenAPI knows it of every route that grows or frees', () => {
    const says = ({ id }: Route) => errorsOf(routes.find((each) => each.id === id) as Route).includes('STORAGE_FULL');
    expect(routes.map(says)).toEqual([true, true, false, false]);
  });
});
