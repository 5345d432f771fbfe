// Specification 2, 4.2 and 5: the handshake of a recognition stream, in every mode.
import { describe } from 'vitest';
import { streamModes } from '../../helpers/gateway/asr-client.js';
import { handshakeSuite } from '../../helpers/streams/handshake-suite.js';
import { recognitionStream } from '../../helpers/streams/recognition-stream.js';

describe.each(streamModes)('%s', (mode) => handshakeSuite(recognitionStream(mode)));
