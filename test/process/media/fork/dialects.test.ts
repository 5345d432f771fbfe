// Issue: each dialect replayed from transcripts that follow the published documents of its switch: mod_audio_fork, mod_audio_stream,
// listen of jambonz, and a client of no dialect. Those of Asterisk's WebSocket channel are what Asterisk 22.10.1 sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../../src/native/index.js';
import { bytesOf, cadences, tone } from '../../../helpers/audio/tones.js';
import { ForkClient, type ForkOptions } from '../../../helpers/gateway/fork-client.js';
import { type RingGateway, startRingGateway } from '../../../helpers/gateway/ring-gateway.js';

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

const busy = tone(cadences.busy, 4_000);
const busy8k = bytesOf(busy);
const busy16k = bytesOf(tone(cadences.busy, 4_000, { rateHz: 16_000 }));
const busyUlaw = Buffer.from(addon.encode(encodings.ulaw, busy));
const busyAlaw = Buffer.from(addon.encode(encodings.alaw, busy));
/** The tone in one channel, a song of the other side (silence here) in the other. */
const busyLeft = bytesOf(
  Int16Array.from({ length: busy.length * 2 }, (_, at) => (at % 2 === 0 ? (busy[at / 2] ?? 0) : 0)),
);
const uuid = '5c9c1c4e-9f1a-4a0e-8f60-1d0f4d1b2a33';

interface Transcript {
  readonly name: string;
  readonly subprotocol?: string;
  readonly query?: ForkOptions['query'];
  readonly deflate?: boolean;
  /** before the audio, in order */
  readonly texts: readonly (object | string)[];
  readonly audio: Buffer;
  readonly frameBytes: number;
  readonly uuid?: string;
  readonly hangup: string;
}

const disconnect = '{"type":"disconnect"}';
const transcripts: readonly Transcript[] = [
  {
    name: 'mod_audio_fork with metadata, 8 kHz mono',
    subprotocol: 'audio.drachtio.org',
    texts: [{ uuid, to: '13800000000', from: '02100000000' }],
    ...{ audio: busy8k, frameBytes: 320, uuid, hangup: disconnect },
  },
  {
    name: 'mod_audio_fork of earlier years, 16 kHz stereo',
    subprotocol: 'audiostream.drachtio.org',
    query: { rate: 8_000, channels: 2, channel: 0 },
    texts: [{ callId: 'a84b4c76e66710@pc33' }],
    ...{ audio: busyLeft, frameBytes: 640, uuid: 'a84b4c76e66710@pc33', hangup: disconnect },
  },
  {
    name: 'mod_audio_stream without metadata',
    texts: [],
    ...{ audio: busy8k, frameBytes: 320, hangup: disconnect },
  },
  {
    name: 'mod_audio_stream with a text of no form, 16 kHz, compressed messages of 100 ms',
    query: { rate: 16_000 },
    deflate: true,
    texts: ['campaign 7, attempt 2'],
    ...{ audio: busy16k, frameBytes: 3_200, hangup: disconnect },
  },
  {
    name: 'listen of jambonz, which names its audio itself',
    subprotocol: 'audio.jambonz.org',
    texts: [
      {
        ...{ callSid: uuid, accountSid: 'acc', direction: 'outbound', from: '16172375089', to: '13800000000' },
        ...{
          callId: '252ac5f8-52fb-123a',
          sipStatus: 183,
          callStatus: 'early-media',
          sampleRate: 16_000,
          mixType: 'mono',
        },
      },
    ],
    ...{ audio: busy16k, frameBytes: 640, uuid, hangup: disconnect },
  },
  {
    name: 'listen of jambonz with both sides of the call',
    subprotocol: 'audio.jambonz.org',
    texts: [{ callSid: uuid, sampleRate: 8_000, mixType: 'stereo' }],
    ...{ audio: busyLeft, frameBytes: 640, uuid, hangup: disconnect },
  },
  {
    name: 'the WebSocket channel of Asterisk with plain control lines',
    subprotocol: 'media',
    texts: [
      'MEDIA_START connection_id:tonegate channel:WebSocket/tonegate/0x7f4374003970 channel_id:1795488460.5 format:ulaw optimal_frame_size:160 ptime:20',
      'DTMF_END digit:1 channel_id:1795488460.5',
      'DTMF_END digit:# channel_id:1795488460.5',
    ],
    ...{ audio: busyUlaw, frameBytes: 160, uuid: '1795488460.5', hangup: 'HANGUP' },
  },
  {
    name: 'the WebSocket channel of Asterisk with control messages in JSON',
    subprotocol: 'media',
    texts: [
      {
        ...{ event: 'MEDIA_START', connection_id: 'tonegate', channel: 'WebSocket/tonegate/0x7f43640080d0' },
        ...{ channel_id: '1795488448.2', format: 'slin16', optimal_frame_size: 640, ptime: 20 },
        channel_variables: {
          DIALEDPEERNUMBER: 'tonegate/c(slin16)f(json)',
          MEDIA_WEBSOCKET_CONNECTION_ID: 'tonegate',
          MEDIA_WEBSOCKET_OPTIMAL_FRAME_SIZE: '640',
        },
      },
      { event: 'DTMF_END', channel_id: '1795488448.2', digit: '1' },
    ],
    ...{ audio: busy16k, frameBytes: 640, uuid: '1795488448.2', hangup: '{"command":"HANGUP"}' },
  },
  {
    name: 'a client of no dialect, A-law, frames of 7 bytes',
    query: { format: 'alaw' },
    texts: [{ call_sid: uuid }],
    ...{ audio: busyAlaw, frameBytes: 7, uuid, hangup: disconnect },
  },
];

async function connect(
  { subprotocol, query = {}, deflate = false }: Partial<Transcript>,
  more: ForkOptions['query'] = {},
) {
  return await ForkClient.open(gateway.http, {
    query: { appkey: gateway.app.appkey, ...query, ...more },
    headers: { 'x-svc-access-token': gateway.accessToken },
    subprotocols: subprotocol === undefined ? [] : [subprotocol],
    deflate,
  });
}

describe.each(transcripts)('$name', (transcript) => {
  const { texts, audio, frameBytes, subprotocol = '', hangup } = transcript;
  const busyVerdict = {
    ...{ event: 'screening', final: true, resultId: 10, resultName: 'busy', kind: 'busy', keyword: '#BUSY#', text: '' },
    ...{ finishCause: 'match', sipStatus: 486, q850: 17, close: '1000 match' },
  };

  it('gets the verdict, and the connection ends with it', async () => {
    const client = await connect(transcript);
    expect(client.socket.protocol).toBe(subprotocol);
    for (const text of texts) client.text(text);
    client.audio(audio, frameBytes);
    const outcome = await client.outcome();
    expect(outcome).toMatchObject(busyVerdict);
    if (transcript.uuid !== undefined) expect(outcome.uuid).toBe(transcript.uuid);
    else expect(outcome.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(client.commands).toEqual([]);
  });

  it('is told to hang up in its own words with hangup=1, and never to answer', async () => {
    const client = await connect(transcript, { hangup: 1 });
    for (const text of texts) client.text(text);
    client.audio(audio, frameBytes);
    expect(await client.outcome()).toMatchObject(busyVerdict);
    expect(client.commands).toEqual([hangup]);
    expect(JSON.stringify([client.commands, client.frames])).not.toMatch(/answer/i);
  });
});

it('with json=0 a switch is told nothing but to hang up, and the verdict is kept for those who ask', async () => {
  const client = await connect({ subprotocol: 'media', query: { json: 0 } }, { hangup: 1 });
  client.text(
    'MEDIA_START connection_id:tonegate channel_id:1795486064.38 format:ulaw optimal_frame_size:160 ptime:20',
  );
  client.audio(busyUlaw, 160);
  expect(await client.closed()).toEqual({ code: 1000, reason: 'match' });
  expect([client.commands, client.frames]).toEqual([['HANGUP'], []]);
  const path = `/v10/asr/ring/verdicts/1795486064.38?appkey=${gateway.app.appkey}`;
  const { json } = await gateway.plain(path, { headers: { 'x-svc-access-token': gateway.accessToken } });
  expect(json).toMatchObject({ state: 'final', verdict: { resultId: 10, finishCause: 'match', q850: 17 } });
});

it('audio that comes before the text waits for it up to two seconds', async () => {
  const client = await connect({ subprotocol: 'media' });
  client.audio(busyUlaw.subarray(0, 1_600), 160);
  await new Promise((resolve) => setTimeout(resolve, 300));
  client.text(`MEDIA_START connection_id:${uuid} format:ulaw optimal_frame_size:160`);
  client.audio(busyUlaw.subarray(1_600), 160);
  expect(await client.outcome()).toMatchObject({ uuid, resultId: 10, close: '1000 match' });
});

it('the text of a call goes to the log, without what was read of it', async () => {
  const client = await connect({});
  client.text({ uuid: 'call-of-the-log', sampleRate: 8_000, campaign: 'spring sale' });
  client.audio(busy8k);
  await client.outcome();
  const line = gateway
    .logText()
    .split('\n')
    .find((each) => each.includes('call_of_the_log'));
  expect(line).toContain('ring session started');
  expect(line).toContain('{\\"campaign\\":\\"spring sale\\"}');
});
