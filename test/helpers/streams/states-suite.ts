// Specification 2, 3.1 and 3.2: the state table of a streaming session, with every message in every state, on a real
// connection to a real gateway with a real engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { audioInputs, audioStates } from './audio-states.js';
import {
  type AnyClient,
  open,
  refused,
  type StreamGateway,
  type StreamInput,
  type StreamState,
  type StreamUnderTest,
} from './stream-under-test.js';

const commonStates = <Client extends AnyClient>(
  stream: StreamUnderTest<Client>,
): Record<string, StreamState<Client>> => ({
  'a fresh connection': { is: 'idle', enter: async () => {} },
  'an active session': { is: 'inSession', enter: (client) => open(stream, client) },
  'after an ERROR': {
    is: 'crossing',
    enter: async (client) => {
      await open(stream, client);
      client.send('rubbish');
      expect(stream.words(await client.session())).toEqual(['ERROR', 'END ERROR']);
    },
  },
  'after a START that was refused': {
    is: 'idle',
    enter: async (client) => {
      stream.startBadly(client);
      await client.expect('ERROR');
    },
  },
});

const everywhere = { idle: 'ERROR', inSession: refused } as const;

const commonInputs = <Client extends AnyClient>(
  stream: StreamUnderTest<Client>,
): Record<string, StreamInput<Client>> => ({
  START: { send: stream.start, idle: 'START', inSession: refused },
  'a START that is refused': { send: stream.startBadly, ...everywhere },
  'an unknown command': { send: (client) => client.send({ command: 'PAUSE' }), ...everywhere },
  'no command': { send: (client) => client.send({ config: {} }), ...everywhere },
  'text that is not JSON': { send: (client) => client.send('{"command":'), ...everywhere },
  'JSON that is no object': { send: (client) => client.send('[1,2]'), ...everywhere },
  'text with a __proto__ key': {
    send: (client) => client.send('{"command":"START","__proto__":{"x":1}}'),
    ...everywhere,
  },
});

export function statesSuite<Client extends AnyClient>(stream: StreamUnderTest<Client>): void {
  const audio = stream.takesAudio;
  const states = { ...commonStates(stream), ...(audio && audioStates(stream)), ...stream.states };
  const inputs = { ...commonInputs(stream), ...(audio && audioInputs<Client>()), ...stream.inputs };

  let gateway: StreamGateway<Client>;
  beforeAll(async () => {
    gateway = await stream.startGateway();
  });
  afterAll(() => gateway.discard());

  describe.each(Object.keys(states))('%s', (name) => {
    const state = states[name] as StreamState<Client>;
    it.each(Object.keys(inputs))('meets %s as the state table says', async (message) => {
      const input = inputs[message] as StreamInput<Client>;
      const client = await gateway.connect();
      await state.enter(client);
      input.send(client);
      const answers = (state.answers?.[message] ?? answersOf(input, state.is))
        .split(', ')
        .filter((word) => word !== '');
      const said = (heard: Parameters<typeof stream.words>[0]) =>
        stream.words(heard).filter((word) => word !== state.ignores);
      const seen: string[] = [];
      while (seen.length < answers.length) {
        seen.push(...said([await client.next()]).filter((word) => word !== stream.mayPrecede));
      }
      expect(seen).toEqual(answers);
      expect(said(await client.quiet())).toEqual([]);
      expect(client.closed).toBeUndefined();
      // An ERROR never closes the connection; a new session may start on it.
      const hasEnded = answers.some((word) => word.startsWith('END'));
      if (answers.at(-1) === 'START' || (state.is === 'inSession' && !hasEnded)) await stream.finish(client);
      await stream.serve(client);
      await client.close();
    });
  });

  describe('a session', () => {
    it('has a traceToken of its own in all of its messages', async () => {
      const client = await gateway.connect();
      const tokens: (string | undefined)[] = [];
      for (let round = 0; round < 2; round++) {
        const texts = (await stream.serve(client)).filter(({ respType }) => respType !== 'AUDIO');
        expect(new Set(texts.map(({ traceToken }) => traceToken)).size).toBe(1);
        tokens.push(texts[0]?.traceToken);
      }
      expect(tokens[0]).toEqual(expect.any(String));
      expect(tokens[0]).not.toBe(tokens[1]);
      await client.close();
    });

    it('may follow at once on the command that ends the one before, without waiting for its answer', async () => {
      const client = await gateway.connect();
      for (let round = 0; round < 3; round++) stream.sendAtOnce(client);
      for (let round = 0; round < 3; round++) stream.checkAtOnce(await client.session());
      await client.close();
    });

    it('names the error by a number of the error table', async () => {
      const client = await gateway.connect();
      client.send('rubbish');
      expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('MALFORMED_JSON').code });
      client.send({ command: 'PAUSE' });
      expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('INVALID_ARGUMENT').code });
      await open(stream, client);
      stream.start(client);
      expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('WRONG_ORDER').code });
      await client.expect('END');
      await client.close();
    });
  });

  it('ten STARTs that are refused, sent without waiting, end the connection with FATAL_ERROR', async () => {
    const client = await gateway.connect();
    for (let count = 0; count < 10; count++) stream.startBadly(client);
    const seen = await client.session();
    expect(seen.map(({ respType }) => respType)).toEqual([...Array(10).fill('ERROR'), 'FATAL_ERROR']);
    expect(seen.at(-1)).toMatchObject({ errCode: errorRow('TOO_MANY_ERRORS').code });
    expect((await client.untilClosed()).code).toBe(1008);
  });

  const { endedByService } = stream;
  if (endedByService === undefined) return;
  it('what was under way when the service ended a session is ignored, the command that ends it once', async () => {
    const client = await gateway.connect();
    await endedByService(client);
    stream.crosses(client);
    stream.crosses(client);
    expect(await client.quiet()).toEqual([]);
    const end = { command: stream.takesAudio ? 'END' : 'CANCEL' };
    client.send(end);
    expect(await client.quiet()).toEqual([]);
    client.send(end);
    expect(await client.expect('ERROR')).toMatchObject({ errCode: errorRow('WRONG_ORDER').code });
    await stream.serve(client);
    await client.close();
  });
}

function answersOf({ idle, inSession, crossing }: StreamInput<never>, kind: StreamState<never>['is']): string {
  switch (kind) {
    case 'idle':
      return idle;
    case 'crossing':
      return crossing ?? idle;
    case 'inSession':
      return inSession;
  }
}
