// Figures of the part `evidence`: fax answers, machines, tones of other countries, and clips that were mistaken for
// them.
import { percentile } from './judge.mjs';

/** @typedef {import('./cache.mjs').StoredClip} StoredClip */
/** @typedef {import('./screen.mjs').Screened} Screened */
/** @typedef {import('./judge.mjs').Promise_} Promise_ */
/** @typedef {{ clip: StoredClip, found: boolean, delayMs: number, kinds: Set<string> }} Finding */

const faxKinds = ['cng', 'ced', 'v21'];
const machineKinds = ['sit', 'beep'];
/** @param {string} expect */
const kindsFor = (expect) => (expect === 'fax' ? faxKinds : [expect]);

/** @param {StoredClip[]} clips @param {Screened[]} screened @returns {Finding[]} */
export function find(clips, screened) {
  return clips.map((clip, index) => {
    const heard = screened[index]?.decided ?? [];
    const wanted = kindsFor(clip.expect);
    const right = heard.find(
      ({ kind, country }) =>
        wanted.includes(kind) && (clip.countries ?? []).every((code) => country?.includes(code) ?? false),
    );
    return {
      clip,
      found: right !== undefined,
      delayMs: right ? right.atMs - clip.onsetMs : Number.NaN,
      kinds: new Set(heard.map(({ kind }) => kind)),
    };
  });
}

/** Clips with one of the kinds that they do not hold. A greeting with a beep of 1100 Hz in it does hold a beep.
 * @param {Finding[]} findings @param {string[]} kinds */
function falseOf(findings, kinds) {
  return findings.filter(({ clip, kinds: heard }) => {
    const own = clip.group === 'near misses' ? machineKinds : kindsFor(clip.expect);
    return kinds.some((kind) => heard.has(kind) && !own.includes(kind));
  });
}

/** The promised lines; those without clips are left undecided. @param {Finding[]} findings @param {Finding[]} others
 *   clips of the other part, none of which holds a machine @returns {Promise_[]} */
export function evidencePromises(findings, others) {
  /** @param {string} line @param {string} group @param {number} share @returns {Promise_} */
  const atLeast = (line, group, share) => {
    const part = findings.filter(({ clip }) => clip.group === group);
    const found = part.filter((finding) => finding.found).length;
    return { line, figure: `${found}/${part.length}`, holds: part.length ? found >= share * part.length : undefined };
  };
  const answers = findings.filter(({ clip, found }) => clip.group === 'fax answers' && found);
  const p50 = percentile(
    answers.map(({ delayMs }) => delayMs),
    0.5,
  );
  /** @param {string} line @param {Finding[]} part @param {string[]} kinds @returns {Promise_} */
  const none = (line, part, kinds) => {
    const wrong = falseOf(part, kinds).length;
    return { line, figure: `${wrong}/${part.length}`, holds: part.length ? wrong === 0 : undefined };
  };
  const sounds = findings.filter(({ clip }) => clip.expect === 'none' && clip.group !== 'near misses');
  const noFax = findings.filter(({ clip }) => !['fax', 'cng'].includes(clip.expect));
  return [
    atLeast('real-length fax answers found ≥ 99 %', 'fax answers', 0.99),
    {
      line: 'fax answers p50 ≤ 800 ms',
      figure: `${Math.round(p50)} ms (${answers.length} clips)`,
      holds: answers.length ? p50 <= 800 : undefined,
    },
    atLeast('one burst of CNG ≥ 95 %', 'CNG once', 0.95),
    atLeast('howler of 0.4 s in 10 s ≥ 95 %', 'howler 0.4/10 s', 0.95),
    atLeast('SIT ≥ 95 %', 'SIT', 0.95),
    atLeast('beep after speech ≥ 95 %', 'beep', 0.95),
    atLeast('foreign tone with its country ≥ 90 %', 'countries', 0.9),
    none('false fax on machines, near misses, notes and recordings, 0', noFax, faxKinds),
    none('false SIT or beep on speech, music, prompts and notes, 0', [...sounds, ...others], machineKinds),
  ];
}

/** @param {Finding[]} findings */
export function evidenceRows(findings) {
  const names = [
    ...new Set(findings.map(({ clip }) => `${clip.group}|${clip.group === 'countries' ? 'all' : clip.step}`)),
  ];
  return names.map((name) => {
    const [group, step] = name.split('|');
    const part = findings.filter(({ clip }) => clip.group === group && (step === 'all' || clip.step === step));
    const right = part.filter(({ found }) => found);
    const delays = right.map(({ delayMs }) => delayMs);
    const wanted = part[0]?.clip.expect !== 'none';
    return [
      step === 'all' ? (group ?? '') : `${group}: ${step}`,
      wanted ? `${right.length}/${part.length}` : `– of ${part.length}`,
      right.length ? `${Math.round(percentile(delays, 0.5))}/${Math.round(percentile(delays, 0.95))}` : '–',
      falseOf(part, faxKinds).length,
      falseOf(part, ['sit']).length,
      part[0]?.clip.group === 'near misses'
        ? `(${part.filter(({ kinds }) => kinds.has('beep')).length})`
        : falseOf(part, ['beep']).length,
    ];
  });
}

export const evidenceHead = ['clips', 'found', 'p50/p95 ms', 'false fax', 'false SIT', 'false beep'];

/** @param {Finding[]} findings */
export function evidenceFailures(findings) {
  return findings
    .filter((finding) => {
      const { clip, found } = finding;
      return clip.expect === 'none' ? falseOf([finding], [...faxKinds, ...machineKinds]).length > 0 : !found;
    })
    .map(({ clip, kinds }) => `${clip.id}: ${clip.expect} heard as ${[...kinds].join(', ') || 'nothing'}`);
}
