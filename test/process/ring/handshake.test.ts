// Specification 2, 4.3 and 5: the handshake of ring screening.
import { handshakeSuite } from '../../helpers/streams/handshake-suite.js';
import { ringStream } from '../../helpers/streams/ring-stream.js';

handshakeSuite(ringStream);
