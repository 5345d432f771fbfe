// Reads the callers' words, turn by turn, and the end that each call must reach.
import { readFileSync } from 'node:fs';

/** `again`: the caller's words when the robot asks the same once more.
 * @typedef {{ text: string, again: string }} CallerTurn */
/** `end`: the command of the robot's last reply; * stands for any characters.
 * @typedef {{ title: string, part: 'tuning' | 'unseen', turns: CallerTurn[], end: string }} Script */

/** @param {string} file @returns {{ userVars: Record<string, unknown>, scripts: Script[] }} */
export function readScripts(file) {
  /** @type {Record<string, unknown>} */
  let userVars = {};
  /** @type {Script['part']} */
  let part = 'tuning';
  /** @type {Script[]} */
  const scripts = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [, key = '', value = ''] = /^(#|>|end:|part:|userVars:) ?(.*)$/.exec(line) ?? [];
    const script = scripts.at(-1);
    if (key === '#') scripts.push({ title: value, part, turns: [], end: '' });
    else if (key === 'userVars:') userVars = JSON.parse(value);
    else if (key === 'part:' && (value === 'tuning' || value === 'unseen')) part = value;
    else if (key === '>' && script !== undefined) {
      const [text = '', again = text] = value.split(' | ');
      script.turns.push({ text, again });
    } else if (key === 'end:' && script !== undefined) script.end = value;
    else if (line !== '' && !line.startsWith('//'))
      throw new Error(`${file}:${index + 1}: this is not a line of a script: ${line}`);
  }
  const open = scripts.find(({ turns, end }) => turns.length === 0 || end === '');
  if (open !== undefined) throw new Error(`${file}: ${open.title}: has no turns or no end`);
  return { userVars, scripts };
}

/** @param {string} end @param {string} cmd */
export function reaches(end, cmd) {
  const form = end.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${form.join('.*')}$`, 'u').test(cmd);
}
