// Publishes the state of an upstream to NATS: contents first, then the state that names them. Content that neither this
// state nor the previous one names is deleted afterwards; a box that was slow then asks for the new state.
import { createHash } from 'node:crypto';
import { SyncState } from '../../protocol/wire/sync-messages.js';
import type { Disk } from '../../storage/disk.js';
import { contentsOf } from '../contents.js';
import { fetchAll } from '../download.js';
import { type HttpsTransport, read } from '../https-transport.js';
import type { Staging } from '../staging.js';
import type { ContentName } from '../transport.js';
import type { NatsStore, Pointer } from './store.js';

export interface PublishParts {
  readonly from: Pick<HttpsTransport, 'poll' | 'content'>;
  readonly to: NatsStore;
  readonly staging: Staging;
  readonly disk: Disk;
}

/** Publishes a changed state. False if NATS already has the upstream's state. */
export async function publish({ from, to, staging, disk }: PublishParts, signal: AbortSignal): Promise<boolean> {
  const pointer = await to.pointer(signal);
  const polled = await from.poll(pointer?.now.mark, signal);
  if (polled === undefined) return false;
  const { text, signature } = polled;
  const state = { sha256: createHash('sha256').update(text).digest('hex'), bytes: text.length };
  const names = [...contentsOf(polled.state).values()];
  const missing = await to.missing(names, signal);
  staging.prepare();
  const toFetch = missing.filter((name) => !staging.has(name));
  staging.needRoom(toFetch);
  await fetchAll({ transport: from, staging }, toFetch, signal);
  for (const name of missing) await to.write(name, disk.read(staging.path(name.sha256)), signal);
  await to.write(state, [text], signal);
  const next: Pointer = {
    format: 1,
    now: { mark: polled.mark, ...state, ...(signature !== undefined && { signature }) },
    before: pointer?.now ?? null,
  };
  await to.point(next, signal);
  for (const { sha256 } of missing) disk.remove(staging.path(sha256));
  await to.sweep(new Set([...names.map(({ sha256 }) => sha256), ...(await namedBy(to, next, signal))]), signal);
  return true;
}

/** Names of both states and of the contents that the earlier one names. */
async function namedBy(to: NatsStore, { now, before }: Pointer, signal: AbortSignal): Promise<string[]> {
  if (before === null) return [now.sha256];
  return [now.sha256, before.sha256, ...(await contentsIn(to, before, signal).catch(() => []))];
}

async function contentsIn(to: NatsStore, state: ContentName, signal: AbortSignal): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of to.read(state, 0, signal)) pieces.push(piece);
  return [...contentsOf(read(SyncState, Buffer.concat(pieces), 'its state')).keys()];
}
