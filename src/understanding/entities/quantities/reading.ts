// A text as the readers of quantities see it: folded, with the numerals of idioms hidden; what is read once is kept.
import { hidden } from '../../../text/itn/protected.js';
import type { Moment } from '../entity.js';
import { amountAt } from './count/amounts.js';
import { type Closed, closeUp, fold } from './fold.js';
import { hideIdioms } from './idioms.js';
import type { Amount } from './said.js';
import { Clock, type Day } from './time/calendar.js';

/** 周三十五个人 is Wednesday and fifteen; in 一周五天 the number comes first. */
const weekdays = /(?<![\d零一二三四五六七八九十几半多])(周|星期|礼拜)[一二三四五六](?![个次元块年月名位节])/g;

export class Reading {
  readonly text: string;
  readonly #places: readonly number[];
  readonly #moment: Moment;
  /** The last day that was said before, which 当天 and 第二天 count from. */
  dayBefore: Day | undefined;
  #clock: Clock | undefined;
  readonly #amounts = new Map<number, Amount | undefined>();

  /** `text`: folded already. */
  private constructor({ text, places }: Closed, moment: Moment) {
    this.text = text;
    this.#places = places;
    this.#moment = moment;
  }

  static of(given: string, moment: Moment): Reading {
    const { text, places } = closeUp(fold(given));
    return new Reading({ text: hideIdioms(text), places }, moment);
  }

  /** The same for what counts: the numerals of days of the week are hidden. */
  withoutWeekdays(): Reading {
    const text = this.text.replace(weekdays, `$1${hidden}`);
    return text === this.text ? this : new Reading({ text, places: this.#places }, this.#moment);
  }

  /** In the text that was given. */
  startOf(at: number): number {
    return this.#places[at] ?? 0;
  }

  endOf(at: number): number {
    return this.startOf(at - 1) + 1;
  }

  get clock(): Clock {
    this.#clock ??= new Clock(this.#moment);
    return this.#clock;
  }

  amount(at: number): Amount | undefined {
    if (this.#amounts.has(at)) return this.#amounts.get(at);
    const found = amountAt(this.text, at);
    this.#amounts.set(at, found);
    return found;
  }
}
