// packages/client-js against a real gateway.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConnectionError,
  RefusedError,
  readWav,
  SessionError,
  TonegateClient,
  TranscriptionError,
  UnauthenticatedError,
  UnavailableError,
  UsageError,
} from '../../../packages/client-js/src/index.js';
import { coded } from '../../helpers/audio/codings.js';
import { bytesOf, cadences, joined, silence, tone, wavOf } from '../../helpers/audio/tones.js';
import { type Front, startFront, startGatewayForClients } from '../../helpers/clients/gateway-for-clients.js';
import type { AsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { quickVoice } from '../../helpers/gateway/synthesis-client.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';
import { recording } from '../../helpers/transcription/trans-gateway.js';

let gateway: AsrGateway;
let front: Front;
beforeAll(async () => {
  gateway = await startGatewayForClients();
  front = await startFront(gateway.http);
});
afterAll(async () => {
  await front.stop();
  await gateway.discard();
});

type Options = ConstructorParameters<typeof TonegateClient>[0];

function clientOf(changes: Partial<Options> = {}): TonegateClient {
  const ca = readFileSync(join(gateway.dataDir, 'tls', 'cert.pem'), 'utf8');
  return new TonegateClient({ url: gateway.http, tokenUrl: gateway.https, ca, ...gateway.app, ...changes });
}

/** Pieces of changing sizes, odd ones too. */
function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  const sizes = [1, 319, 320, 7, 4_001, 160, 33];
  for (let at = 0, count = 0; at < bytes.length; count++) {
    const size = sizes[count % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const issued = () => gateway.logText().split('auth.getAccessToken').length - 1;
const busy = tone(cadences.busy, 4_000, { noiseDbm0: -60 });
const ringback = tone(cadences.ringback, 3_000, { noiseDbm0: -60 });
const raw = { addPunc: false, digitNorm: false, textSmooth: false } as const;

describe('the token', () => {
  it('is fetched once for all callers at a time, and kept', async () => {
    const client = clientOf();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => client.accessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(await client.accessToken()).toBe(tokens[0]);
  });

  it('is renewed before it runs out, so that no request meets a 401', async () => {
    let nowMs = 0;
    const client = clientOf({ url: front.url, nowMs: () => nowMs });
    const first = await client.accessToken();
    nowMs = 0.79 * 86_400_000;
    expect(await client.accessToken()).toBe(first);
    nowMs = 0.81 * 86_400_000;
    const second = await client.accessToken();
    expect(second).not.toBe(first);
    expect((await client.screen(wavOf(busy))).result.resultId).toBe(10);
    expect(front.asked.filter((path) => path.endsWith('/short_audio'))).toHaveLength(1);
  });

  it('is fetched anew after a 401, for requests and for handshakes', async () => {
    const client = clientOf();
    const first = await client.accessToken();
    gateway.advance(2 * 86_400_000);
    expect((await client.screen(wavOf(busy))).result.resultId).toBe(10);
    expect(await client.accessToken()).not.toBe(first);
    gateway.advance(2 * 86_400_000);
    const session = await client.openScreening();
    await session.feed([bytesOf(busy)]);
    expect((await session.verdict())?.resultId).toBe(10);
  });

  it('is refused with words where the secret is wrong, and is never asked for without encryption', async () => {
    const before = issued();
    const fault = await clientOf({ secret: 'wrong' })
      .screen(wavOf(busy))
      .catch((error) => error);
    expect(fault).toBeInstanceOf(UnauthenticatedError);
    expect(fault).toMatchObject({ status: 401, name: 'UnauthenticatedError' });
    expect(issued() - before).toBeLessThanOrEqual(2);
    expect(() => clientOf({ tokenUrl: gateway.http })).toThrow(UsageError);
  });

  it('is not given to a gateway whose certificate is not trusted', async () => {
    await expect(clientOf({ ca: undefined }).accessToken()).rejects.toBeInstanceOf(ConnectionError);
    expect(await clientOf({ ca: undefined, trustAnyCertificate: true }).accessToken()).toMatch(/./);
  });
});

describe('screening', () => {
  it('of a recording tells the verdict', async () => {
    const { result, traceToken } = await clientOf().screen(wavOf(busy), { recordId: 'call_1' });
    expect(result).toMatchObject({ resultId: 10, keyword: '#BUSY#' });
    expect(traceToken).toMatch(/./);
  });

  it('of a call takes pieces of any size, and hears what slices of 100 ms say', async () => {
    const audio = bytesOf(joined(ringback, silence(800), busy));
    const client = clientOf();
    const session = await client.openScreening();
    const reason = session.feed(inPieces(audio));
    const verdicts = [];
    for await (const { resultId, isFinal, endTime } of session) verdicts.push({ resultId, isFinal, endTime });
    expect(await reason).toBe('NORMAL');
    expect(verdicts.at(0)).toMatchObject({ resultId: 11, isFinal: false });
    expect(verdicts.at(-1)).toMatchObject({ resultId: 10, isFinal: true });
    const sliced = await client.openScreening();
    await sliced.feed([audio]);
    expect((await sliced.verdict())?.endTime).toBe(verdicts.at(-1)?.endTime);
    expect(session.isOver).toBe(true);
  });

  it('takes A-law as it is, and the last slice may be short', async () => {
    const session = await clientOf().openScreening({ coding: 'alaw', recordId: 'alaw' });
    const audio = Buffer.concat(coded(tone(cadences.ringback, 3_015), 'alaw', 8_000, 100));
    await session.feed(inPieces(audio));
    expect(await session.verdict()).toMatchObject({ resultId: 11, isFinal: true });
    expect((await session.verdict())?.evidence.audioMs).toBe(3_015);
  });

  it.each([44_100, 22_050, 11_025, 32_000, 48_000])(
    'takes %i Hz, resampled, sample for sample as long',
    async (rate) => {
      const session = await clientOf().openScreening({ rate });
      await session.feed(inPieces(bytesOf(tone(cadences.ringback, 3_000, { rateHz: rate }))));
      const verdict = await session.verdict();
      expect(verdict).toMatchObject({ resultId: 11, isFinal: true });
      const { audioMs } = verdict?.evidence ?? { audioMs: 0 };
      expect(audioMs).toBeGreaterThanOrEqual(3_000);
      expect(audioMs).toBeLessThan(3_020);
      expect(session.warnings).toEqual([]);
    },
  );

  it('packs slices of Opus, also from another rate', async () => {
    for (const rate of [16_000, 44_100]) {
      const session = await clientOf().openScreening({ rate, send: 'svc_opus', property: 'cn_16k_common' });
      await session.feed(inPieces(bytesOf(tone(cadences.busy, 4_000, { rateHz: rate }))));
      expect(await session.verdict()).toMatchObject({ resultId: 10, isFinal: true });
    }
  });

  it('says when the call was answered', async () => {
    const session = await clientOf().openScreening();
    await session.write(bytesOf(silence(500)));
    session.answered();
    await session.feed([bytesOf(silence(500))]);
    expect((await session.verdict())?.evidence.answeredAtMs).toBe(500);
  });

  it('refuses what it cannot send, in words', async () => {
    const client = clientOf();
    await expect(client.openScreening({ coding: 'alaw', rate: 44_100 })).rejects.toThrow('8000 or 16000 Hz');
    await expect(client.openScreening({ rate: 0 })).rejects.toBeInstanceOf(UsageError);
  });
});

describe('recognition', () => {
  it('of a recording tells the text', async () => {
    const { result } = await clientOf().recognise(wavOf(spoken('3一二三3')), raw);
    expect(result.text).toBe('一二三');
  });

  it('of a stream tells events, growing and final sentences', async () => {
    const session = await clientOf().openRecognition({ config: { ...raw, interimResults: true } });
    const feeding = session.feed(inPieces(bytesOf(spoken('3一二三8四五8'))));
    const items = [];
    for await (const item of session) items.push(item);
    await feeding;
    expect(items.flatMap((item) => (item.kind === 'final' ? [item.text] : []))).toEqual(['一二三', '四五']);
    expect(items.some(({ kind }) => kind === 'interim')).toBe(true);
    expect(items.flatMap((item) => (item.kind === 'event' ? [item.event] : []))).toContain('VOICE_START');
    expect(session.traceToken).toMatch(/./);
  });

  it('stops writing where the service ends the session', async () => {
    const session = await clientOf().openRecognition({ mode: 'utterance', config: raw });
    expect(await session.feed(inPieces(bytesOf(spoken('3一二8四五9999'))))).toBe('NORMAL');
    const texts = [];
    for await (const item of session) if (item.kind === 'final') texts.push(item.text);
    expect(texts).toEqual(['一二']);
  });

  it('a configuration that is refused rejects with the words, the number and no open connection', async () => {
    const fault = await clientOf()
      .openRecognition({ config: { vadTail: 1 } })
      .catch((error) => error);
    expect(fault).toBeInstanceOf(SessionError);
    expect(fault).toMatchObject({ code: 40_002, isFatal: false });
    expect(fault.message).toContain('config.vadTail: must be in [50-30000]');
  });

  it('a reader that leaves cancels the session', async () => {
    const session = await clientOf().openRecognition({ config: { ...raw, interimResults: true } });
    await session.write(bytesOf(spoken('3一二三')));
    for await (const item of session) if (item.kind === 'interim') break;
    expect(await session.ended).toBe('CANCEL');
  });
});

describe('synthesis', () => {
  const text = '您好，请问有什么可以帮您？';

  it('comes slice by slice, and as a WAV file with the same samples', async () => {
    const client = clientOf();
    const speech = await client.speak(text, { voice: quickVoice, sliceMs: 200 });
    const slices = [];
    for await (const slice of speech) slices.push(slice);
    expect(slices.slice(0, -1).every((slice) => slice.length === 6_400)).toBe(true);
    const wav = readWav(await client.speakWav(text, { voice: quickVoice }));
    expect(wav.rate).toBe(16_000);
    expect(wav.bytes.equals(Buffer.concat(slices))).toBe(true);
  });

  it('a reader that leaves cancels it; a refusal and a warning are told', async () => {
    const client = clientOf();
    const speech = await client.speak(text.repeat(50), { voice: quickVoice });
    for await (const _ of speech) break;
    const marked = await client.speak('<speak><x/>好</speak>', { voice: quickVoice, useS3ML: true });
    expect(marked.warnings).toMatchObject([{ code: 100 }]);
    expect((await marked.bytes()).length).toBeGreaterThan(0);
    await expect(client.speak(text, { voice: quickVoice, pitch: 501 })).rejects.toThrow('config.pitch');
    await expect((await client.speak('🙂', { voice: quickVoice })).bytes()).rejects.toBeInstanceOf(SessionError);
  });
});

describe('transcription', () => {
  it('uploads bytes, waits and tells the text', async () => {
    const padding = Buffer.alloc(8_388_608 + 4);
    const call = Buffer.concat([recording('一二三'), padding, recording('四五六')]);
    const states: boolean[] = [];
    const text = await clientOf()
      .transcription()
      .transcribe(call, {
        ...{ audioFormat: 'pcm_s16le_8k', resultType: 'TXT' },
        onProgress: ({ finished }) => states.push(finished),
      });
    expect(text.replace(/\P{Script=Han}/gu, '')).toBe('一二三四五六');
    expect(states.at(-1)).toBe(true);
  });

  it('each step can be taken alone', async () => {
    const client = clientOf();
    const transcription = client.transcription();
    expect(await client.transcriptionProperties()).toContain('cn_8k_common');
    const file = await transcription.upload(recording(), { name: 'call.raw' });
    const { taskId } = await transcription.submit({ files: [file], audioFormat: 'pcm_s16le_8k' });
    expect((await transcription.finished(taskId)).files?.[0]?.code).toBe(4_000);
    const result = JSON.parse(await transcription.result(taskId));
    expect(result.sentences.length).toBeGreaterThan(0);
    expect((await transcription.results(taskId)).toString('latin1', 0, 2)).toBe('PK');
    expect((await transcription.queue('finished')).tasks.map((task) => task.taskId)).toContain(taskId);
    await transcription.cancel(taskId);
    expect((await transcription.restart([taskId])).tasks).toEqual([]);
  });

  it('a file without audio rejects with its state; a task that is not known with the code', async () => {
    const transcription = clientOf().transcription();
    const fault = await transcription.transcribe(Buffer.from('this is no recording')).catch((error) => error);
    expect(fault).toBeInstanceOf(TranscriptionError);
    expect(Math.floor(fault.code / 100)).toBe(42);
    const unknown = await transcription.query('none').catch((error) => error);
    expect(unknown).toBeInstanceOf(RefusedError);
    expect(unknown).toMatchObject({ status: 404, code: 10_404 });
    expect(unknown.traceToken).toMatch(/./);
  });
});

describe('the fork', () => {
  it('takes frames of 20 ms and tells verdicts with the cause', async () => {
    const fork = await clientOf().openScreeningFork({ uuid: 'call-1', stopOn: ['busy'] });
    const audio = bytesOf(busy);
    for (let at = 0; at < audio.length; at += 320) await fork.write(audio.subarray(at, at + 320));
    const verdicts = [];
    for await (const verdict of fork) verdicts.push(verdict);
    expect(verdicts.at(-1)).toMatchObject({
      uuid: 'call-1',
      final: true,
      resultId: 10,
      finishCause: 'match',
      q850: 17,
    });
  });

  it('recognises, and stops when it is told', async () => {
    const fork = await clientOf().openRecognitionFork({ uuid: 'call-2' });
    await fork.write(bytesOf(spoken('3一二三8')));
    fork.stop();
    const events = [];
    for await (const item of fork) events.push(item.event);
    expect(events).toContain('recognition');
    expect(events.at(-1)).toBe('ended');
  });

  it('a name that is under way is refused', async () => {
    const client = clientOf();
    const first = await client.openScreeningFork({ uuid: 'twice' });
    await first.write(bytesOf(silence(200)));
    const second = await client.openScreeningFork({ uuid: 'twice' });
    await expect(second[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(SessionError);
    first.answered();
    const verdicts = [];
    for await (const verdict of first) verdicts.push(verdict);
    expect(verdicts.at(-1)).toMatchObject({ finishCause: 'answered' });
  });
});

describe('a gateway at capacity', () => {
  it('is asked again after Retry-After, by requests and by handshakes', async () => {
    const client = clientOf({ url: front.url });
    front.refuse(2, 0);
    expect((await client.screen(wavOf(busy))).result.resultId).toBe(10);
    front.refuse(2, 0);
    const session = await client.openScreening();
    await session.feed([bytesOf(busy)]);
    expect((await session.verdict())?.resultId).toBe(10);
  });

  it('is given up within a bound of tries and of time, with what it said', async () => {
    const few = clientOf({ url: front.url, retry: { mostTries: 2 } });
    front.refuse(9, 0);
    const before = front.asked.length;
    await expect(few.screen(wavOf(busy))).rejects.toMatchObject({ code: 50_300, traceToken: 'of-the-front' });
    expect(front.asked.length - before).toBe(2);
    const hasty = clientOf({ url: front.url, retry: { longestWaitMs: 500 } });
    front.refuse(9, 60);
    const fault = await hasty.openScreening().catch((error) => error);
    expect(fault).toBeInstanceOf(UnavailableError);
    expect(fault.retryAfterMs).toBe(60_000);
    front.refuse(0, 0);
  });
});

describe('an AbortSignal', () => {
  const reason = new Error('the call was hung up');
  const aborted = AbortSignal.abort(reason);

  it('that has fired lets nothing begin', async () => {
    const client = clientOf();
    const options = { signal: aborted };
    const begun = [
      ...[client.screen(wavOf(busy), options), client.recognise(wavOf(busy), options)],
      ...[client.openScreening(options), client.openRecognition(options), client.speak('好', options)],
      ...[client.openScreeningFork({ uuid: 'u', ...options }), client.transcription().upload(recording(), options)],
      ...[client.accessToken(options)],
    ];
    for (const each of begun) await expect(each).rejects.toBe(reason);
  });

  it('ends a session, its reader and its writer', async () => {
    const controller = new AbortController();
    const session = await clientOf().openScreening({ signal: controller.signal });
    await session.write(bytesOf(ringback));
    controller.abort(reason);
    await expect(session.ended).rejects.toBe(reason);
    await expect(session.write(bytesOf(busy))).rejects.toBe(reason);
    await expect(
      (async () => {
        for await (const _ of session);
      })(),
    ).rejects.toBe(reason);
  });

  it('ends a speech and a wait for Retry-After', async () => {
    const controller = new AbortController();
    const speech = await clientOf().speak('好'.repeat(2_000), { voice: quickVoice, signal: controller.signal });
    const reading = speech.bytes();
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    const waiting = new AbortController();
    front.refuse(1, 20);
    const asked = clientOf({ url: front.url }).screen(wavOf(busy), { signal: waiting.signal });
    setTimeout(() => waiting.abort(reason), 200);
    await expect(asked).rejects.toBe(reason);
    front.refuse(0, 0);
  });
});

it('a gateway that is not there is a ConnectionError, and so is a connection that breaks', async () => {
  const gone = clientOf({ url: 'http://127.0.0.1:1' });
  await expect(gone.screen(wavOf(busy))).rejects.toBeInstanceOf(ConnectionError);
  await expect(gone.openScreening()).rejects.toBeInstanceOf(ConnectionError);
  const own = await startFront(gateway.http);
  const session = await clientOf({ url: own.url }).openScreening();
  await own.stop();
  await expect(session.ended).rejects.toBeInstanceOf(ConnectionError);
  await expect(session.write(bytesOf(ringback))).rejects.toBeInstanceOf(ConnectionError);
});
