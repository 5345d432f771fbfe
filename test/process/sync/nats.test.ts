// Sync over NATS: what `tonegate sync publish` puts there arrives on the box; a leaf node on the site of the box serves
// on when the line to the hub is down.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { certificate } from '../../../src/http/certificate.js';
import { limits } from '../../../src/protocol/limits.js';
import { realDisk } from '../../../src/storage/disk.js';
import { HttpsTransport } from '../../../src/sync/https-transport.js';
import { publish } from '../../../src/sync/nats/publish.js';
import { inPieces, type NatsStore, openNats } from '../../../src/sync/nats/store.js';
import { NatsTransport } from '../../../src/sync/nats/transport.js';
import { Staging } from '../../../src/sync/staging.js';
import { upstreamHttp } from '../../../src/sync/start.js';
import { administer, draft } from '../../helpers/gateway/resource-client.js';
import { type NatsServer, noNatsServer, startNatsServer } from '../../helpers/sync/nats-server.js';
import { itemsOf, type SyncPair, startPair, state } from '../../helpers/sync/sync-pair.js';

const { signal } = new AbortController();
const settingsFor = ({ address }: NatsServer) => ({
  ...{ servers: [address], bucket: 'tonegate', credentialsFile: '', caFile: '', plaintext: true },
});

it('content is cut into pieces of one size, the last one apart', () => {
  const cut = (bytes: number, ...parts: number[]) =>
    [
      ...inPieces(
        parts.map((length) => Buffer.alloc(length)),
        bytes,
      ),
    ].map((piece) => piece.length);
  expect(cut(10, 3, 3, 3, 3)).toEqual([10, 2]);
  expect(cut(10, 25)).toEqual([10, 10, 5]);
  expect(cut(10, 10, 10)).toEqual([10, 10]);
  expect(cut(10)).toEqual([]);
});

it('a server that offers no TLS is refused with both ways out, and hears no credentials', async () => {
  let heard = '';
  const server = net.createServer((socket) => {
    socket.on('error', () => {}).on('data', (bytes) => (heard += bytes));
    const facts = { server_id: 'A', version: '2.9.10', proto: 1, headers: true, max_payload: 1_048_576 };
    socket.write(`INFO ${JSON.stringify(facts)}\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const servers = [`127.0.0.1:${(server.address() as net.AddressInfo).port}`];
  const settings = { servers, bucket: 'tonegate', credentialsFile: '', caFile: '', plaintext: false };
  await expect(openNats(settings, false, signal)).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/offers no TLS; set up TLS on the server .* or set sync\.nats\.plaintext to true/),
  });
  expect(heard).toBe('');
  server.close();
});

describe('says of servers that cannot be used', () => {
  const settings = (server: string, caFile = '') => ({
    ...{ servers: [server], bucket: 'tonegate', credentialsFile: '', caFile, plaintext: false },
  });
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonegate-nats-tls-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A server that begins as NATS does, and then shows its certificate. */
  async function withCertificate(madeMs: number) {
    const directory = join(folder, String(madeMs));
    mkdirSync(directory);
    const names = ['localhost', '127.0.0.1'];
    const made = await certificate({ directory, certFile: '', keyFile: '', names, now: () => madeMs });
    const server = net.createServer((socket) => {
      socket.write(`INFO ${JSON.stringify({ server_id: 'A', version: '2.9.10', proto: 1, tls_required: true })}\r\n`);
      new tls.TLSSocket(socket, { isServer: true, ...made }).on('error', () => {});
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    return { address, caFile: join(directory, 'cert.pem'), close: () => server.close() };
  }

  it.each([
    ['is not trusted', Date.now(), () => '', /certificate that is not trusted \(\w+\); check sync\.nats\.caFile$/],
    [
      'has expired',
      Date.now() - 900 * 86_400_000,
      (caFile: string) => caFile,
      /certificate that is not valid now \(CERT_HAS_EXPIRED\); check the clock of this box$/,
    ],
  ])('that a certificate %s', async (_, madeMs, trusted, words) => {
    const server = await withCertificate(madeMs);
    await expect(openNats(settings(server.address, trusted(server.caFile)), false, signal)).rejects.toMatchObject({
      kind: 'away',
      message: expect.stringMatching(words),
    });
    await expect(openNats(settings(server.address), false, signal)).rejects.toThrow(`NATS at ${server.address} `);
    server.close();
  });

  it('that nothing listens there, with the address', async () => {
    await expect(openNats(settings('127.0.0.1:9'), false, signal)).rejects.toThrow(
      'NATS at 127.0.0.1:9 cannot be reached now: connection refused',
    );
  });

  it('that sync.nats.caFile is no certificate', async () => {
    const file = join(folder, 'words.txt');
    writeFileSync(file, 'no certificate');
    await expect(openNats(settings('127.0.0.1:9', file), false, signal)).rejects.toThrow(
      `sync.nats.caFile: ${file} has no certificate in PEM form`,
    );
  });
});

describe.skipIf(noNatsServer !== '')(`over a real nats-server${noNatsServer && `: ${noNatsServer}`}`, () => {
  let hub: NatsServer;
  let leaf: NatsServer;
  let pair: SyncPair;
  let scratch: string;
  let atHub: NatsStore;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'tonegate-publish-'));
    hub = await startNatsServer('hub');
    leaf = await startNatsServer('leaf', hub.leafPort);
    pair = await startPair({
      'sync.transport': 'nats',
      'sync.nats.plaintext': true,
      'sync.nats.servers': [leaf.address],
    });
    atHub = await openNats(settingsFor(hub), true, signal);
  });
  afterAll(async () => {
    await atHub?.close();
    await pair?.discard();
    await leaf?.stop();
    await hub?.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  const publishNow = async () => {
    const { config } = loadConfig({ dataDir: scratch, env: {}, flags: pair.settings });
    const from = new HttpsTransport(upstreamHttp(config), 'all', []);
    const isNew = await publish({ from, to: atHub, staging: new Staging(realDisk, scratch), disk: realDisk }, signal);
    await from.close();
    return isNew;
  };
  const addUpstream = async (name: string, content: string) => {
    const body = { resource: draft(name, content) };
    const { json } = await administer(pair.upstream, 'POST', '/v10/resource/sys/asr/olm', body);
    return json.created.id as string;
  };
  /** Mirrors of the hub's two streams, with which a site's own server is set up once. */
  const mirror = async () => {
    const store = await openNatsConnection(leaf);
    const manager = await jetstreamManager(store);
    for (const name of ['KV_tonegate', 'OBJ_tonegate']) {
      await manager.streams.add({
        name,
        mirror: { name, domain: 'hub' },
        allow_direct: true,
        mirror_direct: true,
        allow_rollup_hdrs: true,
      });
    }
    await store.close();
  };

  it('the upstream’s state arrives through hub and leaf, again after a change, and the old content goes', async () => {
    await addUpstream('first', 'one\n');
    const large = `${randomBytes(limits.sync.keyBytes).toString('hex')}\n`; // two pieces' worth of hex, no key
    const id = await addUpstream('large', large);
    expect(await publishNow()).toBe(true);
    expect(await publishNow()).toBe(false);
    await mirror();
    const agent = pair.startAgent();
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
    for (const content of ['two\n', 'three\n', 'four\n']) {
      const change = { resource: draft('large', content) };
      await administer(pair.upstream, 'PUT', `/v10/resource/sys/asr/olm/${id}`, change);
      expect(await publishNow()).toBe(true);
    }
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
    const sha256 = createHash('sha256').update(large).digest('hex');
    const bytes = Buffer.byteLength(large);
    expect(await atHub.missing([{ sha256, bytes }], signal)).toHaveLength(1);
    await agent.stop();
  });

  it('the hub is gone: the leaf serves on', async () => {
    await addUpstream('before the cut', 'five\n');
    await publishNow();
    await hub.stop();
    const agent = pair.startAgent();
    await pair.inStep();
    const { items } = await state(pair.box);
    const [first] = items;
    if (first?.kind !== 'resource') throw new Error('a resource was published');
    await administer(pair.box, 'DELETE', `/admin/resources/${first.id}`);
    const wanted = JSON.stringify(await itemsOf(pair.upstream));
    while (JSON.stringify(await itemsOf(pair.box)) !== wanted) await pair.until(() => true);
    await agent.stop();
  });

  it('a bucket that is not there is named, with what makes it', async () => {
    const none = { ...settingsFor(leaf), bucket: 'mistyped' };
    await expect(openNats(none, false, signal)).rejects.toThrow(
      'NATS has no key-value bucket and object store mistyped; run `tonegate sync publish`',
    );
  });

  it('content is read from any byte on', async () => {
    const content = randomBytes(limits.sync.pieceBytes * 2 + 1_000);
    const name = { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
    const own = await startNatsServer('own');
    const store = await openNats(settingsFor(own), true, signal);
    await store.write(name, [content], signal);
    const direct = { send: async () => [], close: async () => {} };
    const transport = new NatsTransport(settingsFor(own), [], direct);
    for (const offset of [0, 1, limits.sync.pieceBytes, limits.sync.pieceBytes + 7, content.length - 1]) {
      const { pieces } = await transport.content(name, offset, signal);
      const got: Uint8Array[] = [];
      for await (const piece of pieces) got.push(piece);
      expect(Buffer.concat(got).equals(content.subarray(offset)), `from ${offset}`).toBe(true);
    }
    await transport.close();
    await store.close();
    await own.stop();
    const away = new NatsTransport(settingsFor(own), [], direct);
    await expect(away.poll(undefined, signal)).rejects.toMatchObject({ kind: 'away' });
  });
});

async function openNatsConnection({ address }: NatsServer) {
  const { connect } = await import('@nats-io/transport-node');
  return connect({ servers: [address] });
}
