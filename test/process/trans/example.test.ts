// docs/examples/upload.mjs, as a reader would run it, against a real gateway.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recording, startTransGateway, type TransGateway } from '../../helpers/transcription/trans-gateway.js';

const example = fileURLToPath(new URL('../../../docs/examples/upload.mjs', import.meta.url));
/** More than two slices of the usual size. */
const padding = Buffer.alloc(2 * 8_388_608);

let gateway: TransGateway;
let directory: string;
beforeAll(async () => {
  gateway = await startTransGateway();
  directory = mkdtempSync(join(tmpdir(), 'tonegate-example-'));
});
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

it('the example uploads a recording in slices and prints its text', async () => {
  const file = join(directory, 'call.raw');
  writeFileSync(file, Buffer.concat([recording('一二三'), padding, recording('四五六')]));
  const { appkey } = gateway.app;
  const args = [example, gateway.http, appkey, await gateway.token(), file, 'cn_8k_common', 'pcm_s16le_8k'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  const digits = (text: string) => text.replace(/\D/g, '');
  expect(digits(stdout), stderr).toBe('123456');
  expect(stderr).toContain('4000 succeeded 100 %');
});
