// States and content from NATS, where `tonegate sync publish` has put them. The box's own changes go to the upstream
// itself: only the upstream can give verdicts on them.
import { createHash } from 'node:crypto';
import { limits } from '../../protocol/limits.js';
import { type OutboxEntry, type OutboxVerdict, SyncState } from '../../protocol/wire/sync-messages.js';
import { SyncFault } from '../fault.js';
import { read } from '../https-transport.js';
import { checkSigned } from '../signed.js';
import type { ContentName, Pieces, Polled, Transport } from '../transport.js';
import { type NatsSettings, type NatsStore, openNats } from './store.js';

export class NatsTransport implements Transport {
  #store: NatsStore | undefined;

  constructor(
    readonly settings: NatsSettings,
    readonly signKeys: readonly string[],
    readonly upstream: Pick<Transport, 'close'> & { readonly send: NonNullable<Transport['send']> },
  ) {}

  async poll(mark: string | undefined, signal: AbortSignal): Promise<Polled | undefined> {
    const store = await this.#opened(signal);
    const pointer = await store.pointer(signal);
    if (pointer === undefined)
      throw new SyncFault('busy', 'no state has been published in NATS yet; publish one with tonegate sync publish');
    const { now } = pointer;
    if (now.mark === mark) return undefined;
    if (now.bytes > limits.sync.stateBytes) throw new SyncFault('lying', 'the state in NATS is too large');
    const pieces: Uint8Array[] = [];
    for await (const piece of store.read(now, 0, signal)) pieces.push(piece);
    const text = Buffer.concat(pieces);
    if (createHash('sha256').update(text).digest('hex') !== now.sha256) {
      throw new SyncFault('lying', 'the state in NATS does not match the hash in its name');
    }
    checkSigned(text, now.signature, this.signKeys);
    return { state: read(SyncState, text, 'its state'), mark: now.mark, scope: {} };
  }

  async content(name: ContentName, offset: number, signal: AbortSignal): Promise<Pieces> {
    return { offset, pieces: (await this.#opened(signal)).read(name, offset, signal) };
  }

  readonly send = (entries: readonly OutboxEntry[], signal: AbortSignal): Promise<OutboxVerdict[]> =>
    this.upstream.send(entries, signal);

  async close(): Promise<void> {
    await this.#store?.close();
    await this.upstream.close();
  }

  async #opened(signal: AbortSignal): Promise<NatsStore> {
    if (this.#store === undefined || this.#store.connection.isClosed()) {
      this.#store = await openNats(this.settings, false, signal);
    }
    return this.#store;
  }
}
