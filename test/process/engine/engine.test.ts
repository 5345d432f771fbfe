// Architecture: a crashed engine ends its sessions with an ERROR, is restarted with backoff, and the gateway keeps
// serving. Real processes, killed with SIGKILL and SIGSTOP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { restartDelayMs } from '../../../src/child/supervisor.js';
import {
  type EngineOptions,
  type EngineSession,
  type Engines,
  type SessionEvent,
  startEngines,
} from '../../../src/engine/client/client.js';
import { rawCoding } from '../../../src/protocol/engine/audio.js';
import { limits } from '../../../src/protocol/limits.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { kindsOf } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { lexiconModel, phoneSpeller, said, spoken } from '../../helpers/models/spelling-model.js';
import { timeFactor } from '../../helpers/time-factor.js';

const killsInARow = timeFactor > 4 ? 4 : 10; // an engine takes many seconds to start under an emulator
const log = { info: () => {}, warn: () => {} };
const params = {
  kind: 'ring',
  property: 'cn_8k_common',
  coding: rawCoding('pcm_s16le_8k'),
  audioMaxMs: 90_000,
  endOnRingback: false,
} as const;
const clip = { kind: 'ring', property: 'cn_8k_common', format: 'pcm_s16le_8k', maxMs: 120_000 } as const;
const quiet100ms = bytesOf(silence(100));
const busyBytes = bytesOf(tone(cadences.busy, 2_000));
const busy = sliced(busyBytes, 16, 100);

const running: Engines[] = [];
function start(options: Partial<EngineOptions> = {}): Engines {
  const engines = startEngines({ tables: defaultTables, log, count: 1, ...options });
  running.push(engines);
  return engines;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((engines) => engines.stop()));
});

const pidOf = (engines: Engines, index = 0): number => engines.status()[index]?.pid ?? 0;
const killed = (pid: number, signal: NodeJS.Signals = 'SIGKILL') => process.kill(pid, signal);
const isAlive = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z';
  } catch {
    return false;
  }
};

/** A session whose events are kept. */
function open(engines: Engines, changes: object = {}) {
  const events: SessionEvent<'ring'>[] = [];
  const session = engines.openSession({ ...params, ...changes }, (event) => events.push(event));
  const until = (type: SessionEvent<'ring'>['type']) =>
    vi.waitFor(() => expect(events.map((event) => event.type)).toContain(type), { timeout: 15_000, interval: 5 });
  const results = () => events.filter((event) => event.type === 'result');
  return { session, events, results, until };
}

/** A whole call: its verdict. */
async function call(engines: Engines): Promise<number | undefined> {
  const { session, events, until } = open(engines);
  for (const slice of busy) session.push(slice);
  await until('ended');
  const result = events.find((event) => event.type === 'result');
  return result?.type === 'result' ? result.verdict.resultId : undefined;
}

describe('kill -9 of the engine in mid-call', () => {
  it('ends the call with ERROR and END, and the same connection is served at once', async () => {
    // Its engine may take longer to come back under an emulator than a client may be silent.
    const gateway: RingGateway = await startRingGateway({ settings: { 'stream.nextSliceMs': 20_000 * timeFactor } });
    const pids = await vi.waitFor(() => {
      const ready = enginePids(gateway.logText());
      expect(ready).not.toEqual([]); // the gateway serves before its engine is ready
      return ready;
    });
    const client = await gateway.connect();
    client.start();
    client.audio(quiet100ms);
    await client.expect('START');
    for (const pid of pids) killed(pid);
    expect(kindsOf(await client.session())).toEqual(['ERROR', 'END ERROR']);
    client.start();
    client.audio(...busy);
    expect(kindsOf(await client.session())).toEqual(['START', 'RESULT', 'END NORMAL']);
    const reply = await gateway.plain(`/v10/asr/ring/cn_8k_common/short_audio?appkey=${gateway.app.appkey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-access-token': gateway.accessToken },
      body: JSON.stringify({ config: { audioFormat: 'pcm_s16le_8k' }, audio: busyBytes.toString('base64') }),
    });
    expect(reply.json.result.resultId).toBe(10);
    await client.close();
    await gateway.discard();
  });

  it('fails its sessions with ENGINE_LOST and its one-shot calls with 503, and a session opened at once is served', async () => {
    const engines = start();
    await engines.ready();
    const lost = open(engines);
    lost.session.push(quiet100ms);
    killed(pidOf(engines));
    const oneShot = engines.hear(clip, Buffer.alloc(16_000 * 100));
    await expect(oneShot).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    await lost.until('failed');
    expect(lost.events).toEqual([{ type: 'failed', error: expect.objectContaining({ code: 'ENGINE_LOST' }) }]);
    lost.session.push(quiet100ms); // says nothing more
    lost.session.end(false);
    expect(await call(engines)).toBe(10);
    expect(engines.restarts).toBe(1);
    expect(lost.events).toHaveLength(1);
  });

  it('is logged with the exit code, the signal, the reason of a kill and the work that was under way', async () => {
    const lines: object[] = [];
    const told = { info: () => {}, warn: (facts: object) => lines.push(facts) };
    const engines = start({ log: told, limits: { pingMs: 200 * timeFactor, missedPings: 3 } });
    await engines.ready();
    const first = pidOf(engines);
    const lost = open(engines);
    killed(first);
    await lost.until('failed');
    const ended = { exitCode: null, signal: 'SIGKILL' };
    expect(lines[0]).toMatchObject({ enginePid: first, ...ended, sessions: { ring: 1 } });
    expect(lines[0]).not.toHaveProperty('killed');
    await engines.ready();
    const second = pidOf(engines);
    killed(second, 'SIGSTOP');
    const isSecond = expect.objectContaining({ enginePid: second, ...ended, killed: expect.stringMatching(/\w/) });
    await vi.waitFor(() => expect(lines).toContainEqual(isSecond), { timeout: 15_000 });
  });

  it('touches no session of another engine', async () => {
    const engines = start({ count: 2 });
    await engines.ready();
    const sessions = [open(engines), open(engines)];
    const status = engines.status();
    expect(status.map(({ sessions: count }) => count)).toEqual([1, 1]);
    killed(status[0]?.pid ?? 0);
    await sessions[0]?.until('failed');
    for (const slice of busy) sessions[1]?.session.push(slice);
    await sessions[1]?.until('ended');
    expect(sessions[1]?.events.map(({ type }) => type)).toEqual(['result', 'ended']);
  });

  it(
    `${killsInARow} times in a row leaves one engine and nothing else`,
    async () => {
      const engines = start({ limits: { restartMaxMs: 100 } });
      await engines.ready();
      for (let round = 0; round < killsInARow; round++) {
        const pid = pidOf(engines);
        killed(pid);
        await vi.waitFor(() => expect(engines.restarts).toBe(round + 1), { timeout: 15_000, interval: 5 });
        expect(await call(engines)).toBe(10);
        expect(isAlive(pid)).toBe(false);
      }
      expect(engines.status()).toHaveLength(1);
      expect(engines.status()[0]).toMatchObject({ sessions: 0, calls: 0, restarts: killsInARow });
    },
    60_000 * timeFactor,
  );
});

describe('the supervisor', () => {
  it('kills an engine that answers no pings, and serves with the next', async () => {
    const engines = start({ limits: { pingMs: 200 * timeFactor, missedPings: 3 } });
    await engines.ready();
    const pid = pidOf(engines);
    const stuck = open(engines);
    killed(pid, 'SIGSTOP');
    await stuck.until('failed');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 15_000 });
    expect(await call(engines)).toBe(10);
  });

  it('waits 100 ms before the first restart and doubles to the ceiling', () => {
    expect([1, 2, 3, 4, 8, 9, 30].map((failures) => restartDelayMs(failures, limits.engine))).toEqual([
      ...[100, 200, 400, 800, 12_800, 15_000, 15_000],
    ]);
  });

  it('refuses work with ENGINE_UNAVAILABLE when no engine will start for a while, and goes on trying', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tonegate-entry-'));
    const entry = join(directory, 'engine.mjs');
    writeFileSync(entry, 'process.exit(1);\n');
    const engines = start({ entry, limits: { restartMinMs: 20, restartMaxMs: 40, waitMs: 0 } });
    await expect(engines.ready()).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    await vi.waitFor(() => expect(() => open(engines)).toThrow('no engine is ready'), { timeout: 15_000 });
    await expect(async () => await engines.hear(clip, quiet100ms)).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
    });
    await vi.waitFor(() => expect(engines.restarts).toBeGreaterThan(3), { timeout: 15_000 });
    rmSync(directory, { recursive: true });
  });

  it('kills an engine that talks rubbish, and goes on trying', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tonegate-entry-'));
    const entry = join(directory, 'engine.mjs');
    const rubbish =
      "import { writeSync } from 'node:fs';\nwriteSync(3, 'no frame at all');\nsetInterval(() => {}, 1_000);\n";
    writeFileSync(entry, rubbish);
    const engines = start({ entry, limits: { restartMinMs: 20, restartMaxMs: 40 } });
    await vi.waitFor(() => expect(engines.restarts).toBeGreaterThan(1), { timeout: 15_000 });
    rmSync(directory, { recursive: true });
  });

  it('replaces an engine without a gap: calls under way end on the old one, new ones start on the new one', async () => {
    const engines = start();
    await engines.ready();
    const old = pidOf(engines);
    const underWay = open(engines);
    underWay.session.push(busy[0] ?? quiet100ms);
    await engines.replace();
    expect(pidOf(engines)).not.toBe(old);
    expect(engines.status().map(({ state, sessions }) => [state, sessions])).toEqual([
      ['ready', 0],
      ['draining', 1],
    ]);
    expect(await call(engines)).toBe(10);
    expect(isAlive(old)).toBe(true);
    for (const slice of busy.slice(1)) underWay.session.push(slice);
    await underWay.until('ended');
    expect(underWay.events.map(({ type }) => type)).toEqual(['result', 'ended']);
    await vi.waitFor(() => expect(engines.status()).toHaveLength(1), { timeout: 15_000 });
    expect(isAlive(old)).toBe(false);
    expect(engines.restarts).toBe(0);
  });

  it('keeps the old engine when the new one does not start', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tonegate-entry-'));
    const entry = join(directory, 'engine.mjs');
    const real = join(process.cwd(), 'dist/main/engine.js');
    writeFileSync(entry, `await import(${JSON.stringify(real)});\n`);
    const engines = start({ entry });
    await engines.ready();
    const old = pidOf(engines);
    writeFileSync(entry, 'process.exit(1);\n');
    await expect(engines.replace()).rejects.toThrow('the old one stays');
    expect(pidOf(engines)).toBe(old);
    expect(await call(engines)).toBe(10);
    rmSync(directory, { recursive: true });
  });

  it('stops every engine, and a stop ends what is open only after its drain time', async () => {
    const engines = start({ count: 2, limits: { drainMs: 300 } });
    await engines.ready();
    const pids = engines.status().map(({ pid }) => pid ?? 0);
    const hanging = open(engines);
    await engines.stop();
    expect(hanging.events.at(-1)).toMatchObject({ type: 'failed' });
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});

it('an engine whose gateway dies exits by itself', async () => {
  const script = `
    import { startEngines } from ${JSON.stringify(join(process.cwd(), 'dist/engine/client/client.js'))};
    const log = { info() {}, warn() {} };
    const engines = startEngines({ tables: { keywords: [], tones: [] }, log, count: 2 });
    await engines.ready();
    console.log(JSON.stringify(engines.status().map(({ pid }) => pid)));
    setInterval(() => {}, 1_000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pids = JSON.parse(String(line)) as number[];
  expect(pids.map(isAlive)).toEqual([true, true]);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 15_000 });
});

describe('queues', () => {
  it('say when they are full, by count and by audio time, and when there is room again', async () => {
    const engines = start({ queue: { queuedAudioMs: 500, queuedSlices: 1_000 } });
    await engines.ready();
    const { session, until } = open(engines);
    const answers = Array.from({ length: 8 }, () => session.push(quiet100ms));
    expect(answers).toEqual([true, true, true, true, true, false, false, false]);
    await until('room');
    expect(session.push(quiet100ms)).toBe(true);

    const counted = start({ queue: { queuedAudioMs: 1_000_000, queuedSlices: 3 } });
    const other = open(counted);
    expect([1, 2, 3].map(() => other.session.push(quiet100ms))).toEqual([true, true, false]);
    await other.until('room');
    session.close();
    other.session.close();
  });

  it('hold only so many one-shot calls; more are OVERLOADED', async () => {
    const engines = start({ limits: { oneShotQueue: 2 } });
    await engines.ready();
    const minute = Buffer.alloc(16_000 * 60);
    const calls = [1, 2, 3].map(async () => await engines.hear(clip, minute));
    expect(() => engines.mayHear('ring', {})).toThrow('at capacity');
    expect(() => engines.mayHear('asr', {})).not.toThrow();
    await expect(calls[2]).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect((await Promise.all(calls.slice(0, 2))).map(({ verdict }) => verdict.resultId)).toEqual([0, 0]);
  });

  it('hold only so many sessions; more are OVERLOADED', async () => {
    const engines = start({ limits: { sessionsPerEngine: 2 } });
    const first = open(engines);
    const second = open(engines);
    expect(() => open(engines)).toThrow('at capacity');
    first.session.close();
    const third = open(engines);
    for (const { session } of [second, third]) session.close();
  });
});

describe('admission', () => {
  it('refuses calls and one-shots while the engine is behind its calls, and takes them when it has caught up', async () => {
    const engines = start({ admission: 'auto', limits: { missedPings: 100, busyPings: 100, pingMs: 100 } });
    await engines.ready();
    await vi.waitFor(() => expect(engines.status()[0]?.calls).toBe(0), 15_000); // what work costs has been tried
    const calls = Array.from({ length: limits.admission.always }, () => open(engines));
    expect(() => engines.mayOpen('ring')).not.toThrow();
    const pid = pidOf(engines);
    killed(pid, 'SIGSTOP');
    try {
      for (const { session } of calls) session.push(quiet100ms);
      await vi.waitFor(() => expect(() => open(engines)).toThrow(/at capacity.*behind its calls/), 15_000);
      expect(() => engines.mayOpen('asr')).toThrow('behind its calls');
      expect(() => engines.mayHear('ring', {})).toThrow('behind its calls');
      await expect(engines.hear(clip, busyBytes)).rejects.toMatchObject({ code: 'OVERLOADED' });
    } finally {
      killed(pid, 'SIGCONT');
    }
    await vi.waitFor(() => open(engines).session.close(), 15_000);
    for (const { session } of calls) session.close();
    expect(await call(engines)).toBe(10);
  });

  it('off: calls are taken until there are as many as an engine may have', async () => {
    const engines = start({ limits: { sessionsPerEngine: 300 } });
    await engines.ready();
    const opened = Array.from({ length: 300 }, () => open(engines).session);
    expect(() => open(engines)).toThrow('each engine already has 300 sessions');
    for (const session of opened) session.close();
  });
});

describe('text', () => {
  let folder: string;
  let models: { store: string; shipped: string };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonegate-spellers-'));
    models = { store: join(folder, 'store'), shipped: join(folder, 'shipped') };
    for (const { draft, files } of [lexiconModel, phoneSpeller]) writeModel(models.shipped, draft, files);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const prompt = (text: string) => sliced(bytesOf(joined(silence(500), spoken(said(text)), silence(1_000))), 16, 100);
  const hear = ({ session }: { session: EngineSession }, text: string) => {
    for (const slice of prompt(text)) session.push(slice);
  };

  it('from a recogniser joins the tones of a session, on interim results already', async () => {
    const engines = start({ models });
    const heard = open(engines);
    const shortPause = 1_000 - 300; // of the prompt's own: no sentence ends in 300 ms, and no END follows
    const slices = prompt('您拨打的用户已关机');
    for (const slice of slices.slice(0, slices.length - shortPause / 100)) heard.session.push(slice);
    await heard.until('ended');
    expect(heard.results()).toMatchObject([{ verdict: { resultId: 14, keyword: '关机', isFinal: true } }]);
    expect(heard.events.at(-1)).toMatchObject({ type: 'ended', cause: 'match' });
  });

  it('is matched by the tables of the session, and new tables hold for new sessions', async () => {
    const engines = start({ models });
    await engines.ready();
    const before = open(engines);
    before.session.push(quiet100ms);
    engines.setTables({ keywords: [{ word: '彩虹', resultId: 42, resultName: 'rainbow' }], tones: [] });
    const after = open(engines);
    hear(after, '雨后彩虹');
    await after.until('ended');
    expect(after.results()).toMatchObject([{ verdict: { resultId: 42, resultName: 'rainbow' } }]);
    hear(before, '雨后彩虹');
    hear(before, '空号');
    await before.until('ended');
    expect(before.results()).toMatchObject([{ verdict: { resultId: 12 } }]);
  });

  it('new tables reach an engine that was started again', async () => {
    const engines = start();
    await engines.ready();
    engines.setTables({ keywords: [], tones: [{ marker: '#BUSY#', resultId: 77, resultName: 'mine' }] });
    killed(pidOf(engines));
    await vi.waitFor(() => expect(engines.restarts).toBe(1), { timeout: 15_000 });
    expect(await call(engines)).toBe(77);
  });
});

it('tests stand on a build: dist holds the engine', () => {
  expect(readdirSync('dist/main')).toContain('engine.js');
});

function enginePids(logText: string): number[] {
  return logText
    .split('\n')
    .filter((line) => line.includes('"engine ready"'))
    .flatMap((line) => (JSON.parse(line) as { enginePid: number }).enginePid);
}
