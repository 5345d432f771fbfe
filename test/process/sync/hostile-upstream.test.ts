// A box that pins the signing key of its upstream, and an upstream that was taken over on its way or as a whole: what it sends is
// refused in words, and the box stays as it was. A hostile proxy holds the TLS key that the box trusts.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import type { SyncState } from '../../../src/protocol/wire/sync-messages.js';
import { signatureHeader } from '../../../src/trust/signature.js';
import { readSigningKey, SigningKey } from '../../../src/trust/signing-key.js';
import { administer, draft } from '../../helpers/gateway/resource-client.js';
import type { Mischief, Passing } from '../../helpers/sync/hostile-proxy.js';
import { itemsOf, type SyncPair, startPair } from '../../helpers/sync/sync-pair.js';

const ofState = /\/v10\/sync\/state/;
const stranger = new SigningKey(generateKeyPairSync('ed25519').privateKey);

let pair: SyncPair;
let key: SigningKey;
/** A state of the upstream as it was sent once, with its signature. */
interface Recorded {
  readonly body: string;
  readonly headers: Record<string, string>;
}
let old: Recorded;
let agent: ReturnType<SyncPair['startAgent']> | undefined;
let made = 0;

beforeAll(async () => {
  pair = await startPair();
  await changeUpstream();
  old = await recorded();
  key = readSigningKey(join(pair.upstream.dataDir, 'sync', 'sign.key'));
  await changeUpstream();
  start();
  await pair.inStep();
  await stop();
});
afterAll(() => pair.discard());
afterEach(async () => {
  pair.proxy.meddle(() => undefined);
  await stop();
});

async function stop() {
  await agent?.stop();
  agent = undefined;
}

function start(keys = [key.publicKey]) {
  agent = pair.startAgent({ settings: { 'sync.signKeys': keys } });
}

/** In the log of the agent that runs now. */
const isSaid = (words: RegExp): boolean => words.test(agent?.logText() ?? '');

async function changeUpstream() {
  const body = { resource: draft(`list ${made++}`, '#word\n'.repeat(10)) };
  const posted = await administer(pair.upstream, 'POST', '/v10/resource/sys/asr/userword', body);
  if (posted.status !== 200) throw new Error(posted.text);
}

async function recorded(): Promise<Recorded> {
  const { appkey, secret } = pair.upstream.apps.add(`recorder ${made++}`, 'default', ['sync']);
  const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
  const url = `${pair.upstream.https}/v10/sync/state?appkey=${appkey}`;
  const ca = readFileSync(join(pair.upstream.dataDir, 'tls', 'cert.pem'));
  const [response] = (await once(https.get(url, { ca, headers: { authorization } }), 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  const headers = Object.fromEntries(
    ['etag', 'content-type', signatureHeader].map((name) => [name, String(response.headers[name])]),
  );
  return { body, headers };
}

const answer = (body: string, signature: string, etag = `"made-${made++}"`): Mischief => ({
  ...{ do: 'answer', status: 200, body },
  headers: { 'content-type': 'application/json', etag, [signatureHeader]: signature },
});
/** What an upstream can send that was taken over as a whole: its own key signs it. */
const signed = (body: string) => answer(body, key.sign('sync state', body));
const stateWith = (items: unknown[], revision = 1_000_000): string => {
  const { origin } = JSON.parse(old.body) as SyncState;
  return JSON.stringify({ format: 1, origin, revision, items });
};
const profile = (name: string, sha256 = '0'.repeat(64)) => ({ kind: 'profile', name, sha256, bytes: 1 });
const model = (id: string) => ({
  ...{ kind: 'model', id, version: '1.0.0', slots: [], files: [] },
  ...(JSON.parse(old.body) as { items: { content?: object }[] }).items.find(({ content }) => content)?.content,
});

type Case = [name: string, mischief: () => Mischief, words: RegExp];
const cases: Case[] = [
  ['one byte of a state is another', () => ({ do: 'flip', atByte: 120 }), /does not match its signature/],
  ['the last byte of a state is another', () => ({ do: 'flip', atByte: 700 }), /does not match its signature/],
  ['a state has no signature', () => ({ do: 'headers', headers: { [signatureHeader]: '' } }), /is not signed/],
  ['a stranger signs it', () => answer(old.body, stranger.sign('sync state', old.body)), /which is not pinned here/],
  ['a stranger signs in the name of the key', () => forged(old.body), /does not match its signature/],
  [
    'the signature is one of another state',
    () => answer(stateWith([]), old.headers[signatureHeader] as string),
    /does not match its signature/,
  ],
  [
    'the signature is one of a model',
    () => answer(old.body, key.sign('model manifest', old.body)),
    /does not match its signature/,
  ],
  ['a signature of another form', () => answer(old.body, 'v2 AAAA AAAA'), /unknown form/],
  [
    'an old state comes again',
    () => ({ do: 'answer', status: 200, ...old }),
    /refused \/apply \(409: state.revision: \d+ is older; revision \d+ has already been applied/,
  ],
  [
    'an old state comes again under a new ETag',
    () => ({ do: 'answer', status: 200, body: old.body, headers: { ...old.headers, etag: '"fresh"' } }),
    /is older/,
  ],
  [
    '64 MiB and more, rightly signed',
    () => signed(' '.repeat(limits.sync.stateBytes + 1)),
    /has more than 67108864 bytes/,
  ],
  ['a body without an end', () => ({ do: 'flood', headers: { etag: '"endless"' } }), /has more than 67108864 bytes/],
  [
    '50,001 items, rightly signed',
    () => signed(stateWith(Array.from({ length: limits.sync.items + 1 }, (_, index) => profile(`p${index}`)))),
    /in an unexpected form: .*items/,
  ],
  [
    'nesting of 100,000 levels',
    () => signed('['.repeat(100_000) + ']'.repeat(100_000)),
    /that is not JSON|unexpected form/,
  ],
  ['a hash that is a path', () => signed(stateWith([profile('p', '../../../admin.key')])), /unexpected form: .*sha256/],
  ['a model whose id is a path', () => signed(stateWith([model('../../../evil')])), /refused \/apply \(400: .*evil/],
  [
    'a ring table whose name is a path',
    () => signed(stateWith([{ ...profile('../x'), kind: 'ringTable' }])),
    /unexpected form/,
  ],
];

/** The name of the pinned key over the signature of another one. */
const forged = (body: string): Mischief => {
  const [version, , value] = stranger.sign('sync state', body).split(' ');
  return answer(body, `${version} ${key.publicKey} ${value}`);
};

describe('a state is refused, and the box stays as it was', () => {
  it.each(cases)('%s', async (_name, mischief, words) => {
    const before = await itemsOf(pair.box);
    const appliedBefore = (await pair.status()).applied;
    const wrong = mischief();
    pair.proxy.meddle(({ path }: Passing) => (ofState.test(path) ? wrong : undefined));
    start();
    const { report, applied } = await pair.until(
      (status) => isSaid(words) && words.test(status.report?.lastFault ?? ''),
    );
    expect(report?.lastFault).not.toContain(old.headers[signatureHeader]);
    expect(applied).toEqual(appliedBefore);
    expect(await itemsOf(pair.box)).toEqual(before);
  });
});

describe('a good state', () => {
  it('is taken after the lies, with the new one of two pinned keys', async () => {
    await changeUpstream();
    start([stranger.publicKey, key.publicKey]);
    await pair.inStep();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
    expect((await pair.status()).applied?.revision).toBeGreaterThan(1);
  });

  it('of an earlier revision is refused after a state of another origin was taken', async () => {
    const other = JSON.stringify({ ...JSON.parse(old.body), origin: 'another', revision: 1 });
    pair.proxy.meddle(({ path }) => (ofState.test(path) ? signed(other) : undefined));
    start();
    await pair.until(({ applied }) => applied?.origin === 'another');
    await stop();
    pair.proxy.meddle(({ path }) => (ofState.test(path) ? { do: 'answer', status: 200, ...old } : undefined));
    start();
    const { applied } = await pair.until(() => isSaid(/is older/));
    expect(applied?.origin).toBe('another');
  });
});
