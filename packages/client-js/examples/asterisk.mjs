#!/usr/bin/env node
// Places a call through Asterisk, screens the audio before the answer, and hangs up with the cause that fits the
// verdict.
//
//   node asterisk.mjs PJSIP/13800000000@carrier --asterisk http://127.0.0.1:8088 --user ari:password
//
// It uses the REST interface (ARI): a snoop channel hears the called side, and an external medium sends its audio over
// a WebSocket to this program, which passes it on to a fork. With --audiosocket HOST:PORT or --connection NAME (of
// websocket_client.conf) the audio goes straight to the gateway, and this program asks for the verdict.
// docs/asterisk.md of tonegate explains each step.
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { commandLine, main } from './client.mjs';

const { client, options, positionals } = commandLine(
  'asterisk.mjs ENDPOINT [--asterisk URL] [--user NAME:PASSWORD] [--property cn_8k_common] [--answered CONTEXT,EXTENSION] [--audiosocket HOST:PORT | --connection NAME]',
  {
    asterisk: { type: 'string', default: 'http://127.0.0.1:8088' },
    user: { type: 'string', default: 'asterisk:asterisk' },
    property: { type: 'string', default: 'cn_8k_common' },
    answered: { type: 'string' },
    audiosocket: { type: 'string' },
    connection: { type: 'string' },
  },
  ({ length }) => length === 1,
);
const call = randomUUID();
const app = `tonegate-${call}`; // a unique name: only the last subscriber of an application gets its events
const login = { authorization: `Basic ${Buffer.from(options.user).toString('base64')}` };
/** Asterisk sends silence while a telephone rings without early media; that is no reason to hang up. */
const silenceMs = 60_000;
const namedMs = 2_000;

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

/** Makes a channel and waits until it has entered the application: before that it cannot be bridged. */
async function make(events, id, path, query, connect = async () => {}) {
  const begun = Promise.race([
    once(events, `StasisStart ${id}`),
    once(events, `ChannelDestroyed ${id}`).then(([{ cause_txt: cause }]) => {
      throw new Error(`${path}: the channel has ended: ${cause}`);
    }),
  ]);
  begun.catch(() => {}); // an earlier failure of the request is reported instead
  await ari('POST', path, { app, ...query });
  await connect();
  await begun;
}

/** The verdicts on a call whose audio goes to the gateway without this program. */
async function* askedFor(uuid) {
  const begunMs = performance.now();
  for (let before = ''; ; await sleep(100)) {
    const { state, verdict } = await client.verdictOf(uuid).catch((fault) => {
      if (fault.status === 404 && performance.now() - begunMs < namedMs) return {}; // the call is not known yet
      throw fault;
    });
    const now = JSON.stringify(verdict);
    if (verdict !== undefined && now !== before) yield verdict;
    if (state === 'final') return;
    before = now;
  }
}

/** `verdicts`, and the functions that report an answer or the end of the call. */
async function screeningOf(events, undo) {
  const { audiosocket, connection } = options;
  const id = randomUUID();
  const medium = (query, connect) =>
    make(events, id, 'channels/externalMedia', { channelId: id, format: 'slin', ...query }, connect);
  undo.push(() => ari('DELETE', `channels/${id}`));
  if (audiosocket !== undefined || connection !== undefined) {
    await medium(
      audiosocket !== undefined
        ? { transport: 'tcp', encapsulation: 'audiosocket', external_host: audiosocket, data: call }
        : { transport: 'websocket', encapsulation: 'none', external_host: connection },
    );
    const end = () => ari('DELETE', `channels/${id}`).catch(() => {}); // it may have ended by itself
    return { medium: id, verdicts: askedFor(audiosocket !== undefined ? call : id), answered: end, stop: end };
  }
  let audio;
  const waiting = { external_host: 'INCOMING', connection_type: 'server' };
  await medium({ transport: 'websocket', encapsulation: 'none', ...waiting }, async () => {
    const variable = { variable: 'MEDIA_WEBSOCKET_CONNECTION_ID' };
    const { value } = await ari('GET', `channels/${id}/variable`, variable);
    audio = await socketTo(`media/${value}`, ['media']);
  });
  undo.push(() => audio.close());
  const fork = await client.openScreeningFork({ uuid: call, property: options.property, silenceMs });
  audio.on('message', (bytes, isBinary) => {
    if (isBinary) fork.write(bytes);
  });
  return { medium: id, verdicts: fork, answered: () => fork.answered(), stop: () => fork.stop() };
}

await main(async () => {
  const undo = [];
  try {
    const socket = await socketTo(`ari/events?${new URLSearchParams({ app })}`, []);
    undo.push(() => socket.close());
    const events = new EventEmitter();
    socket.on('message', (text) => {
      const event = JSON.parse(String(text));
      events.emit(`${event.type} ${event.channel?.id}`, event);
    });

    // The call exists and is not dialled yet. A bridge of its own reads its audio.
    let state = 'early';
    undo.push(() => state === 'early' && ari('DELETE', `channels/${call}`));
    await make(events, call, 'channels/create', { endpoint: positionals[0], channelId: call });
    const line = await ari('POST', 'bridges', { type: 'mixing' });
    undo.push(() => ari('DELETE', `bridges/${line.id}`));
    await ari('POST', `bridges/${line.id}/addChannel`, { channel: call });

    // Only the speech of the called side goes to a second bridge and from there to the gateway.
    const snoop = randomUUID();
    undo.push(() => ari('DELETE', `channels/${snoop}`));
    await make(events, snoop, `channels/${call}/snoop`, { spy: 'in', whisper: 'none', snoopId: snoop });
    const screening = await screeningOf(events, undo);
    const tap = await ari('POST', 'bridges', { type: 'mixing' });
    undo.push(() => ari('DELETE', `bridges/${tap.id}`));
    await ari('POST', `bridges/${tap.id}/addChannel`, { channel: `${snoop},${screening.medium}` });

    events.on(`ChannelStateChange ${call}`, ({ channel }) => {
      if (channel.state !== 'Up' || state !== 'early') return;
      state = 'answered';
      screening.answered();
    });
    events.on(`ChannelDestroyed ${call}`, ({ cause, cause_txt: text }) => {
      if (state === 'early') console.log(`the other side ended the call: ${cause} ${text}`);
      state = 'over';
      screening.stop();
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => screening.stop());

    await ari('POST', `channels/${call}/dial`);
    for await (const { final, resultId, resultName, finishCause, q850 } of screening.verdicts) {
      const cause = state === 'answered' ? 'answered' : finishCause;
      console.log(`${final ? `final (${cause})` : 'so far'}: ${resultId} ${resultName}`);
      if (!final || state !== 'early') continue;
      state = 'over';
      await ari('DELETE', `channels/${call}`, q850 === undefined ? {} : { reason_code: String(q850) });
    }
    if (state === 'answered' && options.answered !== undefined) {
      const [context, extension = 's'] = options.answered.split(',');
      await ari('POST', `channels/${call}/continue`, { context, extension, priority: '1' });
    }
  } finally {
    for (const each of undo.reverse()) await Promise.resolve(each()).catch(() => {}); // it may have ended with the call
  }
});
