// Data from a SIP trunk: messages, connections cut anywhere, descriptions of audio, logins, and packets of audio.
import { dist } from './target.mjs';

const lines = [
  ...['SIP/2.0 183 Session Progress', 'Via: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bKabc;rport=5060;received=1.2.3.4'],
  ...['Record-Route: <sip:10.0.0.2;lr>, <sip:10.0.0.3;lr>', 'From: "a" <sip:1@h>;tag=f', 'To: <sip:2@h>;tag=t'],
  ...['Call-ID: 1@h', 'CSeq: 1 INVITE', 'Contact: <sip:2@10.0.0.1:5060;transport=udp>', 'Require: 100rel', 'RSeq: 7'],
  ...['WWW-Authenticate: Digest realm="r", nonce="n", qop="auth,auth-int", algorithm=SHA-256, opaque="o"'],
  ...['Reason: Q.850;cause=16;text="x"', 'Content-Type: application/sdp'],
];
const sdp =
  'v=0\r\no=- 1 1 IN IP4 10.0.0.1\r\ns=-\r\nc=IN IP4 10.0.0.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8 0 101\r\na=rtpmap:8 PCMA/8000\r\na=sendrecv\r\n';
const whole = (/** @type {string[]} */ head, body = '') =>
  [...head, `Content-Length: ${body.length}`, '', body].join('\r\n');
const request = ['UPDATE sip:1@10.0.0.9:5060 SIP/2.0', ...lines.slice(1)];
const oneSecond = 50;

/** Packets with their lengths before them. @param {...Buffer} packets */
const sequence = (...packets) =>
  Buffer.concat(packets.flatMap((packet) => [Buffer.from([packet.length >> 8, packet.length & 255]), packet]));
/** @param {number} index @param {number} [type] */
function packet(index, type = 8) {
  const bytes = Buffer.alloc(12 + 160, index);
  bytes.writeUInt16BE(0x8000 | type, 0);
  bytes.writeUInt16BE(index, 2);
  bytes.writeUInt32BE(index * 160, 4);
  bytes.writeUInt32BE(1, 8);
  return bytes;
}

/** @type {Record<string, import('./target.mjs').Target>} */
export const sipTargets = {
  sip: {
    files: /dist\/media\/sip\/(message|framing|sdp|digest)\.js/,
    writers: ['writeMessage', 'writeSdp', 'digestAnswer', 'quoted'],
    faults: ['SipFault'],
    seeds: [whole(lines, sdp), whole(request, sdp), whole(lines.slice(0, 7)), `${whole(lines, sdp)}${whole(request)}`],
    words: [
      ...['\r\n', '\r\n\r\n', '\r\n ', ': ', ';', ',', '<', '>', '"', '\\', 'SIP/2.0 ', 'l: 0', 'v: ', 'm=audio 0 '],
      ...['c=IN IP4 ', 'a=inactive', 'qop=', 'Digest ', 'stale=true', 'tag=', 'branch=', 'Q.850;cause='],
    ],
    load: async () => {
      const [{ Framing }, message, { readSdp, sdpOf }, { challengeOf }] = await Promise.all(
        ['framing', 'message', 'sdp', 'digest'].map((name) => dist(`media/sip/${name}`)),
      );
      const { readMessage, branchOf, tagOf, sequenceOf, listOf, readAddress } = message;
      /** @param {Buffer} bytes */
      const use = (bytes) => {
        const read = readMessage(bytes);
        const { headers, body } = read;
        for (const name of ['contact', 'record-route']) listOf(headers, name).map(readAddress);
        branchOf(headers);
        tagOf(headers, 'to');
        sequenceOf(headers);
        const sdp = sdpOf(headers, body);
        if (sdp !== undefined) readSdp(sdp);
        if (headers.some((/** @type {any} */ { name }) => name === 'www-authenticate')) {
          challengeOf(headers, 'www-authenticate');
        }
      };
      return (/** @type {Buffer} */ bytes) => {
        const framing = new Framing();
        for (let at = 0; at < bytes.length; at += 100) framing.push(bytes.subarray(at, at + 100)).forEach(use);
        use(bytes);
      };
    },
  },
  rtp: {
    files: /dist\/media\/sip\/(rtp|jitter)\.js/,
    writers: ['writeRtp'],
    faults: [],
    seeds: [
      sequence(...Array.from({ length: 6 }, (_, index) => packet(index))),
      sequence(packet(0), packet(2), packet(1), packet(9, 13), packet(40), packet(41, 0), packet(42, 101)),
    ],
    words: ['\x00\xac', '\x80\x08', '\x80\x0d', '\x80\x00', '\xff\xff\xff\xff', '\x00\x0c'],
    load: async () => {
      const [{ readRtp }, { JitterBuffer }] = await Promise.all(
        ['rtp', 'jitter'].map((name) => dist(`media/sip/${name}`)),
      );
      return (/** @type {Buffer} */ bytes) => {
        let [nowMs, heard] = [0, 0];
        const buffer = new JitterBuffer(
          () => nowMs,
          (/** @type {Int16Array} */ samples) => (heard += samples.length),
        );
        for (let at = 0; at + 2 <= bytes.length; ) {
          const length = bytes.readUInt16BE(at);
          const read = readRtp(bytes.subarray(at + 2, at + 2 + length));
          if (read !== undefined) buffer.push(read);
          at += 2 + length;
          nowMs += 1_000 / oneSecond;
          buffer.tick();
        }
        buffer.flush();
        if (heard > (nowMs + 1_500) * 8) throw new Error(`${heard / 8} ms of audio in ${nowMs} ms`);
      };
    },
  },
};
