// Commands of a user who may not read the data directory of the gateway.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appsCommand } from '../../../src/cli/apps.js';
import { backupCommand } from '../../../src/cli/data/backup.js';
import { wipeCommand } from '../../../src/cli/data/wipe.js';
import { profilesCommand } from '../../../src/cli/profiles.js';
import { openLocalApps } from '../../../src/local/apps.js';
import { localBackups } from '../../../src/local/backup/backup.js';
import { localKeys } from '../../../src/local/keys.js';
import { localWipe } from '../../../src/local/wipe.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

const nobody = 65_534;
let folder: string;
let data: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-other-user-'));
  chmodSync(folder, 0o777);
  data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'tonegate.db'), '');
});
afterAll(() => {
  chmodSync(data, 0o700);
  rmSync(folder, { recursive: true });
});

/** Works as a user whom the mode of the directory stops: root is stopped by none, so it gives its rights up. */
async function withoutAccess(work: () => Promise<unknown>): Promise<unknown> {
  const isRoot = process.getuid?.() === 0;
  chmodSync(data, isRoot ? 0o700 : 0);
  if (isRoot) process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

it.each<[string, () => Command, string[]]>([
  ['apps list', () => appsCommand({ openLocally: async (dataDir) => openLocalApps(dataDir) }), ['list']],
  ['profiles list', profilesCommand, ['list']],
  ['backup', () => backupCommand(localBackups), ['BACKUP']],
  ['wipe', () => wipeCommand(localWipe), ['--yes']],
])(
  '%s says that this user may not read the data directory, and not that no gateway runs',
  async (_name, made, args) => {
    const given = args.map((arg) => (arg === 'BACKUP' ? join(folder, 'a.tar') : arg));
    const work = withoutAccess(() => runCommand(made(), [...given, '--data', data]));
    await expect(work).rejects.toThrow(
      `${data}: this user may not read the data directory; run the command as the user of the gateway`,
    );
  },
);

it('sync key says so too, and makes no key', async () => {
  const work = withoutAccess(() => localKeys.publicKeyOf(data));
  await expect(work).rejects.toThrow('this user may not read the data directory');
});
