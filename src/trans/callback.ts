// The completion callback of a task (specification 2, section 4.4): a GET to an address that a client named.
import type { AddressPolicy } from '../net/address-policy.js';
import { callBack as call } from '../net/callback.js';
import { asFileFault } from './fetch/file-fault.js';

/**
 * Calls the URL and returns its status, a 2xx. Throws a FileFault; `isPassing` marks no answer or 5xx, all else is
 * final.
 */
export async function callBack(url: string, policy: AddressPolicy, signal: AbortSignal): Promise<number> {
  try {
    return await call({ url, policy, signal });
  } catch (fault) {
    throw asFileFault(fault);
  }
}
