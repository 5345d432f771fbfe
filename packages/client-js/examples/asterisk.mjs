#!/usr/bin/env node
// Places a call through Asterisk, screens what is heard before the answer, and hangs up with the cause that fits the verdict.
//
//   node asterisk.mjs PJSIP/13800000000@carrier --asterisk http://127.0.0.1:8088 --user ari:password
//
// It uses the REST interface (ARI): a snoop channel hears the called side, an external medium brings its audio to this program over
// a WebSocket, and this program passes it on to a fork. docs/asterisk.md of tonegate explains each step.
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { commandLine, main } from './client.mjs';

const { client, options, positionals } = commandLine(
  'asterisk.mjs ENDPOINT [--asterisk URL] [--user NAME:PASSWORD] [--property cn_8k_common]',
  {
    asterisk: { type: 'string', default: 'http://127.0.0.1:8088' },
    user: { type: 'string', default: 'asterisk:asterisk' },
    property: { type: 'string', default: 'cn_8k_common' },
  },
  ({ length }) => length === 1,
);
const app = 'tonegate';
const login = { authorization: `Basic ${Buffer.from(options.user).toString('base64')}` };

async function ari(method, path, query = {}) {
  const reply = await fetch(`${options.asterisk}/ari/${path}?${new URLSearchParams(query)}`, {
    method,
    headers: login,
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.status === 204 ? undefined : reply.json();
}

async function socketTo(path, subprotocols) {
  const socket = new WebSocket(`${options.asterisk.replace('http', 'ws')}/${path}`, subprotocols, { headers: login });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

await main(async () => {
  const call = randomUUID();
  const undo = [];
  try {
    const events = await socketTo(`ari/events?${new URLSearchParams({ app })}`, []);
    undo.push(() => events.close());

    // The call exists and is not dialled yet. A bridge of its own reads its audio.
    await ari('POST', 'channels/create', { endpoint: positionals[0], app, channelId: call });
    const line = await ari('POST', 'bridges', { type: 'mixing' });
    undo.push(() => ari('DELETE', `bridges/${line.id}`));
    await ari('POST', `bridges/${line.id}/addChannel`, { channel: call });

    // What the called side says, and nothing else, goes to a second bridge and from there to this program.
    const snoop = await ari('POST', `channels/${call}/snoop`, { spy: 'in', whisper: 'none', app });
    undo.push(() => ari('DELETE', `channels/${snoop.id}`));
    const medium = await ari('POST', 'channels/externalMedia', {
      ...{ app, transport: 'websocket', encapsulation: 'none', format: 'slin' },
      ...{ external_host: 'INCOMING', connection_type: 'server' },
    });
    undo.push(() => ari('DELETE', `channels/${medium.id}`));
    const variable = { variable: 'MEDIA_WEBSOCKET_CONNECTION_ID' };
    const { value: connection } = await ari('GET', `channels/${medium.id}/variable`, variable);
    const audio = await socketTo(`media/${connection}`, ['media']);
    undo.push(() => audio.close());
    const tap = await ari('POST', 'bridges', { type: 'mixing' });
    undo.push(() => ari('DELETE', `bridges/${tap.id}`));
    await ari('POST', `bridges/${tap.id}/addChannel`, { channel: `${snoop.id},${medium.id}` });

    const fork = await client.openScreeningFork({ uuid: call, property: options.property });
    audio.on('message', (bytes, isBinary) => {
      if (isBinary) fork.write(bytes);
    });
    let isUp = true;
    events.on('message', (text) => {
      const { type, channel } = JSON.parse(String(text));
      if (channel?.id !== call) return;
      if (type === 'ChannelStateChange' && channel.state === 'Up') fork.answered();
      if (type === 'ChannelDestroyed') {
        isUp = false;
        fork.stop();
      }
    });

    await ari('POST', `channels/${call}/dial`);
    for await (const { final, resultId, resultName, finishCause, q850 } of fork) {
      console.log(`${final ? `final (${finishCause})` : 'so far'}: ${resultId} ${resultName}`);
      if (final && isUp && finishCause !== 'answered') {
        await ari('DELETE', `channels/${call}`, q850 === undefined ? {} : { reason_code: String(q850) });
      }
    }
  } finally {
    for (const each of undo.reverse()) await Promise.resolve(each()).catch(() => {}); // it may have gone with the call
  }
});
