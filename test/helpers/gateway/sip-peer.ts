// A SIP trunk of our own on real sockets, UDP or TCP: each call runs a script of replies and audio, and everything
// received is kept. Its parser is not the product's, so that each finds the mistakes of the other.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket as TcpSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Got {
  readonly method: string;
  readonly first: string;
  readonly lines: readonly string[];
  readonly body: string;
  readonly port: number;
  readonly atMs: number;
}

export const headerIn = ({ lines }: Got, name: string): string | undefined =>
  lines
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim();

type Transport = 'udp' | 'tcp';

export type Script = (call: PeerCall) => Promise<void> | void;

export class SipPeer {
  readonly calls: PeerCall[] = [];

  /** TCP connections by the gateway's port. */
  readonly connections = new Map<number, TcpSocket>();

  private constructor(
    readonly signalling: Socket | Server,
    readonly script: Script,
  ) {
    if ('send' in signalling) {
      signalling.on('message', (bytes, { port }) => this.#receive(bytes.toString('utf8'), port));
    } else signalling.on('connection', (socket: TcpSocket) => this.#connected(socket));
  }

  static async start(script: Script, transport: Transport = 'udp'): Promise<SipPeer> {
    const socket =
      transport === 'udp'
        ? createSocket('udp4').bind(0, '127.0.0.1')
        : createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(socket, 'listening');
    return new SipPeer(socket, script);
  }

  get transport(): Transport {
    return 'send' in this.signalling ? 'udp' : 'tcp';
  }

  get port(): number {
    return (this.signalling.address() as { port: number }).port;
  }

  send(text: string, port: number): void {
    if ('send' in this.signalling) this.signalling.send(text, port, '127.0.0.1');
    else this.connections.get(port)?.write(text);
  }

  stop(): void {
    for (const call of this.calls) call.stop();
    for (const socket of this.connections.values()) socket.destroy();
    this.signalling.close();
  }

  #connected(socket: TcpSocket): void {
    const port = socket.remotePort ?? 0;
    this.connections.set(port, socket);
    let text = '';
    socket.on('error', () => {}); // it appears as a call without an end
    socket.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        const length = Number(/^content-length:\s*(\d+)/im.exec(text.slice(0, end))?.[1]);
        if (end < 0 || text.length < end + 4 + length) return;
        this.#receive(text.slice(0, end + 4 + length), port);
        text = text.slice(end + 4 + length);
      }
    });
  }

  #receive(text: string, port: number): void {
    const end = text.indexOf('\r\n\r\n');
    const [first = '', ...lines] = text.slice(0, end).split('\r\n');
    const got: Got = {
      first,
      method: first.split(' ')[0] ?? '',
      lines,
      body: text.slice(end + 4),
      port,
      atMs: performance.now(),
    };
    const id = headerIn(got, 'Call-ID');
    let call = this.calls.find((each) => each.id === id);
    if (call === undefined && withinCalls.has(got.method)) return; // a repetition for the previous peer
    if (call === undefined) {
      call = new PeerCall(this, got, id ?? '');
      this.calls.push(call);
      call.take(got);
      void (async () => this.script(call as PeerCall))();
    } else call.take(got);
  }
}

const withinCalls: ReadonlySet<string> = new Set(['ACK', 'BYE', 'CANCEL', 'PRACK', 'UPDATE']);

export class PeerCall {
  readonly got: Got[] = [];
  readonly rtpFromGateway: Buffer[] = [];
  #rtp: Socket | undefined;
  #isStopped = false;
  #sequence = 1;
  #timestamp = 160;

  constructor(
    readonly peer: SipPeer,
    readonly invite: Got,
    readonly id: string,
  ) {}

  /** Called for each CANCEL in place of answering with 487. */
  onCancel: (() => void) | undefined;

  methods = (): string[] => this.got.filter(({ first }) => !first.startsWith('SIP/')).map(({ method }) => method);
  replies = (): string[] => this.got.filter(({ first }) => first.startsWith('SIP/')).map(({ first }) => first);
  last = (method: string): Got | undefined => this.got.findLast((each) => each.method === method);

  take(got: Got): void {
    this.got.push(got);
    if (got.method === 'CANCEL') {
      this.send(this.reply('200 OK', { of: got }));
      if (this.onCancel !== undefined) this.onCancel();
      else this.send(this.reply('487 Request Terminated', { tag: 'end' }));
    }
    if (got.method === 'BYE' || got.method === 'PRACK') this.send(this.reply('200 OK', { of: got }));
  }

  async until(method: string, timeoutMs = 8_000): Promise<Got> {
    for (const endMs = performance.now() + timeoutMs; performance.now() < endMs; await sleep(5)) {
      const found = this.last(method);
      if (found !== undefined) return found;
    }
    throw new Error(`no ${method} came; there were ${this.methods().join(', ')}`);
  }

  send(text: string): void {
    if (!this.#isStopped) this.peer.send(text, this.invite.port);
  }

  reply(
    status: string,
    { tag = 'early', of, sdp = '', headers = [] }: { tag?: string; of?: Got; sdp?: string; headers?: string[] } = {},
  ): string {
    const request = of ?? this.last('INVITE') ?? this.invite;
    const copied = request.lines.filter((line) => /^(via|from|call-id|cseq):/i.test(line));
    const to = headerIn(request, 'To') ?? '';
    return [
      `SIP/2.0 ${status}`,
      ...copied,
      `To: ${to.includes(';tag=') || status.startsWith('100') ? to : `${to};tag=${tag}`}`,
      `Contact: <sip:trunk@127.0.0.1:${this.peer.port}>`,
      ...headers,
      ...(sdp === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(sdp)}`,
      '',
      sdp,
    ].join('\r\n');
  }

  request(
    method: string,
    { tag = 'early', sdp = '', number = 1 }: { tag?: string; sdp?: string; number?: number } = {},
  ): string {
    const target = /<([^>]+)>/.exec(headerIn(this.invite, 'Contact') ?? '')?.[1];
    return [
      `${method} ${target} SIP/2.0`,
      `Via: SIP/2.0/${this.peer.transport.toUpperCase()} 127.0.0.1:${this.peer.port};branch=z9hG4bKpeer${number}`,
      `From: ${headerIn(this.invite, 'To')};tag=${tag}`,
      `To: ${headerIn(this.invite, 'From')}`,
      `Call-ID: ${this.id}`,
      `CSeq: ${number} ${method}`,
      ...(sdp === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(sdp)}`,
      '',
      sdp,
    ].join('\r\n');
  }

  async sdp({ codecs = '8', port }: { codecs?: string; port?: number } = {}): Promise<string> {
    const rtp = await this.rtp();
    const at = port ?? rtp.address().port;
    return [
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      's=-',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      `m=audio ${at} RTP/AVP ${codecs}`,
      '',
    ].join('\r\n');
  }

  async rtp(): Promise<Socket> {
    if (this.#rtp === undefined) {
      this.#rtp = createSocket('udp4').bind(0, '127.0.0.1');
      this.#rtp.on('message', (bytes) => this.rtpFromGateway.push(bytes));
      await once(this.#rtp, 'listening');
    }
    return this.#rtp;
  }

  get audioPort(): number {
    return Number(/m=audio (\d+)/.exec(this.invite.body)?.[1]);
  }

  /**
   * Sends audio in real time, 20 ms in a packet, until the call is cancelled or the audio ends. `drops` chooses the
   * lost packets.
   */
  async play(
    samples: Int16Array,
    { payloadType = 8, from, drops = () => false, source = 7 }: Playing = {},
  ): Promise<void> {
    const rtp = from ?? (await this.rtp());
    const startMs = performance.now();
    for (let at = 0, index = 0; at + 160 <= samples.length && !this.#isStopped; at += 160, index++) {
      const packet = Buffer.alloc(12 + 160);
      packet.writeUInt16BE(0x8000 | payloadType, 0);
      packet.writeUInt16BE(this.#sequence++ & 0xffff, 2);
      this.#timestamp += 160;
      packet.writeUInt32BE(this.#timestamp, 4);
      packet.writeUInt32BE(source, 8);
      for (let each = 0; each < 160; each++) packet[12 + each] = alawOf(samples[at + each] ?? 0);
      if (!drops(index)) rtp.send(packet, this.audioPort, '127.0.0.1');
      if (this.methods().some((method) => method === 'CANCEL' || method === 'BYE')) return;
      await sleep(Math.max(0, startMs + (index + 1) * 20 - performance.now()));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#rtp?.close();
    this.#rtp = undefined;
  }
}

interface Playing {
  readonly payloadType?: number;
  readonly from?: Socket;
  readonly drops?: (index: number) => boolean;
  readonly source?: number;
}

function alawOf(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  let size = Math.min(32_635, sample >= 0 ? sample : -sample - 1) >> 4;
  let exponent = 0;
  if (size > 15) {
    exponent = 1;
    for (; size > 31; exponent++) size >>= 1;
  }
  return (sign | (exponent << 4) | (size & 15)) ^ 0x55;
}
