// A capture of RTP with packets left out, as SIPp plays it: pcap with Ethernet, IPv4 and UDP, whose addresses SIPp replaces.

/** @param {Uint8Array} alaw @param {(index: number) => boolean} isLost @returns {Buffer} */
export function capture(alaw, isLost) {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(1, 20);
  const parts = [head];
  for (let index = 0; (index + 1) * 160 <= alaw.length; index++) {
    if (isLost(index)) continue;
    const rtp = Buffer.alloc(12 + 160);
    rtp.writeUInt16BE(0x8008, 0);
    rtp.writeUInt16BE(index + 1, 2);
    rtp.writeUInt32BE((index + 1) * 160, 4);
    rtp.writeUInt32BE(0x1234, 8);
    rtp.set(alaw.subarray(index * 160, (index + 1) * 160), 12);
    const udp = Buffer.alloc(8);
    udp.writeUInt16BE(5_000, 0);
    udp.writeUInt16BE(5_002, 2);
    udp.writeUInt16BE(8 + rtp.length, 4);
    const ip = Buffer.alloc(20);
    ip[0] = 0x45;
    ip.writeUInt16BE(20 + 8 + rtp.length, 2);
    ip[8] = 64;
    ip[9] = 17;
    ip.set([127, 0, 0, 1, 127, 0, 0, 1], 12);
    const ethernet = Buffer.alloc(14);
    ethernet.writeUInt16BE(0x0800, 12);
    const frame = Buffer.concat([ethernet, ip, udp, rtp]);
    const record = Buffer.alloc(16);
    const us = index * 20_000;
    record.writeUInt32LE(Math.floor(us / 1e6), 0);
    record.writeUInt32LE(us % 1e6, 4);
    record.writeUInt32LE(frame.length, 8);
    record.writeUInt32LE(frame.length, 12);
    parts.push(record, frame);
  }
  return Buffer.concat(parts);
}
