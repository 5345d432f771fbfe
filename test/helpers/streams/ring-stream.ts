// Ring screening, for the suites of every stream.
import { expect } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { bytesOf, cadences, sliced, tone } from '../audio/tones.js';
import { kindsOf, type RingClient, ringUrl, type ServerMessage, sentencesOf } from '../gateway/ring-client.js';
import { startRingGateway } from '../gateway/ring-gateway.js';
import { bytesPerMs, quiet100ms } from './audio-states.js';
import type { StreamMessage, StreamUnderTest } from './stream-under-test.js';

export const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), bytesPerMs, 100);

function checkBusy(session: readonly ServerMessage[], kinds: readonly string[]): void {
  expect(kindsOf(session)).toEqual(kinds);
  expect(sentencesOf(session)[0]).toMatchObject({ resultId: 10, keyword: '#BUSY#' });
}

export const ringStream: StreamUnderTest<RingClient> = {
  name: 'ring screening',
  takesAudio: true,
  startGateway: startRingGateway,
  url: ringUrl,
  properties: [
    ['cn_8k_common', 101],
    ['CN_8K_common', 101],
    ['cn_44k_common', 400],
    ['cn_common', 400],
    ['en_8k_common', 404],
    ['cn_8k_medical', 404],
    ['%E4%B8%AD', 400],
    ['%ff', 404],
  ],
  longestMessageBytes: 655_360,
  longestTextBytes: limits.stream.textFrameBytes,
  start: (client) => client.start(),
  startBadly: (client) => client.start({}),
  finish: async (client) => {
    client.audio(...busy);
    checkBusy(await client.session(), ['RESULT', 'END NORMAL']);
  },
  serve: async (client) => {
    client.start();
    client.audio(...busy);
    const session = await client.session();
    checkBusy(session, ['START', 'RESULT', 'END NORMAL']);
    return session;
  },
  sendAtOnce: (client) => {
    client.start();
    client.audio(quiet100ms);
    client.end();
  },
  checkAtOnce: (session) => expect(words(session)).toEqual(['START', 'RESULT', 'END NORMAL']),
  endedByService: async (client) => {
    client.start();
    client.audio(...busy, ...busy, ...busy);
    checkBusy(await client.session(), ['START', 'RESULT', 'END NORMAL']);
  },
  crosses: (client) => client.audio(...busy),
  words,
  states: {
    'after a match': {
      is: 'crossing',
      enter: async (client) => {
        client.start();
        client.audio(...busy);
        await client.session();
      },
    },
  },
  inputs: {
    'START with an unknown key': {
      send: (client) => client.start({ audioFormat: 'alaw_8k', nbest: 1 }),
      idle: 'ERROR',
      inSession: 'ERROR, END ERROR',
    },
    'START without config': {
      send: (client) => client.send({ command: 'START' }),
      idle: 'ERROR',
      inSession: 'ERROR, END ERROR',
    },
    END: { send: (client) => client.end(), idle: 'ERROR', crossing: '', inSession: 'RESULT, END NORMAL' },
    'END with an unknown key': {
      send: (client) => client.send({ command: 'END', cancel: null, reason: 'hung up' }),
      idle: 'ERROR',
      crossing: '',
      inSession: 'RESULT, END NORMAL',
    },
    ANSWERED: { send: (client) => client.send({ command: 'ANSWERED' }), idle: 'ERROR', crossing: '', inSession: '' },
    'ANSWERED twice': {
      send: (client) => {
        client.send({ command: 'ANSWERED' });
        client.send({ command: 'ANSWERED', more: 1 });
      },
      idle: 'ERROR, ERROR',
      crossing: '',
      inSession: '',
    },
  },
};

function words(messages: readonly StreamMessage[]): string[] {
  return kindsOf(messages as readonly ServerMessage[]);
}
