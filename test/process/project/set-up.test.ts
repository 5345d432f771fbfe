import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cached, openCache } from '../../../scripts/arm64/cache.mjs';
import { addTotals, printedTotals, vitestTotals } from '../../../scripts/check/totals.mjs';
import { buildEnvironment, nodePrefixWithHeaders } from '../../../scripts/setup/build-environment.mjs';
import { whileLocked } from '../../../scripts/setup/lock.mjs';
import { packagesOutOfStep } from '../../../scripts/setup/node-modules.mjs';
import { nodeComplaint } from '../../../scripts/setup/node-version.mjs';
import { openReport, SetupFailure } from '../../../scripts/setup/report.mjs';
import { filesBelow, hashOf } from '../../../scripts/setup/stamp.mjs';
import { missingPackages, wishedPackagesStep } from '../../../scripts/setup/system-packages.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tonegate-set-up-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};

describe('set-up', () => {
  it('Node 20 and newer will do, older ones get a message', () => {
    expect(nodeComplaint('v20.0.0')).toBeNull();
    expect(nodeComplaint('v26.1.0')).toBeNull();
    expect(nodeComplaint('v18.20.4')).toContain('needs Node 20 or newer; this is v18.20.4');
  });

  it('the command says how to go on when the set-up was cut', () => {
    cpSync(fileURLToPath(new URL('../../../scripts', import.meta.url)), path.join(folder, 'scripts'), {
      recursive: true,
      filter: (from) => !/\/scripts\/(?!setup|tonegate\.mjs)/.test(from),
    });
    put('package.json', '{"type": "module"}');
    const run = () => spawnSync(process.execPath, [path.join(folder, 'scripts/tonegate.mjs')], { encoding: 'utf8' });
    const built = [
      ['dist/main/cli.js', "process.stdout.write('ran');"],
      ['native/build/Release/tonegate.node', ''],
      ['node_modules/better-sqlite3/build/Release/better_sqlite3.node', ''],
    ] as const;
    for (const [name, text] of built) {
      expect(run()).toMatchObject({ status: 3, stderr: expect.stringMatching(/only in part: run `npm start`/) });
      put(name, text);
    }
    expect(run()).toMatchObject({ status: 0, stdout: 'ran', stderr: '' });
  });

  it('a step is repeated when a file of its input changes, comes, goes or is renamed', () => {
    put('src/a.ts', 'one');
    put('src/build/made.o', 'x');
    const now = () => hashOf(folder, filesBelow(path.join(folder, 'src'), ['build']), { arch: 'x64' });
    const first = now();
    put('src/build/made.o', 'y');
    expect(now()).toBe(first);
    put('src/a.ts', 'two');
    const changed = now();
    put('src/b.ts', '');
    const more = now();
    rmSync(path.join(folder, 'src/b.ts'));
    put('src/c.ts', '');
    expect(new Set([first, changed, more, now()]).size).toBe(4);
  });

  it('node_modules are out of step when a package is missing or has another version or content', () => {
    const wanted = {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
      'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-o', optional: true },
    };
    const { '': _root, 'node_modules/other-platform': _other, ...present } = wanted;
    put('package-lock.json', JSON.stringify({ packages: wanted }));
    expect(packagesOutOfStep(folder)).toEqual(['node_modules/a', 'node_modules/b', 'node_modules/other-platform']);
    put('node_modules/.package-lock.json', JSON.stringify({ packages: present }));
    expect(packagesOutOfStep(folder)).toEqual([]);
    const older = { ...present, 'node_modules/b': { version: '1.9.0', integrity: 'sha512-b' } };
    put('node_modules/.package-lock.json', JSON.stringify({ packages: older }));
    expect(packagesOutOfStep(folder)).toEqual(['node_modules/b']);
  });

  it('the headers beside the Node binary are used, unless the operator names others', () => {
    put('include/node/node.h', '');
    expect(nodePrefixWithHeaders(path.join(folder, 'bin/node'))).toBe(folder);
    expect(nodePrefixWithHeaders(path.join(folder, 'elsewhere/bin/node'))).toBeUndefined();
    expect(buildEnvironment({ npm_config_nodedir: '/opt/node' }).npm_config_nodedir).toBe('/opt/node');
  });

  it('no build downloads a prebuilt binary or sends telemetry', () => {
    const env = buildEnvironment({});
    expect(env.npm_config_build_from_source).toBe('true');
    expect(env.ONNXRUNTIME_NODE_INSTALL).toBe('skip');
    expect(env.ORT_DISABLE_TELEMETRY).toBe('1');
  });

  it('only packages whose content is not there are installed', () => {
    const list = [
      { package: 'there', isThere: () => true },
      { package: 'absent', isThere: () => false },
    ];
    expect(missingPackages(list)).toEqual(['absent']);
  });

  it('what the product can do without is asked for once, and its failure stops nothing', async () => {
    const report = openReport({ logFile: path.join(folder, 'setup.log'), write: () => true });
    const list = [{ package: 'absent', isThere: () => false }];
    const asked: string[][] = [];
    const step = wishedPackagesStep(path.join(folder, 'stamp'), list, async (packages: string[]) => {
      asked.push(packages);
      throw new SetupFailure('no network');
    });
    await step.run(report);
    expect(asked).toEqual([['absent']]);
    expect(step.isFresh()).toBe(true);
    expect(readFileSync(path.join(folder, 'setup.log'), 'utf8')).toContain('without absent: no network');
  });

  it('a program that fails is reported with its last lines, its status and what to do', async () => {
    const logFile = path.join(folder, 'setup.log');
    const report = openReport({ logFile, write: () => true });
    const failing = ['-e', "for (let i = 0; i < 40; i += 1) console.log('line ' + i); process.exit(7)"];
    const failure = await report.run(process.execPath, failing, { advice: 'Do this.' }).catch((error) => error);
    expect(failure).toBeInstanceOf(SetupFailure);
    expect(failure.message).toMatch(/ended with status 7\. Do this\.$/);
    expect(failure.shownLines.at(-1)).toBe('line 39');
    expect(failure.shownLines).toHaveLength(25);
    expect(readFileSync(logFile, 'utf8')).toContain('line 0\n');
  });

  it('two set-ups of one checkout wait for each other, and a dead one is not waited for', async () => {
    const file = path.join(folder, 'lock');
    const order: string[] = [];
    const first = whileLocked(
      file,
      () => {},
      async () => {
        order.push('first begins');
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push('first ends');
      },
    );
    const second = whileLocked(
      file,
      () => order.push('second waits'),
      async () => {
        order.push('second begins');
      },
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'second waits', 'first ends', 'second begins']);
    writeFileSync(file, '999999999');
    await whileLocked(
      file,
      () => order.push('waits for the dead'),
      async () => order.push('third begins'),
    );
    expect(order.at(-1)).toBe('third begins');
    expect(order).not.toContain('waits for the dead');
    expect(existsSync(file)).toBe(false);
  });
});

describe('totals', () => {
  it('a test file that does not load counts as a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}] },
      ],
    };
    expect(vitestTotals(report)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('the last totals that a program prints are taken', () => {
    expect(printedTotals('a: 3 passed, 1 failed\nb\n10 passed, 0 failed\n')).toEqual({
      passed: 10,
      failed: 0,
      skipped: 0,
    });
    expect(printedTotals('1 passed, 0 failed, 4 skipped')).toEqual({ passed: 1, failed: 0, skipped: 4 });
    expect(printedTotals('crashed')).toBeNull();
    expect(addTotals({ passed: 1, failed: 2, skipped: 3 }, { passed: 1, failed: 0, skipped: 0 })).toEqual({
      passed: 2,
      failed: 2,
      skipped: 3,
    });
  });
});

describe('the cache of arm64 parts', () => {
  it('what was made once is found again, and a half-made part is not kept', async () => {
    const cache = openCache(folder, { TONEGATE_CACHE: path.join(folder, 'cache') });
    const broken = cached(cache, 'part', async (place: string) => {
      writeFileSync(path.join(place, 'half'), '');
      throw new Error('cut');
    });
    await expect(broken).rejects.toThrow('cut');
    expect(filesBelow(cache)).toEqual([]);
    let times = 0;
    const make = async (place: string) => {
      times += 1;
      writeFileSync(path.join(place, 'whole'), '');
    };
    const made = await cached(cache, 'part', make);
    expect(await cached(cache, 'part', make)).toBe(made);
    expect(times).toBe(1);
    expect(existsSync(path.join(made, 'whole'))).toBe(true);
  });

  it('it lies in the checkout where the user has no folder to write to', () => {
    writeFileSync(path.join(folder, 'a-file'), '');
    chmodSync(path.join(folder, 'a-file'), 0o400);
    const cache = openCache(folder, { XDG_CACHE_HOME: path.join(folder, 'a-file') });
    expect(cache).toBe(path.join(folder, '.cache/arm64'));
  });
});
