// The same call gives the same labels (20 ms) however it is cut and coded: slices of 40-1000 ms, 8 and 16 kHz, linear,
// A-law, mu-law, svc_speex and svc_opus. Through a real gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coded, streamCodings } from '../../helpers/audio/codings.js';
import { bytesOf, cadences, joined, silence, sliced, tone } from '../../helpers/audio/tones.js';
import { sentencesOf } from '../../helpers/gateway/ring-client.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';

const sliceMs = [40, 60, 100, 180, 320, 500, 1_000];
const toleranceMs = 20;

const calls = {
  busy: (rateHz: number) => tone(cadences.busy, 4_000, { rateHz, noiseDbm0: -55 }),
  // leading digital silence, ringback, and then the callee rejects
  rejected: (rateHz: number) =>
    joined(
      silence(1_500, rateHz),
      tone(cadences.ringback, 6_000, { rateHz, noiseDbm0: -55 }),
      tone(cadences.busy, 4_000, { rateHz, noiseDbm0: -55 }),
    ),
};

let gateway: RingGateway;
beforeAll(async () => {
  gateway = await startRingGateway();
});
afterAll(() => gateway.discard());

interface Label {
  readonly kind: string;
  readonly atMs: number;
}

async function screen(
  slices: readonly Uint8Array[],
  audioFormat: string,
  encParams = '',
): Promise<{ id: number; labels: Label[] }> {
  const client = await gateway.connect();
  client.start({ audioFormat, encParams });
  client.audio(...slices);
  const sentence = sentencesOf(await client.session()).at(-1);
  await client.close();
  if (!sentence) throw new Error('no RESULT');
  return { id: sentence.resultId, labels: sentence.evidence.decided.map(({ kind, atMs }) => ({ kind, atMs })) };
}

describe.each(['busy', 'rejected'] as const)('a %s call', (name) => {
  let reference: { id: number; labels: Label[] };
  beforeAll(async () => {
    reference = await screen(coded(calls[name](8_000), 'pcm_s16le', 8_000, 100), 'pcm_s16le_8k');
  });

  it('is heard for what it is', () => {
    expect(reference.id).toBe(10);
    expect(reference.labels.map(({ kind }) => kind)).toEqual(name === 'busy' ? ['busy'] : ['ringback', 'busy']);
  });

  it.each(streamCodings)(
    'has the same labels in $audioFormat at $rateHz Hz, in slices of 40 to 1000 ms',
    async (format) => {
      const { audioFormat, coding, rateHz, encParams } = format;
      const samples = calls[name](rateHz);
      for (const ms of sliceMs) {
        const { id, labels } = await screen(coded(samples, coding, rateHz, ms), audioFormat, encParams);
        expect(id, `${ms} ms`).toBe(10);
        expect(labels.map(({ kind }) => kind)).toEqual(reference.labels.map(({ kind }) => kind));
        for (const [index, { atMs }] of labels.entries()) {
          const difference = Math.abs(atMs - (reference.labels[index]?.atMs ?? Number.NaN));
          expect(difference, `${labels[index]?.kind} in ${ms} ms slices`).toBeLessThanOrEqual(toleranceMs);
        }
      }
    },
  );
});

it('a call cut into random slices has exactly the labels of the same call in equal slices', async () => {
  const bytes = bytesOf(calls.rejected(8_000));
  const { labels } = await screen(sliced(bytes, 16, 100), 'pcm_s16le_8k');
  let seed = 7;
  const slices: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const length = 640 + 2 * (seed % 7_000);
    slices.push(bytes.subarray(from, from + length));
    from += length;
  }
  if ((slices.at(-1)?.length ?? 0) < 640) slices.pop();
  expect((await screen(slices, 'pcm_s16le_8k')).labels).toEqual(labels);
});
