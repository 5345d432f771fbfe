// Processing steps (specification 3, section 2.3): conditional assignments, or a web call.
import { evaluate, holds } from '../notation/expression.js';
import { fillTemplate, type Template } from '../notation/template.js';
import type { ConversationTurn } from './conversation-turn.js';

/** Runs a processor; null: none. @throws NeedsWebAnswer */
export function runProcessor(turn: ConversationTurn, processorId: number | null): void {
  const processor = processorId === null ? undefined : turn.contents.processor(processorId);
  if (processor === undefined) return;
  const { variables, effort } = turn;
  if (processor.type === 'SIMPLE') {
    for (const { condition, assignments } of processor.steps) {
      if (!holds(condition, variables.look, effort)) continue;
      for (const { target, value } of assignments) {
        variables.assign(target, evaluate(value, variables.look, effort));
      }
    }
    return;
  }
  const { method, url, headers, body, result } = processor;
  const filled = (template: Template): string => fillTemplate(template, variables.look, effort);
  const call = { method, url: filled(url), body: filled(body), headers: headers.map(filled) };
  const { status, response } = turn.webAnswer(call);
  turn.note(`web call: status ${status}`);
  variables.set(result, { status, response });
}
