// Specification 2, 3.1 and 4.3: the states of a screening session, and what a session says of a call.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, cadences, sliced, tone } from '../../helpers/audio/tones.js';
import { kindsOf, sentencesOf } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { bytesPerMs, quiet100ms } from '../../helpers/streams/audio-states.js';
import { busy, ringStream } from '../../helpers/streams/ring-stream.js';
import { statesSuite } from '../../helpers/streams/states-suite.js';

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

statesSuite(ringStream);

describe('a session', () => {
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
});
