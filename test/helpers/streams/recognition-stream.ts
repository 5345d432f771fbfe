// Streaming recognition in each of its modes, for the suites of every stream.
import { expect } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import {
  type AsrClient,
  type AsrMessage,
  asrUrl,
  finalsOf,
  type StreamModeName,
  stepsOf,
} from '../gateway/asr-client.js';
import { startAsrGateway } from '../gateway/asr-gateway.js';
import { slicesOf, spoken } from '../models/tone-recogniser.js';
import type { StreamMessage, StreamUnderTest } from './stream-under-test.js';

export const sentence = slicesOf(spoken('2一二8'));

function check(session: readonly AsrMessage[]): void {
  expect(finalsOf(session).map(({ result }) => result.text)).toEqual(['一二']);
  expect(stepsOf(session).at(-1)).toBe('END NORMAL');
}

const words = (messages: readonly StreamMessage[]): string[] => stepsOf(messages as readonly AsrMessage[]);

export const recognitionStream = (mode: StreamModeName): StreamUnderTest<AsrClient> => ({
  name: mode,
  takesAudio: true,
  startGateway: async (options) => {
    const gateway = await startAsrGateway(options);
    return { ...gateway, connect: (changes) => gateway.connect({ mode, ...changes }) };
  },
  url: (base, handshake) => asrUrl(base, { mode, ...handshake }),
  properties: [
    ['cn_8k_common', 101],
    ['CN_16K_common', 101],
    ['cn_8k_zhijian', 101],
    ['cn_16k_huiyi', 101],
    ['cn_8k_nothing', 404],
    ['common', 400],
  ],
  longestMessageBytes: 655_360,
  longestTextBytes: limits.stream.textFrameBytes,
  start: (client) => client.start(),
  startBadly: (client) => client.start({}),
  finish: async (client) => {
    client.audio(...sentence);
    client.end();
    check(await client.session());
  },
  serve: async (client) => {
    client.start();
    client.audio(...sentence);
    if (mode !== 'utterance_stream') client.end();
    const session = await client.session();
    expect(stepsOf(session)[0]).toBe('START');
    check(session);
    return session;
  },
  sendAtOnce: (client) => {
    client.start();
    client.audio(...slicesOf(spoken('2一二')));
    client.end();
  },
  checkAtOnce: (session) => check(session as readonly AsrMessage[]),
  ...(mode === 'utterance_stream' && {
    endedByService: async (client: AsrClient) => {
      client.start();
      client.audio(...sentence, ...sentence, ...sentence);
      const steps = stepsOf(await client.session());
      expect(steps).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final', 'END NORMAL']);
    },
  }),
  crosses: (client) => client.audio(...sentence),
  words,
  mayPrecede: 'final',
  states: {
    'after a cancel of a sentence': {
      is: 'idle',
      enter: async (client) => {
        client.start();
        client.audio(...sentence);
        client.end(true);
        await client.session();
      },
    },
  },
  inputs: {
    'START with an unknown key': {
      send: (client) => client.start({ audioFormat: 'alaw_8k', audioMax: 10 }),
      idle: 'ERROR',
      inSession: 'ERROR, END ERROR',
    },
    'START with a format that there is not': {
      send: (client) => client.start({ audioFormat: 'mp3' }),
      idle: 'ERROR',
      inSession: 'ERROR, END ERROR',
    },
    'START without config': {
      send: (client) => client.send({ command: 'START' }),
      idle: 'ERROR',
      inSession: 'ERROR, END ERROR',
    },
  },
});
