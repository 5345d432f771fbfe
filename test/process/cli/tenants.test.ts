// `tonegate tenants`, on the data directory itself and through a running gateway.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appsCommand } from '../../../src/cli/apps.js';
import { tenantsCommand } from '../../../src/cli/tenants.js';
import { openLocalApps } from '../../../src/local/apps.js';
import { openLocalTenants } from '../../../src/local/tenants.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

let own: string;
let gateway: TestGateway;
beforeAll(async () => {
  own = mkdtempSync(join(tmpdir(), 'tonegate-tenants-'));
  gateway = await startTestGateway();
});
afterAll(async () => {
  await gateway.discard();
  rmSync(own, { recursive: true });
});

describe.each([
  ['without a gateway', () => own],
  ['through the running gateway', () => gateway.dataDir],
])('tonegate tenants %s', (_, dataDir) => {
  const run = async (...args: string[]) => {
    const command = tenantsCommand({ openLocally: async (directory) => openLocalTenants(directory) });
    const { code, stdout, stderr } = await runCommand(command, [...args, '--data', dataDir()]);
    return { code, stdout: stdout.toString('utf8'), stderr };
  };
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
  const addApp = async (...args: string[]): Promise<string> => {
    const command = appsCommand({ openLocally: async (directory) => openLocalApps(directory) });
    const { stdout } = await runCommand(command, ['add', ...args, '--json', '--show-secret', '--data', dataDir()]);
    return JSON.parse(stdout.toString('utf8')).appkey;
  };
  let one: string;
  let two: string;
  beforeAll(async () => {
    [one, two] = [await addApp('one', '--developer', 'north'), await addApp('two', '--developer', 'north')];
  });

  it('adds, lists, changes and removes', async () => {
    const tenant = await json('add', 'first', '--app', one, '--app', two, '--description', 'for one customer');
    expect(tenant).toMatchObject({
      ...{ name: 'first', description: 'for one customer', developer: 'north', enabled: true, isDefault: false },
      appkeys: [one, two].sort(),
    });
    expect(await json('list', '--developer', 'north')).toEqual([
      expect.objectContaining({ isDefault: true, appkeys: [one, two].sort() }),
      tenant,
    ]);
    const { id } = tenant;
    const changed = await json('set', id, '--name', 'second', '--description', 'for another', '--disable');
    expect(changed).toEqual({ ...tenant, name: 'second', description: 'for another', enabled: false });
    expect(await json('set', id, '--enable', '--app', two)).toMatchObject({ enabled: true, appkeys: [two] });
    expect(await json('set', id, '--no-app')).toMatchObject({ enabled: true, name: 'second', appkeys: [] });
    expect(await json('set', id)).toMatchObject({ name: 'second', appkeys: [] });
    expect(await json('remove', id)).toEqual({ removed: id });
    expect(await json('list', '--developer', 'north')).toHaveLength(1);
  });

  it('prints for people without --json', async () => {
    const added = await run('add', 'shown', '--developer', 'north', '--disable');
    expect(added.stdout).toMatch(/^[0-9a-f]{24}\n$/);
    const id = added.stdout.trim();
    const line = `${id}  \\S+Z  north/shown  disabled  applications: none\n`;
    const listed = await run('list', '--developer', 'north');
    expect(listed.stdout).toMatch(new RegExp(`^[0-9a-f]{24}  \\S+Z  north/  default\n${line}$`));
    expect((await run('set', id, '--enable', '--app', one)).stdout).toMatch(
      new RegExp(`^${id}  \\S+Z  north/shown  applications: ${one}\n$`),
    );
    expect((await run('remove', id)).stdout).toBe(`removed ${id}\n`);
  });

  it.each([
    ['an unknown tenant', 3, ['remove', 'none'], 'there is no tenant none'],
    ['an unknown application', 3, ['add', 'x', '--app', 'none'], 'appkeys[0]: there is no application "none"'],
    ['an empty name', 3, ['add', ''], 'name: must not be empty'],
    ['an unknown developer', 3, ['add', 'x', '--developer', 'none'], 'developer: there is no developer "none"'],
    ['a contradiction', 2, ['set', 'any', '--enable', '--disable'], '--enable and --disable cannot be given together'],
  ])('answers %s with exit %i and a sentence', async (_name, code, args, words) => {
    const outcome = await run(...args);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toMatch(/^tonegate: .+\n$/);
    expect(outcome.stderr).toContain(words);
  });
});
