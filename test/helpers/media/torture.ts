// One message for each of RFC 4475's, by its name there, with the same oddities in our own words.

const crlf = (lines: readonly string[], body = ''): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);

interface Parts {
  readonly method?: string;
  readonly uri?: string;
  /** The first line, if it is unusual. */
  readonly first?: string;
  /** Headers that replace the usual ones; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Additional lines. */
  readonly more?: readonly string[];
  readonly body?: string;
}

/** A trunk's request outside of any call, with the oddities of `headers` and `more`. */
function message(name: string, { method = 'OPTIONS', uri, first, headers = {}, more = [], body = '' }: Parts): Buffer {
  const usual: Record<string, string | undefined> = {
    Via: `SIP/2.0/UDP trunk.example:5060;branch=z9hG4bK.${name}`,
    'Max-Forwards': '70',
    From: '<sip:trunk@trunk.example>;tag=from',
    To: '<sip:dialer@gateway.example>',
    'Call-ID': `${name}@trunk.example`,
    CSeq: `8 ${method}`,
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(usual).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  return crlf([first ?? `${method} ${uri ?? 'sip:dialer@gateway.example'} SIP/2.0`, ...lines, ...more], body);
}

const response = (name: string, first: string, headers: Parts['headers'] = {}): Buffer =>
  message(name, { method: 'INVITE', first, headers: { To: '<sip:dialer@gateway.example>;tag=to', ...headers } });

const sdp = 'v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\ns=-\r\nc=IN IP4 192.0.2.9\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8\r\n';
const register = 'REGISTER';
const huge = '36893488147419103232';

export const torture: Readonly<Record<string, Buffer>> = {
  wsinv: crlf(
    [
      'INVITE sip:dialer@gateway.example;odd SIP/2.0',
      'TO :',
      ' sip:dialer@gateway.example ;   tag    = 1918181833n',
      'from   : "A \\\\\\""       <sip:trunk@trunk.example>',
      '  ;',
      '  tag = 98asjd8',
      'MaX-fOrWaRdS: 0068',
      'Call-ID: wsinv@trunk.example',
      'l   : 2',
      'cseq: 0009',
      '  INVITE',
      'Via  : SIP  /   2.0',
      ' /UDP',
      '    trunk.example;branch=390skdjuw',
      's :',
      'Odd:   folded',
      ' value',
      'Odder: ;;,,;;,;',
      'v:  SIP  / 2.0  / TCP     spindle.example   ;',
      '  branch  =   z9hG4bK9ikj8  ,',
      ' SIP  /    2.0   / UDP  hop.example ; branch= z9hG4bK30239',
      'm:"Q\\"" <sip:trunk@trunk.example> ; odd',
    ],
    'v=',
  ),
  intmeth: message('intmeth', {
    method: "!odd-Method0123456789_*+`.%indeed'~",
    uri: "sip:1_odd.URI~(to-be!sure)&isn't+it$/crazy?,/;;*@gateway.example",
    headers: {
      To: '"BEL:\\\x07 NUL:\\\x00 DEL:\\\x7f" <sip:dialer@gateway.example>',
      From: "a~` b'+_ c*%!.- <sip:x@y.example>;tag=_~1",
    },
  }),
  esc01: message('esc01', { method: 'INVITE', uri: 'sip:sips%3Auser%40trunk.example@gateway.example', body: sdp }),
  escnull: message('escnull', { method: register, headers: { To: '<sip:null-%00-null@gateway.example>' } }),
  esc02: message('esc02', { method: 'RE%47IST%45R', headers: { To: '"%Z%45" <sip:dialer@gateway.example>' } }),
  lwsdisp: message('lwsdisp', { headers: { From: 'caller<sip:trunk@trunk.example>;tag=323' } }),
  longreq: message('longreq', {
    method: 'INVITE',
    headers: {
      To: `"${'a long name '.repeat(40)}" <sip:${'long'.repeat(60)}@gateway.example>`,
      From: `sip:${'f'.repeat(200)}@x.example;tag=${'12'.repeat(80)};${'p'.repeat(120)}=${'v'.repeat(120)}`,
    },
    more: Array.from({ length: 33 }, (_, at) => `v: SIP/2.0/TCP hop${at}.example;branch=z9hG4bK${'h'.repeat(60)}`),
  }),
  dblreq: Buffer.concat([
    message('dblreq', { method: register }),
    message('dblreq-second', { method: 'INVITE', body: sdp }),
  ]),
  semiuri: message('semiuri', { uri: 'sip:user;par=u%40trunk.example@gateway.example' }),
  transports: message('transports', {
    more: ['SCTP', 'TLS', 'UNKNOWN', 'TCP'].map((name) => `Via: SIP/2.0/${name} t.example;branch=z9hG4bK${name}`),
  }),
  mpart01: message('mpart01', {
    method: 'MESSAGE',
    more: ['Content-Type: multipart/mixed;boundary=border'],
    body: '--border\r\nContent-Type: text/plain\r\n\r\nHello\r\n--border\r\nContent-Type: application/octet-stream\r\n\r\n\x00\x01\r\n--border--',
  }),
  unreason: response('unreason', 'SIP/2.0 200 = 2**3 * 5**2 двести'),
  noreason: response('noreason', 'SIP/2.0 100 '),
  badinv01: message('badinv01', {
    method: 'INVITE',
    headers: { Via: 'SIP/2.0/UDP trunk.example;;,;,,', Contact: '"Joe" <sip:joe@trunk.example>;;;;' },
  }),
  clerr: message('clerr', { method: 'INVITE', headers: { 'Content-Length': '9999' }, body: sdp }),
  ncl: message('ncl', { method: 'INVITE', headers: { 'Content-Length': '-999' } }),
  scalar02: message('scalar02', {
    method: register,
    headers: { CSeq: `${huge} REGISTER`, 'Max-Forwards': '300' },
    more: ['Expires: 10000000000000000000000'],
  }),
  scalarlg: response('scalarlg', 'SIP/2.0 503 Service Unavailable', { CSeq: `${huge} INVITE`, 'Retry-After': huge }),
  quotbal: message('quotbal', { method: 'INVITE', headers: { To: '"Mr. J. User <sip:dialer@gateway.example>' } }),
  ltgtruri: message('ltgtruri', { method: 'INVITE', uri: '<sip:dialer@gateway.example>' }),
  lwsruri: message('lwsruri', { method: 'INVITE', uri: 'sip:dialer@gateway.example; lr' }),
  lwsstart: message('lwsstart', { first: 'OPTIONS  sip:dialer@gateway.example  SIP/2.0' }),
  trws: message('trws', { first: 'OPTIONS sip:dialer@gateway.example SIP/2.0  ' }),
  escruri: message('escruri', { method: 'INVITE', uri: 'sip:dialer@gateway.example?Route=%3Csip:x.example%3E' }),
  baddate: message('baddate', { method: 'INVITE', more: ['Date: Fri, 01 Jan 2010 16:00:00 EST'] }),
  regbadct: message('regbadct', {
    method: register,
    more: ['Contact: sip:user@trunk.example?Route=%3Csip:x.example%3E'],
  }),
  badaspec: message('badaspec', { headers: { To: '"Watson" < sip:dialer@gateway.example >' } }),
  baddn: message('baddn', { headers: { From: 'Bell, Alexander <sip:trunk@trunk.example>;tag=43' } }),
  badvers: message('badvers', { first: 'OPTIONS sip:dialer@gateway.example SIP/7.0' }),
  mismatch01: message('mismatch01', { headers: { CSeq: '8 INVITE' } }),
  mismatch02: message('mismatch02', { method: 'NEWMETHOD', headers: { CSeq: '8 INVITE' } }),
  bigcode: response('bigcode', 'SIP/2.0 4294967301 better not break the receiver'),
  badbranch: message('badbranch', { headers: { Via: 'SIP/2.0/UDP trunk.example;branch=z9hG4bK' } }),
  insuf: message('insuf', { method: 'INVITE', headers: { 'Call-ID': undefined, From: undefined, To: undefined } }),
  unkscm: message('unkscm', { uri: 'nobodyKnowsThisScheme:totallyopaquecontent' }),
  novelsc: message('novelsc', { uri: 'soap.beep://192.0.2.103:3002' }),
  unksm2: message('unksm2', {
    method: register,
    headers: { To: '<isbn:2983792873>', From: '<http://www.trunk.example>;tag=3234233' },
  }),
  bext01: message('bext01', {
    more: ['Require: nothingSupportsThis, nothingSupportsThisEither', 'Proxy-Require: noProxies'],
  }),
  invut: message('invut', { method: 'INVITE', more: ['Content-Type: application/unknownformat'], body: '<audio/>' }),
  regaut01: message('regaut01', { method: register, more: ['Authorization: NoOneKnowsThisScheme opaque-data=here'] }),
  multi01: message('multi01', {
    method: 'INVITE',
    more: [
      'CSeq: 59 INVITE',
      'Call-ID: another@trunk.example',
      'From: <sip:x@y.example>;tag=2',
      'To: <sip:z@y.example>',
    ],
  }),
  mcl01: message('mcl01', { more: ['Content-Length: 5'], body: 'abc' }),
  bcast: response('bcast', 'SIP/2.0 200 OK', { Via: 'SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23' }),
  zeromf: message('zeromf', { headers: { 'Max-Forwards': '0' } }),
  cparam01: message('cparam01', { method: register, more: ['Contact: sip:user@trunk.example;unknownparam'] }),
  cparam02: message('cparam02', { method: register, more: ['Contact: <sip:user@trunk.example;unknownparam>'] }),
  regescrt: message('regescrt', {
    method: register,
    more: ['Contact: <sip:user@trunk.example?Route=%3Csip:x.example%3E>'],
  }),
  sdp01: message('sdp01', {
    method: 'INVITE',
    more: ['Accept: text/nobodyKnowsThis', 'Content-Type: application/sdp'],
    body: sdp,
  }),
  inv2543: message('inv2543', {
    method: 'INVITE',
    headers: {
      Via: 'SIP/2.0/UDP trunk.example',
      'Max-Forwards': undefined,
      From: 'sip:trunk@trunk.example',
      'Content-Length': undefined,
    },
    body: sdp,
  }),
};
