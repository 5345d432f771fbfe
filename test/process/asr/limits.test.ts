// Specification 2, 4.2 and 8: the limits of streaming recognition. A session of this mode is ended by the service.
import { limitsSuite } from '../../helpers/streams/limits-suite.js';
import { recognitionStream } from '../../helpers/streams/recognition-stream.js';

limitsSuite(recognitionStream('utterance_stream'));
