// The longest recordings that one-shot recognition takes, many at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { sendOneShot } from '../one-shot.mjs';

export const about = '32 recordings of 59 s at once for one-shot recognition, each sent again when it is answered.';

const seconds = 59;
/** Noise that rises and falls like speech. */
const audio = Buffer.alloc(seconds * 16_000);
for (let at = 0; at < audio.length; at += 2) {
  const loud = 6_000 * (0.5 + 0.5 * Math.sin(at / 4_000));
  audio.writeInt16LE(Math.round(loud * (Math.sin(at / 9) + Math.random() - 0.5)), at);
}
const body = JSON.stringify({ audio: audio.toString('base64'), config: { audioFormat: 'pcm_s16le_8k' } });

/** @param {import('../attack.mjs').Target} target */
export async function run({ gateway: { http, appkey, token }, address, signal }) {
  /** @type {Record<string, number>} */
  const statuses = {};
  const one = () =>
    new Promise((/** @type {(status: string) => void} */ resolve) => {
      const url = `${http}/v10/asr/freetalk/cn_8k_common/short_audio?appkey=${appkey}`;
      const asked = sendOneShot({ url, token, address, signal }, body, (reply) => {
        reply.resume();
        reply.on('close', () => resolve(String(reply.statusCode)));
      });
      asked.on('error', () => resolve('cut'));
    });
  const line = async () => {
    while (!signal.aborted) {
      const status = await one();
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== '200') await sleep(500);
    }
  };
  await Promise.all(Array.from({ length: 32 }, line));
  return statuses;
}
