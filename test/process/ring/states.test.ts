// Specification 2, 3.1: the state table of a streaming session, every message in every state, on a real connection.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { bytesOf, cadences, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { kindsOf, type RingClient, sentencesOf } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

const bytesPerMs = 16;
const quiet100ms = bytesOf(silence(100));
const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), bytesPerMs, 100);

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

const states: Record<string, (client: RingClient) => Promise<void>> = {
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
  'after a match': async (client) => {
    client.start();
    client.audio(...busy);
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

const messages: Record<string, (client: RingClient) => void> = {
  START: (client) => client.start(),
  'START with an unknown key': (client) => client.start({ audioFormat: 'alaw_8k', nbest: 1 }),
  'START without config': (client) => client.send({ command: 'START' }),
  END: (client) => client.end(),
  'END with cancel': (client) => client.end(true),
  'END with an unknown key': (client) => client.send({ command: 'END', cancel: null, reason: 'hung up' }),
  'END with a wrong type': (client) => client.send({ command: 'END', cancel: 'yes' }),
  'audio of 100 ms': (client) => client.audio(quiet100ms),
  'audio of 39 ms, and more': (client) => client.audio(quiet100ms.subarray(0, 39 * bytesPerMs), quiet100ms),
  ANSWERED: (client) => client.send({ command: 'ANSWERED' }),
  'ANSWERED twice': (client) => {
    client.send({ command: 'ANSWERED' });
    client.send({ command: 'ANSWERED', more: 1 });
  },
  'audio of 0 ms': (client) => client.audio(Buffer.alloc(0)),
  'an unknown command': (client) => client.send({ command: 'PAUSE' }),
  'no command': (client) => client.send({ config: {} }),
  'text that is not JSON': (client) => client.send('{"command":'),
  'JSON that is no object': (client) => client.send('[1,2]'),
  'text with a __proto__ key': (client) => client.send('{"command":"START","__proto__":{"x":1}}'),
};

const noSession = {
  START: 'START',
  'START with an unknown key': 'ERROR',
  'START without config': 'ERROR',
  END: 'ERROR',
  'END with cancel': 'ERROR',
  'END with an unknown key': 'ERROR',
  'END with a wrong type': 'ERROR',
  'audio of 100 ms': '',
  'audio of 39 ms, and more': '',
  'audio of 0 ms': '',
  ANSWERED: 'ERROR',
  'ANSWERED twice': 'ERROR, ERROR',
  'an unknown command': 'ERROR',
  'no command': 'ERROR',
  'text that is not JSON': 'ERROR',
  'JSON that is no object': 'ERROR',
  'text with a __proto__ key': 'ERROR',
};
// A client cannot know yet that the service has ended the session: its END may have crossed with the service's, and so may
// an ANSWERED.
const endedByService = {
  ...noSession,
  END: '',
  'END with cancel': '',
  'END with an unknown key': '',
  'END with a wrong type': '',
  ANSWERED: '',
  'ANSWERED twice': '',
};

const expected: Record<string, Record<string, string>> = {
  'a fresh connection': noSession,
  'an active session': {
    START: 'ERROR, END ERROR',
    'START with an unknown key': 'ERROR, END ERROR',
    'START without config': 'ERROR, END ERROR',
    END: 'RESULT, END NORMAL',
    'END with cancel': 'END CANCEL',
    'END with an unknown key': 'RESULT, END NORMAL',
    'END with a wrong type': 'ERROR, END ERROR',
    'audio of 100 ms': '',
    'audio of 39 ms, and more': 'ERROR, END ERROR',
    ANSWERED: '',
    'ANSWERED twice': '',
    'audio of 0 ms': 'ERROR, END ERROR',
    'an unknown command': 'ERROR, END ERROR',
    'no command': 'ERROR, END ERROR',
    'text that is not JSON': 'ERROR, END ERROR',
    'JSON that is no object': 'ERROR, END ERROR',
    'text with a __proto__ key': 'ERROR, END ERROR',
  },
  'after END': noSession,
  'after a match': endedByService,
  'after an ERROR': endedByService,
  'after a START that was refused': noSession,
};

/** Everything that the service says to what was sent so far: the engine answers a second round in order. */
async function settle(client: RingClient, most: number): Promise<string[]> {
  const seen: string[] = [];
  while (seen.length < most) seen.push(...kindsOf([await client.next()]));
  expect(kindsOf([...(await client.quiet())])).toEqual([]);
  return seen;
}

describe.each(Object.keys(states))('%s', (state) => {
  it.each(Object.keys(messages))('meets %s as the state table says', async (message) => {
    const client = await gateway.connect();
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
    client.audio(...busy);
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['RESULT', 'END NORMAL']);
    expect(sentencesOf(session)[0]).toMatchObject({ resultId: 10, keyword: '#BUSY#' });
    await client.close();
  });
});

describe('a session', () => {
  it('has a traceToken of its own in all of its messages', async () => {
    const client = await gateway.connect();
    const tokens: (string | undefined)[] = [];
    for (let round = 0; round < 2; round++) {
      client.start();
      client.audio(...busy);
      const session = await client.session();
      expect(new Set(session.map(({ traceToken }) => traceToken)).size).toBe(1);
      tokens.push(session[0]?.traceToken);
    }
    expect(tokens[0]).not.toBe(tokens[1]);
    await client.close();
  });

  it('ends itself at a match; later audio is ignored, and so is the END that was under way, once', async () => {
    const client = await gateway.connect();
    client.start();
    client.audio(...busy, ...busy, ...busy);
    client.end();
    expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
    client.audio(...busy);
    expect(await client.quiet()).toEqual([]);
    client.end();
    await client.expect('ERROR');
    await client.close();
  });

  it('gives ringback as an interim RESULT and again, final, at END', async () => {
    const client = await gateway.connect();
    client.start({ audioFormat: 'pcm_s16le_8k' });
    client.audio(...sliced(bytesOf(tone(cadences.ringback, 6_000)), bytesPerMs, 500));
    client.end();
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'RESULT', 'RESULT', 'END NORMAL']);
    expect(sentencesOf(session)).toMatchObject([
      { isFinal: false, resultId: 11, resultName: 'no answer', keyword: '#WAIT#', exceededAudio: false },
      { isFinal: true, resultId: 11, endTime: 6_000, exceededAudio: false },
    ]);
    await client.close();
  });

  it('lets busy after ringback win', async () => {
    const client = await gateway.connect();
    client.start();
    client.audio(...sliced(bytesOf(tone(cadences.ringback, 5_000)), bytesPerMs, 500), ...busy);
    const session = await client.session();
    expect(sentencesOf(session).map(({ keyword, isFinal }) => [keyword, isFinal])).toEqual([
      ['#WAIT#', false],
      ['#BUSY#', true],
    ]);
    await client.close();
  });

  it('ends at audioMax with the final result and exceededAudio', async () => {
    const client = await gateway.connect();
    client.start({ audioFormat: 'pcm_s16le_8k', audioMax: 10 });
    client.audio(...sliced(bytesOf(tone(cadences.ringback, 13_000)), bytesPerMs, 300));
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'RESULT', 'RESULT', 'END NORMAL']);
    expect(sentencesOf(session)[1]).toMatchObject({
      isFinal: true,
      exceededAudio: true,
      endTime: 10_000,
      resultId: 11,
    });
    await client.close();
  });

  it('without any match gives 0, other situations, at END', async () => {
    const client = await gateway.connect();
    client.start();
    client.audio(quiet100ms);
    client.end();
    const [sentence] = sentencesOf(await client.session());
    expect(sentence).toMatchObject({
      resultId: 0,
      resultName: 'other situations',
      keyword: '',
      isFinal: true,
      endTime: 100,
    });
    await client.close();
  });

  it('of no audio at all still ends NORMAL, with a result', async () => {
    const client = await gateway.connect();
    client.start();
    client.end();
    const session = await client.session();
    expect(kindsOf(session)).toEqual(['START', 'RESULT', 'END NORMAL']);
    expect(sentencesOf(session)[0]).toMatchObject({ resultId: 0, startTime: 0, endTime: 0 });
    await client.close();
  });

  it('that is cancelled gives no result, not even for a match under way', async () => {
    const client = await gateway.connect();
    client.start();
    client.audio(...busy);
    client.end(true);
    const session = await client.session();
    // The match may have been first; then the session was over before the cancel arrived.
    expect([
      ['START', 'END CANCEL'],
      ['START', 'RESULT', 'END NORMAL'],
    ]).toContainEqual(kindsOf(session));
    await client.close();
  });

  it('may follow at once on the END of the one before, without waiting for its answer', async () => {
    const client = await gateway.connect();
    for (let round = 0; round < 3; round++) {
      client.start();
      client.audio(quiet100ms);
      client.end();
    }
    for (let round = 0; round < 3; round++) {
      expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
    }
    await client.close();
  });

  it('warns with 100 when the audio has another rate than the property, and with nothing when it has not', async () => {
    const other = await gateway.connect({ property: 'cn_16k_common' });
    other.start();
    expect((await other.expect('START')).warning).toMatchObject([{ code: 100 }]);
    await other.close();
    const same = await gateway.connect({ property: 'CN_8K_common' });
    same.start();
    expect((await same.expect('START')).warning).toBeUndefined();
    await same.close();
  });

  it('names the error by a number of the error table', async () => {
    const client = await gateway.connect();
    client.end();
    expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('WRONG_ORDER').code });
    client.send('rubbish');
    expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('MALFORMED_JSON').code });
    await client.close();
  });
});
