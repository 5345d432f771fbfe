// Where keys are pinned, a state counts only with the signature of one of them.
import { faultOfSignature } from '../trust/signature.js';
import { SyncFault } from './fault.js';

/** Checks the signature before anything is read from the state. Throws a SyncFault. */
export function checkSigned(state: Uint8Array, signature: string | undefined, signKeys: readonly string[]): void {
  if (signKeys.length === 0) return;
  const fault = faultOfSignature('sync state', state, signature, signKeys);
  if (fault === undefined) return;
  const advice = 'nothing was changed; compare `tonegate sync key` at the upstream with sync.signKeys';
  throw new SyncFault('lying', `the state of the upstream ${fault}; ${advice}`);
}
