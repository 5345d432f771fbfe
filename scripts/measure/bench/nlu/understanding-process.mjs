// The understanding process of a gateway.
import { readFileSync } from 'node:fs';

/** @param {number} gatewayPid */
export function understandingOf(gatewayPid) {
  // An emulator does not list /proc.
  const children = readFileSync(`/proc/${gatewayPid}/task/${gatewayPid}/children`, 'utf8').trim().split(' ');
  const found = children.find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('understanding.js');
    } catch {
      return false; // it has ended
    }
  });
  if (found === undefined) throw new Error('the gateway has no understanding process');
  return Number(found);
}
