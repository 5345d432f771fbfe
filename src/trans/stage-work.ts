// The work of a file's three stages: download → convert → recognise. A stage's output is in place and synced before the
// state says so; the files of the previous stage are removed afterwards.
import { rm } from 'node:fs/promises';
import type { PcmFile } from '../protocol/engine/transcription.js';
import { limits } from '../protocol/limits.js';
import { readSpeechProperty } from '../protocol/wire/property.js';
import type { TransPorts } from './ports.js';
import { type Claim, type Queue, requestOf } from './queue.js';
import { transcriptPieces } from './result/write.js';
import type { Stage } from './states.js';
import type { TransTable } from './table.js';
import type { Places } from './task-files.js';
import { fileIdOf, type Uploads } from './uploads.js';

export interface StageParts {
  readonly queue: Queue;
  readonly table: TransTable;
  readonly places: Places;
  readonly uploads: Uploads;
  readonly ports: TransPorts;
  /** The longest audio of a file, ms. */
  readonly maxMs: number;
}

/** The disk has too little free space to begin. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export type StageWork = (
  claim: Claim,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
  parts: StageParts,
) => Promise<void>;

export const stageWork: Readonly<Record<Stage, StageWork>> = { download, convert, recognise };

async function download({ place, ...claim }: Claim, signal: AbortSignal, _: unknown, parts: StageParts): Promise<void> {
  const { queue, places, uploads, ports, table } = parts;
  const source = places.source(place);
  const fileId = fileIdOf(claim.file.url);
  if (fileId !== undefined) {
    await uploads.take(fileId, source);
    queue.done({ ...claim, place });
    table.removeUpload(fileId);
    return;
  }
  // Conversions free space again, so downloads are the first to stop.
  await needRoom(places, 2 * limits.trans.freeBytes);
  signal.throwIfAborted();
  await ports.fetchSource(claim.file.url, source, signal);
  queue.done({ ...claim, place }, { url: claim.file.shown }); // the credentials in the URL are no longer needed
}

async function convert(claim: Claim, signal: AbortSignal, _: unknown, parts: StageParts): Promise<void> {
  const { queue, places, ports } = parts;
  const task = taskOf(claim, parts);
  const { audioFormat, channelCount } = requestOf(task);
  const { sampleRateHz: rateHz } = readSpeechProperty(task.property);
  const [source, pcm] = [places.source(claim.place), places.pcm(claim.place)];
  await needRoom(places, limits.trans.freeBytes);
  signal.throwIfAborted();
  const wanted = { audioFormat, channelCount, rateHz, maxMs: parts.maxMs, signal };
  const converted = await ports.convert(source, pcm, wanted);
  const { sampleRateHz: rate_hz, channels, durationMs: duration_ms } = converted;
  if (queue.done(claim, { rate_hz, channels, duration_ms })) await rm(source, { force: true });
}

async function recognise(
  claim: Claim,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
  parts: StageParts,
): Promise<void> {
  const { queue, places, ports } = parts;
  const task = taskOf(claim, parts);
  const { options, vocab } = requestOf(task);
  const { rate_hz, channels, duration_ms } = claim.file;
  const pcm = places.pcm(claim.place);
  const key = await places.files.keyOf(pcm);
  const audio = { path: pcm, key, sampleRateHz: rate_hz, channels, durationMs: duration_ms } as PcmFile;
  const hearing = {
    ...{ developerId: task.developer_id, property: task.property, options },
    vocab: task.invalid_vocab === 1 ? undefined : vocab,
  };
  const transcript = await ports.transcribe(audio, hearing, onProgress, signal);
  await places.results.write(places.result(claim.place), transcriptPieces(transcript, options));
  if (queue.done(claim)) await rm(pcm, { force: true });
}

function taskOf({ place }: Claim, { table }: StageParts) {
  const task = table.task(place.taskId);
  if (task === undefined) throw new Error(`task ${place.taskId} no longer exists`);
  return task;
}

async function needRoom(places: Places, bytes: number): Promise<void> {
  if ((await places.freeBytes()) < bytes) throw new NoRoom('waits for free disk space');
}
