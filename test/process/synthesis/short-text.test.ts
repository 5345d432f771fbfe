// POST /v10/tts/synth/{property}/short_text (extension): what it takes and refuses, what its reply says, and that audio
// flows as it is made and as it is read. Specification 2, section 8: plain text over HTTP has at most 500 characters.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spokenFormats } from '../../../src/protocol/engine/synthesis.js';
import { errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { basic } from '../../helpers/gateway/call.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { quickVoice } from '../../helpers/gateway/synthesis-client.js';

const text = '您好，请问有什么可以帮您？';
const path = (property = quickVoice) =>
  `/v10/tts/synth/${property}/short_text?appkey=${encodeURIComponent(gateway.app.appkey)}`;

let gateway: SpeakingGateway;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
});
afterAll(() => gateway.discard());

describe('the reply', () => {
  it.each([
    ['pcm', 16_000, 'audio/pcm;rate=16000;channels=1'],
    ['alaw', 8_000, 'audio/PCMA;rate=8000;channels=1'],
    ['ulaw', 11_025, 'audio/PCMU;rate=11025;channels=1'],
    ['svc_speex', 16_000, 'application/octet-stream'],
    ['svc_opus', 48_000, 'application/octet-stream'],
  ] as const)('names its format: %s at %i Hz', async (format, sampleRate, type) => {
    const reply = await gateway.shortText({ text, config: { format, sampleRate } });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, type]);
    expect(reply.headers['transfer-encoding']).toBe('chunked');
    expect(reply.headers['x-svc-warning']).toBeUndefined();
    expect(reply.bytes.length).toBeGreaterThan(1_000);
  });

  it('carries the traceToken under which the log has it, and extraInfo is recorded', async () => {
    const reply = await gateway.shortText({ text, extraInfo: 'line 9' });
    const lines = gateway.logText().split('\n');
    const line = lines.find((each) => each.includes(String(reply.headers['x-svc-trace-token'])));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ extraInfo: 'line 9', end: 'NORMAL' });
    expect(gateway.logText()).not.toContain(text);
  });

  it('has the warnings of the markup in a header that ASCII carries', async () => {
    const marked = '<speak><hi>好</hi><voice name="没有">好</voice></speak>';
    const reply = await gateway.shortText({ text: marked, config: { useS3ML: true } });
    expect(reply.status).toBe(200);
    const header = String(reply.headers['x-svc-warning']);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(header).map(({ code }: { code: number }) => code)).toEqual([100, 101]);
    expect(JSON.parse(header)[1].message).toContain('没有');
  });

  it('names only some of very many warnings', async () => {
    const tags = Array.from({ length: 100 }, (_, at) => `<t${at}/>`).join('');
    const reply = await gateway.shortText({ text: `${tags}好`, config: { useS3ML: true } });
    expect(JSON.parse(String(reply.headers['x-svc-warning']))).toHaveLength(limits.synthesis.headerWarnings);
  });
});

describe('a request', () => {
  it('takes 500 characters and no more; a character beyond the plane counts once', async () => {
    const take = async (said: string) => (await gateway.shortText({ text: said, config: { speed: 500 } })).status;
    expect(await take('好'.repeat(500))).toBe(200);
    expect(await take(`好${'🙂'.repeat(499)}`)).toBe(200);
    const reply = await gateway.shortText({ text: '好'.repeat(501) });
    expect(reply.status).toBe(400);
    expect(reply.json.error.message).toContain('text: has 501 characters, must have at most 500');
  });

  it('takes markup by its bytes instead', async () => {
    const config = { useS3ML: true };
    const marked = (bytes: number) => `<speak>好${'<p/>'.repeat(200)}${' '.repeat(bytes - 818)}</speak>`;
    expect((await gateway.shortText({ text: marked(1_024), config })).status).toBe(200);
    const reply = await gateway.shortText({ text: marked(1_025), config });
    expect([reply.status, reply.json.error.message]).toEqual([400, expect.stringContaining('1024')]);
  });

  it('is refused as JSON where something is wrong, before any audio', async () => {
    const refusals: [unknown, string][] = [
      [{}, 'text: required (string)'],
      [{ text: '' }, 'text: must not be empty'],
      [{ text, config: { pitch: -501 } }, 'config.pitch: must be in [-500,500]'],
      [{ text, config: { timeSlice: 100 } }, 'unknown key config.timeSlice'],
      [{ text, recordId: 'x' }, 'unknown key recordId'],
      ['{"text":"\\ud83d"}', 'text: is not UTF-8: it holds one half of a pair of surrogates'],
      [{ text: '🙂' }, 'text: contains nothing that can be spoken'],
    ];
    for (const [body, message] of refusals) {
      const reply = await gateway.shortText(body);
      expect([reply.status, reply.json.error.message]).toEqual([400, message]);
      expect(reply.json.traceToken).toBeTypeOf('string');
    }
    expect((await gateway.shortText('{"text":')).json.error.code).toBe(errorRow('MALFORMED_JSON').code);
    const large = await gateway.shortText({ text, extraInfo: 'x'.repeat(limits.synthesis.shortTextBodyBytes) });
    expect(large.status).toBe(413);
  });

  it('needs a token, and a voice that is served, in any case', async () => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) };
    expect((await gateway.plain(path(), options)).status).toBe(401);
    expect((await gateway.shortText({ text }, quickVoice.toUpperCase())).status).toBe(200);
    const unknown = await gateway.shortText({ text }, 'cn_nobody_common');
    expect([unknown.status, unknown.json.error.code]).toEqual([404, errorRow('PROPERTY_NOT_FOUND').code]);
    expect(unknown.json.error.message).toContain(quickVoice);
    const malformed = await gateway.shortText({ text }, 'zhixingjing');
    expect([malformed.status, malformed.json.error.code]).toEqual([400, errorRow('MALFORMED_PROPERTY').code]);
  });
});

/** A reply that is read when the test wants. */
function begin(body: unknown) {
  const headers = { 'x-svc-access-token': gateway.accessToken, 'content-type': 'application/json' };
  const sent = request(gateway.http + path(), { method: 'POST', headers });
  sent.on('error', () => {}); // broken off by the test
  const replied = new Promise<import('node:http').IncomingMessage>((resolve) => sent.on('response', resolve));
  sent.end(JSON.stringify(body));
  return { sent, replied };
}

const endOf = (extraInfo: string) =>
  gateway
    .logText()
    .split('\n')
    .map((line) => (line === '' ? {} : JSON.parse(line)))
    .find((line) => line.extraInfo === extraInfo && line.msg === 'text spoken');

describe('audio', () => {
  // 500 characters as slow as can be: over ten minutes of audio
  const slow = { text: '好。'.repeat(200), config: { speed: -500, sampleRate: 48_000 } };

  it('is not made beyond what the client reads, and not at all once it has gone', async () => {
    const whole = { ...slow, extraInfo: 'reads nothing' };
    const { sent, replied } = begin(whole);
    const reply = await replied;
    reply.pause();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    sent.destroy();
    await vi.waitFor(() => expect(endOf('reads nothing')).toBeDefined());
    expect(endOf('reads nothing')).toMatchObject({ end: 'CLOSED' });
    const all = await gateway.shortText({ ...slow, extraInfo: 'reads all' });
    expect(endOf('reads all')).toMatchObject({ end: 'NORMAL' });
    const allMs = all.bytes.length / 96;
    expect(Math.round(endOf('reads all').audioMs)).toBe(Math.round(allMs));
    expect(endOf('reads nothing').audioMs).toBeLessThan(allMs / 2);
  });

  it('of a client that has gone before its first byte is given up', async () => {
    for (let round = 0; round < 20; round++) {
      const { sent } = begin(slow);
      sent.on('finish', () => setTimeout(() => sent.destroy(), round % 4));
    }
    await gateway.isQuiet();
  });

  it('is counted', async () => {
    const metrics = await gateway.metrics();
    expect(metrics).toMatch(/^tonegate_tts_speeches_total\{mode="short-text",end="NORMAL"\} [1-9]/m);
    expect(metrics).toMatch(/^tonegate_tts_audio_seconds_total\{mode="short-text"\} [1-9]/m);
  });
});

describe('the system service', () => {
  const get = async (name: string) => {
    const { appkey, secret } = gateway.app;
    const headers = { authorization: basic(appkey, secret) };
    return (await gateway.secure(`/v10/auth/${name}?appkey=${appkey}`, { headers })).json;
  };

  it('check-auth lists the voices, and synthesis among the capabilities', async () => {
    const { voices, capabilities } = await get('check-auth');
    expect(voices).toContain(quickVoice);
    const [synthesis] = capabilities.filter(({ capability }: { capability: string }) => capability === 'tts.synth');
    expect(synthesis).toMatchObject({
      properties: voices,
      ...{ audioFormats: [...spokenFormats], oneShotFormats: [...spokenFormats], streamFormats: [...spokenFormats] },
    });
    expect(synthesis.endpoints).toEqual(['/v10/tts/synth/{property}/short_text', '/v10/tts/synth/{property}/stream']);
  });

  it('get-conf tells the limits of synthesis', async () => {
    const { maxima, timeouts } = await get('get-conf');
    expect(timeouts.nextAudioRequestMs).toBe(120_000);
    expect(maxima).toMatchObject({
      synthesisSliceMs: { min: 100, max: 10_000 },
      waitingAudioRequests: limits.synthesis.waitingRequests,
      markupBytes: 1_024,
      shortTextCharacters: 500,
      synthesisTextBytes: 800_000,
      synthesisTextFrameBytes: limits.synthesis.textFrameBytes,
    });
  });
});

it('leaves no session behind', () => gateway.isQuiet());
