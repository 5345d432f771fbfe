// A text as the readers of quantities see it: folded, with the numerals of idioms hidden; what is read once is kept.
import type { Moment } from '../entity.js';
import { amountAt } from './amounts.js';
import { Clock } from './calendar.js';
import { fold } from './fold.js';
import { hideIdioms } from './idioms.js';
import type { Amount } from './said.js';

export class Reading {
  readonly text: string;
  readonly #moment: Moment;
  #clock: Clock | undefined;
  readonly #amounts = new Map<number, Amount | undefined>();

  constructor(given: string, moment: Moment) {
    this.text = hideIdioms(fold(given));
    this.#moment = moment;
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
