// RFC 4475: what becomes of each of its messages, as docs/sip-tap.md says, while a call is under way that they must not disturb.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readMessage } from '../../../../src/media/sip/message.js';
import { cadences, tone } from '../../../helpers/audio/tones.js';
import { type PeerCall, SipPeer } from '../../../helpers/gateway/sip-peer.js';
import { type Dialler, startDialler } from '../../../helpers/media/sip-calls.js';
import { torture } from '../../../helpers/media/torture.js';

const busy = tone(cadences.busy, 6_000, { noiseDbm0: -60 });

let peer: SipPeer;
let dialler: Dialler;
let trunk: Socket;
let port: number;
let call: PeerCall;
let uuid: string;
const answers: string[] = [];
let play: () => void;
beforeAll(async () => {
  const maySay = new Promise<void>((resolve) => {
    play = resolve;
  });
  peer = await SipPeer.start(async (each) => {
    each.send(each.reply('180 Ringing'));
    await maySay;
    each.send(each.reply('183 Session Progress', { sdp: await each.sdp() }));
    await each.play(busy);
  });
  dialler = await startDialler([{ name: 'own', host: '127.0.0.1', port: peer.port }]);
  ({ call, uuid } = await dialler.called(peer));
  ({ port } = call.invite);
  trunk = createSocket('udp4').bind(0, '127.0.0.1');
  await once(trunk, 'listening');
  trunk.on('message', (bytes) => answers.push(bytes.toString()));
});
afterAll(async () => {
  await dialler.gateway.discard();
  peer.stop();
  trunk.close();
});

let probes = 0;
/** The answer to a message. One that comes behind it is answered in any case, and later. */
async function answerTo(message: Buffer): Promise<string | undefined> {
  const name = `probe-${++probes}`;
  const probe = call.request('OPTIONS', { number: 1_000 + probes }).replace(call.id, name);
  answers.length = 0;
  trunk.send(message, port, '127.0.0.1');
  trunk.send(probe, port, '127.0.0.1');
  await vi.waitFor(() => expect(answers.some((each) => each.includes(name))).toBe(true), {
    timeout: 5_000,
    interval: 2,
  });
  return answers.find((each) => !each.includes(name));
}

async function outcomeOf(message: Buffer): Promise<string> {
  const answer = await answerTo(message);
  let read: ReturnType<typeof readMessage>;
  try {
    read = readMessage(message);
  } catch (fault) {
    expect(answer).toBeUndefined();
    return `left out: ${(fault as Error).message}`;
  }
  if (read.kind === 'response') {
    expect(answer).toBeUndefined();
    return `read as ${read.status}; of no call`;
  }
  const [status = ''] = answer?.split('\r\n') ?? [];
  const words = /^Warning: 399 tonegate "(.*)"/m.exec(answer ?? '')?.[1];
  return `${status.replace('SIP/2.0 ', '')}${words === undefined ? '' : `: ${words}`}`;
}

/** Rows of the table: name and outcome. */
const told = (): Record<string, string> => {
  const page = readFileSync(new URL('../../../../docs/sip-tap.md', import.meta.url), 'utf8');
  const section = /## Messages that are hard to read\n([\s\S]*?)(\n## |$)/.exec(page)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| .* \| (.*) \|$/gm)];
  return Object.fromEntries(rows.map(([, name, outcome]) => [name, outcome]));
};

it('each message of RFC 4475 has the outcome that docs/sip-tap.md says', async () => {
  const outcomes: Record<string, string> = {};
  for (const [name, message] of Object.entries(torture)) outcomes[name] = await outcomeOf(message);
  expect(Object.keys(outcomes)).toHaveLength(49);
  expect(outcomes).toEqual(told());
});

it('sent as messages of a call they do not disturb it', async () => {
  for (const message of Object.values(torture)) {
    const text = message.toString('latin1').replaceAll(/^(Call-ID: ).*$/gm, `$1${call.id}`);
    await answerTo(Buffer.from(text, 'latin1'));
  }
  play();
  expect(await dialler.verdictOf(uuid)).toMatchObject({ resultId: 10, kind: 'busy', finishCause: 'match' });
  await call.until('ACK');
  expect(call.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
});
