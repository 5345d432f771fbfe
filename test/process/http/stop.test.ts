// A graceful stop: what is running ends well, nothing new begins, nothing stays behind.

import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reserveFile } from '../../../src/storage/room.js';
import { closeStore, openStore, StoreError } from '../../../src/store/open.js';
import { call } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { kindsOf } from '../../helpers/gateway/ring-client.js';
import { startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { expectSlowCall, letSlowCallGo, probeFeature } from '../../helpers/models/probe-feature.js';

const silence = Buffer.alloc(1_600); // 100 ms of linear 8 kHz

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ features: [probeFeature] });
});
afterEach(() => gateway.discard());

describe('a stop', () => {
  it.each(['plain', 'secure'] as const)(
    'lets a request that is running (%s) end, and refuses new ones',
    async (way) => {
      const entered = expectSlowCall();
      const running = gateway[way]('/probe/slow');
      await entered;
      const stopped = gateway.stop(60_000);
      await expect(gateway[way]('/probe/fault/created')).rejects.toThrow('ECONNREFUSED');
      letSlowCallGo()();
      expect((await running).json).toEqual({ done: true });
      await stopped;
    },
  );

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

describe('a stop with calls', () => {
  it('lets a session end with its result, ends idle connections at once, and says why', async () => {
    const ring = await startRingGateway();
    await ring.whenReady();
    const calling = await ring.connect();
    const idle = await ring.connect();
    calling.start();
    await calling.expect('START');
    calling.audio(silence);
    const stopped = ring.stop(60_000);
    expect(await idle.expect('FATAL_ERROR')).toMatchObject({ errCode: 50302 });
    expect((await idle.untilClosed()).reason).toBe('STOPPING');
    await expect(ring.connect()).rejects.toThrow('ECONNREFUSED');
    calling.end();
    expect(kindsOf(await calling.session())).toEqual(['RESULT', 'END NORMAL']);
    expect((await calling.untilClosed()).reason).toBe('STOPPING');
    await stopped;
    await ring.discard();
  });

  it('ends sessions that do not end by themselves at the drain time', async () => {
    const ring = await startRingGateway();
    const calling = await ring.connect();
    calling.start();
    await calling.expect('START');
    await ring.stop(100);
    expect((await calling.untilClosed()).reason).toBe('STOPPING');
    await ring.discard();
  });
});

describe('a start that fails', () => {
  it('on a taken port leaves nothing open', async () => {
    const other = startTestGateway({ settings: { httpPort: gateway.httpPort } });
    await expect(other).rejects.toMatchObject({ code: 'EADDRINUSE', port: gateway.httpPort });
  });

  it('on a data directory in use says so', async () => {
    const message =
      `the gateway at ${gateway.http} (process ${process.pid}) runs on the data directory ${gateway.dataDir}: ` +
      'stop it, or give this one a directory of its own (--data)';
    await expect(startTestGateway({ dataDir: gateway.dataDir })).rejects.toMatchObject({ reason: 'inUse', message });
  });

  it('on a data directory in use touches nothing there, the reserve on its disk included', async () => {
    const before = statSync(reserveFile(gateway.dataDir));
    const settings = { dataDir: gateway.dataDir, settings: { storage: { reserveMib: 1 } } };
    await expect(startTestGateway(settings)).rejects.toMatchObject({ reason: 'inUse' });
    const { ino, size } = statSync(reserveFile(gateway.dataDir));
    expect({ ino, size }).toEqual({ ino: before.ino, size: before.size });
  });
});
