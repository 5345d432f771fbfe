// A converter or engine that has been taken over reaches nothing: the program in ffmpeg's place is an enemy's
// (test/fixtures/tools/hostile.cc).
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  caged,
  cagedEnvironment,
  cagedNode,
  cageGaps,
  gapsOf,
  launcherPath,
  programFile,
} from '../../../src/child/cage.js';
import { openRecording } from '../../../src/trans/decode/recording.js';
import { runTool } from '../../../src/trans/decode/tools.js';
import { StoredFiles } from '../../../src/trust/stored-files.js';
import { compiled } from '../../helpers/compiled.js';

let folder = '';
let hostile = '';
let victim: ChildProcess;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-cage-'));
  hostile = compiled('tools/hostile.cc', folder, 'hostile');
  writeFileSync(join(folder, 'admin.key'), 'secret');
  writeFileSync(join(folder, 'recording'), 'RIFF');
  victim = spawn('sleep', ['600'], { stdio: 'ignore' });
});
afterAll(() => {
  victim.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function triesInPlaceOfFfmpeg(): Promise<Record<string, string>> {
  let said = '';
  const recording = await openRecording(join(folder, 'recording'), new StoredFiles());
  const { status } = await runTool({
    ...{ program: hostile, args: [join(folder, 'admin.key'), folder, String(victim.pid)] },
    ...{ source: recording, timeMs: 60_000 },
    onOutput: (piece) => {
      said += Buffer.from(piece).toString();
    },
  });
  await recording.close();
  expect(status).toBe(0);
  return Object.fromEntries(
    said
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
}

/** Without these the kernel or an emulator gives no means to refuse: cageGaps says so, and /healthz with it. */
const isWhole = cageGaps().length === 0;
const needed = ['read-its-recording', 'thread'];

describe('a program in the place of ffmpeg', () => {
  it.runIf(isWhole)('that is hostile may read its recording and start threads, and nothing else', async () => {
    const tries = await triesInPlaceOfFfmpeg();
    const done = Object.entries(tries).filter(([, outcome]) => outcome !== 'refused');
    expect(done.map(([name]) => name)).toEqual(needed);
    expect(Object.keys(tries).length).toBeGreaterThan(50);
    expect(victim.exitCode ?? victim.signalCode).toBeNull();
    expect(readFileSync(join(folder, 'admin.key'), 'utf8')).toBe('secret');
    expect(readdirSync(folder).sort()).toEqual(['admin.key', 'hostile', 'recording']);
  });

  it('does without a cage what the cage refuses, so that the fixture can fail', () => {
    const place = mkdtempSync(join(folder, 'free-'));
    writeFileSync(join(place, 'admin.key'), 'secret');
    const args = [join(place, 'admin.key'), place, String(process.pid)];
    const free = spawnSync(
      'sh',
      ['-c', 'exec 3<"$0"; exec "$1" "$2" "$3" 0', join(folder, 'recording'), hostile, ...args],
      {
        encoding: 'utf8',
      },
    );
    for (const name of [
      'open-secret',
      'open-etc-passwd',
      'list-directory',
      'make-file',
      'socket-inet',
      'socket-unix',
      'fork',
    ])
      expect(free.stdout).toContain(`${name} done`);
    rmSync(place, { recursive: true });
  });

  it('dies with the gateway', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn(${JSON.stringify(launcherPath())}, ['--read', '/usr', '--read', '/lib', '--read', '/lib64', '--read', '/etc/ld.so.cache', '--', ${JSON.stringify(programFile('sleep'))}, '600'], { stdio: 'ignore' });
      child.on('spawn', () => setTimeout(() => { console.log(child.pid); process.kill(process.pid, 'SIGKILL'); }, 500));`;
    const pid = Number(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout);
    expect(pid).toBeGreaterThan(0);
    const isThere = () => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    while (isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe('a program of ours in its cage', () => {
  const run = (source: string, cage = {}) => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, source);
    const { file: command, args } = cagedNode(file, [], [], cage);
    return spawnSync(command, args, { encoding: 'utf8', env: cagedEnvironment() });
  };

  it.runIf(isWhole)('reads and writes where it may, and nowhere else', () => {
    const [readable, writable] = ['readable', 'writable'].map((name) =>
      mkdtempSync(join(tmpdir(), `tonegate-${name}-`)),
    );
    const other = mkdtempSync(join(tmpdir(), 'tonegate-other-'));
    for (const place of [readable, writable, other]) writeFileSync(join(place as string, 'a'), 'text');
    const source = `import fs from 'node:fs';
      const tried = (work) => { try { work(); return 'done'; } catch (fault) { return fault.code; } };
      const [readable, writable, other] = ${JSON.stringify([readable, writable, other])};
      console.log(JSON.stringify([readable, writable, other].map((place) => [
        tried(() => fs.readFileSync(place + '/a')),
        tried(() => { fs.writeFileSync(place + '/b', 'text'); fs.renameSync(place + '/b', place + '/c'); fs.unlinkSync(place + '/c'); }),
      ])));`;
    const { stdout } = run(source, { reads: [readable], writes: [writable] });
    expect(JSON.parse(stdout)).toEqual([
      ['done', 'EACCES'],
      ['done', 'done'],
      ['EACCES', 'EACCES'],
    ]);
    for (const place of [readable, writable, other]) rmSync(place as string, { recursive: true });
  });

  it.runIf(isWhole)('has no network, starts no program, and sees no secret of its gateway', () => {
    process.env.TONEGATE_SECRET_FOR_TEST = 'secret';
    const source = `import net from 'node:net'; import { spawnSync } from 'node:child_process'; import fs from 'node:fs';
      const socket = await new Promise((resolve) => { const made = net.connect(80, '127.0.0.1'); made.on('error', (fault) => resolve(fault.code)); made.on('connect', () => resolve('done')); });
      const started = spawnSync('/bin/true').error?.code ?? 'done';
      let environment; try { environment = fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8'); } catch (fault) { environment = fault.code; }
      console.log(JSON.stringify([socket, started, environment, process.env.TONEGATE_SECRET_FOR_TEST ?? null]));`;
    const { stdout, stderr } = run(source);
    delete process.env.TONEGATE_SECRET_FOR_TEST;
    expect([JSON.parse(stdout || 'null'), stderr]).toEqual([['EPERM', 'EPERM', 'EACCES', null], '']);
  });
});

describe('the launcher', () => {
  const launched = (...args: string[]) => spawnSync(launcherPath(), args, { encoding: 'utf8' });

  it('says in one line which step failed, with a status of its own', () => {
    for (const [args, line] of [
      [['--', '/nowhere/ffmpeg'], 'it cannot be opened (/nowhere/ffmpeg): No such file or directory'],
      [['--', 'ffmpeg'], 'ffmpeg: the program must be named by its absolute path'],
      [['--memory', 'much', '--', '/bin/true'], '--memory: must be followed by a whole number'],
      [['--keep', '2', '--', '/bin/true'], '--keep: must name a descriptor from 3 to 1000'],
      [['--nice', '20', '--', '/bin/true'], '--nice: must be 0 to 19'],
      [['--else', '1', '--', '/bin/true'], '--else: is not an option'],
      [['--read'], '--read: must be followed by a value, or is not an option'],
      [['--'], 'the command line: must end with -- PROGRAM ARGUMENTS'],
    ] as const) {
      const { status, stderr } = launched(...args);
      expect([status, stderr]).toEqual([125, `tonegate-launch: ${line}\n`]);
    }
  });

  it('ends as the program ends', () => {
    const { file, args } = caged(programFile('sh') ?? '', ['-c', 'exit 7'], {});
    expect(spawnSync(file, args).status).toBe(7);
  });

  it.runIf(process.getuid?.() === 0)('does the same for a user without privileges', () => {
    const copy = join(folder, 'launch');
    writeFileSync(copy, readFileSync(launcherPath()));
    chmodSync(copy, 0o755);
    chmodSync(folder, 0o755);
    const { args } = caged(programFile('cat') ?? '', [join(folder, 'admin.key')], {});
    const asNobody = spawnSync(copy, args, { uid: 65534, gid: 65534, encoding: 'utf8' });
    expect(asNobody.stderr).toContain(isWhole ? 'Permission denied' : '');
    expect(statSync(copy).mode & 0o111).not.toBe(0);
    rmSync(copy);
  });

  it('tells what the kernel lacks, in words', () => {
    expect(gapsOf({ landlock: 7, seccomp: true })).toEqual([]);
    expect(gapsOf({ landlock: 0, seccomp: true })).toEqual([expect.stringContaining('landlock: ')]);
    expect(gapsOf({ landlock: 1, seccomp: false })).toHaveLength(2);
    expect(JSON.parse(execFileSync(launcherPath(), ['--report'], { encoding: 'utf8' }))).toHaveProperty('landlock');
  });
});
