// Times of the day in English: 3 pm, 3:30 p.m., half past three, noon, tomorrow morning.
import { matchAt } from '../../../../text/itn/measures.js';
import type { Reading } from '../reading.js';
import type { TimeSaid } from '../said.js';

const hour = 3600;
const figures = /(?:at )?(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b\.?/y;
const oClock = /(?:at )?(?=[a-z\d])/y;
const clockWord = / ?(o'?clock|([ap])\.?m\b\.?)/y;
const past = /(?:at )?(?:(half|quarter|a quarter) (past|to) )/y;
const named = /(?:in the |at |this )?(noon|midday|midnight|morning|afternoon|evening|night|tonight)\b/y;
const parts: Readonly<Record<string, readonly [from: number, to: number]>> = {
  ...{ noon: [12, 12], midday: [12, 12], midnight: [24, 24], morning: [8, 12], afternoon: [12, 18] },
  ...{ evening: [18, 24], night: [18, 24], tonight: [18, 24] },
};

/** Reads the English time of day at `at`; undefined: there is none. */
export function englishTimeAt(reading: Reading, at: number): TimeSaid | undefined {
  const { text } = reading;
  const first = text.charCodeAt(at);
  const isLetter = first >= 0x61 && first <= 0x7a;
  if ((!isLetter && !(first >= 0x30 && first <= 0x39)) || /[a-z\d.:]/.test(text[at - 1] ?? '')) return undefined;
  const written = matchAt(figures, text, at);
  if (written) {
    const [all, hours, minutes = '0', half] = written;
    if (Number(hours) > 12 || Number(minutes) > 59) return undefined;
    return { end: at + all.length, from: inHalf(Number(hours), half) * hour + 60 * Number(minutes) };
  }
  const shifted = matchAt(past, text, at);
  const from = at + ((shifted ?? matchAt(oClock, text, at))?.[0].length ?? 0);
  const amount = reading.amount(from);
  if (amount && amount.value <= 12 && Number.isInteger(amount.value)) {
    const mark = matchAt(clockWord, text, amount.end);
    if (shifted || mark) {
      const minutes = shifted ? (shifted[1] === 'half' ? 30 : 15) * (shifted[2] === 'to' ? -1 : 1) : 0;
      const end = amount.end + (mark?.[0].length ?? 0);
      return { end, from: inHalf(amount.value, mark?.[2]) * hour + 60 * minutes };
    }
  }
  const ofDay = isLetter ? matchAt(named, text, at) : undefined;
  const span = ofDay && parts[ofDay[1] ?? ''];
  if (!ofDay || !span) return undefined;
  return { end: at + ofDay[0].length, from: span[0] * hour, ...(span[1] > span[0] ? { to: span[1] * hour } : {}) };
}

function inHalf(hours: number, half: string | undefined): number {
  if (half === 'p') return hours < 12 ? hours + 12 : hours;
  return half === 'a' && hours === 12 ? 0 : hours;
}
