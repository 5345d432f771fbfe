// The ways to the trunks: one UDP socket for all, one connection for each trunk that wants TCP.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import type { Logger } from 'pino';
import { limits } from '../../protocol/limits.js';
import { Framing } from './framing.js';
import { readMessage, type SipMessage } from './message.js';

export interface Peer {
  readonly transport: 'udp' | 'tcp';
  readonly address: string;
  readonly port: number;
}

export interface TransportParts {
  /** The address where messages and audio come in. */
  readonly address: string;
  /** UDP port; 0 means any. */
  readonly port: number;
  readonly log: Logger;
  readonly onMessage: (message: SipMessage, from: Peer, back: (bytes: Buffer) => void) => void;
  /** Called for data that was not a message, with its fault. */
  readonly onUnreadable: () => void;
}

/** A way to one peer that is open. */
export interface Line {
  /** host:port of our side, for Via and Contact. */
  readonly ownAddress: string;
  readonly isReliable: boolean;
  send(bytes: Buffer): void;
}

interface Connection {
  readonly line: Line;
  readonly socket: TcpSocket;
}

export class Transport {
  readonly #parts: TransportParts;
  #udp: Promise<UdpSocket> | undefined;
  readonly #connections = new Map<string, Promise<Connection>>();
  #isStopped = false;

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  /** Opens the UDP socket, so that a trunk may ask with OPTIONS before the first call. Throws if the address cannot be had. */
  async listen(): Promise<void> {
    this.#udp ??= this.#bind();
    await this.#udp;
  }

  /** Opens a connection if none is open. Throws if the peer cannot be reached. */
  async line(peer: Peer): Promise<Line> {
    if (this.#isStopped) throw new Error('the gateway is stopping');
    if (peer.transport === 'tcp') return this.#lasting(peer, await this.#connection(peer));
    this.#udp ??= this.#bind();
    const socket = await this.#udp;
    const ownAddress = hostPort(this.#parts.address, socket.address().port);
    return {
      ...{ ownAddress, isReliable: false },
      send: (bytes) => {
        if (!this.#isStopped) socket.send(bytes, peer.port, peer.address, () => {}); // a lost datagram is sent again
      },
    };
  }

  /** Reopens a lost connection, because messages that end a call must get through. */
  #lasting(peer: Peer, opened: Connection): Line {
    const { ownAddress, isReliable } = opened.line;
    let current = opened;
    const send = (bytes: Buffer) => {
      if (current.socket.writable || this.#isStopped) {
        current.line.send(bytes);
        return;
      }
      void this.#connection(peer).then(
        (again) => {
          current = again;
          again.line.send(bytes);
        },
        (fault: Error) =>
          this.#parts.log.warn(
            { reason: fault.message },
            'the gateway could not tell a SIP trunk that a call has ended',
          ),
      );
    };
    return { ownAddress, isReliable, send };
  }

  stop(): void {
    this.#isStopped = true;
    void this.#udp?.then((socket) => socket.close()).catch(() => {});
    for (const opening of this.#connections.values())
      void opening.then(({ socket }) => socket.destroy()).catch(() => {});
  }

  async #bind(): Promise<UdpSocket> {
    const { address, port, log } = this.#parts;
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', (bytes, { address: host, port: from }) => {
      if (bytes.length <= 4) return; // a keep-alive for firewalls
      this.#receive(bytes, { transport: 'udp', address: host, port: from }, (reply) =>
        socket.send(reply, from, host, () => {}),
      );
    });
    socket.bind(port, address);
    try {
      await once(socket, 'listening');
    } catch (fault) {
      this.#udp = undefined;
      socket.close();
      throw fault;
    }
    socket.on('error', (fault) => log.warn({ reason: fault.message }, 'the SIP socket failed'));
    return socket;
  }

  #connection(peer: Peer): Promise<Connection> {
    const key = hostPort(peer.address, peer.port);
    const known = this.#connections.get(key);
    if (known !== undefined) return known;
    const opening = this.#connect(peer, () => {
      if (this.#connections.get(key) === opening) this.#connections.delete(key);
    });
    this.#connections.set(key, opening);
    opening.catch(() => this.#connections.delete(key));
    return opening;
  }

  async #connect(peer: Peer, gone: () => void): Promise<Connection> {
    const { address: localAddress, log } = this.#parts;
    const socket = connect({ host: peer.address, port: peer.port, localAddress, noDelay: true });
    socket.setTimeout(limits.sip.connectMs, () =>
      socket.destroy(new Error('the trunk did not accept the connection in time')),
    );
    await once(socket, 'connect');
    socket.setTimeout(0);
    const framing = new Framing();
    const send = (bytes: Buffer) => {
      if (socket.writableLength > limits.sip.messageBytes * limits.sip.values) socket.destroy();
      else if (socket.writable) socket.write(bytes);
    };
    socket.on('error', (fault) => log.warn({ reason: fault.message }, 'the connection to a SIP trunk failed'));
    socket.on('close', gone);
    socket.on('data', (data) => {
      try {
        for (const bytes of framing.push(data)) this.#receive(bytes, peer, send);
      } catch (fault) {
        log.warn({ reason: (fault as Error).message }, 'a SIP trunk sent an invalid message; its connection is closed');
        this.#parts.onUnreadable();
        socket.destroy();
      }
    });
    const ownAddress = hostPort(socket.localAddress ?? localAddress, socket.localPort ?? 0);
    return { socket, line: { ownAddress, isReliable: true, send } };
  }

  #receive(bytes: Buffer, from: Peer, back: (bytes: Buffer) => void): void {
    let message: SipMessage;
    try {
      message = readMessage(bytes);
    } catch (fault) {
      this.#parts.log.debug({ reason: (fault as Error).message }, 'a SIP message could not be read');
      this.#parts.onUnreadable();
      return;
    }
    this.#parts.onMessage(message, from, back);
  }
}

export const hostPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
