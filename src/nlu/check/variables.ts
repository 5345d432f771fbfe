// The variables of a robot: those that are set, and the conditions that read others.
import { type Expression, parseAssignment, parseCondition } from '../../understanding/notation/expression.js';
import { parseQuestion } from '../../understanding/notation/question.js';
import { variablesIn } from '../../understanding/notation/variables.js';
import type { ProcessorRecord } from '../../understanding/package/records.js';
import type { Finding } from '../resource/findings.js';

interface Operations {
  readonly ops: readonly { readonly condition: string; readonly evals: readonly string[] }[];
}

interface Condition {
  readonly place: string;
  readonly expression: Expression;
}

/** Variables that the service or the caller of the dialog interface sets. */
const presets = ['user', 'hitQuestion', 'global.appKey', 'global.tenant'];

/** The slots that a question fills. */
export function slotNames(text: string): readonly string[] {
  const question = parseQuestion(text);
  if (question.kind === 'pattern') return question.groups;
  return question.parts.flatMap((part) => (part.kind === 'slot' && part.name !== undefined ? [part.name] : []));
}

export class VariableUse {
  readonly #set = new Set(presets);
  readonly #conditions: Condition[] = [];

  addCondition(text: string, place: string): void {
    this.#conditions.push({ place, expression: parseCondition(text) });
  }

  addSlot(name: string): void {
    this.#set.add(`slots.${name}`);
  }

  /** Adds a question of the robot: a match fills its slots. */
  addQuestion(text: string): void {
    for (const name of slotNames(text)) this.addSlot(name);
  }

  addProcessor({ id, type, content }: ProcessorRecord): void {
    if (type === 'WEBAPI') {
      this.#set.add((content as { readonly result: string }).result);
      return;
    }
    for (const [index, { condition, evals }] of (content as Operations).ops.entries()) {
      this.addCondition(condition, `processor ${id}, ops[${index}]`);
      for (const text of evals) this.#set.add(parseAssignment(text).target.slice(0, 2).join('.'));
    }
  }

  findings(): Finding[] {
    return this.#conditions.flatMap(({ place, expression }) => {
      const unset = [...variablesIn(expression)].filter((path) => !this.#isSet(path)).map((path) => path.join('.'));
      return [...new Set(unset)].map((name): Finding => {
        const message = `the condition reads ${name}, which nothing in the robot sets; assign it or correct its name`;
        return { severity: 'WARNING', code: 'VARIABLE_NEVER_SET', place, message };
      });
    });
  }

  #isSet([root = '', member = '']: readonly string[]): boolean {
    return this.#set.has(root) || this.#set.has(`${root}.${member}`);
  }
}
