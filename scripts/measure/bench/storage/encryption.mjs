// npm run bench:encryption: the cost of encryption at rest. Two gateways, one with a key and one without, with the
// models that ship, do the same work in turn; the ratio is the median over the rounds, each of which does one thing on
// one gateway and then on the other, so that other programs disturb both.
//   --rounds 7   --writes 200 lists of words, one after another   --upload 8388608 bytes, one slice
//   --minutes 5 of a recording
//   --starts 5   --write into docs/measurements.md
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDataKey } from '../../../../dist/trust/data-key.js';
import { writeBlock } from '../../lib/page.mjs';
import { machineLine, markdownTable } from '../../lib/report.mjs';
import { anyPorts, call, wholeGatewayVictim } from '../../power/processes.mjs';
import { callOf, rateHz, sentencesOf } from '../asr/sound.mjs';
import { isReady, transcriberOf } from '../transcribing.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    writes: { type: 'string', default: '200' },
    upload: { type: 'string', default: String(8 * 1024 ** 2) },
    minutes: { type: 'string', default: '5' },
    starts: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const [rounds = 0, writes = 0, uploadBytes = 0, minutes = 0, starts = 0] = [
  ...[options.rounds, options.writes, options.upload, options.minutes, options.starts].map(Number),
];
const property = 'cn_8k_common';
const folder = mkdtempSync(join(tmpdir(), 'bench-encryption-'));
const keyFile = join(folder, 'data.key');
makeDataKey(keyFile);

class Side {
  http = '';
  admin = '';
  app = { appkey: '', secret: '' };
  token = '';
  lists = 0;

  /** @param {string} name @param {Record<string, string>} settings */
  constructor(name, settings) {
    this.victim = wholeGatewayVictim(join(folder, name), {
      ...{ ...anyPorts, TONEGATE_LOG_LEVEL: 'error', TONEGATE_SPARE_ENGINE: 'off', ...settings },
    });
  }

  /** The time until the gateway prints its address. */
  async start() {
    const begunMs = performance.now();
    const { http, https, admin, app } = await this.victim.start();
    const tookMs = performance.now() - begunMs;
    [this.http, this.admin] = [http, admin];
    if (app.appkey !== undefined) this.app = app;
    const { appkey, secret } = this.app;
    const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`).toString('base64')}`;
    const given = await call(`${https}/v10/auth/get-access-token?appkey=${appkey}`, { headers: { authorization } });
    this.token = given.json.token;
    return tookMs;
  }

  get client() {
    const at = { http: this.http, appkey: this.app.appkey, token: this.token };
    return transcriberOf(
      /** @type {import('../../lib/gateway.mjs').Gateway} */ (/** @type {unknown} */ (at)),
      property,
    );
  }

  async write() {
    const url = `${this.http}/v10/resource/user/asr/userword?appkey=${this.app.appkey}`;
    const headers = { 'x-svc-access-token': this.token };
    for (let nth = 0; nth < writes; nth++) {
      const content = Buffer.from('砂轮\n转速\n校准\n'.repeat(20)).toString('base64');
      const body = { resource: { name: `list ${++this.lists}`, lang: 'cn', content } };
      const { status, json } = await call(url, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`list ${this.lists}: ${status} ${JSON.stringify(json)}`);
    }
  }

  /** @param {string} file */
  async transcribe(file) {
    const task = await this.client.submit({ files: [file], audioFormat: 'pcm_s16le_8k' });
    const { files } = await this.client.finished(task);
    if (files[0]?.code !== 4000) throw new Error(`a recording ended with ${files[0]?.code} ${files[0]?.info}`);
  }
}

const plain = new Side('plain', {});
const encrypted = new Side('encrypted', { TONEGATE_STORAGE_KEY_FILE: keyFile });

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @param {number} count @param {(side: Side) => Promise<number>} work gives ms */
async function inTurn(count, work) {
  /** @type {{ plain: number, encrypted: number }[]} */ const pairs = [];
  for (let round = 0; round < count; round++) {
    const isPlainFirst = round % 2 === 0;
    const first = await work(isPlainFirst ? plain : encrypted);
    const second = await work(isPlainFirst ? encrypted : plain);
    pairs.push(isPlainFirst ? { plain: first, encrypted: second } : { plain: second, encrypted: first });
  }
  const ratios = pairs.map((pair) => pair.encrypted / pair.plain).toSorted((a, b) => a - b);
  return {
    plainMs: median(pairs.map((pair) => pair.plain)),
    encryptedMs: median(pairs.map((pair) => pair.encrypted)),
    ratio: median(ratios),
    range: `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  };
}

/** @param {(side: Side) => Promise<unknown>} work @returns {(side: Side) => Promise<number>} */
const timed = (work) => async (side) => {
  const begunMs = performance.now();
  await work(side);
  return performance.now() - begunMs;
};

const noise = Buffer.alloc(uploadBytes);
for (let at = 0; at < noise.length; at++) noise[at] = (at * 2_654_435_761) >>> 24;
const { sentences } = sentencesOf(20);
const { samples } = callOf(sentences, 0, minutes * 60, 1_200);
const speech = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

try {
  for (const side of [plain, encrypted]) {
    await side.start();
    await isReady(/** @type {import('../../lib/gateway.mjs').Gateway} */ (/** @type {unknown} */ (side)));
    await side.write(); // warm-up
    await side.transcribe(await side.client.upload('warm.raw', speech.subarray(0, rateHz * 2 * 20)));
  }
  const measured = new Map();
  measured.set(
    `create ${writes} word lists, one after another`,
    await inTurn(
      rounds,
      timed((side) => side.write()),
    ),
  );
  const uploaded = await inTurn(
    rounds,
    timed((side) => side.client.upload('noise.raw', noise)),
  );
  measured.set(`upload a recording of ${(uploadBytes / 1024 ** 2).toFixed(0)} MiB, synced`, uploaded);
  const heard = await inTurn(rounds, async (side) => {
    const file = await side.client.upload('call.raw', speech); // not timed
    return timed(() => side.transcribe(file))(side);
  });
  measured.set(`transcribe ${minutes} min of speech, to the result`, heard);
  const started = await inTurn(starts, async (side) => {
    await side.victim.kill();
    return side.start();
  });
  measured.set(`start after a kill, to the open listeners`, started);
  const rows = [...measured].map(([what, { plainMs, encryptedMs, ratio, range }]) => [
    ...[what, plainMs.toFixed(0), encryptedMs.toFixed(0), ratio.toFixed(2), range],
  ]);
  const head = ['ms, medians', 'without a key', 'with a key', 'ratio', 'ratios of the rounds'];
  const text = `${rounds} rounds, ${starts} starts. ${machineLine()}.\n\n${markdownTable(head, rows)}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeBlock('bench:encryption', text);
} finally {
  await plain.victim.kill();
  await encrypted.victim.kill();
  rmSync(folder, { recursive: true, force: true });
}
