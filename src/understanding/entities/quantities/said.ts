// The results of the quantity readers: the end and the meaning of a quantity.
import type { Day } from './time/calendar.js';

export interface Amount {
  readonly end: number;
  readonly value: number;
  /** The value in digits, exact even where `value` is rounded. */
  readonly decimal: string;
  readonly form: 'spoken' | 'digits' | 'figures' | 'english';
  /** The last unit was left out: 三百五 is 350. */
  readonly isElliptic: boolean;
  /** The number is not exact (三四百, 十几, 百万); `value` is its least possible value. */
  readonly isRough: boolean;
}

export interface DateSaid {
  readonly end: number;
  readonly from: Day;
  /** The last day, inclusive. */
  readonly to: Day;
  /** True for weeks, months, years and the like, even if they have one day. */
  readonly isPeriod: boolean;
  /** The date counts only if a part of the day follows, as 今 in 今晚. */
  readonly needsPart?: boolean;
}

export interface DayPart {
  /** hour of the day */
  readonly from: number;
  readonly to: number;
  readonly kind: 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'instant';
}

export interface TimeSaid {
  readonly end: number;
  /** Seconds after midnight; more than a day's seconds if it is in the following night. */
  readonly from: number;
  /** The end of a part of the day, in the same unit. */
  readonly to?: number;
  /** The part of the day that was said, so that 三点 is unambiguous. */
  readonly part?: DayPart;
}

export interface NumberSaid {
  readonly start: number;
  readonly end: number;
  readonly normValue: string;
}
