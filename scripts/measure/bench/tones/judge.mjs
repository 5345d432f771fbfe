// Turns events into verdicts: the first decision, the clips that count, and whether each line of the promise holds.

/** @typedef {import('./cache.mjs').StoredClip} StoredClip */
/** @typedef {import('./screen.mjs').Screened} Screened */
/** @typedef {{ clip: StoredClip, first: string, atMs: number, right: boolean, delayMs: number, earlyOther: string | undefined,
 *   kinds: Set<string> }} Verdict
 *   delayMs: from the first sample of the first burst to the decision, in audio time */
/** @typedef {{ line: string, figure: string, holds: boolean | undefined }} Promise_ */

// `speech`, `music` and `dtmf` are findings on the way; these end the question.
const decisions = new Set([
  'busy',
  'ringback',
  'congestion',
  'unobtainable',
  'call-waiting',
  'dial',
  'howler',
  'cng',
  'ced',
  'v21',
  'ring',
]);
// Earlier events that a dialer might act on.
const findings = new Set(['speech', 'music', 'dtmf']);

/** @param {StoredClip[]} clips @param {Screened[]} screened @returns {Verdict[]} */
export function judge(clips, screened) {
  return clips.map((clip, index) => {
    const events = screened[index]?.events ?? [];
    const at = events.findIndex((event) => decisions.has(event.kind));
    const first = at < 0 ? 'none' : (events[at]?.kind ?? 'none');
    const atMs = at < 0 ? Number.NaN : (events[at]?.atMs ?? Number.NaN);
    const before = at < 0 ? events : events.slice(0, at);
    return {
      clip,
      first,
      atMs,
      right: first === clip.expect,
      delayMs: atMs - clip.onsetMs,
      earlyOther: before.find((event) => findings.has(event.kind))?.kind,
      kinds: new Set(events.map((event) => event.kind)),
    };
  });
}

/** @param {number[]} values @param {number} part */
export function percentile(values, part) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** @param {Verdict[]} verdicts @param {Partial<StoredClip>} like */
export function select(verdicts, like) {
  const wanted = Object.entries(like);
  return verdicts.filter(({ clip }) =>
    wanted.every(([key, value]) => clip[/** @type {keyof StoredClip} */ (key)] === value),
  );
}

/** @param {Verdict[]} verdicts */
export function rightOf(verdicts) {
  return { right: verdicts.filter((v) => v.right).length, of: verdicts.length };
}

/** Clips in which that kind was decided at any time. @param {Verdict[]} verdicts @param {string[]} kinds */
export function withKind(verdicts, kinds) {
  return verdicts.filter((v) => kinds.some((kind) => v.kinds.has(kind)));
}

const mustGroups = ['frequency', 'level', 'white noise', 'speech noise', 'cadence', 'jitter', 'codec'];

/** Every promised line with its figure. A line for which the library holds no clip (--quick) is left undecided.
 * @param {Verdict[]} verdicts @returns {Promise_[]} */
export function promises(verdicts) {
  /** @type {Promise_[]} */
  const lines = [];
  /** @param {string} line @param {Verdict[]} part @param {(right: number, of: number) => boolean} holds */
  const atLeast = (line, part, holds) => {
    const { right, of } = rightOf(part);
    lines.push({ line, figure: `${right}/${of}`, holds: of === 0 ? undefined : holds(right, of) });
  };
  /** @param {string} line @param {Verdict[]} part @param {string[]} kinds @param {number} share */
  const atMost = (line, part, kinds, share) => {
    const wrong = withKind(part, kinds).length;
    lines.push({
      line,
      figure: `${wrong}/${part.length}`,
      holds: part.length === 0 ? undefined : wrong <= share * part.length,
    });
  };
  for (const [kind, least] of /** @type {const} */ ([
    ['busy', 298],
    ['ringback', 294],
  ])) {
    const combined = select(verdicts, { group: 'combined', expect: kind });
    atLeast(
      `combined in limits, ${kind} ≥ ${least}/300`,
      combined,
      (right, of) => right >= Math.floor((least / 300) * of),
    );
  }
  for (const group of mustGroups) {
    atLeast(`${group} in limits 100 %`, select(verdicts, { group, must: true }), (right, of) => right === of);
  }
  for (const kind of ['busy', 'ringback']) {
    const loss = select(verdicts, { group: 'loss', must: true, expect: kind });
    atLeast(`loss ≤ 3 %, ${kind} ≥ 98 %`, loss, (right, of) => right >= 0.98 * of);
    for (const [group, step, name] of [
      ['white noise', '10', '10 dB white noise'],
      ['speech noise', '10', '10 dB speech noise'],
      ['level', '-45', '−45 dBm0'],
    ]) {
      const part = select(verdicts, { group: group ?? '', step: step ?? '', expect: kind });
      atLeast(`${name}, ${kind} ≥ 9/10`, part, (right, of) => right >= Math.floor(0.9 * of));
    }
  }
  for (const kind of ['congestion', 'unobtainable', 'call-waiting', 'dial', 'howler', 'cng', 'ced']) {
    const part = select(verdicts, { group: 'other tones', step: 'SNR 20', expect: kind });
    atLeast(`${kind} at SNR 20 ≥ 9/10`, part, (right, of) => right >= Math.floor(0.9 * of));
  }
  const groups = (/** @type {string[]} */ names) => verdicts.filter(({ clip }) => names.includes(clip.group));
  const screened = ['busy', 'ringback'];
  atMost('false busy/ringback on speech + music, 0', groups(['speech', 'music']), screened, 0);
  atMost('false busy/ringback on wrong frequency + foreign, 0', groups(['wrong frequency', 'foreign']), screened, 0);
  atMost('false busy/ringback on rhythmic notes ≤ 2/50', groups(['rhythmic notes']), screened, 2 / 50);
  atMost('false busy/ringback on DTMF + noise, 0', groups(['dtmf', 'noise']), screened, 0);
  atMost(
    'false fax, 0',
    verdicts.filter(({ clip }) => clip.expect !== 'cng' && clip.expect !== 'ced'),
    ['cng', 'ced', 'v21'],
    0,
  );
  lines.push(...delays(verdicts));
  return lines;
}

/** @param {Verdict[]} verdicts @returns {Promise_[]} */
function delays(verdicts) {
  const busy = select(verdicts, { expect: 'busy', must: true })
    .filter((v) => v.right)
    .map((v) => v.delayMs);
  const ringback = [
    ...select(verdicts, { group: 'frequency', expect: 'ringback', must: true }),
    ...select(verdicts, { group: 'codec', expect: 'ringback' }),
  ]
    .filter((v) => v.right)
    .map((v) => v.delayMs);
  /** @param {string} line @param {number[]} values @param {number} part @param {number} limitMs @returns {Promise_} */
  const within = (line, values, part, limitMs) => {
    const ms = percentile(values, part);
    return {
      line,
      figure: `${Math.round(ms)} ms (${values.length} clips)`,
      holds: values.length ? ms <= limitMs : undefined,
    };
  };
  return [
    within('busy p50 ≤ 1250 ms', busy, 0.5, 1250),
    within('busy p95 ≤ 2000 ms', busy, 0.95, 2000),
    within('ringback clean p50 ≤ 2050 ms', ringback, 0.5, 2050),
  ];
}
