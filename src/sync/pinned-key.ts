// A connection to the holder of a pinned key, whatever names, dates and authorities its certificate has. Self-signed
// certificates are renewed with the same key, so a pin outlives them.
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { SyncFault } from './fault.js';

type OnConnected = (fault: Error | null, socket: Duplex) => void;

/** A connection for `https.Agent`. It writes nothing before the peer has shown the pinned key. */
export const pinnedConnection =
  (pinnedKey: string) =>
  (options: tls.ConnectionOptions, onConnected: OnConnected): undefined => {
    const socket = tls.connect({ ...options, rejectUnauthorized: false });
    const fail = (fault: Error) => onConnected(fault, socket);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.off('error', fail);
      const seen = keyHash(socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }));
      if (seen === pinnedKey) return onConnected(null, socket);
      socket.destroy();
      const host = `${options.host}:${options.port}`;
      onConnected(
        new SyncFault('away', `${host} presents a key (${seen}) other than sync.pinnedKey, so it is not trusted`),
        socket,
      );
    });
    return undefined;
  };

export const keyHash = (der: Uint8Array | undefined): string =>
  der === undefined ? 'none' : createHash('sha256').update(der).digest('hex');
