// Conversion: what a tool writes goes through the gateway with flat memory (specification 2, section 4.4: hours of audio).
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../../src/child/bounded.js';
import { openRecording } from '../../../src/trans/decode/recording.js';
import { runTool } from '../../../src/trans/decode/tools.js';
import { StoredFiles } from '../../../src/trust/stored-files.js';

const bytes = 1_000_000;
const timeMs = 60_000;

async function zeros(onOutput: Bounds['onOutput']) {
  const source = await openRecording('/dev/zero', new StoredFiles());
  try {
    return await runTool({
      ...{ program: 'head', args: ['-c', String(bytes), '/proc/self/fd/3'], source },
      ...{ timeMs, signal: new AbortController().signal, onOutput },
    });
  } finally {
    await source.close();
  }
}

describe('the output of a tool', () => {
  it('comes whole, in pieces that are valid until onOutput resolves', async () => {
    let sum = 0;
    const { status } = await zeros(async (piece) => {
      await new Promise((resolve) => setImmediate(resolve));
      sum += piece.byteLength;
    });
    expect([status, sum]).toEqual([0, bytes]);
  });

  it('gives the memory of a piece back before the next one comes', async () => {
    const pieces: Uint8Array[] = [];
    const held: number[] = [];
    await zeros((piece) => {
      held.push(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
      pieces.push(piece);
    });
    expect(held.length).toBeGreaterThan(1);
    expect(held.every((each) => each === 0)).toBe(true);
  });
});
