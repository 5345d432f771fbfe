// docs/examples/robots: each sample robot enters a gateway as its files, and call.mjs telephones with one, as a reader would run it, with
// the models that ship.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nluCommand } from '../../../src/cli/nlu/nlu.js';
import { localRobots } from '../../../src/local/robots.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { shippedFolder } from '../../helpers/models/shipped.js';

const robots = fileURLToPath(new URL('../../../docs/examples/robots', import.meta.url));
const timeoutMs = 120_000;

let gateway: SpeakingGateway;
let directory: string;
beforeAll(async () => {
  gateway = await startSpeakingGateway({ settings: { shippedModels: shippedFolder('') } });
  directory = mkdtempSync(join(tmpdir(), 'tonegate-call-'));
}, timeoutMs);
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

const nlu = (...args: string[]) => runCommand(nluCommand(localRobots), args);

async function imported(name: string): Promise<string> {
  const { code, stdout, stderr } = await nlu('import', join(robots, name), '--data', gateway.dataDir);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.toString('utf8').trim();
}

function call(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { appkey, secret } = gateway.app;
  const where = ['--appkey', appkey, '--secret', secret, '--http', gateway.http, '--https', gateway.https];
  return new Promise((resolve) => {
    execFile(process.execPath, [join(robots, 'call.mjs'), ...args, ...where], (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

it.each(['payment-reminder', 'appointment', 'survey'])(
  'the robot %s has nothing that its check finds',
  async (name) => {
    const id = await imported(name);
    const { code, stdout } = await nlu('check', id, '--data', gateway.dataDir);
    expect({ code, found: stdout.toString('utf8') }).toEqual({ code: 0, found: '' });
  },
);

it('docs/examples/robots/call.mjs speaks, hears and ends with the robot', { timeout: timeoutMs }, async () => {
  const list = join(directory, 'words.txt');
  writeFileSync(list, (await nlu('hotwords', join(robots, 'appointment'))).stdout);
  const record = join(directory, 'call.wav');
  const id = await named('保养预约');
  const { code, stdout, stderr } = await call(id, '取消预约', '是的', '不会再说', '--hotwords', list, '--out', record);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^< 您好，这里是安达汽车服务中心，您的爱车该做保养了，请问需要帮您预约吗？$/m);
  expect(stdout).toMatch(/^> 取消预约。? {4}\(取消预约\)$/m);
  expect(stdout).toMatch(/^< 好的，您的预约已经取消，欢迎下次再来，再见。 {2}\[hangup:cancelled\]$/m);
  expect(stdout).not.toContain('不会再说');
  const wav = readFileSync(record);
  expect([wav.readUInt16LE(20), wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([6, 8_000, wav.length - 44]);
  const silence = 0xd5;
  expect(wav.subarray(44).filter((sample) => sample !== silence).length).toBeGreaterThan(8_000 * 10);
});

it('docs/examples/robots/call.mjs shows a refusal and exits with 1', async () => {
  const { code, stderr } = await call('r-none', '好的');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^start_session: 404 29: /);
});

/** The id of a robot that was imported. */
async function named(name: string): Promise<string> {
  const { status, json } = await gateway.plain(`/v10/nlu/resource/cn_common/robots?appkey=${gateway.app.appkey}`, {
    headers: { 'x-svc-access-token': gateway.accessToken },
  });
  expect(status).toBe(200);
  return json.robots.find((robot: { name: string }) => robot.name === name).id;
}
