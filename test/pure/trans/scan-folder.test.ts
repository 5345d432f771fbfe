// Offline transcription: folders that are scanned for recordings (specification 2, section 4.4, `folder`).
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { fetchSource } from '../../../src/trans/fetch/fetch-source.js';
import { scanFolder } from '../../../src/trans/fetch/scan-folder.js';
import { ftpUser, optionsFor, type Served, serveFtp, serveSftp } from '../../helpers/transcription/source-servers.js';

const { depth } = limits.trans.scan;
const notFound = 4100;
const failed = 4101;

const schemes = ['file', 'ftp', 'sftp'] as const;
const hard = 'calls/sub/10 月/录音#1?.mp3';
const names = ['b.mp3', 'a.MP3', 'notes.txt', 'sub/c.wav', 'sub/mp3', 'empty/x.txt'];
let folder = '';
let ftp: Served;
let sftp: Served;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tonegate-scan-')));
  for (const name of names) put(`root/calls/${name}`);
  put(`root/${hard}`);
  put('root/linked/a.mp3');
  put('secret/a.mp3');
  put(`root/deep/${'d/'.repeat(depth + 1)}a.mp3`);
  symlinkSync(join(folder, 'secret'), join(folder, 'root/linked/link'));
  symlinkSync('.', join(folder, 'root/linked/circle'));
  ftp = await serveFtp(join(folder, 'root'));
  sftp = await serveSftp(join(folder, 'root'));
});
afterAll(async () => {
  await Promise.all([ftp?.stop(), sftp?.stop()]);
  rmSync(folder, { recursive: true });
});

function put(name: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), name.replace('root/', ''));
}

const base = (scheme: (typeof schemes)[number]) =>
  ({ file: `file://${folder}/root`, ftp: ftp.url, sftp: sftp.url })[scheme];
const options = () => ({
  ...optionsFor({ fileRoots: [join(folder, 'root')] }),
  hosts: [{ host: '*', ...ftpUser, agent: false, hostKey: '' }],
});

describe.each(schemes)('a folder of %s', (scheme) => {
  const scan = (path: string, exts: string[]) => scanFolder(base(scheme) + path, exts, options());

  it('gives the files with the endings, also of the folders in it, in the order of their names', async () => {
    const at = `${base(scheme)}/calls`;
    const wanted = [`${at}/a.MP3`, `${at}/b.mp3`, `${at}/sub/10%20月/录音%231%3F.mp3`, `${at}/sub/c.wav`];
    expect(await scan('/calls', ['.mp3', '.wav'])).toEqual(wanted);
    expect(await scan('/calls//?x#y', ['wav', '.WAV'])).toEqual([wanted[3]]);
  });

  it('gives URLs that can be fetched', async () => {
    const [url] = await scan('/calls/sub/10 月', ['.mp3']);
    expect(await fetchSource(url as string, join(folder, 'target'), options())).toEqual({
      bytes: Buffer.byteLength(hard),
    });
  });

  it('with nothing in it gives nothing', async () => {
    expect(await scan('/calls/empty', ['.mp3'])).toEqual([]);
  });

  it('that is not there is not found', async () => {
    await expect(scan('/calls/none', ['.mp3'])).rejects.toEqual(
      expect.objectContaining({ code: notFound, message: expect.stringContaining('no such folder') }),
    );
  });

  it(`is searched ${depth} folders deep, and refused beyond`, async () => {
    expect(await scan('/deep/d', ['.mp3'])).toHaveLength(1);
    await expect(scan('/deep', ['.mp3'])).rejects.toEqual(
      expect.objectContaining({ code: failed, message: expect.stringMatching(/levels below the folder/) }),
    );
  });
});

describe('a folder', () => {
  it.each(['file', 'sftp'] as const)('of %s is searched without following symbolic links', async (scheme) => {
    const found = await scanFolder(`${base(scheme)}/linked`, ['.mp3'], options());
    expect(found).toEqual([`${base(scheme)}/linked/a.mp3`]);
  });

  it('of a server that follows its own links in a circle is refused', async () => {
    await expect(scanFolder(`${ftp.url}/linked`, ['.mp3'], options())).rejects.toEqual(
      expect.objectContaining({ code: failed, message: expect.stringMatching(/levels below the folder/) }),
    );
  });

  it('gives URLs with the credentials that it came with', async () => {
    const url = ftp.url.replace('://', `://${ftpUser.user}:${encodeURIComponent(ftpUser.password)}@`);
    const found = await scanFolder(`${url}/calls/sub`, ['.wav'], { ...options(), hosts: [] });
    expect(found).toEqual([`${url}/calls/sub/c.wav`]);
  });

  it('over http is refused: nothing says what is in it', async () => {
    await expect(scanFolder('http://127.0.0.1/calls', ['.mp3'], options())).rejects.toEqual(
      expect.objectContaining({ code: failed, message: expect.stringMatching(/must be file, ftp or sftp/) }),
    );
  });

  it('outside the configured directories is refused, also behind a symbolic link', async () => {
    for (const path of [`${folder}/secret`, `${folder}/root/linked/link`, '/etc']) {
      await expect(scanFolder(`file://${path}`, ['.mp3'], options())).rejects.toEqual(
        expect.objectContaining({ code: failed, message: expect.stringMatching(/not below/) }),
      );
    }
  });
});
