// An engine process that transcribes files, with the models of a test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engines, startEngines } from '../../../src/engine/client/client.js';
import type { PcmFile, TranscribeRequest, Transcript } from '../../../src/protocol/engine/transcription.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { wanting } from './transcript-request.js';

export interface FileEngine {
  readonly folder: string;
  readonly engines: Engines;
  /** Interleaves channels of equal length. */
  pcmOf(...channels: Int16Array[]): PcmFile;
  transcribe(
    pcm: PcmFile,
    wanted?: TranscribeRequest,
    onProgress?: (percent: number) => void,
    signal?: AbortSignal,
  ): Promise<Transcript>;
  stop(): Promise<void>;
}

const log = { info: () => {}, warn: () => {} };
const never = new AbortController().signal;

/** `prepareModels` writes models into the folder of shipped models. */
export async function startFileEngine(prepareModels: (shipped: string) => void): Promise<FileEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-files-'));
  const shipped = join(folder, 'shipped');
  prepareModels(shipped);
  const engines = startEngines({
    tables: defaultTables,
    log,
    count: 1,
    models: { store: join(folder, 'store'), shipped },
    reads: [folder],
  });
  await engines.ready();
  let files = 0;
  return {
    ...{ folder, engines },
    pcmOf(...channels) {
      const length = Math.max(...channels.map((samples) => samples.length));
      const all = new Int16Array(length * channels.length);
      for (const [channel, samples] of channels.entries()) {
        for (let at = 0; at < samples.length; at++) all[at * channels.length + channel] = samples[at] ?? 0;
      }
      const path = join(folder, `${++files}.pcm`);
      writeFileSync(path, all);
      return { path, sampleRateHz: 8_000, channels: channels.length as 1 | 2, durationMs: length / 8 };
    },
    transcribe: (pcm, wanted = wanting(), onProgress = () => {}, signal = never) =>
      engines.transcribe(pcm, wanted, onProgress, signal),
    async stop() {
      await engines.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
