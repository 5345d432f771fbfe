// A pinyin syllable as initial and final, the units of scripts/train/asr/units.py.
import { type Final, finals, type Initial, initials, type Tone } from '../protocol/engine/synthesis.js';

export interface Syllable {
  readonly initial: Initial | '';
  readonly final: Final;
  readonly tone: Tone;
}

/** Syllables that are written with y or w and have no initial. */
const whole: Readonly<Record<string, Final>> = {
  ...{ yi: 'i', ya: 'ia', ye: 'ie', yao: 'iao', you: 'iu', yan: 'ian', yin: 'in', yang: 'iang', ying: 'ing' },
  ...{ yong: 'iong', yo: 'io', yu: 'v', yue: 've', yuan: 'van', yun: 'vn', wu: 'u', wa: 'ua', wo: 'uo', wai: 'uai' },
  ...{ wei: 'ui', wan: 'uan', wen: 'un', wang: 'uang', weng: 'ueng' },
};

/** Murmurs that the units cannot express, and the nearest syllable that they can. */
const murmurs: Readonly<Record<string, string>> = { m: 'en', n: 'en', ng: 'en', hm: 'heng', hng: 'heng', ê: 'ei' };

const spelled = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcs])?([a-zvê]+)([1-5])$/;
const knownFinals: ReadonlySet<string> = new Set(finals);
const knownInitials: ReadonlySet<string> = new Set(initials);
const shortened: Readonly<Record<string, string>> = { ue: 've', uen: 'un', uei: 'ui', iou: 'iu' };

/** Parses a syllable with its tone digit, such as `zhong1`; undefined if it is none. */
export function parseSyllable(written: string): Syllable | undefined {
  const tone = Number(written.slice(-1)) as Tone;
  const body = written.slice(0, -1).replace(/ü|u:/g, 'v');
  const murmur = murmurs[body];
  if (murmur !== undefined) return parseSyllable(murmur + written.slice(-1));
  const standing = Object.hasOwn(whole, body) ? whole[body] : undefined;
  if (standing !== undefined) return tone >= 1 && tone <= 5 ? { initial: '', final: standing, tone } : undefined;
  const found = spelled.exec(body + written.slice(-1));
  if (!found) return undefined;
  const initial = found[1] ?? '';
  const final = finalAfter(initial, found[2] ?? '');
  if (!knownFinals.has(final) || (initial !== '' && !knownInitials.has(initial))) return undefined;
  return { initial: initial as Initial | '', final: final as Final, tone };
}

function finalAfter(initial: string, written: string): string {
  if (/^[jqx]$/.test(initial) && written.startsWith('u')) return `v${written.slice(1)}`;
  if (written === 'i' && /^[zcs]$/.test(initial)) return 'ii';
  if (written === 'i' && /^(?:zh|ch|sh|r)$/.test(initial)) return 'iii';
  return shortened[written] ?? written;
}
