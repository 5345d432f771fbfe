// A turn as people read it on a terminal.
import type { Reply, TurnDone } from '../../understanding/flow/turn.js';

/** Number of questions shown besides the best match. */
const runnersUp = 4;

export function turnText({ responses, slots, context, trace }: TurnDone): string {
  const [best, ...others] = trace.hits;
  const { skill, waitSkill, intent, scene } = context;
  const lines = [
    ...responses.map(replyText),
    ...(responses.length === 0 ? ['< (no reply)'] : []),
    ...(best === undefined ? [] : [`  best: ${hitText(best)}`]),
    ...others.slice(0, runnersUp).map((hit) => `        ${hitText(hit)}`),
    ...(skill === undefined ? [] : [`  hit: ${skill.type} ${skill.name}`]),
    ...slots.map(({ name, value, normValue, dict }) => `  slot ${name}: ${value} (${dict}: ${normValue})`),
    ...(intent === undefined ? [] : [`  intent: ${intent.name}, ${intent.state}`]),
    ...(scene === undefined ? [] : [`  nodes: ${scene.nodeNames.join(', ')}`]),
    ...(waitSkill === undefined ? [] : [`  waits in: ${waitSkill.type} ${waitSkill.name}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const hitText = ({ score, kind, text, skill }: TurnDone['trace']['hits'][number]): string =>
  `${score.toFixed(2)} ${kind.padEnd(7)} ${text} (${skill})`;

function replyText({ type, content, cmd = '' }: Reply): string {
  return `<${type === 'TEXT' ? '' : type} ${content}${cmd === '' ? '' : `  [cmd ${cmd}]`}`;
}
