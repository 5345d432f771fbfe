// Live work goes before files: an engine's own side, in this process, so that the order of its work is all there is to
// see. The recogniser hears tones as characters.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FromEngine, ToEngine } from '../../../src/engine/channel/messages.js';
import { FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { ModelSet } from '../../../src/engine/runtime/models/model-set.js';
import { serveEngine } from '../../../src/engine/serve.js';
import { ModelStore } from '../../../src/models/store.js';
import { limits } from '../../../src/protocol/limits.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { realDisk } from '../../../src/storage/disk.js';
import { processHolder } from '../../../src/storage/lock.js';
import { writeModel } from '../../helpers/models/model-folder.js';
import { changed } from '../../helpers/models/recognition-call.js';
import { slicesOf, spoken, toneRecogniser } from '../../helpers/models/tone-recogniser.js';
import { wanting } from '../../helpers/transcription/transcript-request.js';

const { minSliceMs, maxSliceMs } = limits.stream;
const patience = { timeout: 30_000, interval: 5 };
const file = spoken('一二三四五六七八九9'.repeat(15)); // 40 s
const sentences = 15;
const call = spoken('5一二三9四五六9');

let folder: string;
let models: ModelSet;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-turns-'));
  const shipped = join(folder, 'shipped');
  writeModel(shipped, toneRecogniser.draft, toneRecogniser.files);
  writeFileSync(join(folder, 'file.pcm'), file);
  const directory = join(folder, 'store');
  const store = new ModelStore({ disk: realDisk, directory, shipped, holder: processHolder() });
  models = await ModelSet.open(store, ['asr'], ['cn_8k_common']);
});
afterAll(async () => {
  await models.release();
  rmSync(folder, { recursive: true, force: true });
});

const request = wanting({ resultType: 'TXT' });

/** `heard` sees each message of the engine as it comes. */
function serve(
  heard: (message: FromEngine, receive: (message: ToEngine) => void) => void,
): (message: ToEngine) => void {
  const judge = () => ringJudge(defaultTables, { until: 'match', endOnRingback: false });
  const receive = serveEngine({
    send: (message) => heard(message, receive),
    exit: () => {},
    frontends: new FrontendPool({ minMs: minSliceMs, maxMs: maxSliceMs }, 4),
    models,
    sessionJudge: judge,
    clipJudge: judge,
    tables: defaultTables,
    fault: (fault) => {
      throw fault;
    },
  });
  return receive;
}

const transcribe = (session: number): ToEngine => {
  const pcm = {
    path: join(folder, 'file.pcm'),
    sampleRateHz: 8_000,
    channels: 1,
    durationMs: file.length / 8,
  } as const;
  return { type: 'open', session, params: { ...request, kind: 'trans', pcm } };
};
const saidBy = (message: FromEngine, session: number) =>
  message.type === 'event' && message.session === session ? message.event.type : undefined;

describe('files in an engine', () => {
  it('say nothing more until a call that comes with all of its audio has its results', async () => {
    const order: string[] = [];
    let isCalled = false;
    const receive = serve((message, into) => {
      for (const [session, name] of ['', 'file', 'call'].entries()) {
        const said = saidBy(message, session);
        if (said === 'transcribed' || said === 'sentence' || said === 'ended') order.push(`${name} ${said}`);
      }
      if (isCalled || saidBy(message, 1) !== 'progress') return;
      isCalled = true;
      into({ type: 'open', session: 2, params: changed({}) });
      for (const bytes of slicesOf(call)) into({ type: 'slice', session: 2, bytes });
      into({ type: 'end', session: 2, cancel: false });
    });
    receive(transcribe(1));
    await vi.waitFor(() => expect(order).toContain('file ended'), patience);
    expect(order.slice(0, 3)).toEqual(['call sentence', 'call sentence', 'call ended']);
    expect(order.filter((each) => each === 'file transcribed')).toHaveLength(sentences);
    expect(order.at(-1)).toBe('file ended');
  });

  it('take turns, so that each goes on', async () => {
    const order: number[] = [];
    const open = [1, 2, 3];
    const ended = new Set<number>();
    const receive = serve((message) => {
      for (const session of open) {
        const said = saidBy(message, session);
        if (said === 'transcribed') order.push(session);
        if (said === 'ended') ended.add(session);
      }
    });
    for (const session of open) receive(transcribe(session));
    await vi.waitFor(() => expect(ended.size).toBe(open.length), patience);
    expect(order).toHaveLength(open.length * sentences);
    for (let at = 0; at < order.length; at += open.length) {
      expect(new Set(order.slice(at, at + open.length)).size).toBe(open.length);
    }
  });

  it('say nothing more once they are closed', async () => {
    let isClosed = false;
    const late: FromEngine[] = [];
    const receive = serve((message, into) => {
      if (isClosed) late.push(message);
      if (isClosed || saidBy(message, 1) !== 'transcribed') return;
      isClosed = true;
      into({ type: 'close', session: 1 });
    });
    receive(transcribe(1));
    await vi.waitFor(() => expect(isClosed).toBe(true), patience);
    let ended = false;
    const other = serve((message) => {
      ended ||= saidBy(message, 2) === 'ended';
    });
    other(transcribe(2));
    await vi.waitFor(() => expect(ended).toBe(true), patience); // as long as the first would have taken
    expect(late).toEqual([]);
  });
});
