// Specification 2, section 6 and the table of 4.2: what each streaming mode says, event by event, over a real gateway and
// a real engine. The recogniser hears tones as characters (test/helpers/models/tone-recogniser.ts): in `spoken`, a digit is so
// many 100 ms of silence, and each character sounds from 40 ms to 200 ms of its place.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AsrMessage,
  type AsrSentence,
  finalsOf,
  type StreamModeName,
  stepsOf,
  streamModes,
} from '../../helpers/gateway/asr-client.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';

const toleranceMs = 30;
const shortMaxMs = 15_000;
const continueMaxMs = 16_000;

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway({
    settings: { 'asr.shortStreamMs': shortMaxMs, 'asr.continueStreamMs': continueMaxMs },
  });
});
afterAll(() => gateway.discard());

/** A whole session of this audio; `end` false: the service must end it by itself. */
async function session(
  mode: StreamModeName,
  text: string,
  config: object = {},
  { end = true, sliceMs = 100, audioMs = Number.POSITIVE_INFINITY } = {},
): Promise<AsrMessage[]> {
  const client = await gateway.connect({ mode });
  client.start({ audioFormat: 'pcm_s16le_8k', tppContextRange: 0, ...config });
  client.audio(...slicesOf(spoken(text).subarray(0, 8 * audioMs), sliceMs));
  if (end) client.end();
  const messages = await client.session();
  await client.close();
  return messages;
}

const texts = (messages: readonly AsrMessage[]) => finalsOf(messages).map(({ result }) => result.text);
const near = (found: number | undefined, expected: number) =>
  expect(Math.abs((found ?? Number.NaN) - expected), `${found} instead of ${expected}`).toBeLessThanOrEqual(
    toleranceMs,
  );

function timestamps(messages: readonly AsrMessage[], event: string): number[] {
  return messages.flatMap((message) =>
    message.respType === 'EVENT' && message.event === event ? [message.timestamp] : [],
  );
}

/** Without finals, which may come later than what was noticed meanwhile. */
const events = (messages: readonly AsrMessage[]) => stepsOf(messages).filter((step) => /^[A-Z_]+$/.test(step));

const silence = (ms: number): string => {
  const whole = '9'.repeat(Math.floor(ms / 900));
  const rest = (ms % 900) / 100;
  return rest === 0 ? whole : `${whole}${rest}`;
};

describe('short_stream', () => {
  it('sends no events of voice or silence, whatever the VAD parameters are', async () => {
    const vad = { vadHead: 1_000, vadTail: 50, vadEnd: 200, vadMaxSegment: 10, vadThreshold: 1 };
    const messages = await session('short_stream', `${silence(2_000)}一二${silence(2_000)}三`, vad);
    expect(stepsOf(messages)).toEqual(['START', 'final', 'END NORMAL']);
    expect(texts(messages)).toEqual(['一二三']);
  });

  it('after EXCEEDED_AUDIO puts out the pending result and closes the session', async () => {
    const messages = await session('short_stream', `一二三${silence(15_300)}四`, {}, { end: false });
    expect(stepsOf(messages)).toEqual(['START', 'EXCEEDED_AUDIO', 'final', 'END NORMAL']);
    expect(timestamps(messages, 'EXCEEDED_AUDIO')).toEqual([shortMaxMs]);
    expect(texts(messages)).toEqual(['一二三']);
  });

  it('has one sentence over all of its audio, which ends where the audio does', async () => {
    const [sentence] = finalsOf(await session('short_stream', '2一二6'));
    expect(sentence).toMatchObject({ startTime: 0, endTime: 1_200, isFinal: true });
  });
});

describe('utterance_stream', () => {
  it('sends one VOICE_START and VOICE_END, then the result, and closes the session', async () => {
    const messages = await session('utterance_stream', '5一二三8四五8六', {}, { end: false });
    expect(stepsOf(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final', 'END NORMAL']);
    expect(texts(messages)).toEqual(['一二三']);
    near(timestamps(messages, 'VOICE_START')[0], 540);
    near(timestamps(messages, 'VOICE_END')[0], 1_100);
    const [sentence] = finalsOf(messages);
    near(sentence?.startTime, 540);
    near(sentence?.endTime, 1_100);
  });

  it('closes the session at EXCEEDED_SILENCE when vadHead has gone by', async () => {
    const messages = await session('utterance_stream', `${silence(3_000)}一`, { vadHead: 2_000 }, { end: false });
    expect(stepsOf(messages)).toEqual(['START', 'EXCEEDED_SILENCE', 'END NORMAL']);
    expect(timestamps(messages, 'EXCEEDED_SILENCE')).toEqual([2_000]);
  });

  it('checks no head silence when vadHead is 0', async () => {
    const messages = await session('utterance_stream', `${silence(12_000)}一二8`, { vadHead: 0 });
    expect(stepsOf(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final', 'END NORMAL']);
  });

  it('never sends EXCEEDED_END_SILENCE or EXCEEDED_AUDIO', async () => {
    const messages = await session('utterance_stream', `${silence(18_000)}一8`, { vadHead: 0, vadEnd: 200 });
    expect(events(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END']);
  });

  it('ends the sentence and the session at vadMaxSegment', async () => {
    const text = '一二三四五'.repeat(12); // 12 s without a pause that vadTail would see
    const messages = await session('utterance_stream', text, { vadMaxSegment: 10 }, { end: false });
    expect(stepsOf(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final', 'END NORMAL']);
    // the pause between two characters that lies there may count as the end of the voice
    const [startMs = 0] = timestamps(messages, 'VOICE_START');
    const [endMs = 0] = timestamps(messages, 'VOICE_END');
    expect(endMs - startMs).toBeGreaterThanOrEqual(9_950);
    expect(endMs - startMs).toBeLessThanOrEqual(10_000);
    expect(texts(messages)[0]).toMatch(/^(一二三四五){10}/);
  });

  it('ends a sentence that is under way with the audio at END', async () => {
    const messages = await session('utterance_stream', '2一二');
    expect(stepsOf(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final', 'END NORMAL']);
    expect(texts(messages)).toEqual(['一二']);
  });

  it('of silence alone says nothing and ends NORMAL', async () => {
    expect(stepsOf(await session('utterance_stream', '9'))).toEqual(['START', 'END NORMAL']);
  });
});

describe('continue_stream', () => {
  it('sends VOICE_START and VOICE_END for each sentence, and a result for each', async () => {
    const messages = await session('continue_stream', '3一二三8四五8六8');
    expect(events(messages)).toEqual(['START', ...Array(3).fill(['VOICE_START', 'VOICE_END']).flat()]);
    expect(texts(messages)).toEqual(['一二三', '四五', '六']);
    const starts = timestamps(messages, 'VOICE_START');
    const ends = timestamps(messages, 'VOICE_END');
    for (const [index, [start, end]] of [
      [340, 900],
      [1_740, 2_100],
      [2_940, 3_100],
    ].entries()) {
      near(starts[index], start as number);
      near(ends[index], end as number);
      expect(finalsOf(messages)[index]).toMatchObject({ startTime: starts[index], endTime: ends[index] });
    }
    expect(messages.at(-1)).toMatchObject({ reason: 'NORMAL' });
  });

  it('closes the session at EXCEEDED_SILENCE when vadHead has gone by, only before the first sentence', async () => {
    const head = await session('continue_stream', silence(3_000), { vadHead: 2_500 }, { end: false });
    expect(stepsOf(head)).toEqual(['START', 'EXCEEDED_SILENCE', 'END NORMAL']);
    expect(timestamps(head, 'EXCEEDED_SILENCE')).toEqual([2_500]);
    const later = await session('continue_stream', `一${silence(4_000)}二8`, { vadHead: 2_500 });
    expect(events(later)).not.toContain('EXCEEDED_SILENCE');
    expect(texts(later)).toEqual(['一', '二']);
  });

  it('at EXCEEDED_END_SILENCE puts out pending results and closes the session', async () => {
    const config = { vadEnd: 2_000, tppContextRange: 30_000, addPunc: true };
    const messages = await session('continue_stream', `2一二8三四${silence(2_500)}五`, config, { end: false });
    expect(events(messages).slice(-2)).toEqual(['VOICE_END', 'EXCEEDED_END_SILENCE']);
    expect(texts(messages).map((text) => text.replace(/\P{L}/gu, ''))).toEqual(['一二', '三四']);
    near(timestamps(messages, 'EXCEEDED_END_SILENCE')[0], (timestamps(messages, 'VOICE_END')[1] ?? 0) + 2_000);
    expect(messages.at(-1)).toMatchObject({ respType: 'END', reason: 'NORMAL' });
  });

  it('lets vadTail decide the end of a sentence when vadEnd is shorter, and ends the session right after it', async () => {
    const config = { vadEnd: 200, vadTail: 1_000 };
    const messages = await session('continue_stream', '2一二5三99五', config, { end: false });
    expect(events(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'EXCEEDED_END_SILENCE']);
    expect(texts(messages)).toEqual(['一二三']); // the pause of 500 ms ended nothing
    expect(messages.at(-1)).toMatchObject({ respType: 'END', reason: 'NORMAL' });
  });

  it('has no end silence when vadEnd is 0', async () => {
    const messages = await session('continue_stream', `一${silence(12_000)}二8`, { vadEnd: 0 });
    expect(events(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'VOICE_START', 'VOICE_END']);
  });

  it('after EXCEEDED_AUDIO puts out pending results and closes the session', async () => {
    const text = `${silence(14_400)}一二三四五六七八九一二三`;
    const messages = await session('continue_stream', text, { vadHead: 0 }, { end: false });
    expect(events(messages)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'EXCEEDED_AUDIO']);
    expect(timestamps(messages, 'EXCEEDED_AUDIO')).toEqual([continueMaxMs]);
    expect(texts(messages)).toEqual(['一二三四五六七八']); // 九 comes after the maximum
    expect(messages.at(-1)).toMatchObject({ respType: 'END', reason: 'NORMAL' });
  });

  it('splits at vadMaxSegment and loses nothing there', async () => {
    const text = '一二三四五'.repeat(14); // 14 s
    const messages = await session('continue_stream', `${text}8`, { vadMaxSegment: 10 });
    expect(texts(messages)).toHaveLength(2);
    expect(texts(messages).join('')).toBe(text);
  });

  it('hints with NOISE at a sentence of which nothing is recognised, and goes on', async () => {
    const client = await gateway.connect({ mode: 'continue_stream' });
    client.start({ audioFormat: 'pcm_s16le_8k', tppContextRange: 0 });
    client.audio(...slicesOf(spoken('2~')));
    const noise = slicesOf(spoken('~').subarray(8 * 40))[1] as Uint8Array;
    while (!stepsOf(client.messages).includes('NOISE')) {
      client.audio(noise);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    client.audio(...slicesOf(spoken('9一二9')));
    client.end();
    const messages = await client.session();
    expect(events(messages)).toEqual(['START', 'VOICE_START', 'NOISE', 'VOICE_END', 'VOICE_START', 'VOICE_END']);
    expect(texts(messages).at(-1)).toBe('一二');
    await client.close();
  });
});

describe.each(streamModes)('%s', (mode) => {
  const isShort = mode === 'short_stream';

  it('loses nothing at the end: audio that stops in the middle of a word yields its last character', async () => {
    const samples = spoken('2一二三');
    const cut = samples.subarray(0, samples.length - 8 * 60); // 60 ms of 三 are missing
    const client = await gateway.connect({ mode });
    client.start();
    client.audio(...slicesOf(cut, 140));
    client.end();
    expect(texts(await client.session())).toEqual(['一二三']);
    await client.close();
  });

  it('has interim results only when interimResults is on; they grow, with confidence 0 and no words', async () => {
    expect(stepsOf(await session(mode, '2一二三四五8'))).not.toContain('interim');
    const config = { interimResults: true, wordType: 'WORD', sa: { checkGender: true, checkEmotion: true } };
    const messages = await session(mode, '2一二三四五8', config);
    const interim: AsrSentence[] = messages.flatMap((message) =>
      message.respType === 'RESULT' && !message.sentence.isFinal ? [message.sentence] : [],
    );
    expect(interim.length).toBeGreaterThan(1);
    for (const { result, analysis } of interim) {
      expect('一二三四五'.startsWith(result.text)).toBe(true);
      expect(result).toMatchObject({ confidence: 0 });
      expect(result.words).toBeUndefined();
      expect(analysis).toEqual({});
    }
    expect(finalsOf(messages)[0]?.result.words).toHaveLength(5);
  });

  it('adds startOffset to all timestamps', async () => {
    const config = { wordType: 'CHAR', vadEnd: 0 };
    const plain = await session(mode, '2一二8', config);
    const moved = await session(mode, '2一二8', { ...config, startOffset: 60_000 });
    const times = (messages: readonly AsrMessage[]) => [
      ...timestamps(messages, 'VOICE_START'),
      ...timestamps(messages, 'VOICE_END'),
      ...finalsOf(messages).flatMap(({ startTime, endTime, result }) => [
        startTime,
        endTime,
        ...(result.words ?? []).flatMap(({ st, et }) => [st, et]),
      ]),
    ];
    expect(times(moved)).toEqual(times(plain).map((time) => time + 60_000));
    expect(times(plain)).toHaveLength(isShort ? 6 : 8);
  });

  it('with END and cancel true gives no remaining results', async () => {
    const client = await gateway.connect({ mode });
    client.start({ audioFormat: 'pcm_s16le_8k', interimResults: false });
    client.audio(...slicesOf(spoken('2一二三')));
    client.end(true);
    const messages = await client.session();
    expect(stepsOf(messages).filter((step) => !step.startsWith('VOICE_'))).toEqual(['START', 'END CANCEL']);
    await client.close();
  });

  it('says the same however the audio is cut into slices of 40 to 1000 ms', async () => {
    const reference = finalsOf(await session(mode, '3一二三7', { wordType: 'CHAR' }));
    for (const sliceMs of [40, 180, 500, 1_000]) {
      const found = finalsOf(await session(mode, '3一二三7', { wordType: 'CHAR' }, { sliceMs }));
      expect(found, `${sliceMs} ms`).toEqual(reference);
    }
  });

  it('hears no slice twice where the last one is under 40 ms', async () => {
    const heard = (sliceMs: number) => session(mode, '3一二三2', { wordType: 'CHAR' }, { sliceMs, audioMs: 1_020 });
    const reference = await heard(340);
    expect(texts(reference)).toEqual(['一二三']);
    for (const sliceMs of [100, 500, 1_000]) {
      const found = await heard(sliceMs);
      expect(finalsOf(found), `${sliceMs} ms`).toEqual(finalsOf(reference));
      expect(timestamps(found, 'VOICE_END')).toEqual(timestamps(reference, 'VOICE_END'));
    }
  });

  it('has pinyin, candidates and analysis as 2.4 says', async () => {
    const config = { outputPinyin: true, nbest: 3, sa: { outputSpeed: true, outputVolume: true } };
    const [sentence] = finalsOf(await session(mode, '2一二8', config));
    expect(sentence?.result).toMatchObject({ text: '一二', pinyin: 'yi1 er4' });
    expect(sentence?.alternatives?.length).toBeLessThanOrEqual(2);
    expect(Object.keys(sentence?.analysis ?? {}).sort()).toEqual(['avgVol', 'maxVol', 'speed']);
  });
});
