// A graceful stop: what is running ends well, nothing new begins, nothing stays behind.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeStore, openStore, StoreError } from '../../src/store/open.js';
import { call } from '../helpers/call.js';
import { startTestGateway, type TestGateway } from '../helpers/gateway.js';
import { expectSlowCall, letSlowCallGo, probeFeature } from '../helpers/probe-feature.js';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ features: [probeFeature] });
});
afterEach(() => gateway.discard());

describe('a stop', () => {
  it('lets a request that is running end with its reply, and refuses new connections meanwhile', async () => {
    const entered = expectSlowCall();
    const running = gateway.plain('/probe/slow');
    await entered;
    const stopped = gateway.stop(60_000);
    await expect(gateway.plain('/probe/fault/created')).rejects.toThrow('ECONNREFUSED');
    letSlowCallGo()();
    expect((await running).json).toEqual({ done: true });
    await stopped;
  });

  it('cuts what still runs at the end of the drain time', async () => {
    const entered = expectSlowCall();
    const running = gateway.plain('/probe/slow').catch((fault: Error) => fault.message);
    await entered;
    await gateway.stop(50);
    expect(await running).toContain('socket hang up');
  });

  it('refuses the next request of a kept connection, and ends the connection', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const entered = expectSlowCall();
    const first = gateway.plain('/probe/slow', { agent });
    await entered;
    const stopped = gateway.stop(60_000);
    letSlowCallGo()();
    expect((await first).status).toBe(200);
    await expect(gateway.plain('/probe/fault/created', { agent })).rejects.toThrow(/ECONNRE(FUSED|SET)|hang up/);
    await stopped;
    agent.destroy();
  });

  it('does not wait for idle or half-open connections', async () => {
    const agent = new http.Agent({ keepAlive: true });
    await gateway.plain('/probe/fault/created', { agent });
    const silent = net.connect(gateway.httpPort, '127.0.0.1').resume();
    const secure = net.connect(gateway.httpsPort, '127.0.0.1').resume();
    await Promise.all([once(silent, 'connect'), once(secure, 'connect')]);
    await gateway.plain('/probe/fault/created'); // both were accepted before this one
    await gateway.stop(60_000);
    agent.destroy();
  });

  it('closes the database and removes what points to the gateway', async () => {
    const database = join(gateway.dataDir, 'tonegate.db');
    expect(() => openStore(database)).toThrow(StoreError);
    expect(existsSync(join(gateway.dataDir, 'gateway.json'))).toBe(true);
    await gateway.stop(0);
    closeStore(openStore(database).db);
    expect(existsSync(`${database}-wal`)).toBe(false);
    expect(existsSync(join(gateway.dataDir, 'gateway.json'))).toBe(false);
  });

  it('may be asked for twice', async () => {
    await Promise.all([gateway.stop(0), gateway.stop(0)]);
    await expect(call(`${gateway.admin}/healthz`)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a start that fails', () => {
  it('on a taken port leaves nothing open', async () => {
    const other = startTestGateway({ settings: { httpPort: gateway.httpPort } });
    await expect(other).rejects.toMatchObject({ code: 'EADDRINUSE', port: gateway.httpPort });
  });

  it('on a data directory in use says so', async () => {
    await expect(startTestGateway({ dataDir: gateway.dataDir })).rejects.toMatchObject({ reason: 'inUse' });
  });
});
