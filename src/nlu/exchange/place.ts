// Refusals of a document name the place in it.
import { ServiceError } from '../../protocol/errors.js';

/** Returns `made()`; a refusal begins with `place`, such as `dirs[0].pairs[3]`. */
export function within<T>(place: string, made: () => T): T {
  try {
    return made();
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const separator = /^[A-Za-z]\w*[\w.[\]]*: /.test(fault.message) ? '.' : ': ';
    throw new ServiceError(fault.code, `${place}${separator}${fault.message}`, { cause: fault });
  }
}
