// `tonegate screen`: files without a gateway, as a picture, as JSON, and line by line. The compiled command runs.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { Evidence } from '../../../src/protocol/wire/ring-messages.js';
import { bytesOf, cadences, joined, silence, tone, wavOf } from '../../helpers/audio/tones.js';

let directory: string;
const file = (name: string) => join(directory, name);
const busy = tone(cadences.busy, 3_000);
const ringback = tone(cadences.ringback, 11_000);

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-screen-'));
  writeFileSync(file('busy.wav'), wavOf(busy));
  writeFileSync(file('ringback.wav'), wavOf(ringback));
  writeFileSync(file('silence.wav'), wavOf(silence(2_000)));
  writeFileSync(file('rubbish.bin'), Buffer.alloc(500, 3));
  writeFileSync(file('stereo.wav'), stereoOf(busy));
  // one big file of raw clips, one after the other
  writeFileSync(file('clips.raw'), Buffer.concat([bytesOf(busy), bytesOf(ringback), bytesOf(silence(2_000))]));
  writeFileSync(file('busy.al'), addon.encode(encodings.alaw, busy));
  const packer = new addon.Packer(encodings.svc_opus, 16_000, 24_000);
  const busy16k = tone(cadences.busy, 3_000, { rateHz: 16_000 });
  const slices = Array.from({ length: 30 }, (_, index) =>
    packer.pack(busy16k.subarray(index * 1_600, (index + 1) * 1_600)),
  );
  writeFileSync(file('busy.opus'), Buffer.concat(slices));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A WAV file with the same samples on both channels. */
function stereoOf(samples: Int16Array): Buffer {
  const pairs = Int16Array.from({ length: samples.length * 2 }, (_, index) => samples[index >> 1] ?? 0);
  const wav = Buffer.from(wavOf(pairs));
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(wav.readUInt32LE(24) * 4, 28);
  wav.writeUInt16LE(4, 32);
  return wav;
}

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

function screen(args: readonly string[], input = ''): Promise<Outcome> {
  const child = spawn(process.execPath, ['dist/main/cli.js', 'screen', ...args]);
  const outcome = { code: null as number | null, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    outcome.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    outcome.err += chunk;
  });
  child.stdin.on('error', () => {}); // a usage error does not read
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...outcome, code })));
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('screen FILE', () => {
  it('draws the bursts, marks the decision and gives the verdict', async () => {
    const { code, out } = await screen([file('busy.wav')]);
    expect(code).toBe(0);
    const [head, scale, bursts, mark, ...rest] = out.split('\n');
    expect(head).toContain('busy.wav  3 s at 8000 Hz');
    expect(scale).toContain('1 s');
    expect(bursts).toMatch(/^ {2}#+\.+#+\.+#+\.+#+\.+/);
    expect(mark).toContain('^busy');
    expect(rest.join('\n')).toContain('10 busy (#BUSY#)');
  });

  it('goes on after a file that it cannot hear, and says so in the exit status', async () => {
    const { code, out, err } = await screen([file('none.wav'), file('rubbish.bin'), directory, file('busy.wav')]);
    expect(code).toBe(3);
    expect(err).toContain('none.wav: cannot read the file: it does not exist (ENOENT)');
    expect(err).toContain('rubbish.bin: audio: the format cannot be determined');
    expect(err).toContain('cannot read the file: it is a directory');
    expect(out).toContain('10 busy');
  });

  it('takes raw audio by its format', async () => {
    const { code, out } = await screen(['--format', 'alaw_8k', file('busy.al')]);
    expect(code).toBe(0);
    expect(out).toContain('10 busy (#BUSY#)');
  });

  it('names the flags that say how a file is read', async () => {
    const { code, err } = await screen([file('rubbish.bin'), file('stereo.wav')]);
    expect(code).toBe(3);
    expect(err).toContain('name it in --format: pcm_s16le_8k, ');
    expect(err).toContain('choose it with --channel: left, right, mix');
  });

  it.each([
    [['--format', 'mp3'], '--format: must be one of auto, pcm_s16le_8k, '],
    [['--format', 'svc_mp3'], '--format: must be one of '],
    [['--format', 'svc_opus'], '--enc-params: ar is required for svc_opus'],
    [['--format', 'svc_opus', '--enc-params', 'ar:7'], '--enc-params: ar must be one of '],
  ])('calls %j wrong usage, before it opens a file', async (args, reason) => {
    const { code, out, err } = await screen([...args, file('none.wav')]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`tonegate: ${reason}`);
    expect(err).not.toContain('none.wav');
  });

  it('says that --data must name the data directory of a gateway', async () => {
    const { code, err } = await screen(['--data', file('mistyped'), file('busy.wav')]);
    expect(code).toBe(3);
    expect(err).toBe(
      `tonegate: ${file('mistyped')}/ring/keywords.txt: cannot be read: it does not exist (ENOENT); --data must name the data directory of a gateway\n`,
    );
  });
});

it('screen --json gives one line per file with result, evidence and events', async () => {
  const { code, out } = await screen(['--json', file('busy.wav'), file('none.wav'), file('silence.wav')]);
  expect(code).toBe(3);
  const [first, second, third] = lines(out);
  expect(first).toMatchObject({
    file: file('busy.wav'),
    ...{ result: '#BUSY#', keyword: '#BUSY#', resultId: 10, resultName: 'busy' },
    events: [{ kind: 'busy', atMs: expect.any(Number) }],
  });
  expect(Evidence.parse(first.evidence).audioMs).toBe(3_000);
  expect(second).toMatchObject({ file: file('none.wav'), error: { code: 40_400 } });
  expect(third).toMatchObject({ resultId: 0, resultName: 'other situations', result: '', keyword: '', events: [] });
});

describe('screen --jsonl', () => {
  const raw = (id: unknown, from: Int16Array[], samples: Int16Array) => ({
    id,
    file: file('clips.raw'),
    format: 'pcm_s16le_8k',
    offset: joined(...from).length * 2,
    bytes: samples.length * 2,
  });

  it('answers each line in order; a bad one gives an error and the run goes on', async () => {
    const requests: unknown[] = [
      raw('a', [], busy),
      { id: 'missing', file: file('none.raw') },
      raw(2, [busy], ringback),
      { id: 'no file' },
      { id: 'format', file: file('busy.wav'), format: 'mp3' },
      { id: 'beyond', file: file('busy.wav'), offset: 10_000_000 },
      { id: 'too much', file: file('busy.wav'), bytes: 10_000_000 },
      [1],
      raw({ any: 'id' }, [busy, ringback], silence(2_000)),
      { file: file('busy.wav') },
      { id: 'opus', file: file('busy.opus'), format: 'svc_opus', encParams: 'ar:16000;ac:1' },
      { id: 'not packed', file: file('busy.wav'), format: 'svc_opus', encParams: 'ar:16000' },
      { id: 'slices', file: file('busy.wav'), sliceMs: 1_000 },
    ];
    const input = `${requests.map((request) => JSON.stringify(request)).join('\n')}\n\nnot JSON\r\n`;
    const { code, out } = await screen(['--jsonl'], input);
    expect(code).toBe(3);
    const answers = lines(out);
    expect(answers.map(({ id, resultId, error }) => [id, resultId ?? error.code])).toEqual([
      ['a', 10],
      ['missing', 40_400],
      [2, 11],
      ['no file', 40_002],
      ['format', 40_002],
      ['beyond', 40_002],
      ['too much', 40_002],
      [null, 40_002],
      [{ any: 'id' }, 0],
      [null, 10],
      ['opus', 10],
      ['not packed', 40_005],
      ['slices', 10],
      [null, 40_001],
    ]);
    expect(answers[2].events[0].kind).toBe('ringback');
    // The same audio: once as a range of a raw file, once as a WAV, in other slices.
    expect(answers[12].events).toEqual(answers[0].events);
  });

  it('exits with 0 when every line was fine, and when there was none', async () => {
    expect(await screen(['--jsonl'], JSON.stringify(raw(1, [], busy)))).toMatchObject({ code: 0 });
    expect(await screen(['--jsonl'])).toMatchObject({ code: 0, out: '' });
  });

  it('keeps the order over thousands of lines', async () => {
    const input = Array.from({ length: 3_000 }, (_, id) =>
      JSON.stringify({ ...raw(id, [], busy.subarray(0, 800)) }),
    ).join('\n');
    const answers = lines((await screen(['--jsonl'], input)).out);
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 3_000 }, (_, id) => id));
  });
});

it('a usage error is exit status 2', async () => {
  expect((await screen([])).code).toBe(2);
  expect((await screen(['--jsonl', file('busy.wav')])).code).toBe(2);
  expect((await screen(['--nonsense'])).code).toBe(2);
});

it('--data uses the ring tables of a data directory', async () => {
  mkdirSync(join(directory, 'data', 'ring'), { recursive: true });
  writeFileSync(join(directory, 'data', 'ring', 'keywords.txt'), '# none\n');
  writeFileSync(join(directory, 'data', 'ring', 'tones.txt'), '#BUSY#\t99\tmine\n');
  const { out } = await screen(['--json', '--data', join(directory, 'data'), file('busy.wav')]);
  expect(lines(out)[0]).toMatchObject({ resultId: 99, resultName: 'mine' });
  writeFileSync(join(directory, 'data', 'ring', 'tones.txt'), '# mine\n#BUSY#\tten\tmine\n');
  const broken = await screen(['--json', '--data', join(directory, 'data'), file('busy.wav')]);
  expect(broken).toMatchObject({ code: 3, out: '' });
  expect(broken.err).toContain('tones.txt: line 2: RESULTID must be a whole number');
});
