// Offline transcription: audioFormat auto (specification 2, sections 2.2 and 3.3). The recordings are made here by
// ffmpeg.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cageGaps } from '../../../src/child/cage.js';
import { limits } from '../../../src/protocol/limits.js';
import { type ConvertOptions, convertAudio } from '../../../src/trans/decode/convert-audio.js';
import { defaultTools, missingTools } from '../../../src/trans/decode/tools.js';
import { compiled } from '../../helpers/compiled.js';

const formatUnknown = 4200;
const noAudioStream = 4201;
const severalAudioStreams = 4202;
const badChannelCount = 4203;
const conversionFailed = 4204;
const tooLong = 4300;
const maxMs = 60_000;
const durationMs = 3_000;
const rateHz = 16_000;

/** Without these the kernel or an emulator gives no means to refuse a file. */
const isCageWhole = cageGaps().length === 0;
const hasTools = missingTools(defaultTools).length === 0;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-auto-'));
  if (hasTools) makeRecordings();
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const tone = (hz: number) => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=${hz}:duration=${durationMs / 1000}:sample_rate=44100`,
];
const picture = ['-f', 'lavfi', '-i', `color=size=32x32:rate=5:duration=${durationMs / 1000}`];

/** Recordings of inputs 0 (300 Hz), 1 (900 Hz), 2 (a picture). */
const recordings: Readonly<Record<string, readonly string[]>> = {
  'tone.wav': ['-map', '0'],
  'tone.mp3': ['-map', '0'],
  'tone.m4a': ['-map', '0'],
  'tone.ogg': ['-map', '0', '-c:a', 'libopus'],
  'alaw.wav': ['-map', '0', '-ar', '8000', '-c:a', 'pcm_alaw'],
  'stereo.wav': ['-map', '[both]'],
  'six.wav': ['-map', '0', '-ac', '6'],
  'none.wav': ['-map', '0', '-t', '0'],
  'one.mkv': ['-map', '2', '-map', '0', '-c:a', 'aac'],
  'two.mkv': ['-map', '2', '-map', '0', '-map', '1', '-c:a', 'aac'],
  'silent.mkv': ['-map', '2'],
};

function makeRecordings(): void {
  const outputs = Object.entries(recordings).flatMap(([name, args]) => [...args, at(name)]);
  const join = ['-filter_complex', '[0][1]join=inputs=2:channel_layout=stereo[both]'];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...tone(300), ...tone(900), ...picture, ...join, ...outputs]);
}

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

/** Each into a directory of its own: it takes several processes, and many conversions run side by side. */
function begin(source: string, options: Partial<ConvertOptions>) {
  const work = mkdtempSync(join(folder, 'work-'));
  const target = join(work, 'target');
  const signal = new AbortController().signal;
  const wanted = { audioFormat: 'auto', channelCount: undefined, rateHz: 8_000, maxMs, signal, ...options } as const;
  return { work, target, converting: convertAudio(source, target, wanted) };
}

async function convert(source: string, options: Partial<ConvertOptions> = {}) {
  const { target, converting } = begin(source, options);
  const pcm = await converting;
  const bytes = readFileSync(target);
  return { ...pcm, samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) };
}

/** Nothing stays of a conversion that failed. */
async function faultOf(source: string, options: Partial<ConvertOptions> = {}) {
  const { work, converting } = begin(source, options);
  const fault = await converting.then(
    () => undefined,
    (each: unknown) => each,
  );
  expect(readdirSync(work)).toEqual([]);
  return fault;
}
const refusedWith = (code: number, message: RegExp) =>
  expect.objectContaining({ code, isPassing: false, message: expect.stringMatching(message) });

/** Zero crossings upwards in a second, of one of the channels. */
function pitchOf(samples: Int16Array, rateHz: number, channel: number, channels: number): number {
  const own = samples.filter((_, index) => index % channels === channel).subarray(rateHz, 2 * rateHz);
  let crossings = 0;
  for (let index = 1; index < own.length; index++) {
    if ((own[index - 1] as number) < 0 && (own[index] as number) >= 0) crossings++;
  }
  return crossings;
}

describe.skipIf(!hasTools).concurrent('a recording whose format is told from the file', () => {
  it.each(['tone.wav', 'tone.mp3', 'tone.m4a', 'tone.ogg', 'alaw.wav', 'one.mkv'])(
    '%s is decoded at the rate of the model',
    async (name) => {
      const pcm = await convert(at(name), { rateHz });
      expect(pcm).toEqual(expect.objectContaining({ sampleRateHz: rateHz, channels: 1 }));
      expect(Math.abs(pcm.durationMs - durationMs)).toBeLessThan(150); // coders pad
      const { samples } = pcm;
      expect(Math.abs(samples.length - (pcm.durationMs * rateHz) / 1000)).toBeLessThan(rateHz / 1000);
      expect(Math.abs(pitchOf(samples, rateHz, 0, 1) - 300)).toBeLessThan(5);
    },
  );

  it('keeps two channels apart, and merges them where channelCount is 1', async () => {
    const source = at('stereo.wav');
    const [apart, merged] = await Promise.all([convert(source), convert(source, { channelCount: 1 })]);
    expect(apart.channels).toBe(2);
    expect([0, 1].map((channel) => Math.round(pitchOf(apart.samples, 8_000, channel, 2) / 100))).toEqual([3, 9]);
    expect(merged).toEqual(expect.objectContaining({ channels: 1, durationMs }));
    expect(merged.samples.length).toBe((8_000 * durationMs) / 1000);
  });

  it('that is cut off in the middle is taken up to there', async () => {
    const whole = readFileSync(at('tone.mp3'));
    const pcm = await convert(write('cut.mp3', whole.subarray(0, whole.length / 2)));
    expect(pcm.durationMs).toBeGreaterThan(durationMs / 4);
    expect(pcm.durationMs).toBeLessThan(durationMs);
  });

  it.each([
    [
      'a text called .mp3',
      () => write('text.mp3', '这不是录音。\n'.repeat(1_000)),
      formatUnknown,
      /cannot be determined/,
    ],
    ['a file of no bytes', () => write('empty.mp3', ''), formatUnknown, /empty/],
    ['a directory', () => folder, formatUnknown, /cannot be determined/],
    [
      'random bytes',
      () => write('random.wav', Buffer.alloc(100_000, '\x07\xe1\x93\x55')),
      formatUnknown,
      /cannot be determined/,
    ],
    [
      'a WAV header alone',
      () => write('head.wav', readFileSync(at('tone.wav')).subarray(0, 20)),
      formatUnknown,
      /cannot be determined/,
    ],
    ['a film without sound', () => at('silent.mkv'), noAudioStream, /no audio stream/],
    [
      'a film with two audio streams',
      () => at('two.mkv'),
      severalAudioStreams,
      /2 audio streams, must have exactly one/,
    ],
    ['six channels', () => at('six.wav'), badChannelCount, /6 channels, must have 1 or 2/],
    ['a WAV file without a sample', () => at('none.wav'), conversionFailed, /no sample/],
  ])('%s ends with its code', async (_, source, code, message) => {
    expect(await faultOf(source())).toEqual(refusedWith(code as number, message as RegExp));
  });

  it('whose index is cut off is of no known format', async () => {
    const whole = readFileSync(at('tone.m4a')); // the index of m4a stands at its end
    const source = write('cut.m4a', whole.subarray(0, 2_000));
    expect(await faultOf(source)).toEqual(refusedWith(formatUnknown, /damaged/));
  });

  it('longer than allowed ends with 4300', async () => {
    const source = at('tone.wav');
    const [fault, { samples }] = await Promise.all([
      faultOf(source, { maxMs: durationMs - 1 }),
      convert(source, { maxMs: durationMs }),
    ]);
    expect(fault).toEqual(refusedWith(tooLong, /longer than 2.999 s/));
    expect(samples.length).toBe((8_000 * durationMs) / 1000);
  });

  it('cannot make ffmpeg open another file, or the network', async () => {
    const secret = at('tone.wav');
    const playlists = [
      `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${secret}'\n`,
      `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:1/a.wav\n#EXT-X-ENDLIST\n`,
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n',
    ];
    const faults = await Promise.all(playlists.map((list, index) => faultOf(write(`list-${index}.m3u8`, list))));
    expect(faults).toEqual(playlists.map(() => refusedWith(formatUnknown, /cannot be determined/)));
  });

  it('with a name that looks like an option or a protocol is read as a file', async () => {
    const names = ['-version', 'http:127.0.0.1', 'a|b;c $(d) "e".wav'];
    const converted = await Promise.all(names.map((name) => convert(write(name, readFileSync(at('tone.wav'))))));
    expect(converted.map((pcm) => pcm.durationMs)).toEqual(names.map(() => durationMs));
  });

  it('that is cancelled ends at once and leaves nothing behind', async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => abort.abort(reason), 20);
    expect(await faultOf(at('tone.wav'), { signal: abort.signal })).toBe(reason);
  });
});

describe('a gateway without ffmpeg', () => {
  it('says so: 4204', async () => {
    const tools = { ffmpeg: 'ffmpeg-that-is-not-there', ffprobe: '/nowhere/ffprobe' };
    expect(missingTools(tools)).toEqual(['/nowhere/ffprobe', 'ffmpeg-that-is-not-there']);
    expect(await faultOf(write('any.wav', 'RIFF'), { tools })).toEqual(
      refusedWith(conversionFailed, /not installed on this gateway, so only raw formats/),
    );
  });
});

describe('a tool that misbehaves', () => {
  let built = '';
  beforeAll(() => {
    built = compiled('tools/mean.cc', folder, 'mean');
  });
  /** The program goes by its name (test/fixtures/tools/mean.cc). */
  const tool = (name: string) => {
    copyFileSync(built, at(name));
    return at(name);
  };
  const ffprobe = () => tool('probe-mono');

  it('gets no environment of the gateway and no standard input, and runs at low priority', async () => {
    const own = getPriority();
    const lowerBy = Math.min(limits.trans.decode.niceness, 19 - own);
    process.env.TONEGATE_SECRET_FOR_TEST = 'secret';
    const pcm = await convert(write('any.wav', 'RIFF'), { tools: { ffmpeg: tool('curious'), ffprobe: ffprobe() } });
    delete process.env.TONEGATE_SECRET_FOR_TEST;
    expect(pcm.channels).toBe(1);
    const { buffer, byteOffset, byteLength } = pcm.samples;
    const seen = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    expect(seen).toBe(`${String(own + lowerBy).padStart(2, '0')}00`); // no secret, no input
  });

  it.runIf(isCageWhole)('makes no file', async () => {
    await convert(write('any.wav', 'RIFF'), { tools: { ffmpeg: tool('curious'), ffprobe: ffprobe() } });
    expect(existsSync(at('curious.seen'))).toBe(false);
  });

  it('that writes without end is stopped at the longest recording', async () => {
    const tools = { ffmpeg: tool('endless'), ffprobe: ffprobe() };
    expect(await faultOf(write('any.wav', 'RIFF'), { tools })).toEqual(refusedWith(tooLong, /longer than 60 s/));
  });

  it('that answers without end, or nonsense, tells no format', async () => {
    for (const name of ['probe-endless', 'probe-nonsense', 'probe-list', 'probe-failing']) {
      const tools = { ffmpeg: 'false', ffprobe: tool(name) };
      expect(await faultOf(write('any.wav', 'RIFF'), { tools })).toEqual(
        refusedWith(formatUnknown, /cannot be determined/),
      );
    }
  });

  it('that ends with a complaint has not converted', async () => {
    const tools = { ffmpeg: tool('failing'), ffprobe: ffprobe() };
    expect(await faultOf(write('any.wav', 'RIFF'), { tools })).toEqual(refusedWith(conversionFailed, /ended with 69/));
  });
});
