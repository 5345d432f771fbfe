// The reserve on the disk of the data directory. A file system that is really full: test/slow/power/full-disk.test.ts.
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { Room, type RoomInStore, reserveFile } from '../../../src/storage/room.js';

const reserveBytes = 1024 * 1024;
const log = pino({ level: 'silent' });
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const nothing: RoomInStore = { freeBytes: () => 0, logBytes: () => 0, emptyLog: () => {} };

let dataDir: string;
let room: Room | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tonegate-room-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  await room?.stop();
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

async function open(bytes = reserveBytes, onRoom = () => {}): Promise<Room> {
  await room?.stop();
  room = new Room({ dataDir, reserveBytes: bytes, log });
  room.onRoom(onRoom);
  await room.watch(nothing);
  return room;
}

describe('the reserve', () => {
  it('is laid by at the first start, takes its room, and is left alone by the next', async () => {
    expect((await open()).isFull).toBe(false);
    const { size, blocks, mtimeMs } = statSync(reserveFile(dataDir));
    expect(size).toBe(reserveBytes);
    expect(blocks * 512).toBeGreaterThanOrEqual(reserveBytes);
    await open();
    expect(statSync(reserveFile(dataDir)).mtimeMs).toBe(mtimeMs);
  });

  it('of another size, or half written, is laid by anew', async () => {
    writeFileSync(reserveFile(dataDir), 'short');
    writeFileSync(`${reserveFile(dataDir)}.part`, 'half');
    await open();
    expect(statSync(reserveFile(dataDir)).size).toBe(reserveBytes);
    expect(existsSync(`${reserveFile(dataDir)}.part`)).toBe(false);
  });

  it('is given up once when a write finds the disk full, by Node or by SQLite', async () => {
    const opened = await open();
    expect(opened.noticed(new Error('something else'))).toBe(false);
    expect(opened.isFull).toBe(false);
    expect(opened.noticed(full)).toBe(true);
    expect([opened.isFull, existsSync(reserveFile(dataDir))]).toEqual([true, false]);
    expect(opened.noticed(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))).toBe(false);
  });

  it('is given up half laid when a write needs its bytes, and laid by anew later', async () => {
    room = new Room({ dataDir, reserveBytes: 8 * reserveBytes, log });
    const watching = room.watch(nothing);
    const part = `${reserveFile(dataDir)}.part`;
    while (!existsSync(part)) await new Promise((resolve) => setImmediate(resolve));
    while (!room.noticed(full)) await new Promise((resolve) => setImmediate(resolve)); // nothing to give before its first byte
    await watching;
    expect([room.isFull, existsSync(part), existsSync(reserveFile(dataDir))]).toEqual([true, false, false]);
    vi.advanceTimersByTime(limits.storage.lookMs);
    await vi.waitFor(() => expect(statSync(reserveFile(dataDir)).size).toBe(8 * reserveBytes));
  });

  it('comes back with the room, which is told', async () => {
    let told = 0;
    const opened = await open(reserveBytes, () => void told++);
    opened.noticed(full);
    expect(opened.degraded()).toEqual([
      expect.stringMatching(/the disk is full .*\(503 STORAGE_FULL\) until .* MiB are free/),
    ]);
    vi.advanceTimersByTime(limits.storage.lookMs);
    await vi.waitFor(() => expect([opened.isFull, opened.degraded(), told]).toEqual([false, [], 1]));
    expect(existsSync(reserveFile(dataDir))).toBe(true);
  });

  it('for which there is no room makes the disk full from the start', async () => {
    const { bavail, bsize } = statfsSync(dataDir);
    const opened = await open(bavail * bsize * 2);
    expect([opened.isFull, existsSync(reserveFile(dataDir))]).toEqual([true, false]);
    expect(opened.facts()).toMatchObject({ isFull: true });
  });
});
