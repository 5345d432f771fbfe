// Offline transcription: results saved where saveTo says (specification 2, section 4.4).
import {
  chmodSync,
  chownSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parsePlace, type SavedFile, saveResults } from '../../../src/trans/save/save-results.js';
import { ftpUser, optionsFor, type Served, serveFtp, serveSftp } from '../../helpers/transcription/source-servers.js';

const taskId = '0123456789abcdef0123456789abcdef';
const failed = 4101;
const bytes = 300_000;

let folder = '';
let ftp: Served;
let sftp: Served;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tonegate-save-')));
  mkdirSync(join(folder, 'root'));
  writeFileSync(join(folder, 'result'), 'r'.repeat(bytes));
  ftp = await serveFtp(join(folder, 'root'));
  sftp = await serveSftp(join(folder, 'root'));
});
afterAll(async () => {
  await Promise.all([ftp?.stop(), sftp?.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rmSync(join(folder, 'root'), { recursive: true });
  mkdirSync(join(folder, 'root'));
});

const at = (...names: string[]) => join(folder, 'root', ...names);
const options = () => ({
  ...optionsFor({ saveRoots: [join(folder, 'root')] }),
  hosts: [{ host: '*', ...ftpUser, agent: false, hostKey: '' }],
});

async function* files(version: string): AsyncGenerator<SavedFile> {
  yield { name: 'http/host~3A80/录音 1.wav.json', pieces: () => createReadStream(join(folder, 'result')) };
  yield { name: '1.json', bytes: Buffer.from('') };
  yield { name: 'manifest.json', bytes: Buffer.from(version) };
}

const save = (to: string, version = 'first') => saveResults(to, taskId, files(version), options());

const targets = ['an ftp server', 'an sftp server', 'a file URL', 'a local path'] as const;
const base = (target: (typeof targets)[number]) =>
  ({
    'an ftp server': ftp.url,
    'an sftp server': sftp.url,
    'a file URL': `file://${folder}/root`,
    'a local path': `${folder}/root`,
  })[target];

describe.each(targets)('results that are saved at %s', (target) => {
  it('lie in a directory named by the task, whole, with manifest.json, and nothing beside them', async () => {
    await save(`${base(target)}/2026/10 月`);
    const task = at('2026', '10 月', taskId);
    expect(readdirSync(task, { recursive: true }).sort()).toEqual([
      '1.json',
      'http',
      'http/host~3A80',
      'http/host~3A80/录音 1.wav.json',
      'manifest.json',
    ]);
    expect(readFileSync(join(task, 'http/host~3A80/录音 1.wav.json'), 'utf8')).toBe('r'.repeat(bytes));
    expect(readFileSync(join(task, '1.json'), 'utf8')).toBe('');
    expect(readFileSync(join(task, 'manifest.json'), 'utf8')).toBe('first');
  });

  it('are replaced when they are saved again', async () => {
    await save(base(target));
    await save(base(target), 'second');
    expect(readFileSync(at(taskId, 'manifest.json'), 'utf8')).toBe('second');
    expect(readdirSync(at(taskId)).sort()).toEqual(['1.json', 'http', 'manifest.json']);
  });

  it('cannot be saved where a file stands in the way, and that is for good', async () => {
    writeFileSync(at('calls'), '');
    await expect(save(`${base(target)}/calls`)).rejects.toEqual(expect.objectContaining({ code: failed }));
    expect(readFileSync(at('calls'), 'utf8')).toBe('');
  });
});

describe('results that are saved on this machine', () => {
  it.each([
    ['beside the configured directory', () => `${folder}/elsewhere`],
    ['in a directory whose name only begins like it', () => `${folder}/root2`],
    ['behind ..', () => `${folder}/root/../elsewhere`],
    ['at the root', () => '/'],
  ])('%s are refused', async (_, path) => {
    await expect(save(path())).rejects.toEqual(expect.objectContaining({ code: failed, isPassing: false }));
    expect(readdirSync(folder).sort()).toEqual(['result', 'root']);
  });

  it('may be read by whoever may read in the configured directory, and changed by nobody else', async () => {
    const [before, group] = [process.umask(0o077), process.getgroups?.().at(-1) ?? 0];
    const facts = (...names: string[]) => {
      const { mode, gid } = statSync(at(...names));
      return [(mode & 0o7777).toString(8), gid];
    };
    try {
      for (const [root, directory, file] of [
        [0o755, '755', '644'],
        [0o750, '750', '640'],
        [0o1777, '755', '644'],
      ] as const) {
        chmodSync(at(), root);
        chownSync(at(), process.getuid?.() ?? 0, group);
        const name = root.toString(8);
        await save(at(name));
        expect([facts(name), facts(name, taskId), facts(name, taskId, '1.json')]).toEqual([
          [directory, group],
          [directory, group],
          [file, group],
        ]);
      }
    } finally {
      process.umask(before);
    }
  });

  it('never go through a symbolic link', async () => {
    mkdirSync(join(folder, 'outside'));
    symlinkSync(join(folder, 'outside'), at('link'));
    mkdirSync(at(taskId));
    symlinkSync(join(folder, 'outside'), at(taskId, 'http'));
    for (const path of [at('link'), at()]) {
      await expect(save(path)).rejects.toEqual(
        expect.objectContaining({ code: failed, message: expect.stringMatching(/symbolic link/) }),
      );
    }
    expect(readdirSync(join(folder, 'outside'))).toEqual([]);
    rmSync(join(folder, 'outside'), { recursive: true });
  });

  it('replace a symbolic link that has the name of a result, not what it leads to', async () => {
    mkdirSync(at(taskId));
    symlinkSync(join(folder, 'result'), at(taskId, 'manifest.json'));
    await save(at());
    expect(readFileSync(join(folder, 'result'), 'utf8')).toBe('r'.repeat(bytes));
    expect(readFileSync(at(taskId, 'manifest.json'), 'utf8')).toBe('first');
  });
});

describe('results', () => {
  it('of a task that is cancelled are not saved further', async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    async function* cancelled(): AsyncGenerator<SavedFile> {
      yield { name: '0.json', bytes: Buffer.from('0') };
      abort.abort(reason);
      yield { name: '1.json', bytes: Buffer.from('1') };
    }
    const stopped = saveResults(at(), taskId, cancelled(), { ...options(), signal: abort.signal });
    await expect(stopped).rejects.toBe(reason);
    expect(existsSync(at(taskId, '1.json'))).toBe(false);
  });

  it.each(['http://h/a', 'results', 'upload://0123', ''])('cannot be saved at %j', (path) => {
    expect(() => parsePlace(path)).toThrow(/must be/);
  });

  it('at a server that is gone are worth another try', async () => {
    const gone = await serveFtp(folder);
    await gone.stop();
    await expect(save(gone.url)).rejects.toEqual(expect.objectContaining({ code: failed, isPassing: true }));
  });
});
