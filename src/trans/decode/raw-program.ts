// A short-lived process that turns a file of a raw format into 16-bit PCM on standard output. It loads the addon, which
// the gateway process does not, and uses the same native front end as live calls. Its argument describes the work; the
// file comes as an open descriptor.
import { readSync, writeSync } from 'node:fs';
import { addon, encodings, type NativeFrontend } from '../../native/index.js';
import { interleaver, splitter } from './channels.js';
import type { RawFormat } from './formats.js';
import { inputDescriptor } from './input-descriptor.js';

export interface RawOrder {
  readonly format: RawFormat;
  readonly channels: 1 | 2;
  readonly rateHz: 8_000 | 16_000;
}

const { format, channels, rateHz } = JSON.parse(process.argv[2] ?? '') as RawOrder;
const secondBytes = (format.rateHz * format.bits * channels) / 8;
/** The smallest number of bytes that holds whole samples of every channel. */
const unit = format.bits === 4 ? channels : (format.bits / 8) * channels;
const split = splitter(format, channels);
const interleave = interleaver();
const frontends = Array.from(
  { length: channels },
  () => new addon.Frontend(encodings[format.encoding], format.rateHz, 0, 1000, rateHz),
);

for (const block of blocks()) say(split(block).map((own, at) => heard(frontends[at] as NativeFrontend, own)));
say(frontends.map((frontend) => heard(frontend, undefined)));

/** Yields blocks of one second each; an incomplete sample at the end of the file is dropped. */
function* blocks(): Generator<Uint8Array> {
  const room = Buffer.allocUnsafe(secondBytes);
  for (;;) {
    let filled = 0;
    for (let read = -1; read !== 0 && filled < room.length; filled += read) {
      read = readSync(inputDescriptor, room, filled, room.length - filled, null);
    }
    const whole = filled - (filled % unit);
    if (whole > 0) yield room.subarray(0, whole);
    if (filled < room.length) return;
  }
}

function heard(frontend: NativeFrontend, bytes: Uint8Array | undefined): Int16Array {
  const events = bytes === undefined ? frontend.flush() : frontend.push(bytes);
  if (events < 0) throw new Error(`the audio cannot be decoded (${events})`);
  return (frontend.samples as Int16Array).subarray(0, frontend.sampleCount);
}

/** Writes samples to standard output. The pipe blocks while the gateway does not read, so nothing is queued here. */
function say(samples: readonly Int16Array[]): void {
  const bytes = interleave(samples);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
