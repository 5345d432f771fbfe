// Messages that are hard to read, in the manner of RFC 4475: each is read as it means, or refused in words.
import { expect, it } from 'vitest';
import { Framing } from '../../../../src/media/sip/framing.js';
import {
  branchOf,
  headerOf,
  listOf,
  readAddress,
  readMessage,
  SipFault,
  sequenceOf,
  tagOf,
} from '../../../../src/media/sip/message.js';
import { readSdp } from '../../../../src/media/sip/sdp.js';

const head = [
  'Via: SIP/2.0/UDP a;branch=z9hG4bK1',
  'From: <sip:a@a>;tag=f',
  'To: <sip:b@b>',
  'Call-ID: c',
  'CSeq: 1 INVITE',
];
const whole = (first: string, lines: readonly string[] = head, body = '') =>
  Buffer.from(`${[first, ...lines].join('\r\n')}\r\n\r\n${body}`);
const instead = (name: string, line: string) => head.map((each) => (each.startsWith(`${name}:`) ? line : each));

function outcome(bytes: Buffer): string {
  try {
    const message = readMessage(bytes);
    const facts = [branchOf(message.headers), tagOf(message.headers, 'from'), sequenceOf(message.headers).method];
    return [message.kind === 'request' ? message.method : String(message.status), ...facts].join(' ');
  } catch (fault) {
    expect(fault).toBeInstanceOf(SipFault);
    return (fault as Error).message;
  }
}

it.each([
  ['a plain response', whole('SIP/2.0 180 Ringing'), '180 z9hG4bK1 f INVITE'],
  ['no reason', whole('SIP/2.0 183 '), '183 z9hG4bK1 f INVITE'],
  ['a reason in UTF-8', whole('SIP/2.0 486 用户忙'), '486 z9hG4bK1 f INVITE'],
  ['a method of its own', whole("NEW-'METHOD!~ sip:a@b SIP/2.0"), "NEW-'METHOD!~ z9hG4bK1 f INVITE"],
  [
    'short names and odd spaces',
    whole('SIP/2.0 200 OK', [
      'v :  SIP / 2.0 / UDP a ;branch = z9hG4bK9 ',
      'f: "a;b,c" <sip:a@a;x=y> ; TAG = t',
      't: sip:b@b',
      'I: c',
      'cseq: 0009\t INVITE',
    ]),
    '200 z9hG4bK9 t INVITE',
  ],
  [
    'folded lines',
    whole('SIP/2.0 200 OK', instead('From', 'From:\r\n  <sip:a@a>\r\n\t;tag=folded')),
    '200 z9hG4bK1 folded INVITE',
  ],
  [
    'an escaped quotation mark',
    whole('SIP/2.0 200 OK', instead('From', 'From: "a\\"<sip:x@y>" <sip:a@a>;tag=q')),
    '200 z9hG4bK1 q INVITE',
  ],
  [
    'two Via in one line',
    whole('SIP/2.0 200 OK', instead('Via', 'Via: SIP/2.0/UDP a;branch=z9hG4bKtop, SIP/2.0/TCP b;branch=z9hG4bKlow')),
    '200 z9hG4bKtop f INVITE',
  ],
  [
    'an unknown header with anything in it',
    whole('SIP/2.0 200 OK', [...head, 'X-Odd: ;;,,"=?\u0001']),
    '200 z9hG4bK1 f INVITE',
  ],
  [
    'a quotation mark that is missing',
    whole('SIP/2.0 200 OK', instead('From', 'From: "a <sip:a@a>;tag=q')),
    'a quotation mark is missing',
  ],
  ['no Via', whole('SIP/2.0 200 OK', head.slice(1)), 'via: is missing'],
  ['two Call-IDs', whole('SIP/2.0 200 OK', [...head, 'i: d']), 'call-id: must occur once, but occurs 2 times'],
  ['no CSeq', whole('SIP/2.0 200 OK', head.slice(0, 4)), 'cseq: must occur once, but occurs 0 times'],
  [
    'a CSeq that is too large',
    whole('SIP/2.0 200 OK', instead('CSeq', 'CSeq: 36893488147419103232 INVITE')),
    'cseq: must be like "1 INVITE"',
  ],
  [
    'a CSeq over 2^31',
    whole('SIP/2.0 200 OK', instead('CSeq', 'CSeq: 4294967295 INVITE')),
    'cseq: must be a whole number up to 2147483648',
  ],
  [
    'a negative Content-Length',
    whole('SIP/2.0 200 OK', [...head, 'Content-Length: -999']),
    'content-length: must be a whole number up to 2147483648',
  ],
  [
    'a Content-Length over what follows',
    whole('SIP/2.0 200 OK', [...head, 'Content-Length: 9'], 'v=0'),
    'content-length: is 9, but 3 bytes follow',
  ],
  [
    'bytes behind Content-Length',
    whole('SIP/2.0 200 OK', [...head, 'Content-Length: 0'], 'junk'),
    '200 z9hG4bK1 f INVITE',
  ],
  ['another version', whole('SIP/7.0 200 OK'), 'the first line must be like'],
  ['a status of four digits', whole('SIP/2.0 4294967301 better'), 'the first line must be like'],
  ['a status beyond 6xx', whole('SIP/2.0 700 Beyond'), 'the first line must be like'],
  ['spaces in the URI', whole('INVITE sip:a@b; x=y SIP/2.0'), 'the first line must be like'],
  ['a URI in brackets', whole('INVITE <sip:a@b> SIP/2.0'), 'the first line must be like'],
  ['a header without a colon', whole('SIP/2.0 200 OK', [...head, 'nothing']), 'a header must be like "Name: value"'],
  ['no end of the headers', Buffer.from('SIP/2.0 200 OK\r\nVia: x'), 'the headers do not end'],
  ['a zero byte in a header', whole('SIP/2.0 200 OK', [...head, 'X: a\0b']), 'x: must not contain NUL or a line break'],
  [
    'too many headers',
    whole('SIP/2.0 200 OK', [...head, ...Array.from({ length: 300 }, () => 'X: 1')]),
    'headers; at most 256 are read',
  ],
  ['a message that is too long', whole('SIP/2.0 200 OK', head, 'x'.repeat(70_000)), 'at most 65536 are read'],
  ['nothing', Buffer.alloc(0), 'the headers do not end'],
])('%s', (_, bytes, expected) => expect(outcome(bytes)).toContain(expected));

it('lists are read over lines, quotes and brackets', () => {
  const { headers } = readMessage(
    whole('SIP/2.0 200 OK', [...head, 'Record-Route: <sip:a;lr>, "x, y" <sip:b,c>', 'Record-Route: <sip:d>']),
  );
  expect(listOf(headers, 'record-route')).toEqual(['<sip:a;lr>', '"x, y" <sip:b,c>', '<sip:d>']);
  expect(readAddress('sip:a@b;tag=1;LR')).toEqual({ uri: 'sip:a@b', params: { tag: '1', lr: '' } });
  expect(headerOf(headers, 'call-id')).toBe('c');
});

it('a connection gives the same messages wherever its bytes are cut', () => {
  const bytes = Buffer.concat(
    ['', 'v=0', 'body'].map((body) => whole('SIP/2.0 200 OK', [...head, `l: ${body.length}`], body)),
  );
  const all = new Framing().push(Buffer.concat([Buffer.from('\r\n\r\n'), bytes])).map(String);
  expect(all).toHaveLength(3);
  for (let at = 1; at < bytes.length; at++) {
    const framing = new Framing();
    expect([...framing.push(bytes.subarray(0, at)), ...framing.push(bytes.subarray(at))].map(String)).toEqual(all);
  }
  expect(() => new Framing().push(whole('SIP/2.0 200 OK'))).toThrow('content-length: required');
  expect(() => new Framing().push(Buffer.alloc(70_000, 'x'))).toThrow('more than 65536 bytes');
});

it('the audio of a description is where its first audio stream says, in a codec of ours', () => {
  const sdp = (...lines: string[]) => readSdp(Buffer.from(['v=0', 'c=IN IP4 10.0.0.1', ...lines].join('\r\n')));
  expect(sdp('m=audio 4000 RTP/AVP 18 0 8')).toEqual({ at: { address: '10.0.0.1', port: 4_000 }, codecs: [0, 8] });
  expect(sdp('m=video 9 RTP/AVP 8', 'c=IN IP4 10.0.0.9', 'm=audio 4000 RTP/AVP 8', 'c=IN IP6 ::1').at).toEqual({
    address: '::1',
    port: 4_000,
  });
  for (const nowhere of [
    ['m=audio 0 RTP/AVP 8'],
    ['m=audio 1 RTP/AVP 18'],
    ['m=audio 1 RTP/AVP 8', 'a=inactive'],
    ['m=audio 1 RTP/AVP 8', 'c=IN IP4 0.0.0.0'],
    ['m=audio 1 RTP/SAVP 8'],
    [],
  ]) {
    expect(sdp(...nowhere).at).toBeUndefined();
  }
  expect(() => sdp('m=audio 99999 RTP/AVP 8')).toThrow('up to 65535');
  expect(() => readSdp(Buffer.from('hello'))).toThrow('must begin with v=0');
  expect(() => readSdp(Buffer.from('v=0\r\nc=IN IP4 host.example\r\nm=audio 1 RTP/AVP 8'))).toThrow('c= must be like');
});
