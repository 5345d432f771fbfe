// The variables of a conversation (specification 3, section 2.3): global, slots, user and those of the turn.
import type { Effort } from '../notation/effort.js';
import type { Value } from '../notation/expression.js';
import { type Slots, type SlotValue, slotOf } from './state.js';
import type { Basic, TurnInput } from './turn.js';

export interface VariablesOf {
  readonly input: TurnInput;
  /** Values that processors assigned; they last for the session. */
  readonly globals: Record<string, Basic>;
  /** The current slots of the task skill. */
  readonly taskSlots: () => Slots;
  /** Counts the work of the turn. */
  readonly effort: () => Effort;
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const isBasic = (value: Value): value is Basic =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

export class TurnVariables {
  readonly #of: VariablesOf;
  /** Slots of a question-answering hit; they last for one turn. */
  #questionSlots: Slots = {};
  readonly #turn = new Map<string, unknown>();

  constructor(of: VariablesOf) {
    this.#of = of;
  }

  readonly look = (path: readonly string[]): Value => {
    const [root = '', name, ...members] = path;
    const value = name === undefined ? this.#root(root) : this.#member(root, name);
    return members.reduce<unknown>(own, value) as Value;
  };

  /** Sets a variable of the turn, such as hitQuestion; undefined removes it. */
  set(name: string, value: unknown): void {
    if (value === undefined) this.#turn.delete(name);
    else this.#turn.set(name, value);
  }

  setQuestionSlots(slots: Slots): void {
    this.#questionSlots = slots;
  }

  /** Carries out an assignment of a processor. A value that is not basic removes the variable. */
  assign([root = '', name, member]: readonly string[], value: Value): void {
    const basic = isBasic(value) ? value : undefined;
    if (typeof basic === 'string') this.#of.effort().write(basic.length);
    if (name === undefined) {
      this.set(root, basic);
    } else if (root === 'global') {
      if (basic === undefined) delete this.#of.globals[name];
      else this.#of.globals[name] = basic;
    } else {
      this.#assignSlot(name, member, basic);
    }
  }

  #assignSlot(name: string, member: string | undefined, value: Basic | undefined): void {
    const slots = this.#of.taskSlots();
    if (value === undefined) {
      slots[name] = null;
      return;
    }
    const text = String(value);
    const before = slotOf(slots, name) ?? { value: text, normValue: text };
    slots[name] = member === undefined ? { value: text, normValue: text } : { ...before, [member]: text };
  }

  /** All variables, as `context.vars` shows them. */
  view(): Readonly<Record<string, unknown>> {
    const slots: Record<string, SlotValue | null> = { ...this.#of.taskSlots(), ...this.#questionSlots };
    return {
      ...{ global: this.#global(), slots, user: { ...this.#of.input.userVars } },
      ...Object.fromEntries(this.#turn),
    };
  }

  #root(name: string): unknown {
    switch (name) {
      case 'global':
        return this.#global();
      case 'slots':
        return { ...this.#of.taskSlots(), ...this.#questionSlots };
      case 'user':
        return this.#of.input.userVars;
      default:
        return this.#turn.get(name);
    }
  }

  /** A member of a root, without making the whole root. */
  #member(root: string, name: string): unknown {
    const { input, globals, taskSlots } = this.#of;
    switch (root) {
      case 'global':
        return Object.hasOwn(this.#presets, name) ? own(this.#presets, name) : own(globals, name);
      case 'slots':
        return Object.hasOwn(this.#questionSlots, name) ? own(this.#questionSlots, name) : own(taskSlots(), name);
      case 'user':
        return own(input.userVars, name);
      default:
        return own(this.#turn.get(root), name);
    }
  }

  get #presets() {
    const { appKey, tenant } = this.#of.input;
    return { appKey, tenant: { id: tenant.id, name: tenant.name } };
  }

  #global(): Readonly<Record<string, unknown>> {
    return { ...this.#of.globals, ...this.#presets };
  }
}
