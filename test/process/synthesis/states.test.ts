// Specification 2, 3.2 and 4.5: every message in every state of a synthesis connection, over a real engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { type SynthesisClient, type SynthesisMessage, wordsOf } from '../../helpers/gateway/synthesis-client.js';

const text = '您好，请问有什么可以帮您？';
// some minutes of speech: no test hears its end
const long = '今天天气很好，我们去公园散步吧。'.repeat(60);

let gateway: SpeakingGateway;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
});
afterAll(() => gateway.discard());

const states: Record<string, (client: SynthesisClient) => Promise<void>> = {
  'a fresh connection': async () => {},
  'a session': async (client) => {
    client.say(long);
    await client.expect('START');
  },
  'a session that has given audio': async (client) => {
    client.say(long);
    await client.expect('START');
    client.getAudio(100);
    await client.expect('AUDIO');
  },
  'a session whose audio is on its way': async (client) => {
    client.say(long);
    await client.expect('START');
    client.getAudio(2_000, 10);
  },
  'after END NORMAL': async (client) => {
    client.say('好');
    await client.expect('START');
    expect(wordsOf(await client.listen(10_000))).toEqual(['AUDIO', 'END NORMAL']);
    await client.quiet();
  },
  'after END CANCEL': async (client) => {
    client.say(long);
    client.cancel();
    expect(wordsOf(await client.session())).toEqual(['START', 'END CANCEL']);
  },
  'after an ERROR in a session': async (client) => {
    client.say(long);
    client.send('rubbish');
    expect(wordsOf(await client.session())).toEqual(['START', 'ERROR', 'END ERROR']);
  },
  'after a START that was refused': async (client) => {
    client.say('');
    await client.expect('ERROR');
  },
};

const messages: Record<string, (client: SynthesisClient) => void> = {
  START: (client) => client.say(long),
  'START without config': (client) => client.send({ command: 'START', text: long }),
  'START with a value out of range': (client) => client.say(text, { pitch: 501 }),
  'START with an unknown key': (client) => client.say(text, { voice: 'x' }),
  'START without text': (client) => client.send({ command: 'START', config: {} }),
  'START with broken markup': (client) => client.say('<speak>好', { useS3ML: true }),
  GET_AUDIO: (client) => client.getAudio(100),
  'GET_AUDIO of 99 ms': (client) => client.getAudio(99),
  'GET_AUDIO of 10,001 ms': (client) => client.getAudio(10_001),
  'GET_AUDIO without config': (client) => client.send({ command: 'GET_AUDIO' }),
  CANCEL: (client) => client.cancel(),
  'CANCEL with an unknown key': (client) => client.send({ command: 'CANCEL', cancel: true }),
  'END, which this interface does not have': (client) => client.end(),
  'a binary message': (client) => client.audio(Buffer.alloc(100)),
  'no command': (client) => client.send({ config: {} }),
  'text that is not JSON': (client) => client.send('{"command":'),
  'JSON that is no object': (client) => client.send('[1,2]'),
};

const refused = { 'a binary message': 'ERROR', 'no command': 'ERROR', 'text that is not JSON': 'ERROR' };
const noSession: Record<string, string> = {
  ...refused,
  START: 'START',
  'START without config': 'START',
  'START with a value out of range': 'ERROR',
  'START with an unknown key': 'ERROR',
  'START without text': 'ERROR',
  'START with broken markup': 'ERROR',
  GET_AUDIO: 'ERROR',
  'GET_AUDIO of 99 ms': 'ERROR',
  'GET_AUDIO of 10,001 ms': 'ERROR',
  'GET_AUDIO without config': 'ERROR',
  CANCEL: 'ERROR',
  'CANCEL with an unknown key': 'ERROR',
  'END, which this interface does not have': 'ERROR',
  'JSON that is no object': 'ERROR',
};
// A client cannot know yet that the service has ended the session: what it sent may have crossed with END.
const endedByService = {
  ...noSession,
  GET_AUDIO: '',
  'GET_AUDIO of 99 ms': '',
  'GET_AUDIO of 10,001 ms': '',
  'GET_AUDIO without config': '',
  CANCEL: '',
  'CANCEL with an unknown key': '',
};
const inSession = {
  ...Object.fromEntries(Object.keys(messages).map((message) => [message, 'ERROR, END ERROR'])),
  GET_AUDIO: 'AUDIO',
  CANCEL: 'END CANCEL',
};
const expected: Record<string, Record<string, string>> = {
  'a fresh connection': noSession,
  'a session': inSession,
  'a session that has given audio': inSession,
  'a session whose audio is on its way': { ...inSession, GET_AUDIO: '' },
  'after END NORMAL': endedByService,
  'after END CANCEL': noSession,
  'after an ERROR in a session': endedByService,
  'after a START that was refused': noSession,
};

describe.each(Object.keys(states))('%s', (state) => {
  it.each(Object.keys(messages))('meets %s as the state table says', async (message) => {
    const client = await gateway.connect();
    await states[state]?.(client);
    messages[message]?.(client);
    const answers = (expected[state]?.[message] ?? 'missing').split(', ').filter((answer) => answer !== '');
    const onItsWay = state === 'a session whose audio is on its way';
    const said = (heard: readonly SynthesisMessage[]) => wordsOf(heard).filter((word) => !onItsWay || word !== 'AUDIO');
    const seen: string[] = [];
    while (seen.length < answers.length) seen.push(...said([await client.next()]));
    expect(seen).toEqual(answers);
    expect(said(await client.quiet())).toEqual([]);
    expect(client.closed).toBeUndefined();
    // An ERROR never closes the connection, and it serves the next START.
    const wasInSession = expected[state]?.CANCEL === 'END CANCEL';
    if (answers.at(-1) === 'START' || (wasInSession && message === 'GET_AUDIO')) {
      client.cancel();
      expect(wordsOf(await client.session()).at(-1)).toBe('END CANCEL');
    }
    expect((await client.spoken('好')).length).toBeGreaterThan(1_000);
    await client.close();
  });
});

it('a message out of order, a wrong value and a binary message have the numbers of the error table', async () => {
  const client = await gateway.connect();
  const refusal = async () => {
    const { errCode, errMessage } = await client.expect('ERROR');
    return [errCode, errMessage];
  };
  client.cancel();
  expect(await refusal()).toEqual([errorRow('WRONG_ORDER').code, 'CANCEL without a session; send START first']);
  client.getAudio(100);
  expect(await refusal()).toEqual([errorRow('WRONG_ORDER').code, 'GET_AUDIO without a session; send START first']);
  client.end();
  const commands = 'command: must be one of START, GET_AUDIO, CANCEL';
  expect(await refusal()).toEqual([errorRow('INVALID_ARGUMENT').code, commands]);
  client.audio(Buffer.alloc(10));
  const binary = 'binary message: this interface takes no audio';
  expect(await refusal()).toEqual([errorRow('INVALID_ARGUMENT').code, binary]);
  client.say(long);
  client.getAudio(99);
  expect(wordsOf([await client.next()])).toEqual(['START']);
  const range = 'config.timeSlice: must be in [100,10000] (ms)';
  expect(await refusal()).toEqual([errorRow('INVALID_ARGUMENT').code, range]);
  expect(await client.expect('END')).toMatchObject({ reason: 'ERROR' });
  client.say(long);
  client.say(long);
  expect(wordsOf([await client.next()])).toEqual(['START']);
  const again = 'START within a session; send CANCEL first';
  expect(await refusal()).toEqual([errorRow('WRONG_ORDER').code, again]);
  await client.close();
});

it('leaves no session behind', () => gateway.isQuiet());
