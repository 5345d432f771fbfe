// Synthesis through an engine process of its own: the gateway's face of it. The voices are the parametric ones, and a
// neural one where the engine has to be at work.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Engines,
  type SynthesisEvent,
  type SynthesisStream,
  startEngines,
} from '../../../src/engine/client/client.js';
import type { SpokenSentence, SynthesisParams } from '../../../src/protocol/engine/synthesis.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { writeVoices } from '../../helpers/models/voice-model.js';
import {
  loadShippedVoices,
  Mouth,
  neuralVoice,
  paramsOf,
  quickVoice,
  sentencesOf,
} from '../../helpers/models/voices.js';

const text = '您好，请问有什么可以帮您？今天天气不错。';
const sentences = sentencesOf(text);
const patience = { timeout: 15_000, interval: 5 };

let folder: string;
let engines: Engines;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-synthesis-'));
  writeVoices(join(folder, 'shipped'), [quickVoice, neuralVoice]);
  engines = startEngines({
    tables: defaultTables,
    log: pino({ level: 'silent' }),
    count: 1,
    models: { store: join(folder, 'store'), shipped: join(folder, 'shipped') },
  });
  await engines.ready();
});
afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly stream: SynthesisStream;
  readonly events: SynthesisEvent[];
}

/** Gives sentences when they are asked for; with `ms` it pulls until the end. */
function speak(params: SynthesisParams, given: Iterable<SpokenSentence>, ms?: number): Said {
  const events: SynthesisEvent[] = [];
  const parts = given[Symbol.iterator]();
  const stream = engines.openSynthesis(params, (event) => {
    events.push(event);
    if (event.type === 'next') stream.say(parts.next().value);
    if (event.type === 'slice' && ms !== undefined) stream.pull(ms);
  });
  if (ms !== undefined) stream.pull(ms);
  return { stream, events };
}
const hears = ({ events }: Said, type: SynthesisEvent['type']) =>
  vi.waitFor(() => expect(events.map((event) => event.type)).toContain(type), patience);
const slicesOf = ({ events }: Said) => events.filter((event) => event.type === 'slice');

function* endless(): Generator<SpokenSentence> {
  for (;;) yield* sentences;
}

describe('a synthesis through an engine', () => {
  it('names the voices that it can speak with', () => {
    const tts = engines.status()[0]?.models.serving.find(({ task }) => task === 'tts');
    expect([...(tts?.properties ?? [])].sort()).toEqual([neuralVoice, quickVoice]);
  });

  it.each([neuralVoice, quickVoice])('gives the same bytes as without one: %s', async (property) => {
    const said = speak(paramsOf({ property }), sentences, 300);
    await hears(said, 'ended');
    const model = await loadShippedVoices();
    const wanted = Buffer.concat(await new Mouth(model).slices(paramsOf({ property }), sentences));
    await model.release();
    const slices = slicesOf(said);
    expect(Buffer.concat(slices.map(({ bytes }) => bytes)).equals(wanted)).toBe(true);
    for (const { ms } of slices.slice(0, -1)) expect(ms).toBe(300);
    expect(slices.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(wanted.length / 32);
    expect(said.events.at(-1)?.type).toBe('ended');
  });

  it('says how long a packed slice is', async () => {
    const said = speak(paramsOf({ format: 'svc_speex', sampleRateHz: 8_000 }), sentences, 130);
    await hears(said, 'ended');
    for (const { ms } of slicesOf(said).slice(0, -1)) expect(ms).toBe(140);
  });

  it('that is refused fails, and the engine goes on', async () => {
    const unknown = speak(paramsOf({ property: 'cn_nobody_common' }), []);
    const odd = speak(paramsOf(), sentences, 1_000_000);
    for (const [said, code] of [
      [unknown, 'PROPERTY_NOT_FOUND'],
      [odd, 'INVALID_ARGUMENT'],
    ] as const) {
      await hears(said, 'failed');
      expect(said.events.at(-1)).toMatchObject({ type: 'failed', error: { code } });
    }
    const said = speak(paramsOf(), sentences, 1_000);
    await hears(said, 'ended');
  });

  it('that is closed says nothing more and leaves nothing behind', async () => {
    const said = speak(paramsOf({ property: neuralVoice }), endless(), 100);
    await vi.waitFor(() => expect(slicesOf(said).length).toBeGreaterThan(2), patience);
    said.stream.close();
    const heard = said.events.length;
    said.stream.pull(100);
    said.stream.say(undefined);
    expect(engines.status()[0]?.sessions).toBe(0);
    const other = speak(paramsOf(), sentences, 1_000);
    await hears(other, 'ended');
    expect(said.events.length).toBe(heard);
  });

  it('asks for no more than it can hold while nobody pulls', async () => {
    const voices = await loadShippedVoices();
    const mouth = new Mouth(voices);
    const [session, full] = mouth.open(paramsOf(), endless());
    await mouth.idle();
    mouth.speaking.close(session);
    await voices.release();
    expect(full.asked).toBeLessThan(20);
    const said = speak(paramsOf(), endless());
    await vi.waitFor(() => expect(said.events.length).toBe(full.asked), patience);
    await hears(speak(paramsOf({ property: neuralVoice }), sentences, 500), 'ended');
    await hears(speak(paramsOf(), sentences, 1_000), 'ended');
    expect(said.events.length).toBe(full.asked);
    said.stream.close();
  });

  it('fails with ENGINE_LOST when its engine is killed, and the next one speaks', async () => {
    const said = speak(paramsOf({ property: neuralVoice }), endless(), 100);
    await hears(said, 'slice');
    process.kill(engines.status()[0]?.pid as number, 'SIGKILL');
    await hears(said, 'failed');
    expect(said.events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'ENGINE_LOST' } });
    said.stream.close();
    await vi.waitFor(() => expect(engines.status()[0]?.state).toBe('ready'), patience);
    await hears(speak(paramsOf(), sentences, 1_000), 'ended');
  });
});
