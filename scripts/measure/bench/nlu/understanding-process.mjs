// The understanding process of a gateway.
import { readFileSync } from 'node:fs';
import { processesOf } from '../../lib/gateway.mjs';

/** @param {number} gatewayPid */
export function understandingOf(gatewayPid) {
  const found = processesOf(gatewayPid).find(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('understanding.js');
    } catch {
      return false; // it has ended
    }
  });
  if (found === undefined) throw new Error('the gateway has no understanding process');
  return found.pid;
}
