// Specification 2, 3.1: the states of a streaming recognition session, in every mode.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finalsOf, stepsOf, streamModes } from '../../helpers/gateway/asr-client.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { recognitionStream, sentence } from '../../helpers/streams/recognition-stream.js';
import { statesSuite } from '../../helpers/streams/states-suite.js';

let gateway: AsrGateway;
beforeAll(async () => {
  gateway = await startAsrGateway();
});
afterAll(() => gateway.discard());

describe.each(streamModes)('%s', (mode) => statesSuite(recognitionStream(mode)));

describe('a session that the service has ended', () => {
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
