// 2000 clients of ring screening that do anything at all.
import fc from 'fast-check';
import { RingServerMessage } from '../../../src/protocol/wire/ring-messages.js';
import { bytesOf, cadences, sliced, tone } from '../../helpers/audio/tones.js';
import { randomAction } from '../../helpers/gateway/random-client.js';
import { randomSuite } from '../../helpers/streams/random-suite.js';
import { ringStream } from '../../helpers/streams/ring-stream.js';

const clients = 2_000;
const busy = sliced(bytesOf(tone(cadences.busy, 2_000)), 16, 200);
const action = randomAction(
  [
    { audioFormat: 'pcm_s16le_8k' },
    { audioFormat: 'ALAW_16k', audioMax: 10 },
    { audioFormat: 'ulaw_8k', encParams: 'x' },
    { audioFormat: 'svc_speex', encParams: 'ar:8000;ac:1' },
    { audioFormat: 'svc_opus', encParams: 'ar:8000' },
  ],
  busy,
);

randomSuite([ringStream], {
  clients,
  atOnce: 25,
  seed: 20_261_120,
  behaviour: fc.array(action, { minLength: 1, maxLength: 20 }),
  parse: (message) => RingServerMessage.parse(message),
  heard: { moreThan: clients },
});
