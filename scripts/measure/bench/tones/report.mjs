// Tables of the tone benchmark as Markdown, so that the output can be pasted into docs/measurements.md.
import { markdownTable } from '../../lib/report.mjs';
import { percentile, select, withKind } from './judge.mjs';

/** @typedef {import('./judge.mjs').Verdict} Verdict */
/** @typedef {{ name: string, verdicts: Verdict[] }} Candidate */

/** @param {Verdict[]} verdicts */
function score(verdicts) {
  if (verdicts.length === 0) return '–';
  return `${verdicts.filter((v) => v.right).length}/${verdicts.length}`;
}

/** Counts the labels other than the right one. @param {Verdict[]} verdicts */
function mistakes(verdicts) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const v of verdicts) if (!v.right) counts.set(v.first, (counts.get(v.first) ?? 0) + 1);
  return (
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ') || '–'
  );
}

/** @param {Verdict[]} verdicts */
function delaysOf(verdicts) {
  const values = verdicts.filter((v) => v.right).map((v) => v.delayMs);
  if (values.length === 0) return '–';
  return `${Math.round(percentile(values, 0.5))}/${Math.round(percentile(values, 0.95))}`;
}

const toneGroups = [
  'frequency',
  'level',
  'white noise',
  'speech noise',
  'cadence',
  'jitter',
  'loss',
  'codec',
  'combined',
];
const rejectGroups = ['wrong frequency', 'foreign', 'speech', 'music', 'dtmf', 'noise', 'rhythmic notes'];

/** Busy and ringback inside the limits, one row per group. @param {Candidate[]} candidates */
export function limitTable(candidates) {
  const rows = toneGroups.flatMap((group) =>
    candidates.map(({ name, verdicts }) => {
      const must = select(verdicts, { group, must: true });
      const busy = select(must, { expect: 'busy' });
      const ringback = select(must, { expect: 'ringback' });
      return [
        group,
        name,
        score(busy),
        score(ringback),
        delaysOf(busy),
        delaysOf(ringback),
        mistakes(must),
        must.filter((v) => v.earlyOther).length,
      ];
    }),
  );
  return markdownTable(
    [
      'inside the limits',
      'detector',
      'busy',
      'ringback',
      'busy p50/p95 ms',
      'ringback p50/p95 ms',
      'other first decisions',
      'speech, music or dtmf before',
    ],
    rows,
  );
}

/** Every step of a group, inside and outside the limits. @param {Candidate[]} candidates */
export function stepTable(candidates) {
  const [product] = candidates;
  const rows = toneGroups
    .filter((group) => group !== 'combined')
    .flatMap((group) => {
      const steps = [...new Set(select(product?.verdicts ?? [], { group }).map((v) => v.clip.step))];
      return steps.map((step) => [
        `${group} ${step}`,
        ...candidates.flatMap(({ verdicts }) => {
          const part = select(verdicts, { group, step });
          return [score(select(part, { expect: 'busy' })), score(select(part, { expect: 'ringback' }))];
        }),
      ]);
    });
  return markdownTable(['step', ...candidates.flatMap(({ name }) => [`${name} busy`, `${name} ringback`])], rows);
}

/** @param {Candidate[]} candidates */
export function otherTable(candidates) {
  const rows = ['congestion', 'unobtainable', 'call-waiting', 'dial', 'howler', 'cng', 'ced'].map((kind) => [
    kind,
    ...candidates.flatMap(({ verdicts }) =>
      ['SNR 40', 'SNR 20'].map((step) => score(select(verdicts, { group: 'other tones', expect: kind, step }))),
    ),
    delaysOf(select(candidates[0]?.verdicts ?? [], { group: 'other tones', expect: kind })),
    mistakes(select(candidates[0]?.verdicts ?? [], { group: 'other tones', expect: kind })),
  ]);
  return markdownTable(
    [
      'tone',
      ...candidates.flatMap(({ name }) => [`${name} SNR 40`, `${name} SNR 20`]),
      `${candidates[0]?.name} p50/p95 ms`,
      'other first decisions',
    ],
    rows,
  );
}

/** @param {Candidate[]} candidates */
export function rejectTable(candidates) {
  const rows = rejectGroups.flatMap((group) =>
    candidates.map(({ name, verdicts }) => {
      const part = select(verdicts, { group });
      return [
        group,
        name,
        part.length,
        withKind(part, ['busy', 'ringback']).length,
        withKind(part, ['cng', 'ced', 'v21']).length,
        mistakes(part),
        withKind(part, ['speech']).length,
        withKind(part, ['music']).length,
        withKind(part, ['dtmf']).length,
      ];
    }),
  );
  return markdownTable(
    [
      'to be rejected',
      'detector',
      'clips',
      'false busy/ringback',
      'false fax',
      'first decisions',
      'speech',
      'music',
      'dtmf',
    ],
    rows,
  );
}

/** @param {import('./judge.mjs').Promise_[]} lines */
export function promiseTable(lines) {
  const word = (/** @type {boolean | undefined} */ holds) =>
    holds === undefined ? 'not measured' : holds ? 'holds' : 'FAILS';
  return markdownTable(
    ['must show', 'measured', ''],
    lines.map(({ line, figure, holds }) => [line, figure, word(holds)]),
  );
}

/** `ring` is the right word for a regular ring that is not China's. @param {Verdict} verdict */
function isForeignRing({ clip, first }) {
  return first === 'ring' && (clip.group === 'foreign' || clip.group === 'wrong frequency');
}

/** Lists the wrong clips in words, for those who work on the detector. @param {Verdict[]} verdicts */
export function failureList(verdicts) {
  return verdicts
    .filter((v) => v.clip.must && !v.right && !isForeignRing(v))
    .map((v) => {
      const { clip } = v;
      const { tone, line } = clip;
      const start = tone
        ? tone.leadInMs
          ? `lead-in ${Math.round(tone.leadInMs)} ms`
          : `starts ${Math.round(tone.startMs)} ms into the cadence`
        : '';
      const shape = tone
        ? `${(tone.tone.frequenciesHz[0] ?? 0) + Math.round(tone.offsetHz * 10) / 10} Hz, ${tone.levelDbm0.toFixed(1)} dBm0, on ×${tone.onScale.toFixed(2)}, off ×${tone.offScale.toFixed(2)}, jitter ${(100 * tone.jitter).toFixed(0)} %, ${start}`
        : (clip.content ?? '');
      const loss = line.loss ? `, loss ${100 * line.loss.rate} % ${line.loss.fill}` : '';
      const at = v.first === 'none' ? 'nothing' : `${v.first} ${Math.round(v.delayMs)} ms after the onset`;
      return `${clip.group}/${clip.step}: ${clip.expect} heard as ${at}: ${shape}; SNR ${line.snrDb.toFixed(0)} dB ${line.noise}, ${line.law}${loss}`;
    });
}
