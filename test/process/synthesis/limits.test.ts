// Specification 2, 4.5 and 8, with the operator's limits set short; and what bounds the work for a client that does not read.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ErrorName, errorRow } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { audioOf, wordsOf } from '../../helpers/gateway/synthesis-client.js';
import { limitsSuite } from '../../helpers/streams/limits-suite.js';
import { synthesisStream } from '../../helpers/streams/synthesis-stream.js';

const nextRequestMs = 4_000;
const long = '今天天气很好，我们去公园散步吧。'.repeat(10_000); // more than a client waits for
const { waitingRequests } = limits.synthesis;

let gateway: SpeakingGateway;
beforeAll(async () => {
  gateway = await startSpeakingGateway({ settings: { 'tts.nextRequestMs': nextRequestMs } });
});
afterAll(() => gateway.discard());

limitsSuite(synthesisStream);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const codeOf = (name: ErrorName) => ({ errCode: errorRow(name).code });

it('the defaults are two minutes without GET_AUDIO, slices of 100 to 10,000 ms, markup of 1,024 bytes', () => {
  const { nextRequestMs: next, timeSliceMs, shortTextCharacters } = limits.synthesis;
  expect([next, timeSliceMs, shortTextCharacters]).toEqual([120_000, { min: 100, max: 10_000 }, 500]);
  expect([limits.stream.idleMs, limits.tts.markupBytes]).toEqual([120_000, 1_024]);
});

it.concurrent('a session without GET_AUDIO for too long ends with ERROR; the connection stays', async () => {
  const client = await gateway.connect();
  client.say(long);
  const session = await client.session();
  expect(wordsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
  expect(session[1]).toMatchObject({
    ...codeOf('AUDIO_REQUEST_TIMEOUT'),
    errMessage: 'no GET_AUDIO arrived within 4 s',
  });
  expect((await client.spoken('好')).length).toBeGreaterThan(1_000);
  await client.close();
});

it.concurrent('the wait is counted from the last audio', async () => {
  const client = await gateway.connect();
  client.say(long);
  await client.expect('START');
  for (let round = 0; round < 4; round++) {
    await pause(nextRequestMs / 3);
    client.getAudio(100);
    await client.expect('AUDIO');
  }
  expect(wordsOf(await client.session())).toEqual(['ERROR', 'END ERROR']);
  await client.close();
});

it.concurrent('so many GET_AUDIOs may wait and no more: ERROR says how many, and the session is over', async () => {
  const client = await gateway.connect();
  client.say(long);
  client.getAudio(10_000, 1 + waitingRequests); // the first does not wait
  client.cancel();
  const fine = await client.session();
  expect(wordsOf(fine).filter((word) => word !== 'AUDIO')).toEqual(['START', 'END CANCEL']);
  client.say(long);
  client.getAudio(10_000, 3 * waitingRequests);
  const session = (await client.session()).filter(({ respType }) => respType !== 'AUDIO');
  expect(wordsOf(session)).toEqual(['START', 'ERROR', 'END ERROR']);
  expect(session[1]).toMatchObject(codeOf('TOO_MANY_REQUESTED'));
  expect(JSON.stringify(session[1])).toContain(`${waitingRequests} requests are already waiting`);
  expect(await client.quiet()).toEqual([]); // the rest had crossed
  await client.close();
});

it.concurrent('a START beyond the limit of a text message ends the connection with 1009', async () => {
  const client = await gateway.connect();
  client.say('好'.repeat(limits.synthesis.textFrameBytes / 3));
  expect((await client.untilClosed()).code).toBe(1009);
});

it.concurrent('a client that does not read stops the work, and leaves nothing behind when it goes', async () => {
  // 1,280 s of audio are asked for; the sockets' own buffers take some ten megabytes at most, 100 s of it
  const mostMs = 300_000;
  const client = await gateway.connect();
  const extraInfo = 'does not read';
  client.say(long, { sampleRate: 48_000 }, { extraInfo });
  const { traceToken } = await client.expect('START');
  client.getAudio(100);
  await client.expect('AUDIO');
  client.socket.pause();
  client.getAudio(10_000, waitingRequests);
  await pause(3_000); // it would be made in less than that
  client.socket.terminate();
  const ended = () =>
    gateway
      .logText()
      .split('\n')
      .map((line) => (line === '' ? {} : JSON.parse(line)))
      .find((line) => line.traceToken === traceToken && line.msg === 'synthesis session ended');
  await vi.waitFor(() => expect(ended()).toBeDefined());
  expect(ended()).toMatchObject({ end: 'CLOSED' });
  expect(ended().audioMs).toBeGreaterThan(0);
  expect(ended().audioMs).toBeLessThan(mostMs);
});

it.concurrent('a client that reads slowly gets all of it', async () => {
  const client = await gateway.connect();
  const text = '今天天气很好，我们去公园散步吧。'.repeat(20);
  const config = { sampleRate: 48_000 };
  const whole = await client.spoken(text, config, 10_000);
  client.say(text, config);
  await client.expect('START');
  client.socket.pause();
  client.getAudio(1_000, waitingRequests); // 120 s of audio at most
  await pause(500);
  client.socket.resume();
  const session = await client.session();
  expect(wordsOf(session).at(-1)).toBe('END NORMAL');
  expect(audioOf(session).equals(whole)).toBe(true);
  await client.close();
});

it('leaves no session behind', () => gateway.isQuiet());
