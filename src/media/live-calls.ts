// The calls that carriers bring at this moment, by the names that switches gave them.
import { ServiceError } from '../protocol/errors.js';

export class LiveCalls {
  readonly #names = new Set<string>();

  /** Takes the name until the returned function is called, which may be called again. Throws WRONG_ORDER. */
  claim(place: string, name: string): () => void {
    const key = `${place} ${name}`;
    if (this.#names.has(key)) {
      throw new ServiceError(
        'WRONG_ORDER',
        'uuid: a call with this name is in progress on another connection; end that call first, or send another name',
      );
    }
    this.#names.add(key);
    let isMine = true;
    return () => {
      if (isMine) this.#names.delete(key);
      isMine = false;
    };
  }
}
