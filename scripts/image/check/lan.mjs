// A network of one cable: the Ethernet frames that an emulated box sends arrive here as datagrams, and those that are sent
// from here arrive at the box. It is enough to look for the box by its mDNS name (RFC 6762).
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const [macBytes, ipv4Bytes, udpBytes, dnsBytes] = [14, 20, 8, 12];
const mdnsPort = 5_353;
const toAll = { mac: '01005e0000fb', address: '224.0.0.251' };
/** The other end of the cable. */
const own = { mac: '525400c00001', address: '192.0.2.1' };

const bytesOf = (/** @type {string} */ address) => Buffer.from(address.split('.').map(Number));

/** The name as DNS writes it: each label after its length. @param {string} name */
export const encodedName = (name) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.alloc(1),
  ]);

/** The sum of RFC 1071. @param {Buffer} bytes */
function checksum(bytes) {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

/** The frame of a question for the IPv4 address of `name`. @param {string} name */
export function question(name) {
  const dns = Buffer.alloc(dnsBytes);
  dns.writeUInt16BE(1, 4); // one question
  const payload = Buffer.concat([dns, encodedName(name), Buffer.from([0, 1, 0, 1])]); // A, IN
  const udp = Buffer.alloc(udpBytes); // without a checksum, which IPv4 allows
  udp.writeUInt16BE(mdnsPort, 0);
  udp.writeUInt16BE(mdnsPort, 2);
  udp.writeUInt16BE(udpBytes + payload.length, 4);
  const ip = Buffer.alloc(ipv4Bytes);
  ip[0] = 0x45;
  ip.writeUInt16BE(ipv4Bytes + udpBytes + payload.length, 2);
  ip[8] = 255; // time to live
  ip[9] = 17; // UDP
  bytesOf(own.address).copy(ip, 12);
  bytesOf(toAll.address).copy(ip, 16);
  ip.writeUInt16BE(checksum(ip), 10);
  return Buffer.concat([
    Buffer.from(toAll.mac, 'hex'),
    Buffer.from(own.mac, 'hex'),
    Buffer.from([8, 0]),
    ip,
    udp,
    payload,
  ]);
}

/** True if the frame is an mDNS answer that gives `name` this address. @param {Buffer} frame @param {string} name @param {string} address */
export function isAnswer(frame, name, address) {
  const ip = frame.subarray(macBytes);
  if (frame.readUInt16BE(12) !== 0x0800 || ip[9] !== 17) return false;
  const udp = ip.subarray(4 * (Number(ip[0]) & 15));
  const dns = udp.subarray(udpBytes);
  if (udp.length < udpBytes + dnsBytes || udp.readUInt16BE(0) !== mdnsPort) return false;
  const isReply = dns.readUInt16BE(2) >>> 15 === 1 && dns.readUInt16BE(6) > 0;
  // type A, class IN, a time to live (0 is a farewell), the length and the four bytes of an address
  const at = dns.indexOf(encodedName(name));
  const data = dns.subarray(at + encodedName(name).length);
  return (
    isReply &&
    at >= 0 &&
    data.length >= 14 &&
    data.readUInt16BE(0) === 1 &&
    data.readUInt32BE(4) > 0 &&
    data.subarray(10, 14).equals(bytesOf(address))
  );
}

export class Cable {
  #socket = createSocket('udp4');

  /** Opens the end of this machine. The other end has the port `boxPort`. @param {number} boxPort */
  async open(boxPort) {
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
    this.boxPort = boxPort;
    return this;
  }

  /** The arguments with which QEMU gives the box this cable. @param {string} mac */
  device(mac) {
    const ends = `udp=127.0.0.1:${this.#socket.address().port},localaddr=127.0.0.1:${this.boxPort}`;
    return ['-netdev', `socket,id=cable,${ends}`, '-device', `virtio-net-pci,netdev=cable,mac=${mac}`];
  }

  /** Asks for the address of `name` each second. Returns true if the box gives `address`. @param {string} name @param {string} address @param {number} withinS */
  async finds(name, address, withinS) {
    const ask = () => this.#socket.send(question(name), Number(this.boxPort), '127.0.0.1');
    const asking = setInterval(ask, 1_000);
    const signal = AbortSignal.timeout(withinS * 1_000);
    try {
      for (;;) {
        const [frame] = await once(this.#socket, 'message', { signal });
        if (isAnswer(frame, name, address)) return true;
      }
    } catch {
      return false;
    } finally {
      clearInterval(asking);
    }
  }

  close() {
    this.#socket.close();
  }
}
