// The part of a state that lies in files: the two ring tables and the installed models.

import { limits } from '../protocol/limits.js';
import type { SyncItem } from '../protocol/wire/sync-messages.js';
import { canonicalJson } from '../protocol/wire/versions.js';
import type { Disk } from '../storage/disk.js';
import { readWhole, sha256Of } from './kind/staged.js';
import {
  type InstalledModel,
  type ReplicaModels,
  type ReplicaRingTables,
  type RingTableName,
  ringTableNames,
} from './ports.js';

export type FileItem = Extract<SyncItem, { kind: 'ringTable' | 'model' }>;
export type ModelItem = Extract<SyncItem, { kind: 'model' }>;

/** Small content as bytes; large content as a file that is read as it is sent. */
export type ContentSource = Buffer | { readonly path: string; readonly bytes: number };

export interface FilesParts {
  readonly disk: Disk;
  readonly ring: ReplicaRingTables;
  readonly models: ReplicaModels;
}

export interface FilesSeen {
  readonly items: readonly FileItem[];
  readonly sources: ReadonlyMap<string, ContentSource>;
  /** Equal when the items are. */
  readonly mark: string;
}

export function seeFiles(parts: FilesParts): FilesSeen {
  const sources = new Map<string, ContentSource>();
  const items: FileItem[] = [];
  for (const name of ringTableNames) {
    const content = ringTable(parts, name);
    // A broken edit is nobody else's: without its item, the others keep what they have.
    if (content === undefined || !isTable(parts.ring, name, content)) continue;
    const item = { kind: 'ringTable', name, sha256: sha256Of(content), bytes: content.length } as const;
    sources.set(item.sha256, content);
    items.push(item);
  }
  for (const model of parts.models.list()) {
    const item = itemOf(model);
    sources.set(item.sha256, model.manifest);
    for (const { sha256, bytes, path } of model.files) sources.set(sha256, { path, bytes });
    items.push(item);
  }
  return { items, sources, mark: sha256Of(Buffer.from(canonicalJson(items))) };
}

/** Undefined: there is none, or something far too large to be one. */
export function ringTable({ disk, ring }: FilesParts, name: RingTableName): Buffer | undefined {
  const size = disk.size(ring.path(name));
  return size === undefined || size > limits.table.fileBytes ? undefined : readWhole(disk, ring.path(name), size);
}

function isTable(ring: ReplicaRingTables, name: RingTableName, content: Buffer): boolean {
  try {
    ring.check(name, content);
    return true;
  } catch {
    return false;
  }
}

const itemOf = ({ id, version, manifest, slots, files }: InstalledModel): ModelItem => ({
  kind: 'model',
  id,
  version,
  slots: [...slots].sort(),
  sha256: sha256Of(manifest),
  bytes: manifest.length,
  files: files.map(({ sha256, bytes }) => ({ sha256, bytes })),
});
