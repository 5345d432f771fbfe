// Specification 2, 3.1: the state table of a streaming recognition session, every message in every state, in every mode,
// on a real connection to a real gateway with a real engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import {
  type AsrClient,
  finalsOf,
  type StreamModeName,
  stepsOf,
  streamModes,
} from '../../helpers/gateway/asr-client.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';

const bytesPerMs = 16;
const quiet100ms = Buffer.alloc(100 * bytesPerMs);
const sentence = slicesOf(spoken('2一二8'));

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway();
});
afterAll(() => gateway.discard());

const states: Record<string, (client: AsrClient) => Promise<void>> = {
  'a fresh connection': async () => {},
  'an active session': async (client) => {
    client.start();
    await client.expect('START');
    client.audio(quiet100ms);
  },
  'after END': async (client) => {
    client.start();
    client.audio(quiet100ms);
    client.end();
    await client.session();
  },
  'after a cancel': async (client) => {
    client.start();
    client.audio(...sentence);
    client.end(true);
    await client.session();
  },
  'after an ERROR': async (client) => {
    client.start();
    await client.expect('START');
    client.send('rubbish');
    await client.session();
  },
  'after a START that was refused': async (client) => {
    client.start({});
    await client.expect('ERROR');
  },
};

const messages: Record<string, (client: AsrClient) => void> = {
  START: (client) => client.start(),
  'START with an unknown key': (client) => client.start({ audioFormat: 'alaw_8k', audioMax: 10 }),
  'START without config': (client) => client.send({ command: 'START' }),
  END: (client) => client.end(),
  'END with cancel': (client) => client.end(true),
  'END with a wrong type': (client) => client.send({ command: 'END', cancel: 'yes' }),
  'audio of 100 ms': (client) => client.audio(quiet100ms),
  'audio of 39 ms, and more': (client) => client.audio(quiet100ms.subarray(0, 39 * bytesPerMs), quiet100ms),
  'audio of 1001 ms': (client) => client.audio(Buffer.alloc(1_001 * bytesPerMs)),
  'audio of 0 ms': (client) => client.audio(Buffer.alloc(0)),
  'an unknown command': (client) => client.send({ command: 'PAUSE' }),
  'no command': (client) => client.send({ config: {} }),
  'text that is not JSON': (client) => client.send('{"command":'),
};

const noSession = {
  START: 'START',
  'START with an unknown key': 'ERROR',
  'START without config': 'ERROR',
  END: 'ERROR',
  'END with cancel': 'ERROR',
  'END with a wrong type': 'ERROR',
  'audio of 100 ms': '',
  'audio of 39 ms, and more': '',
  'audio of 1001 ms': '',
  'audio of 0 ms': '',
  'an unknown command': 'ERROR',
  'no command': 'ERROR',
  'text that is not JSON': 'ERROR',
};
const refused = 'ERROR, END ERROR';

const expected: Record<string, Record<string, string>> = {
  'a fresh connection': noSession,
  'an active session': {
    ...Object.fromEntries(Object.keys(messages).map((name) => [name, refused])),
    END: 'END NORMAL',
    'END with cancel': 'END CANCEL',
    'audio of 100 ms': '',
  },
  'after END': noSession,
  'after a cancel': noSession,
  // The client cannot know yet that the service has ended the session: its END may have crossed with the service's.
  'after an ERROR': { ...noSession, END: '', 'END with cancel': '', 'END with a wrong type': '' },
  'after a START that was refused': noSession,
};

/** Everything that the service says to what was sent so far, but for the results of a short session. */
async function settle(client: AsrClient, most: number): Promise<string[]> {
  const seen: string[] = [];
  while (seen.length < most) seen.push(...stepsOf([await client.next()]).filter((step) => step !== 'final'));
  expect(stepsOf([...(await client.quiet())])).toEqual([]);
  return seen;
}

describe.each(streamModes)('%s', (mode: StreamModeName) => {
  describe.each(Object.keys(states))('%s', (state) => {
    it.each(Object.keys(messages))('meets %s as the state table says', async (message) => {
      const client = await gateway.connect({ mode });
      await states[state]?.(client);
      messages[message]?.(client);
      const answers = (expected[state]?.[message] ?? 'missing').split(', ').filter((answer) => answer !== '');
      expect(await settle(client, answers.length)).toEqual(answers);
      expect(client.closed).toBeUndefined();
      // An ERROR never closes the connection; a new session may start on it.
      const stillOn = answers.at(-1) === 'START' || (state === 'an active session' && answers.length === 0);
      if (!stillOn) {
        client.start();
        await client.expect('START');
      }
      client.audio(...sentence);
      client.end();
      const session = await client.session();
      expect(finalsOf(session).map(({ result }) => result.text)).toEqual(['一二']);
      expect(stepsOf(session).at(-1)).toBe('END NORMAL');
      await client.close();
    });
  });

  it('has a traceToken for each session, in all of its messages', async () => {
    const client = await gateway.connect({ mode });
    const tokens: (string | undefined)[] = [];
    for (let round = 0; round < 2; round++) {
      client.start();
      client.audio(...sentence);
      if (mode !== 'utterance_stream') client.end();
      const session = await client.session();
      expect(new Set(session.map(({ traceToken }) => traceToken)).size).toBe(1);
      tokens.push(session[0]?.traceToken);
    }
    expect(tokens[0]).not.toBe(tokens[1]);
    await client.close();
  });

  it('takes the next START right behind an END, without waiting for its answer', async () => {
    const client = await gateway.connect({ mode });
    for (let round = 0; round < 3; round++) {
      client.start();
      client.audio(...slicesOf(spoken('2一二')));
      client.end();
    }
    for (let round = 0; round < 3; round++) {
      const session = await client.session();
      expect(finalsOf(session).map(({ result }) => result.text)).toEqual(['一二']);
      expect(stepsOf(session).at(-1)).toBe('END NORMAL');
    }
    await client.close();
  });

  it('ends a connection with too many errors by FATAL_ERROR', async () => {
    const client = await gateway.connect({ mode });
    for (let count = 0; count < 10; count++) client.start({ audioFormat: 'mp3' });
    const seen = await client.session();
    expect(seen.map(({ respType }) => respType)).toEqual([...Array(10).fill('ERROR'), 'FATAL_ERROR']);
    expect(seen.at(-1)).toMatchObject({ errCode: errorRow('TOO_MANY_ERRORS').code });
    await client.untilClosed();
  });
});

describe('a session that the service has ended', () => {
  it('ignores later audio and the END that was under way, once', async () => {
    const client = await gateway.connect({ mode: 'utterance_stream' });
    client.start();
    client.audio(...sentence, ...sentence, ...sentence);
    client.end();
    const session = await client.session();
    expect(stepsOf(session)).toEqual(['START', 'VOICE_START', 'VOICE_END', 'final', 'END NORMAL']);
    client.audio(...sentence);
    expect(await client.quiet()).toEqual([]);
    await client.close();
  });

  it('may be followed by another on the same connection', async () => {
    const client = await gateway.connect({ mode: 'utterance_stream' });
    for (let round = 0; round < 3; round++) {
      client.start();
      client.audio(...sentence);
      expect(finalsOf(await client.session()).map(({ result }) => result.text)).toEqual(['一二']);
    }
    await client.close();
  });
});

it('audio that the codec refuses is an ERROR, and END with reason ERROR follows', async () => {
  const client = await gateway.connect();
  client.start({ audioFormat: 'svc_opus', encParams: 'ar:8000;ac:1' });
  await client.expect('START');
  client.audio(Buffer.from([0, 0, 6, 0x40, 0, 3, 0xff, 0xff, 0xff]));
  expect(stepsOf(await client.session())).toEqual(['ERROR', 'END ERROR']);
  await client.close();
});
