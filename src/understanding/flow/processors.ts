// Processing steps (specification 3, section 2.3): conditional assignments, or a web call.
import { evaluate, holds } from '../notation/expression.js';
import { fillTemplate } from '../notation/template.js';
import type { ConversationTurn } from './conversation-turn.js';

/** Runs a processor; null: none. @throws NeedsWebAnswer */
export function runProcessor(turn: ConversationTurn, processorId: number | null): void {
  const processor = processorId === null ? undefined : turn.contents.processor(processorId);
  if (processor === undefined) return;
  const { variables } = turn;
  if (processor.type === 'SIMPLE') {
    for (const { condition, assignments } of processor.steps) {
      if (!holds(condition, variables.look)) continue;
      for (const { target, value } of assignments) variables.assign(target, evaluate(value, variables.look));
    }
    return;
  }
  const { method, url, headers, body, result } = processor;
  const { status, response } = turn.webAnswer({
    ...{ method, url: fillTemplate(url, variables.look), body: fillTemplate(body, variables.look) },
    headers: headers.map((header) => fillTemplate(header, variables.look)),
  });
  turn.note(`web call: status ${status}`);
  variables.set(result, { status, response });
}
