// Specification 2, 3.2 and 4.5: the states of a synthesis session, and what its refusals say.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorRow } from '../../../src/protocol/errors.js';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { wordsOf } from '../../helpers/gateway/synthesis-client.js';
import { statesSuite } from '../../helpers/streams/states-suite.js';
import { synthesisStream } from '../../helpers/streams/synthesis-stream.js';

// some minutes of speech: no test hears its end
const long = '今天天气很好，我们去公园散步吧。'.repeat(60);

let gateway: SpeakingGateway;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
});
afterAll(() => gateway.discard());

statesSuite(synthesisStream);

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
  const binary = 'binary message: this interface accepts no audio';
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
  const again = 'START during a session; send CANCEL first';
  expect(await refusal()).toEqual([errorRow('WRONG_ORDER').code, again]);
  await client.close();
});

it('leaves no session behind', () => gateway.isQuiet());
