// A text as the quantity readers see it: folded, with the numerals of idioms hidden. Numbers that were read once are
// cached.
import { hidden, hideLargeUnits } from '../../../text/itn/protected.js';
import type { Moment } from '../entity.js';
import { amountAt } from './count/amounts.js';
import { type Closed, closeUp, fold } from './fold.js';
import { hideIdioms } from './idioms.js';
import { hidePersons } from './persons.js';
import type { Amount } from './said.js';
import { Clock, type Day } from './time/calendar.js';

/** Weekdays before a number: 周三十五个人 is Wednesday and fifteen. In 一周五天 the number comes first. */
const weekdays = /(?<![\d零一二三四五六七八九十几半多])(周|星期|礼拜)[一二三四五六](?![个次元块年月名位节])/g;

export class Reading {
  readonly text: string;
  readonly #places: readonly number[];
  readonly #moment: Moment;
  /** The last day mentioned before; 当天 and 第二天 count from it. */
  dayBefore: Day | undefined;
  #clock: Clock | undefined;
  readonly #amounts = new Map<number, Amount | undefined>();

  /** `text` is already folded. */
  private constructor({ text, places }: Closed, moment: Moment) {
    this.text = text;
    this.#places = places;
    this.#moment = moment;
  }

  static of(given: string, moment: Moment): Reading {
    const { text, places } = closeUp(fold(given));
    return new Reading({ text: hidePersons(hideLargeUnits(hideIdioms(text))), places }, moment);
  }

  /** The same text with the numerals of weekdays hidden, for readers of counts. */
  withoutWeekdays(): Reading {
    const text = this.text.replace(weekdays, `$1${hidden}`);
    return text === this.text ? this : new Reading({ text, places: this.#places }, this.#moment);
  }

  /** Offset in the original text. */
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

  /** The number at `at`, read at most once; undefined: there is none. */
  amount(at: number): Amount | undefined {
    if (this.#amounts.has(at)) return this.#amounts.get(at);
    const found = amountAt(this.text, at);
    this.#amounts.set(at, found);
    return found;
  }
}
