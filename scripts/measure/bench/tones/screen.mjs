// Runs clips through the product as a user would: `tonegate screen --jsonl`, one line in, one line out, in order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./cache.mjs').StoredClip} StoredClip */
/** @typedef {{ kind: string, atMs: number }} Heard */
/** @typedef {Heard & { country?: string[] }} Decided */
/** @typedef {{ events: Heard[], decided?: Decided[], result?: string, resultName?: string }} Screened */

export const cli = fileURLToPath(new URL('../../../tonegate.mjs', import.meta.url));

/** @param {StoredClip[]} clips
 * @returns {Promise<{ screened: Screened[], wallS: number }>} */
export async function screenClips(clips) {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'screen', '--jsonl'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const feeding = (async () => {
    for (const { id, file, offset, bytes } of clips) {
      const line = JSON.stringify({ id, file, format: 'pcm_s16le_8k', offset, bytes });
      if (!child.stdin.write(`${line}\n`)) await once(child.stdin, 'drain');
    }
    child.stdin.end();
  })();
  /** @type {Screened[]} */
  const screened = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line) continue;
    const answer = JSON.parse(line);
    const clip = clips[screened.length];
    if (answer.error) throw new Error(`screen ${answer.id}: ${answer.error.message}`);
    if (answer.id !== clip?.id) throw new Error(`screen answered ${answer.id}, but ${clip?.id} was expected`);
    const { events = [], evidence, result, resultName } = answer;
    screened.push({ events, decided: evidence?.decided ?? [], result, resultName });
  }
  await feeding;
  const [code] = await exited;
  if (code !== 0 || screened.length !== clips.length) {
    throw new Error(
      `tonegate screen --jsonl ended with code ${code} after ${screened.length} of ${clips.length} clips`,
    );
  }
  return { screened, wallS: (performance.now() - started) / 1000 };
}
