// A state counts only with the signature of a pinned key, where keys are pinned.
import { faultOfSignature } from '../trust/signature.js';
import { SyncFault } from './fault.js';

/** Before anything is read from the state. Throws a SyncFault. */
export function checkSigned(state: Uint8Array, signature: string | undefined, signKeys: readonly string[]): void {
  if (signKeys.length === 0) return;
  const fault = faultOfSignature('sync state', state, signature, signKeys);
  if (fault === undefined) return;
  const advice = 'nothing was changed; compare `tonegate sync key` at the upstream with sync.signKeys';
  throw new SyncFault('lying', `the state of the upstream ${fault}; ${advice}`);
}
