// The layout of a state in NATS: a key-value bucket and an object store of one name.
//
//   key `state`      {mark, sha256, bytes} of the current state, and of the one before
//   key `c.<sha256>` content up to limits.sync.keyBytes (the state itself is content too)
//   objects `<sha256>.<n>`  larger content in pieces of limits.sync.pieceBytes, n from 0
//
// The key `state` is written last, so that its reader finds everything that it names.
import { jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type ObjectStore, Objm } from '@nats-io/obj';
import { AuthorizationError, connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';
import { certificateFault, excerpt, SyncFault } from '../fault.js';
import { readCertificates, readGiven } from '../secret-files.js';
import type { ContentName } from '../transport.js';

export interface NatsSettings {
  readonly servers: readonly string[];
  readonly bucket: string;
  readonly credentialsFile: string;
  readonly caFile: string;
  /** True to connect without TLS. */
  readonly plaintext: boolean;
}

const Named = z.object({
  mark: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** Signature of the state, as the upstream sent it. */
  signature: z.string().optional(),
});
const Pointer = z.object({ format: z.literal(1), now: Named, before: Named.nullable() });
export type Pointer = z.output<typeof Pointer>;

const stateKey = 'state';
const contentKey = (sha256: string): string => `c.${sha256}`;
const pieceName = (sha256: string, index: number): string => `${sha256}.${index}`;
const pieceCount = (bytes: number): number => Math.ceil(bytes / limits.sync.pieceBytes);
const isKey = ({ bytes }: ContentName): boolean => bytes <= limits.sync.keyBytes;

export class NatsStore {
  constructor(
    readonly connection: NatsConnection,
    readonly keys: KV,
    readonly objects: ObjectStore,
  ) {}

  async pointer(signal: AbortSignal): Promise<Pointer | undefined> {
    const entry = await guarded(this.keys.get(stateKey), signal);
    if (entry === null || entry.operation !== 'PUT') return undefined;
    const outcome = Pointer.safeParse(parsed(entry.string()));
    if (!outcome.success)
      throw new SyncFault(
        'lying',
        'the state in NATS has an unexpected form; another version of tonegate may have written it',
      );
    return outcome.data;
  }

  async point(pointer: Pointer, signal: AbortSignal): Promise<void> {
    await guarded(this.keys.put(stateKey, JSON.stringify(pointer)), signal);
  }

  /** Reads content from `offset`, without verifying it. */
  async *read(name: ContentName, offset: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    if (isKey(name)) {
      const entry = await guarded(this.keys.get(contentKey(name.sha256)), signal);
      if (entry === null || entry.operation !== 'PUT') throw gone(name);
      yield entry.value.subarray(offset);
      return;
    }
    const { pieceBytes } = limits.sync;
    const first = Math.floor(offset / pieceBytes);
    for (let index = first; index < pieceCount(name.bytes); index++) {
      const piece = await guarded(this.objects.getBlob(pieceName(name.sha256, index)), signal);
      if (piece === null) throw gone(name);
      yield index === first ? piece.subarray(offset - first * pieceBytes) : piece;
    }
  }

  async write(name: ContentName, content: Iterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    let index = 0;
    for (const piece of inPieces(content, isKey(name) ? limits.sync.keyBytes : limits.sync.pieceBytes)) {
      if (isKey(name)) await guarded(this.keys.put(contentKey(name.sha256), piece), signal);
      else await guarded(this.objects.putBlob({ name: pieceName(name.sha256, index++) }, piece), signal);
    }
    if (name.bytes === 0) await guarded(this.keys.put(contentKey(name.sha256), new Uint8Array()), signal);
  }

  /**
   * The names whose content is not stored whole. Pieces are written in order, so the last one proves that all are
   * there.
   */
  async missing(names: readonly ContentName[], signal: AbortSignal): Promise<ContentName[]> {
    const { keys, objects } = await this.#all(signal);
    return names.filter((name) =>
      isKey(name)
        ? !keys.has(contentKey(name.sha256))
        : !objects.has(pieceName(name.sha256, pieceCount(name.bytes) - 1)),
    );
  }

  async sweep(kept: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { keys, objects } = await this.#all(signal);
    for (const key of keys) {
      if (key !== stateKey && !kept.has(key.slice(contentKey('').length))) await guarded(this.keys.purge(key), signal);
    }
    for (const name of objects) {
      if (!kept.has(name.split('.')[0] ?? '')) await guarded(this.objects.delete(name), signal);
    }
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  async #all(signal: AbortSignal) {
    const keys = new Set<string>();
    for await (const key of await guarded(this.keys.keys(), signal)) keys.add(key);
    const objects = (await guarded(this.objects.list(), signal)).filter(({ deleted }) => !deleted);
    return { keys, objects: new Set(objects.map(({ name }) => name)) };
  }
}

/** Connects. With `make`, a missing bucket or object store is created too. */
export async function openNats(settings: NatsSettings, make: boolean, signal: AbortSignal): Promise<NatsStore> {
  const { servers, bucket, credentialsFile, caFile, plaintext } = settings;
  if (servers.length === 0) throw new SyncFault('refused', 'sync.nats.servers is empty');
  const credentials = readGiven(credentialsFile, 'sync.nats.credentialsFile');
  const ca = readCertificates(caFile, 'sync.nats.caFile');
  const connecting = guarded(
    connect({
      servers: [...servers],
      timeout: limits.sync.natsConnectMs,
      maxReconnectAttempts: 0, // the agent retries by itself
      ...(credentials === '' ? {} : { authenticator: credsAuthenticator(Buffer.from(credentials)) }),
      ...(plaintext ? {} : { tls: ca === '' ? {} : { ca } }),
    }),
    signal,
  );
  const connection = await connecting.catch((fault: unknown) => {
    throw signal.aborted ? fault : connectFault(fault, servers);
  });
  try {
    const client = jetstream(connection, { timeout: limits.sync.requestMs });
    const keys = new Kvm(client);
    const objects = new Objm(client);
    if (make) {
      return new NatsStore(
        connection,
        await guarded(keys.create(bucket, { history: 1 }), signal),
        await guarded(objects.create(bucket), signal),
      );
    }
    return new NatsStore(
      connection,
      await guarded(keys.open(bucket), signal),
      await guarded(objects.open(bucket), signal),
    );
  } catch (fault) {
    await connection.close();
    throw !make && /not found/.test((fault as Error).message) ? noBucket(fault, bucket) : fault;
  }
}

/**
 * Waits for `work`, but no longer than the signal and a time limit allow: on a silent link the client waits for ever.
 */
async function guarded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {}); // nobody reads its rejection when the race was lost
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const end = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    timer = setTimeout(() => reject(new SyncFault('away', 'NATS does not answer')), limits.sync.requestMs);
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, end]);
  } catch (fault) {
    if (signal.aborted) throw signal.reason;
    throw faultOf(fault);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function faultOf(fault: unknown): SyncFault {
  if (fault instanceof SyncFault) return fault;
  const { message, name } = fault as Error;
  if (fault instanceof AuthorizationError || name === 'AuthorizationError') {
    return new SyncFault('refused', 'NATS refused the credentials; check sync.nats.credentialsFile', {
      cause: fault,
    });
  }
  if (/server does not support 'tls'/i.test(message)) {
    const ways =
      'set up TLS on the server and sync.nats.caFile here, or set sync.nats.plaintext to true on a network that you trust';
    return new SyncFault('refused', `the NATS server offers no TLS; ${ways}`, { cause: fault });
  }
  return new SyncFault('away', `NATS cannot be reached now: ${excerpt(message)}`, { cause: fault });
}

/** A connection to the servers that was not made. A NATS client keeps the code of TLS in the cause of its error. */
function connectFault(fault: unknown, servers: readonly string[]): unknown {
  if (!(fault instanceof SyncFault) || fault.kind !== 'away') return fault;
  const name = `NATS at ${servers.join(', ')}`;
  for (let each: unknown = fault; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    const words = typeof code === 'string' ? certificateFault(code, 'sync.nats.caFile') : undefined;
    if (words !== undefined) return new SyncFault('away', `${name} ${words}`, { cause: fault });
  }
  const reason =
    fault.cause instanceof Error ? `cannot be reached now: ${excerpt(fault.cause.message)}` : 'does not answer';
  return new SyncFault('away', `${name} ${reason}`, { cause: fault });
}

function noBucket(fault: unknown, bucket: string): SyncFault {
  const advice = 'run `tonegate sync publish`, make the mirrors of a leaf node, or check sync.nats.bucket';
  return new SyncFault('away', `NATS has no key-value bucket and object store ${bucket}; ${advice}`, { cause: fault });
}

const gone = ({ sha256 }: ContentName) => new SyncFault('outdated', `NATS no longer has content ${sha256}`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cuts content into pieces of the given size, the last one smaller. Each piece has its own memory. */
export function* inPieces(content: Iterable<Uint8Array>, bytes: number): Generator<Uint8Array> {
  let piece = Buffer.alloc(0);
  for (const part of content) {
    for (let rest = Buffer.from(part); rest.length > 0; ) {
      const room = bytes - piece.length;
      piece = Buffer.concat([piece, rest.subarray(0, room)]);
      rest = rest.subarray(room);
      if (piece.length < bytes) continue;
      yield piece;
      piece = Buffer.alloc(0);
    }
  }
  if (piece.length > 0) yield piece;
}
