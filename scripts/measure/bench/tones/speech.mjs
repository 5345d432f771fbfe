// Speech for the reject groups. Real recordings when ../shared/data is present (tune and held-out sets share no speaker or
// no recording), else espeak-ng, else a formant synthesiser of our own. `description` says which.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleRateHz } from './signals.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {string} SeedSet `tune`, or a set that was never tuned on */
/** @typedef {{ name: string, share: number, draw(random: Random): Float32Array }} Source
 *   draw gives one utterance at 8 kHz, at any level */

export const sharedData = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
// The speakers that the corpus sets aside (its README), so that held-out voices were never heard while tuning.
const heldOutStudents = ['FDA08', 'FDA11', 'FDA20', 'FDA32', 'FDA15', 'FDA26', 'FDA28', 'FDA34'];

/** Any sound file as floats at 8 kHz. @param {string} path */
export function decodeFile(path) {
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', String(sampleRateHz), '-f', 'f32le', '-'];
  const done = spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`ffmpeg on ${path}: ${done.stderr?.toString().trim() ?? done.error}`);
  const bytes = Uint8Array.from(done.stdout);
  return new Float32Array(bytes.buffer, 0, bytes.length >> 2);
}

/** @param {string} path */
function tableRows(path) {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.slice(1).map((line) => line.split('\t'));
}

/** @template T @param {(name: string) => T} make @returns {(name: string) => T} */
function remembered(make) {
  /** @type {Map<string, T>} */
  const kept = new Map();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const fresh = make(name);
    kept.set(name, fresh);
    return fresh;
  };
}

/** @param {SeedSet} set @returns {Source} */
function readSentences(set) {
  const folder = join(sharedData, 'aishell-sample');
  const speaker = set === 'tune' ? 'S0150' : 'S0252';
  const ids = tableRows(join(folder, 'trans.tsv'))
    .filter((row) => row[1] === speaker)
    .map((row) => row[0] ?? '');
  const decode = remembered((id) => decodeFile(join(folder, 'flac', `${id}.flac`)));
  return { name: `AISHELL-1 sentences of ${speaker}`, share: 0.4, draw: (random) => decode(random.pick(ids)) };
}

/** A corpus in Opus shards with an index of start and end.
 * @param {string} folder @param {string} name @param {number} share @param {(shard: string, index: number) => boolean} belongs
 * @returns {Source} */
function shardedWords(folder, name, share, belongs) {
  const rows = tableRows(join(sharedData, folder, 'index.tsv'));
  const shards = [...new Set(rows.map((row) => row[0] ?? ''))].filter(belongs);
  const wanted = rows.filter((row) => shards.includes(row[0] ?? ''));
  const decode = remembered((shard) => decodeFile(join(sharedData, folder, shard)));
  return {
    name,
    share,
    draw(random) {
      const [shard = '', start, end] = random.pick(wanted);
      return decode(shard).slice(Math.round(Number(start) * sampleRateHz), Math.round(Number(end) * sampleRateHz));
    },
  };
}

const phrases = [
  '您好，您拨打的电话正在通话中，请稍后再拨',
  '喂，你好，请问你找谁',
  '今天天气很好，我们去公园走走吧',
  '请问您贵姓，我帮您登记一下',
  '对不起，我现在不方便接电话',
  '明天下午三点在公司门口见面',
  '请按一转人工服务',
  '您的快递已经到楼下了',
  'Hello, who is speaking please',
  'I am driving now, please call me back later',
  'The number you dialled is not available',
];

/** @returns {Source} */
function espeakSource() {
  const speak = remembered((recipe) => {
    const [voice = '', pitch = '', speed = '', phrase = ''] = recipe.split('|');
    const done = spawnSync('espeak-ng', ['-v', voice, '-p', pitch, '-s', speed, '--stdout', phrase], {
      maxBuffer: 1 << 26,
    });
    if (done.status !== 0) throw new Error(`espeak-ng: ${done.stderr.toString().trim()}`);
    const wav = done.stdout;
    const rate = wav.readUInt32LE(24);
    const count = (wav.length - 44) >> 1;
    // A box average over each output sample's span is low-pass enough for a reject group.
    return Float32Array.from({ length: Math.floor((count * sampleRateHz) / rate) }, (_, i) => {
      const from = Math.floor((i * rate) / sampleRateHz);
      const to = Math.min(count, Math.floor(((i + 1) * rate) / sampleRateHz) + 1);
      let sum = 0;
      for (let k = from; k < to; k++) sum += wav.readInt16LE(44 + 2 * k);
      return sum / (to - from) / 32768;
    });
  });
  return {
    name: 'espeak-ng sentences (synthetic)',
    share: 1,
    draw(random) {
      const phrase = random.pick(phrases);
      const voice = /^[A-Z]/.test(phrase) ? 'en' : 'cmn';
      const variant = random.pick(['', '+f1', '+f2', '+f4', '+m1', '+m3', '+m7']);
      return speak(`${voice}${variant}|${random.pick([20, 40, 60, 80])}|${random.pick([120, 160, 200])}|${phrase}`);
    },
  };
}

/** Glottal pulses through two moving resonances, in syllables. @returns {Source} */
function formantSource() {
  return {
    name: 'formant synthesis (synthetic)',
    share: 1,
    draw(random) {
      const out = new Float32Array(Math.round(random.range(0.8, 3) * sampleRateHz));
      const pitchHz = random.range(90, 260);
      let at = 0;
      while (at < out.length) {
        const length = Math.round(random.range(0.12, 0.3) * sampleRateHz);
        const formants = [random.range(280, 850), random.range(900, 2500)].map((hz) => ({
          a: 2 * Math.exp((-Math.PI * 90) / sampleRateHz) * Math.cos((2 * Math.PI * hz) / sampleRateHz),
          b: -Math.exp((-2 * Math.PI * 90) / sampleRateHz),
          y1: 0,
          y2: 0,
        }));
        const glide = random.range(0.8, 1.3);
        let phase = 0;
        for (let i = 0; i < length && at + i < out.length; i++) {
          phase += (pitchHz * (1 + ((glide - 1) * i) / length)) / sampleRateHz;
          let y = phase >= 1 ? 1 : random.gauss() * 0.02;
          if (phase >= 1) phase -= 1;
          for (const f of formants) {
            const z = y + f.a * f.y1 + f.b * f.y2;
            f.y2 = f.y1;
            f.y1 = z;
            y = z;
          }
          out[at + i] = y * Math.sin((Math.PI * i) / length);
        }
        at += length + Math.round(random.range(0.01, 0.12) * sampleRateHz);
      }
      return out;
    },
  };
}

/** @param {SeedSet} set @returns {{ description: string, draw(random: Random): Float32Array }} */
export function openSpeech(set) {
  const hasRecordings =
    existsSync(join(sharedData, 'aishell-sample', 'trans.tsv')) && spawnSync('ffmpeg', ['-version']).status === 0;
  const heldOut = set !== 'tune';
  const sources = hasRecordings
    ? [
        readSentences(set),
        shardedWords('audio-cmn-hsk', 'audio-cmn words', 0.25, (_, i) => i % 2 === (heldOut ? 1 : 0)),
        shardedWords(
          'dspspeech20-zh',
          'DSPSpeech-20 words',
          0.2,
          (s) => heldOutStudents.includes(s.slice(0, 5)) === heldOut,
        ),
        heldOut
          ? shardedWords('davin-pinyin-syllables', 'davin syllables', 0.15, () => true)
          : shardedWords('audio-cmn-syllables', 'audio-cmn syllables', 0.15, () => true),
      ]
    : [spawnSync('espeak-ng', ['--version']).status === 0 ? espeakSource() : formantSource()];
  return {
    description: sources.map((source) => source.name).join(', '),
    draw(random) {
      let point = random.next();
      const source = sources.find((candidate) => {
        point -= candidate.share;
        return point < 0;
      });
      return (source ?? /** @type {Source} */ (sources[0])).draw(random);
    },
  };
}
