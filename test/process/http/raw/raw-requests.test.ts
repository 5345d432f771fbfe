// RFC 9112 and RFC 9110, byte by byte: requests that proxies and servers read differently, each with its one answer.
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { basic, rawExchange } from '../../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../../helpers/gateway/gateway.js';
import { expectSlowCall, letSlowCallGo, probeFeature } from '../../../helpers/models/probe-feature.js';

const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1); // emulated machines are slow, not wrong
const body = '{"text":"abc"}';
const json = 'Host: a\r\nContent-Type: application/json\r\n';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    features: [probeFeature],
    httpLimits: {
      headersTimeoutMs: 1_500 * timeFactor,
      requestTimeoutMs: 1_500 * timeFactor,
      timeoutCheckMs: 50,
      keepAliveTimeoutMs: 200 * timeFactor,
    },
  });
});
afterAll(() => gateway.discard());
afterEach(async () => {
  const headers = { 'content-type': 'application/json' };
  const reply = await gateway.plain('/probe/echo', { method: 'POST', headers, body });
  expect(reply.json).toEqual({ text: 'abc' }); // whatever came before, a good request on a new connection is served
});

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));

const get = (target: string, headers = 'Host: a\r\n', version = 'HTTP/1.1') =>
  `GET ${target} ${version}\r\n${headers}\r\n`;
const created = '/probe/fault/created';
/** What would be reached if the request before it ended elsewhere. */
const next = get(created);
const post = (headers: string, content: string) =>
  `POST /probe/echo HTTP/1.1\r\n${json}${headers}\r\n${content}${next}`;
const chunked = (content: string) => post('Transfer-Encoding: chunked\r\n', content);
const wholeChunk = `e\r\n${body}\r\n`;

type Row = readonly [string, string, readonly number[]];

const requestLines: Row[] = [
  ['HTTP/0.9', 'GET /probe/fault/created\r\n\r\n', [505]],
  ['HTTP/1.2', get(created, undefined, 'HTTP/1.2'), [400]],
  ['HTTP/2.0', get(created, undefined, 'HTTP/2.0'), [505]],
  ['http/1.1', get(created, undefined, 'http/1.1'), [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['HTTP/1.0 without Host', get(created, '', 'HTTP/1.0') + next, [201]],
  ['HTTP/1.0 that keeps alive', get(created, 'Connection: keep-alive\r\n', 'HTTP/1.0') + next, [201, 201]],
  [
    'HTTP/1.0 chunked',
    `POST /probe/echo HTTP/1.0\r\n${json}Transfer-Encoding: chunked\r\n\r\n${wholeChunk}0\r\n\r\n${next}`,
    [400],
  ],
  ['two spaces before the target', get(` ${created}`), [201]],
  ['a tab before the target', `GET\t${created} HTTP/1.1\r\nHost: a\r\n\r\n`, [400]],
  ['a space after the version', get(created, undefined, 'HTTP/1.1 '), [400]],
  ['a request line that ends in CR', `GET ${created} HTTP/1.1\rHost: a\r\n\r\n`, [400]],
  ['an empty line before it', `\r\n${next}`, [201]],
  ['a method in small letters', `get ${created} HTTP/1.1\r\nHost: a\r\n\r\n`, [400]],
  ['an unknown method', `FROB ${created} HTTP/1.1\r\nHost: a\r\n\r\n`, [400]],
  ['a method of 20,000 letters', `${'G'.repeat(20_000)} / HTTP/1.1\r\nHost: a\r\n\r\n`, [400]],
  ['TRACE', `TRACE ${created} HTTP/1.1\r\nHost: a\r\n\r\n`, [405]],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', [501]],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', [404]],
  ['GET *', get('*'), [400]],
  ['a target without a slash', get('probe'), [400]],
  ['an empty target', 'GET  HTTP/1.1\r\nHost: a\r\n\r\n', [400]],
  ['an absolute target', get(`http://a${created}`), [201]],
  ['an absolute target with another host', get(`http://b${created}`), [201]],
  ['an absolute target without a host', get(`http://${created}`), [400]],
  ['an absolute target with a user', get(`http://u@a${created}`), [400]],
  ['two slashes and a host', get(`//a${created}`), [404]],
  ['dots that go up', get(`/probe/..${created}`), [404]],
  ['a percent sign without digits', get('/probe/%zz'), [400]],
  ['a NUL as %00', get('/probe/fault/%00'), [400]],
  ['a NUL in the target', get('/probe/\0'), [400]],
  ['a space in the target', get('/probe/ x'), [400]],
  ['bytes that are not ASCII in the target', get('/probe/\xe4\xb8'), [400]],
  ['a fragment', get(`${created}#x`), [400]],
];

const headerLines: Row[] = [
  ['an empty name', get(created, 'Host: a\r\n: x\r\n'), [400]],
  ['no colon', get(created, 'Host: a\r\nX\r\n'), [400]],
  ['a space in a name', get(created, 'Host: a\r\nX Y: z\r\n'), [400]],
  ['CR in a value', get(created, 'Host: a\r\nX: y\rz\r\n'), [400]],
  ['a control character in a value', get(created, 'Host: a\r\nX: \x01\r\n'), [400]],
  ['DEL in a value', get(created, 'Host: a\r\nX: \x7f\r\n'), [400]],
  ['bytes over 127 in a value', get(created, 'Host: a\r\nX: \xff\xfe\r\nConnection: close\r\n'), [201]],
  ['a space before the first line', get(created, ' Host: a\r\n'), [400]],
  ['a folded Host', get(created, 'Host:\r\n a\r\n'), [400]],
  ['a folded Content-Length', post('Content-Length:\r\n 14\r\n', body), [400]],
  ['a folded Transfer-Encoding', post('Transfer-Encoding:\r\n chunked\r\n', `${wholeChunk}0\r\n\r\n`), [400]],
  [
    'a Transfer-Encoding that goes on in a fold',
    post('Transfer-Encoding: identity,\r\n chunked\r\n', `${wholeChunk}0\r\n\r\n`),
    [400],
  ],
  ['an empty Host', get(created, 'Host:\r\n'), [201]],
  ['a Host with a path', get(created, 'Host: a/b\r\n'), [400]],
  ['a Host with a user', get(created, 'Host: u@a\r\n'), [400]],
  ['a Host with a space', get(created, 'Host: a b\r\n'), [400]],
  ['a Host with a list', get(created, 'Host: a, b\r\n'), [400]],
  ['a Host with a port', get(created, 'Host: a:80\r\nConnection: close\r\n'), [201]],
  ['a Host that is an IPv6 address', get(created, 'Host: [::1]:80\r\nConnection: close\r\n'), [201]],
  ['a second Host behind 2,000 headers', get(created, `Host: a\r\n${'a:\r\n'.repeat(2_010)}Host: b\r\n`), [400]],
  ['Connection: close, and another request', get(created, 'Host: a\r\nConnection: close\r\n') + next, [201]],
  ['a Host that is no IPv6 address', get(created, 'Host: [a]\r\n'), [400]],
  ['a Host whose port is no number', get(created, 'Host: a:b\r\n'), [400]],
  ['an unknown Expect', post('Expect: 200-ok\r\nContent-Length: 14\r\n', body), [417]],
  [
    'Expect of HTTP/1.0',
    `POST /probe/echo HTTP/1.0\r\n${json}Expect: 100-continue\r\nContent-Length: 14\r\n\r\n${body}`,
    [200],
  ],
  ['Expect: 100-continue beside another', post('Expect: 100-continue, x\r\nContent-Length: 14\r\n', body), [417]],
  ['Expect and no body', get(created, 'Host: a\r\nExpect: 100-continue\r\n'), [201]],
];

const lengths: Row[] = [
  ['zeros before it', post('Content-Length: 00014\r\n', body), [200, 201]],
  ['a space behind it', post('Content-Length: 14 \r\n', body), [200, 201]],
  ['a space in it', post('Content-Length: 1 4\r\n', body), [400]],
  ['nothing', post('Content-Length:\r\n', body), [400]],
  ['hexadecimal digits', post('Content-Length: 0xe\r\n', body), [400]],
  ['more than 64 bits', post('Content-Length: 18446744073709551630\r\n', body), [400]],
  ['the largest of 64 bits', post('Content-Length: 18446744073709551615\r\n', body), [413]],
  [
    'a GET with a body',
    `GET ${created} HTTP/1.1\r\nHost: a\r\nContent-Length: ${next.length}\r\n\r\n${next}${next}`,
    [201, 201],
  ],
  [
    'a GET with a chunked body',
    `GET ${created} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${wholeChunk}0\r\n\r\n${next}`,
    [201, 201],
  ],
  ['none, and a body', post('', body), [400, 400]],
];

const encodings: Row[] = [
  ['Chunked in capitals', post('Transfer-Encoding: CHUNKED\r\n', `${wholeChunk}0\r\n\r\n`), [200, 201]],
  ['chunked twice', post('Transfer-Encoding: chunked, chunked\r\n', `${wholeChunk}0\r\n\r\n`), [400]],
  [
    'two headers of chunked',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', `${wholeChunk}0\r\n\r\n`),
    [400],
  ],
  ['gzip before chunked', post('Transfer-Encoding: gzip, chunked\r\n', `${wholeChunk}0\r\n\r\n`), [501]],
  ['identity', post('Transfer-Encoding: identity\r\n', body), [400]],
  ['a tab before chunked', post('Transfer-Encoding:\tchunked\r\n', `${wholeChunk}0\r\n\r\n`), [200, 201]],
  ['a vertical tab before chunked', post('Transfer-Encoding: \x0bchunked\r\n', `${wholeChunk}0\r\n\r\n`), [400]],
  ['chunked in quotes', post('Transfer-Encoding: "chunked"\r\n', `${wholeChunk}0\r\n\r\n`), [400]],
  ['nothing', post('Transfer-Encoding:\r\n', `${wholeChunk}0\r\n\r\n`), [400]],
];

const chunks: Row[] = [
  ['an extension', chunked(`e;a=b\r\n${body}\r\n0\r\n\r\n`), [200, 201]],
  ['an extension in quotes', chunked(`e;a="b;c"\r\n${body}\r\n0\r\n\r\n`), [200, 201]],
  ['20,000 bytes of extension', chunked(`e;${'a'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`), [400]],
  ['an extension with LF', chunked(`e;a\nb\r\n${body}\r\n0\r\n\r\n`), [400]],
  ['an extension with CR', chunked(`e;a\rb\r\n${body}\r\n0\r\n\r\n`), [400]],
  ['a size that ends in LF', chunked(`e\n${body}\r\n0\r\n\r\n`), [400]],
  ['data that ends in LF', chunked(`e\r\n${body}\n0\r\n\r\n`), [400]],
  ['data that ends in nothing', chunked(`e\r\n${body}0\r\n\r\n`), [400]],
  ['zeros before the size', chunked(`000000e\r\n${body}\r\n0\r\n\r\n`), [200, 201]],
  ['a negative size', chunked(`-1\r\n${body}\r\n0\r\n\r\n`), [400]],
  ['a size with 0x', chunked(`0xe\r\n${body}\r\n0\r\n\r\n`), [400]],
  ['a space behind the size', chunked(`e \r\n${body}\r\n0\r\n\r\n`), [400]],
  ['no size', chunked(`\r\n${body}\r\n0\r\n\r\n`), [400]],
  ['a size of 64 bits', chunked(`ffffffffffffffff\r\n${body}\r\n0\r\n\r\n`), [408]],
  ['a size over the limit of the body', chunked(`fffffff\r\n${body}`), [408]],
  ['one byte each', chunked(`${[...body].map((each) => `1\r\n${each}\r\n`).join('')}0\r\n\r\n`), [200, 201]],
  ['a trailer', chunked(`${wholeChunk}0\r\nX: y\r\n\r\n`), [200, 201]],
  ['a trailer that is a Content-Length', chunked(`${wholeChunk}0\r\nContent-Length: 3\r\n\r\n`), [400]],
  ['a trailer without a colon', chunked(`${wholeChunk}0\r\nX\r\n\r\n`), [400]],
  ['trailers of 20,000 bytes', chunked(`${wholeChunk}0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`), [431]],
  ['no last chunk', `POST /probe/echo HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n${wholeChunk}`, [408]],
];

const upgrades: Row[] = [
  ['to nothing known', get(created, 'Host: a\r\nConnection: Upgrade, close\r\nUpgrade: frob\r\n'), [201]],
  [
    'to h2c, with a request behind it',
    get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n') + next,
    [201, 201],
  ],
  [
    'to h2c, again and again',
    get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n').repeat(5),
    [201, 201, 201, 201, 201],
  ],
  ['to h2c, with two Hosts', get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHost: b\r\n'), [400]],
  ['to WebSocket without Connection', get(created, 'Host: a\r\nUpgrade: websocket\r\n'), [201]],
  ['Connection alone', get(created, 'Host: a\r\nConnection: Upgrade\r\n'), [201]],
  [
    'to WebSocket by HTTP/1.0',
    get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n', 'HTTP/1.0'),
    [201],
  ],
  ['to WebSocket or h2c', get(created, 'Host: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket, h2c\r\n'), [201]],
  [
    'to WebSocket by POST',
    `POST /probe/echo HTTP/1.1\r\n${json}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 14\r\n\r\n${body}${next}`,
    [200, 201],
  ],
  ['to an empty name', get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade:\r\n'), [201]],
];

describe.each([
  ['a request line', requestLines],
  ['header lines', headerLines],
  ['Content-Length', lengths],
  ['Transfer-Encoding', encodings],
  ['chunks', chunks],
  ['an upgrade', upgrades],
])('of %s', (_, rows) => {
  for (const [what, bytes, wanted] of rows) {
    const said = wanted.length === 1 ? `the answer is ${wanted[0]}` : `the answers are ${wanted.join(', ')}`;
    it.concurrent(`${what}: ${said}, and the connection ends`, async () => {
      const answer = await rawExchange(gateway.httpPort, [Buffer.from(bytes, 'latin1')]);
      expect(statuses(answer)).toEqual(wanted);
      const codes = [...answer.matchAll(/"error":\{"code":(\d{3})\d\d,"message":"[^"]+"\}\}/g)].map((match) =>
        Number(match[1]),
      );
      expect(codes).toEqual(wanted.filter((status) => status >= 400)); // every refusal has our form
    });
  }
});

const secureExchange = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ port: gateway.httpsPort, host: '127.0.0.1', rejectUnauthorized: false });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject).on('close', () => resolve(text));
    socket.write(bytes);
  });

it('On https the rules and the order of answers are the same', async () => {
  const h2c = get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n');
  const connect = 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n';
  expect(statuses(await secureExchange(`${h2c}${h2c}${next}${connect}${next}`))).toEqual([201, 201, 201, 501]);
  expect(statuses(await secureExchange(get(created, 'Host: u@a\r\n') + next))).toEqual([400]);
});

it('A target that is a whole URL says for whom the request is, whatever Host says', async () => {
  const { appkey, secret } = gateway.app;
  const authorization = `Authorization: ${basic(appkey, secret)}\r\n`;
  const target = `https://box.example:8443/v10/auth/get-service-url?appkey=${appkey}`;
  const answer = await secureExchange(get(target, `Host: other.example\r\nConnection: close\r\n${authorization}`));
  expect(answer).toContain('{"service_url":"https://box.example:8443"}');
});

describe('behind a request that has no answer yet,', () => {
  const slow = get('/probe/slow');
  const websocket =
    'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  const closing = get('/probe/slow', 'Host: a\r\nConnection: close\r\n');

  it.each<Row>([
    ['bytes that are no request', `${slow}hello\r\n\r\n`, [200, 400]],
    ['a request with two Hosts', slow + get(created, 'Host: a\r\nHost: b\r\n') + next, [200, 400]],
    [
      'a chunk that is broken',
      `${slow}POST /probe/echo HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz`,
      [200, 400],
    ],
    ['a CONNECT', `${slow}CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n${next}`, [200, 501]],
    ['a handshake of WebSocket', slow + websocket, [200, 404]],
    [
      'an upgrade to h2c',
      slow + get(created, 'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n') + next,
      [200, 201, 201],
    ],
    ['a request that is not wanted any more', closing + next, [200]],
    ['a handshake that is not wanted any more', closing + websocket, [200]],
  ])('%s is answered in its turn or not at all', async (_, bytes, wanted) => {
    const entered = expectSlowCall();
    const exchange = rawExchange(gateway.httpPort, [bytes]);
    await entered;
    const letGo = letSlowCallGo();
    await gateway.plain(created); // the gateway has read what stands behind
    letGo();
    expect(statuses(await exchange)).toEqual(wanted);
  });
});
