// Word lists that an appkey without a token stores until its quota is full, and goes on storing.
import { setTimeout as sleep } from 'node:timers/promises';
import { sendOneShot } from '../one-shot.mjs';

export const about = 'An appkey alone stores word lists of 48 KiB as fast as it can, 16 at a time.';

const [atOnce, wordBytes] = [16, 48 * 1024];
/** The default of resources.withoutTokenKib. */
const quotaBytes = 16 * 1024 * 1024;
const content = Buffer.from('张三\n'.repeat(wordBytes / 7)).toString('base64');

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway: { http, appkey }, address, signal }) {
  const url = `${http}/v10/resource/user/asr/userword?appkey=${appkey}`;
  /** @type {Record<string, number>} */
  const statuses = {};
  let name = 0;
  const store = () =>
    new Promise((/** @type {(status: number) => void} */ resolve) => {
      const body = JSON.stringify({ resource: { name: `list ${name++}`, lang: 'cn', content } });
      const asked = sendOneShot({ url, token: '', address, signal }, body, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
        reply.on('error', () => resolve(0));
      });
      asked.on('error', () => resolve(0));
    });
  const one = async () => {
    while (!signal.aborted) {
      const status = await store();
      const key = status === 0 ? 'cut' : String(status);
      statuses[key] = (statuses[key] ?? 0) + 1;
      if (status === 0) await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const storedBytes = (statuses['200'] ?? 0) * wordBytes;
  if (storedBytes === 0) throw new Error(`nothing was stored: ${JSON.stringify(statuses)}`);
  if (storedBytes > 1.1 * quotaBytes) throw new Error(`${storedBytes} bytes were stored without a token`);
  return statuses;
}
