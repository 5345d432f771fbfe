// Offline transcription, sources on this machine: file:// below configured directories, and nothing else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchSource } from '../../../src/trans/fetch/fetch-source.js';
import { optionsFor } from '../../helpers/transcription/source-servers.js';

const notFound = 4100;
const failed = 4101;

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tonegate-file-')));
  mkdirSync(join(folder, 'root/calls'), { recursive: true });
  mkdirSync(join(folder, 'root-of-others'));
  put('root/calls/录音 1.wav', 'recording');
  put('root-of-others/a.wav', 'secret');
  put('secret.wav', 'secret');
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const target = () => join(folder, 'target');
const fetched = (path: string, roots = [join(folder, 'root')]) =>
  fetchSource(`file://${path}`, target(), optionsFor({ fileRoots: roots }));
const below = (path: string) => fetched(`${folder}/${path}`);
const refusedWith = (code: number, message: RegExp) =>
  expect.objectContaining({ code, isPassing: false, message: expect.stringMatching(message) });

describe('a source on this machine', () => {
  it('below a configured directory is read', async () => {
    expect(await below('root/calls/%E5%BD%95%E9%9F%B3%201.wav')).toEqual({ bytes: 9 });
    expect(readFileSync(target(), 'utf8')).toBe('recording');
    expect(await below('root/calls/录音 1.wav')).toEqual({ bytes: 9 });
  });

  it('is refused where no directory is configured', async () => {
    await expect(fetched(`${folder}/secret.wav`, [])).rejects.toEqual(refusedWith(failed, /not below/));
  });

  it.each([
    ['beside the directory', 'secret.wav'],
    ['in a directory whose name only begins like it', 'root-of-others/a.wav'],
    ['behind ..', 'root/../secret.wav'],
    ['behind .. with percent signs', 'root/%2e%2e/secret.wav'],
    ['behind .. with a slash in percent signs', 'root/..%2Fsecret.wav'],
  ])('%s is refused', async (_, path) => {
    await expect(below(path)).rejects.toEqual(refusedWith(failed, /not below|must not contain/));
  });

  it('that a symbolic link leads out to is refused, whatever part of the path the link is', async () => {
    symlinkSync(join(folder, 'secret.wav'), join(folder, 'root/link.wav'));
    symlinkSync(join(folder, 'root-of-others'), join(folder, 'root/folder'));
    symlinkSync('/proc/self/root', join(folder, 'root/system'));
    for (const path of ['root/link.wav', 'root/folder/a.wav', `root/system${folder}/secret.wav`]) {
      await expect(below(path)).rejects.toEqual(refusedWith(failed, /not below/));
    }
  });

  it('that a symbolic link inside the directory leads to is read', async () => {
    symlinkSync('calls/录音 1.wav', join(folder, 'root/link.wav'));
    expect(await below('root/link.wav')).toEqual({ bytes: 9 });
  });

  it('below a configured directory that is itself a symbolic link is read', async () => {
    symlinkSync(join(folder, 'root'), join(folder, 'mounted'));
    expect(await fetched(`${folder}/mounted/calls/录音 1.wav`, [join(folder, 'mounted')])).toEqual({ bytes: 9 });
  });

  it('that is not there is not found: 4100', async () => {
    await expect(below('root/calls/2.wav')).rejects.toEqual(refusedWith(notFound, /no such file/));
    await expect(below('root/calls/录音 1.wav/2.wav')).rejects.toEqual(refusedWith(notFound, /no such file/));
  });

  it('that is a directory, a pipe or a device is refused, without waiting for it', async () => {
    execFileSync('mkfifo', [join(folder, 'root/pipe.wav')]);
    await expect(below('root/calls')).rejects.toEqual(refusedWith(failed, /a directory instead of a regular file/));
    await expect(below('root/pipe.wav')).rejects.toEqual(refusedWith(failed, /instead of a regular file/));
    await expect(fetched('/dev/zero', ['/dev'])).rejects.toEqual(refusedWith(failed, /instead of a regular file/));
  });

  it('with the name of another machine is refused', async () => {
    await expect(fetchSource('file://server/a.wav', target(), optionsFor())).rejects.toEqual(
      refusedWith(failed, /must not name a host/),
    );
  });

  it('of no bytes is written too: what it is worth is said later', async () => {
    put('root/empty.wav', '');
    expect(await below('root/empty.wav')).toEqual({ bytes: 0 });
  });
});
