// The answer of the readers of quantities: where a quantity ends and what it means.
import type { Day } from './time/calendar.js';

export interface Amount {
  readonly end: number;
  readonly value: number;
  /** The value in digits; exact where the value is not. */
  readonly decimal: string;
  readonly form: 'spoken' | 'digits' | 'figures' | 'english';
  /** The last unit was left out: 三百五 is 350. */
  readonly isElliptic: boolean;
  /** 三四百, 十几, 百万: no exact number; the value is the least it may be. */
  readonly isRough: boolean;
}

export interface DateSaid {
  readonly end: number;
  readonly from: Day;
  /** The last day, which belongs to it. */
  readonly to: Day;
  /** True for weeks, months, years and the like, even of one day. */
  readonly isPeriod: boolean;
  /** 今 in 今晚: only with a part of the day behind it. */
  readonly needsPart?: boolean;
}

export interface DayPart {
  /** Hours */
  readonly from: number;
  readonly to: number;
  readonly kind: 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'instant';
}

export interface TimeSaid {
  readonly end: number;
  /** Seconds after midnight; beyond the day's end where it is the night after. */
  readonly from: number;
  /** A part of the day has an end as well. */
  readonly to?: number;
  /** A part of the day was said, so that 三点 is no guess. */
  readonly part?: DayPart;
}

export interface NumberSaid {
  readonly start: number;
  readonly end: number;
  readonly normValue: string;
}
