// The sounds of a trunk: tones, a prompt in the gateway's own voice, and a song, as files of A-law and as a capture
// with losses.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alawByte, quantise } from '../../bench/tones/channel.mjs';
import { renderBare } from '../../bench/tones/render.mjs';
import { chinaTones } from '../../bench/tones/signals.mjs';
import { makeRandom } from '../../lib/random.mjs';
import { decodeFile } from '../lib/audio.mjs';
import { capture } from './packets.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** @param {Int16Array} samples */
const alaw = (samples) => Uint8Array.from(samples, alawByte);

/** @param {string} folder @param {string} songs */
export function makeSounds(folder, songs) {
  /** @param {'busy' | 'ringback'} tone @param {number} seconds */
  const sound = (tone, seconds) =>
    quantise(
      renderBare(`sip/${tone}`, chinaTones[tone], { seconds, leadInMs: 100, levelDbm0: -15, snrDb: 35 }),
      'linear',
    );
  const [busy, ringback] = [sound('busy', 8), sound('ringback', 20)];
  const prompt = join(folder, 'prompt.wav');
  execFileSync(process.execPath, [
    ...[join(root, 'scripts/tonegate.mjs'), 'synth', '您拨打的号码是空号，请核对后再拨。', '--out', prompt],
  ]);
  const spoken = decodeFile(prompt, 8_000).samples;
  const song = join(songs, readdirSync(songs).find((name) => name.endsWith('.opus')) ?? '');
  const parts = {
    busy: [busy],
    ringback: [ringback],
    ringbackBusy: [ringback.subarray(0, 8_000 * 5), busy],
    ringbackPrompt: [ringback.subarray(0, 8_000 * 4), spoken, new Int16Array(8_000 * 3)],
    song: [decodeFile(song, 8_000).samples.subarray(0, 8_000 * 14)],
  };
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, sounds] of Object.entries(parts)) {
    files[name] = join(folder, `${name}.al`);
    writeFileSync(
      /** @type {string} */ (files[name]),
      Buffer.concat(sounds.map((each) => alaw(Int16Array.from(each)))),
    );
  }
  const random = makeRandom('sip/loss');
  files.busyLossy = join(folder, 'busy-lossy.pcap');
  writeFileSync(
    files.busyLossy,
    capture(alaw(Int16Array.from(busy)), () => random.chance(0.05)),
  );
  return /** @type {any} */ (files);
}
