// Specification 2, 4.2 and 8: the limits of ring screening.
import { limitsSuite } from '../../helpers/streams/limits-suite.js';
import { ringStream } from '../../helpers/streams/ring-stream.js';

limitsSuite(ringStream);
