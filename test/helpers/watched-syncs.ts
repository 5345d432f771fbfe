// Records every fsync of this process with the content of one folder at that moment: the order of steps on the real
// disk.
import fs, { fstatSync, readdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { vi } from 'vitest';

/**
 * The record, which grows with each sync: the kind of the synced object, and the names in the folder with their sizes.
 */
export async function watchSyncs(folder: string, isShown: (name: string) => boolean = () => true): Promise<string[]> {
  const synced: string[] = [];
  const note = (isDirectory: boolean) => {
    const names = readdirSync(folder).filter(isShown);
    const shown = names.map((name) => `${name} ${statSync(join(folder, name)).size}`);
    synced.push(`${isDirectory ? 'directory' : 'file'}: ${shown.join(', ')}`);
  };
  const { fsyncSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    note(fstatSync(descriptor).isDirectory());
    fsyncSync(descriptor);
  });
  syncBuiltinESMExports();
  const handle = await open(folder, 'r');
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    note((await this.stat()).isDirectory());
    await sync.call(this);
  });
  return synced;
}

export function stopWatching(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
