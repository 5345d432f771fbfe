// The refusal of a one-shot whose engine died.
import { ServiceError } from '../../protocol/errors.js';

/** The engine died while it heard the clip. */
export class ClipLost extends ServiceError {
  /** `engine`: a number that is unique to the engine that died. */
  constructor(readonly engine: number) {
    super('ENGINE_UNAVAILABLE', 'the engine stopped while it was processing the audio; try again');
  }
}
