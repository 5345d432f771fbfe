// Streaming synthesis, for the suites of every stream.
import { expect } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { startSpeakingGateway } from '../gateway/speaking-gateway.js';
import { type SynthesisClient, type SynthesisMessage, synthesisUrl, wordsOf } from '../gateway/synthesis-client.js';
import { open, refused, type StreamInput, type StreamMessage, type StreamUnderTest } from './stream-under-test.js';

const text = '您好，请问有什么可以帮您？';
/** Several minutes of speech, whose end no test hears. */
const long = '今天天气很好，我们去公园散步吧。'.repeat(60);

/** A client may not know yet that the service has ended the session: its message may have crossed END. */
const asksOutOfRange = { idle: 'ERROR', crossing: '', inSession: refused } as const;
const everywhere = { idle: 'ERROR', inSession: refused } as const;
const whileAudioComes = { answers: { GET_AUDIO: '' }, ignores: 'AUDIO' } as const;

const words = (messages: readonly StreamMessage[]): string[] => wordsOf(messages as readonly SynthesisMessage[]);

const inputs: Record<string, StreamInput<SynthesisClient>> = {
  'START without config': {
    send: (client) => client.send({ command: 'START', text: long }),
    idle: 'START',
    inSession: refused,
  },
  'START with a value out of range': { send: (client) => client.say(text, { pitch: 501 }), ...everywhere },
  'START with an unknown key': { send: (client) => client.say(text, { voice: 'x' }), ...everywhere },
  'START without text': { send: (client) => client.send({ command: 'START', config: {} }), ...everywhere },
  'START with broken markup': { send: (client) => client.say('<speak>好', { useS3ML: true }), ...everywhere },
  GET_AUDIO: { send: (client) => client.getAudio(100), ...asksOutOfRange, inSession: 'AUDIO' },
  'GET_AUDIO of 99 ms': { send: (client) => client.getAudio(99), ...asksOutOfRange },
  'GET_AUDIO of 10,001 ms': { send: (client) => client.getAudio(10_001), ...asksOutOfRange },
  'GET_AUDIO without config': { send: (client) => client.send({ command: 'GET_AUDIO' }), ...asksOutOfRange },
  CANCEL: { send: (client) => client.cancel(), ...asksOutOfRange, inSession: 'END CANCEL' },
  'CANCEL with an unknown key': {
    send: (client) => client.send({ command: 'CANCEL', cancel: true }),
    ...asksOutOfRange,
  },
  'END, which this interface does not have': { send: (client) => client.end(), ...everywhere },
  'a binary message': { send: (client) => client.audio(Buffer.alloc(100)), ...everywhere },
};

export const synthesisStream: StreamUnderTest<SynthesisClient> = {
  name: 'synthesis',
  takesAudio: false,
  startGateway: startSpeakingGateway,
  url: synthesisUrl,
  properties: [
    ['cn_zhixingjing_common-h9', 101],
    ['CN_ZHIXINGJING_COMMON-H9', 101],
    ['cn_nobody_common', 404],
    ['cn_zhixingjing_movies', 404],
    ['cn_16k_common', 404],
    ['zhixingjing', 400],
    ['cn_zhixingjing', 400],
    ['cn_zhi-xing_common', 400],
    ['%E4%B8%AD_x_common', 400],
  ],
  longestMessageBytes: 2_465_536,
  longestTextBytes: limits.synthesis.textFrameBytes,
  start: (client) => client.say(long),
  startBadly: (client) => client.say(''),
  finish: async (client) => {
    client.cancel();
    expect(wordsOf(await client.session()).at(-1)).toBe('END CANCEL');
  },
  serve: async (client) => {
    client.say('好');
    const start = await client.expect('START');
    const heard = await client.listen(1_000);
    expect(wordsOf(heard).at(-1)).toBe('END NORMAL');
    const audioBytes = heard.reduce((sum, each) => sum + (each.respType === 'AUDIO' ? each.bytes.length : 0), 0);
    expect(audioBytes).toBeGreaterThan(1_000);
    return [start, ...heard];
  },
  sendAtOnce: (client) => {
    client.say(long);
    client.cancel();
  },
  checkAtOnce: (session) => expect(words(session)).toEqual(['START', 'END CANCEL']),
  endedByService: async (client) => {
    client.say('好');
    await client.expect('START');
    expect(wordsOf(await client.listen(10_000))).toEqual(['AUDIO', 'END NORMAL']);
  },
  crosses: (client) => client.getAudio(100),
  words,
  states: {
    'a session that has given audio': {
      is: 'inSession',
      enter: async (client) => {
        await open(synthesisStream, client);
        client.getAudio(100);
        await client.expect('AUDIO');
      },
    },
    'a session whose audio is on its way': {
      is: 'inSession',
      enter: async (client) => {
        await open(synthesisStream, client);
        client.getAudio(2_000, 10);
      },
      ...whileAudioComes,
    },
    'after END NORMAL': {
      is: 'crossing',
      enter: async (client) => {
        client.say('好');
        await client.expect('START');
        expect(wordsOf(await client.listen(10_000))).toEqual(['AUDIO', 'END NORMAL']);
        await client.quiet();
      },
    },
    'after END CANCEL': {
      is: 'idle',
      enter: async (client) => {
        client.say(long);
        client.cancel();
        expect(wordsOf(await client.session())).toEqual(['START', 'END CANCEL']);
      },
    },
  },
  inputs,
};
