// What the WebSocket examples beside this file begin with: where the gateway is, an access token, a socket that carries it.
// Needs the `ws` package, which this project brings; a browser's own WebSocket works alike, with the token in the query.
import https from 'node:https';
import { WebSocket } from 'ws';

/** For parseArgs. */
export const gatewayOptions = {
  appkey: { type: 'string', default: process.env.TONEGATE_APPKEY ?? '' },
  secret: { type: 'string', default: process.env.TONEGATE_SECRET ?? '' },
  http: { type: 'string', default: 'http://127.0.0.1:8080' },
  https: { type: 'string', default: 'https://127.0.0.1:8443' },
};

/** Basic credentials, https only. The certificate is the gateway's own: pin it with `ca` instead where it matters. */
function accessToken({ https: base, appkey, secret }) {
  const url = `${base}/v10/auth/get-access-token?appkey=${encodeURIComponent(appkey)}`;
  return new Promise((resolve, reject) => {
    const request = https.get(url, { auth: `${appkey}:${secret}`, rejectUnauthorized: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text).token);
      else reject(new Error(`no token: ${response.statusCode} ${text}`));
    });
    request.on('error', reject);
  });
}

/** A socket on its way to that path; a refusal is printed, and the program ends with status 1. */
export async function connect(options, path) {
  const token = await accessToken(options);
  const url = `${options.http.replace(/^http/, 'ws')}${path}?appkey=${encodeURIComponent(options.appkey)}`;
  const socket = new WebSocket(url, { headers: { 'X-Svc-Access-Token': token } });
  socket.on('error', (fault) => {
    console.error(fault.message);
    process.exitCode = 1;
  });
  return socket;
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
