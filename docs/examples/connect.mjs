// The beginning that the WebSocket examples beside this file share: where the gateway is, an access token, a socket that carries it,
// the samples of a WAV file.
// Needs the `ws` package, which this project brings; a browser's own WebSocket works alike, with the token in the query.
import https from 'node:https';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';

const gatewayOptions = {
  appkey: { type: 'string', default: process.env.TONEGATE_APPKEY ?? '' },
  secret: { type: 'string', default: process.env.TONEGATE_SECRET ?? '' },
  http: { type: 'string', default: 'http://127.0.0.1:8080' },
  https: { type: 'string', default: 'https://127.0.0.1:8443' },
};

/**
 * The command line. --help prints the usage and ends the program with status 0. What is wrong with the line, in the words of
 * parseArgs or of `check` (undefined: nothing), is printed with the usage, and the status is 2.
 */
export function commandLine(usage, options, check) {
  const text = `usage: ${usage}`;
  const refuse = (reason) => {
    console.error(`${reason}\n${text}`);
    process.exit(2);
  };
  let line;
  try {
    const help = { type: 'boolean', short: 'h', default: false };
    line = parseArgs({ allowPositionals: true, options: { ...gatewayOptions, ...options, help } });
  } catch (fault) {
    refuse(fault.message);
  }
  const { values, positionals } = line;
  if (values.help) {
    console.log(text);
    process.exit(0);
  }
  const reason = check(positionals, values);
  if (reason !== undefined) refuse(reason);
  if (values.appkey === '' || values.secret === '') refuse('--appkey and --secret are needed: the access of an app');
  return { options: values, positionals };
}

/** An access token that is renewed in time. Connections that are open need none: it is for the next handshake. */
export class AccessToken {
  #token;
  #refreshToken;
  #renewAtMs = 0;

  constructor(options) {
    this.options = options;
  }

  /** One with half of its life before it. */
  async current() {
    if (Date.now() < this.#renewAtMs) return this.#token;
    const { token, refresh_token, life } = await issueToken(this.options, this.#refreshToken);
    this.#token = token;
    this.#refreshToken = refresh_token; // the next renewal ends this token soon, and so none are left lying about
    this.#renewAtMs = Date.now() + (life * 1_000) / 2;
    return token;
  }
}

/** Basic credentials, https only. The certificate is the gateway's own: pin it with `ca` instead where it matters. */
function issueToken({ https: base, appkey, secret }, refreshToken) {
  const query = new URLSearchParams({ appkey, ...(refreshToken && { refresh_token: refreshToken }) });
  const url = `${base}/v10/auth/get-access-token?${query}`;
  return new Promise((resolve, reject) => {
    const request = https.get(url, { auth: `${appkey}:${secret}`, rejectUnauthorized: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(`no token: ${response.statusCode} ${text}`));
    });
    request.on('error', reject);
  });
}

function socketTo(options, path, token) {
  const url = `${options.http.replace(/^http/, 'ws')}${path}?appkey=${encodeURIComponent(options.appkey)}`;
  return new WebSocket(url, { headers: { 'X-Svc-Access-Token': token } });
}

/** A socket on its way to that path; a refusal is printed, and the program ends with status 1. */
export async function connect(options, path) {
  const socket = socketTo(options, path, await new AccessToken(options).current());
  socket.on('error', (fault) => {
    console.error(fault.message);
    process.exitCode = 1;
  });
  return socket;
}

/** A socket that is open. Rejects where it is refused. */
export async function openSocket(options, path, token) {
  const socket = socketTo(options, path, token);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.removeAllListeners('error').on('error', (fault) => console.error(fault.message));
  return socket;
}

const wavCodings = new Map([
  [1, { name: 'pcm_s16le', bits: 16 }],
  [6, { name: 'alaw', bits: 8 }],
  [7, { name: 'ulaw', bits: 8 }],
]);

/** A mono WAV file at 8 or 16 kHz as a session takes it: its `audioFormat`, its bytes, and how many of them are a millisecond. */
export function soundOf(wav) {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') throw new Error('not a WAV');
  let format;
  for (let at = 12; at + 8 <= wav.length; ) {
    const size = wav.readUInt32LE(at + 4);
    const name = wav.toString('latin1', at, at + 4);
    if (name === 'fmt ') {
      const coding = wavCodings.get(wav.readUInt16LE(at + 8));
      const [channels, rate, bits] = [wav.readUInt16LE(at + 10), wav.readUInt32LE(at + 12), wav.readUInt16LE(at + 22)];
      if (coding === undefined || channels !== 1 || bits !== coding.bits || ![8000, 16000].includes(rate)) {
        throw new Error('must be mono at 8000 or 16000 Hz, 16-bit or A-law or mu-law');
      }
      format = { rate, audioFormat: `${coding.name}_${rate / 1000}k`, bytesPerMs: ((rate / 1000) * bits) / 8 };
    }
    if (name === 'data' && format !== undefined) return { ...format, bytes: wav.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
  throw new Error('no sound in it');
}

/** Samples and rate of a 16-bit mono WAV file at 8 or 16 kHz. */
export function pcmOf(wav) {
  const { audioFormat, rate, bytes } = soundOf(wav);
  if (!audioFormat.startsWith('pcm')) throw new Error('must be 16-bit mono at 8000 or 16000 Hz');
  return { rate, samples: bytes };
}

/** Of a START: what the gateway has taken in another way than it was asked for. */
export function showWarnings({ warning = [] }) {
  for (const { code, message } of warning) console.error(`warning ${code}: ${message}`);
}

/** ERROR, FATAL_ERROR; after an ERROR the connection would take another START. */
export function endWith({ respType, errCode, errMessage }, socket) {
  console.error(`${respType} ${errCode}: ${errMessage}`);
  process.exitCode = 1;
  socket.close();
}
