// `tonegate backup` of a gateway that serves, and `tonegate restore` into an empty box, which then serves the same.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupCommand, restoreCommand } from '../../../src/cli/data/backup.js';
import { localBackups } from '../../../src/local/backup/backup.js';
import { DialogClient } from '../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { administer, ResourceClient } from '../../helpers/gateway/resource-client.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { goOnline, qaRobot } from '../../helpers/nlu/talking-robots.js';

const lists = (gateway: TestGateway) => new ResourceClient(gateway, 'user/asr/userword');

let folder: string;
let gateway: TestGateway;
let robotId: string;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-backup-'));
  gateway = await startTestGateway();
  token = await gateway.token();
  await lists(gateway).created('before the backup', '张三\n');
  const nlu = new NluClient(gateway);
  robotId = (await qaRobot(nlu, { 几点开门: '九点。' })).id;
  await goOnline(nlu, robotId);
});
afterAll(async () => {
  await gateway.discard();
  rmSync(folder, { recursive: true });
});

const backup = (file: string, ...more: string[]) =>
  runCommand(backupCommand(localBackups), [file, '--data', gateway.dataDir, ...more]);
const restore = (file: string, dataDir: string, ...more: string[]) =>
  runCommand(restoreCommand(localBackups), [file, '--data', dataDir, ...more]);
const place = (name: string) => join(folder, name);

/** The status of a request that needs a valid token. */
const statusWith = async (of: TestGateway, its: string): Promise<number> => {
  const headers = { 'x-svc-access-token': its, 'content-type': 'application/json' };
  const path = `/v10/nlu/recog/cn_common/end_session?appkey=${gateway.app.appkey}`;
  return (await of.plain(path, { method: 'POST', headers, body: '{"sessionId":"none"}' })).status;
};

describe('a backup under load', () => {
  it('restored into an empty box serves tokens, lists and robots', async () => {
    const dialog = new DialogClient(gateway);
    const sessionId = await dialog.started(robotId);
    let goesOn = true;
    const acknowledged: string[] = [];
    const load = (async () => {
      for (let nth = 0; goesOn; nth++) {
        acknowledged.push(await lists(gateway).created(`list ${nth}`, '李四\n'.repeat(200)));
        if (nth % 5 === 4) await lists(gateway).ask('DELETE', `/${acknowledged.shift()}`);
      }
    })();
    for (let waited = 0; acknowledged.length < 20 && waited < 1_000; waited++)
      await new Promise((next) => setTimeout(next, 5));
    const before = [...acknowledged];
    const file = place('loaded.tar');
    expect(await backup(file)).toMatchObject({ code: 0, stderr: '' });
    goesOn = false;
    await load;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(gateway.dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);

    const dataDir = place('box');
    expect((await restore(file, dataDir)).stdout.toString()).toMatch(/restored \d+ files/);
    const box = await startTestGateway({ dataDir });
    try {
      expect(box.adminCredential).toBe(gateway.adminCredential);
      expect(await statusWith(box, token)).toBe(404); // no such session, but a valid token
      expect(await statusWith(box, 'another')).toBe(401);
      const client = new ResourceClient({ ...box, app: gateway.app }, 'user/asr/userword');
      const { json } = await client.ask('GET', '', { query: '&limit=1000' });
      const names = json.resourceList.map(({ id }: { id: string }) => id);
      const lost = before.filter((id) => acknowledged.includes(id) && !names.includes(id));
      expect(lost).toEqual([]);
      const restored = new DialogClient({ ...box, app: gateway.app });
      expect(await restored.said(sessionId, '几点开门')).toEqual(['九点。']);
      expect(await restored.said(await restored.started(robotId), '几点开门')).toEqual(['九点。']);
    } finally {
      await box.stop(0);
    }
  });

  it('of a gateway that is stopped holds the same', async () => {
    const file = place('running.tar');
    await backup(file);
    const dataDir = place('second');
    await restore(file, dataDir);
    const again = place('stopped.tar');
    const ended = await runCommand(backupCommand(localBackups), [again, '--data', dataDir]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    await restore(again, place('third'));
    for (const name of ['admin.key', join('tls', 'key.pem')]) {
      expect(readFileSync(join(place('third'), name))).toEqual(readFileSync(join(gateway.dataDir, name)));
    }
  });

  it('one at a time', async () => {
    const answers = await Promise.all([1, 2].map(() => administer(gateway, 'GET', '/admin/backup')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ text }) => text).join()).toMatch(/another backup is running/);
  });

  it('names a place that cannot take the file', async () => {
    const absent = place('no such directory/a.tar');
    const refused = await backup(absent);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      `tonegate: ${absent}: cannot be written: its directory does not exist (ENOENT)\n`,
    ]);
    mkdirSync(place('a directory'));
    expect((await backup(place('a directory'), '--force')).stderr).toMatch(/cannot be written: it is a directory/);
  });

  it('does not replace a file unless told', async () => {
    writeFileSync(place('mine'), 'mine');
    expect((await backup(place('mine'))).stderr).toMatch(/already exists; name another file, or give --force/);
    expect(readFileSync(place('mine'), 'utf8')).toBe('mine');
    expect((await backup(place('mine'), '--force')).code).toBe(0);
  });
});

describe('a restore', () => {
  it('refuses the directory of a running gateway', async () => {
    await backup(place('a.tar'));
    const { code, stderr } = await restore(place('a.tar'), gateway.dataDir, '--replace');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/a gateway runs on this data directory; stop the gateway/);
  });

  it('refuses a used directory, and replaces it when told', async () => {
    const dataDir = place('used');
    const other = await startTestGateway({ dataDir });
    const unwanted = await lists(other).created('unwanted');
    await other.stop(0);
    await backup(place('b.tar'));
    expect((await restore(place('b.tar'), dataDir)).stderr).toMatch(/is not empty \(it has .*\); .*--replace/);
    expect((await restore(place('b.tar'), dataDir, '--replace')).code).toBe(0);
    const box = await startTestGateway({ dataDir });
    const client = new ResourceClient({ ...box, app: gateway.app }, 'user/asr/userword');
    expect((await client.ask('GET', `/${unwanted}`)).status).toBe(404);
    expect((await client.ask('GET', '')).json.totalCount).toBeGreaterThan(0);
    await box.stop(0);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('of a file that is not there, or is no archive, leaves the directory empty', async () => {
    writeFileSync(place('text'), 'x'.repeat(4_096));
    for (const [file, words] of [
      [place('nothing'), /nothing: cannot be read: it does not exist/],
      [place('text'), /text: the archive is damaged, or is not a backup/],
      [folder, /cannot be read: it is not a file/],
    ] as const) {
      const dataDir = place(`for ${file.slice(-4)}`);
      const { code, stderr } = await restore(file, dataDir);
      expect([code, stderr]).toEqual([3, expect.stringMatching(words)]);
      const left = existsSync(dataDir) ? readdirSync(dataDir) : [];
      expect(left.filter((name) => name !== 'gateway.lock')).toEqual([]);
    }
  });
});
