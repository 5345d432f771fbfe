// A small file system that clients fill, and then another program: in a mount namespace of its own, so that no other
// program sees it. Run by full-disk.mjs through `unshare -Urm`; prints its facts as one line of JSON.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { Client, reserveOf, ServedGateway } from './full-disk-client.mjs';
import { sleep } from './rounds.mjs';

const [mount = ''] = process.argv.slice(2);
const data = path.join(mount, 'data');
const otherProgram = path.join(mount, 'other-program');
const addressFile = path.join(data, 'gateway.json');
const waitMs = 60_000;

const freeBytes = () => statfsSync(mount).bavail * statfsSync(mount).bsize;

/** Another program takes the remaining space. */
function fillUp() {
  for (let bytes = 64 * 1024; bytes >= 512; ) {
    try {
      appendFileSync(otherProgram, Buffer.alloc(bytes, 7));
    } catch {
      bytes /= 2;
    }
  }
}

/** @param {() => boolean | Promise<boolean>} isSo */
async function until(isSo) {
  for (const endMs = performance.now() + waitMs; performance.now() < endMs; await sleep(100)) {
    if (await isSo()) return true;
  }
  return false;
}

const models = mkdtempSync('/tmp/full-disk-no-models-');
mkdirSync(data);
const gateway = new ServedGateway(data, {
  ...{ TONEGATE_SHIPPED_MODELS: models, TONEGATE_STORAGE_RESERVE_MIB: '1' },
  TONEGATE_RESOURCES_WITHOUT_TOKEN_KIB: '1048576', // the disk is to be full first
});
/** @type {string[]} */ const faults = [];
/** @type {Record<string, string>} */ const facts = {};
const expect = (/** @type {boolean} */ holds, /** @type {string} */ what) => void (holds || faults.push(what));

try {
  expect(await gateway.start(), `no first start: ${gateway.log}`);
  const client = new Client(gateway);
  client.faults = faults;
  await client.renewToken();
  expect(existsSync(reserveOf(data)), 'no reserve was laid by');

  // A request with an appkey alone.
  let filledLists = 0;
  for (let refused = 0; refused < 5; ) {
    if ((await client.addList(60_000)) === undefined) refused++;
    else filledLists++;
  }
  facts['lists stored until the first 503, free afterwards'] = `${filledLists}, ${freeBytes()} bytes`;
  await client.renewToken();
  await client.screen();
  const told = await client.health();
  expect(told.ready && told.degraded.length === 1, `full, and it says ${JSON.stringify(told)}`);
  facts['/healthz and /readyz'] = String(told.degraded[0]);

  // Another program takes the rest: not a byte is left.
  fillUp();
  await until(() => !existsSync(reserveOf(data)));
  fillUp();
  facts['free when another program had filled the disk'] = `${freeBytes()} bytes`;
  for (let count = 0; count < 20; count++) {
    await client.renewToken();
    await client.screen();
    await client.addList(60_000);
  }
  expect((await gateway.stop()) === 0, `stop on a full disk: ${gateway.log}`);
  expect(!/"level":"fatal"/.test(gateway.log), `fatal: ${gateway.log}`);

  fillUp();
  for (const how of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    expect(await gateway.start(), `no start on a full disk: ${gateway.log}`);
    await client.renewToken();
    await client.screen();
    await client.check();
    const status = await gateway.stop(how);
    expect(how === 'SIGKILL' || status === 0, `stop after a start on a full disk: ${status} ${gateway.log}`);
    fillUp();
  }

  // An operator makes a little room, and deletes.
  expect(await gateway.start(), `no start: ${gateway.log}`);
  expect(!existsSync(addressFile), 'the address was written although there was no room');
  rmSync(otherProgram);
  await client.renewToken();
  const before = client.lists.size;
  for (const id of [...client.lists.keys()].slice(0, Math.floor(before * 0.7))) await client.removeList(id, [200]);
  facts['lists deleted on the full disk'] = `${before - client.lists.size} of ${before}`;
  const isWell = await until(async () => (await client.health()).degraded.length === 0);
  expect(isWell, `no room again: ${JSON.stringify(await client.health())}, ${freeBytes()} bytes free`);
  expect(existsSync(reserveOf(data)), 'the reserve was not laid by again');
  expect(await until(() => existsSync(addressFile)), 'commands do not find the gateway though there is room again');
  expect((await client.addList(20_000)) !== undefined, 'nothing can be stored though there is room again');
  await client.check();
  expect((await gateway.stop()) === 0, `last stop: ${gateway.log}`);
  facts['answers by status'] = JSON.stringify(Object.fromEntries(client.statuses));
} finally {
  await gateway.stop('SIGKILL');
  rmSync(models, { recursive: true });
}
process.stdout.write(`${JSON.stringify({ facts, faults })}\n`);
