// A disk in memory that forgets: data that was not synced may be gone after a power cut, in any combination. Contents
// survive by the sync of their file, names by the sync of their directory.
import { dirname } from 'node:path';
import type { Disk } from '../../../src/storage/disk.js';

/** Thrown at the step at which the power is cut. */
export class PowerCut extends Error {}

interface Inode {
  content: Buffer;
  synced: Buffer;
}

/** Whether a thing that was not synced survives; asked for each of them in order. */
export type Fate = () => boolean;

export const allLost: Fate = () => false;
export const allKept: Fate = () => true;
export function byChance(seed: number): Fate {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >= 2 ** 31;
  };
}

export class PowerDisk implements Disk {
  /** Files by path; undefined for a directory. */
  #live = new Map<string, Inode | undefined>([['/', undefined]]);
  #durable = new Map<string, Inode | undefined>([['/', undefined]]);
  /** Number of changes of the disk so far; the power is cut at the step `cutAt`. */
  steps = 0;
  cutAt = Number.POSITIVE_INFINITY;
  /** Called at the cut, for other parts that lose their power. */
  onCut: () => void = () => {};

  list(directory: string): string[] {
    const prefix = directory.endsWith('/') ? directory : `${directory}/`;
    return [...this.#live.keys()]
      .filter((path) => path.startsWith(prefix) && path !== prefix && !path.slice(prefix.length).includes('/'))
      .map((path) => path.slice(prefix.length));
  }

  size(file: string): number | undefined {
    return this.#live.get(file)?.content.length;
  }

  *read(file: string): Iterable<Uint8Array> {
    const { content } = this.#file(file);
    for (let at = 0; at < content.length; at += 64) yield content.subarray(at, at + 64);
  }

  head(file: string, bytes: number): Uint8Array {
    return this.#file(file).content.subarray(0, bytes);
  }

  makeDirectory(directory: string): void {
    if (this.#live.has(directory)) return;
    this.makeDirectory(dirname(directory));
    this.#step();
    this.#live.set(directory, undefined);
    this.syncDirectory(dirname(directory));
  }

  create(file: string) {
    this.#parent(file);
    this.#step();
    const inode: Inode = { content: Buffer.alloc(0), synced: Buffer.alloc(0) };
    this.#live.set(file, inode);
    return this.#opened(inode);
  }

  extend(file: string) {
    const inode = this.#live.get(file);
    return inode === undefined ? this.create(file) : this.#opened(inode);
  }

  allot(file: string, bytes: number): void {
    if (this.#live.has(file)) throw new Error(`${file}: it is there already`);
    const opened = this.create(file);
    opened.append(Buffer.alloc(bytes));
    opened.sync();
  }

  update(file: string) {
    const inode = this.#file(file);
    const { sync, close } = this.#opened(inode);
    return {
      read: (bytes: number, position: number) => inode.content.subarray(position, position + bytes),
      write: (bytes: Uint8Array, position: number) => {
        this.#step();
        const content = Buffer.from(inode.content);
        content.set(bytes, position);
        inode.content = content;
      },
      sync,
      close,
    };
  }

  rename(from: string, to: string): void {
    this.#step();
    this.#live.set(to, this.#file(from));
    this.#live.delete(from);
  }

  link(from: string, to: string): void {
    this.#step();
    if (!this.#live.has(to)) this.#live.set(to, this.#file(from));
  }

  remove(file: string): void {
    this.#step();
    this.#live.delete(file);
  }

  syncDirectory(directory: string): void {
    this.#step();
    for (const path of new Set([...this.#live.keys(), ...this.#durable.keys()])) {
      if (path !== '/' && dirname(path) === directory) this.#settle(path);
    }
  }

  createExclusively(file: string, content: string): boolean {
    if (this.#live.has(file)) return false;
    this.create(file).append(Buffer.from(content));
    return true;
  }

  /** Adds a file that has always been there. */
  put(file: string, content: Uint8Array): void {
    for (let folder = dirname(file); !this.#live.has(folder); folder = dirname(folder)) {
      this.#live.set(folder, undefined);
      this.#durable.set(folder, undefined);
    }
    const inode = { content: Buffer.from(content), synced: Buffer.from(content) };
    this.#live.set(file, inode);
    this.#durable.set(file, inode);
  }

  /** The disk that the next start finds. */
  afterCut(survives: Fate): PowerDisk {
    const next = new PowerDisk();
    const kept = new Map(this.#durable);
    for (const path of new Set([...this.#live.keys(), ...this.#durable.keys()])) {
      const isSettled =
        this.#live.has(path) === this.#durable.has(path) && this.#live.get(path) === this.#durable.get(path);
      if (isSettled || !survives()) continue;
      if (this.#live.has(path)) kept.set(path, this.#live.get(path));
      else kept.delete(path);
    }
    for (const [path, inode] of [...kept].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (path === '/' || !next.#live.has(dirname(path))) continue; // its directory is lost
      const copy = inode && contentAfterCut(inode, survives);
      next.#live.set(path, copy);
      next.#durable.set(path, copy);
    }
    return next;
  }

  modifiedAtMs(file: string): number | undefined {
    return this.#live.has(file) ? 0 : undefined;
  }

  freeBytes(): number {
    return Number.MAX_SAFE_INTEGER;
  }

  #opened(inode: Inode) {
    return {
      append: (bytes: Uint8Array) => {
        this.#step();
        inode.content = Buffer.concat([inode.content, bytes]);
      },
      sync: () => {
        this.#step();
        inode.synced = inode.content;
      },
      close: () => {},
    };
  }

  #step(): void {
    if (++this.steps < this.cutAt) return;
    this.onCut();
    throw new PowerCut(`power cut at step ${this.steps}`);
  }

  #settle(path: string): void {
    if (this.#live.has(path)) this.#durable.set(path, this.#live.get(path));
    else this.#durable.delete(path);
  }

  #file(path: string): Inode {
    const inode = this.#live.get(path);
    if (inode === undefined) throw new Error(`${path}: no such file`);
    return inode;
  }

  #parent(path: string): void {
    if (!this.#live.has(dirname(path))) throw new Error(`${dirname(path)}: no such directory`);
  }
}

/** Bytes written after the last sync: all of them, or zeros of the same length, as file systems leave them. */
function contentAfterCut({ content, synced }: Inode, survives: Fate): Inode {
  if (content.equals(synced)) return { content: synced, synced };
  const left = survives()
    ? content
    : Buffer.concat([synced, Buffer.alloc(Math.max(0, content.length - synced.length))]);
  return { content: left, synced: left };
}
