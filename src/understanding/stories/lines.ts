// The lines of a turn: its replies and its other expectations.
import type { IntentState, Reply, SkillView } from '../flow/turn.js';
import {
  type Expectation,
  type ExpectedCall,
  type ExpectedReply,
  type ExpectedSkill,
  type ExpectedSlot,
  type Setting,
  type Sign,
  StoryFault,
} from './story.js';
import { json, object, text } from './values.js';

/** A turn that is being read. */
export interface Block {
  readonly line: number;
  readonly text: string | undefined;
  readonly passMs: number;
  readonly setting: { -readonly [K in keyof Setting]: Setting[K] };
  readonly webCalls: ExpectedCall[];
  readonly replies: (ExpectedReply | 'any' | 'none')[];
  readonly expectations: Expectation[];
  /** Keys that may occur only once and have occurred. */
  readonly seen: Set<string>;
}

const none = '-';
const types = ['TEXT', 'TTS', 'AUDIO', 'VIDEO', 'HTML', 'RECOMMEND'] as const satisfies readonly Reply['type'][];
const typed = new RegExp(`^(${types.join('|')})(?: |$)`);

/** Parses the text after `<`. @throws StoryFault */
export function replyOf(rest: string, line: number): ExpectedReply | 'any' | 'none' {
  if (rest === '') return 'none';
  if (rest === ' ?') return 'any';
  if (rest.startsWith('|')) {
    const contents = parts(rest.slice(1));
    if (contents.length < 2) throw new StoryFault(line, 'one of several replies is written <| one | another');
    return { line, type: 'TEXT', contents };
  }
  const [, type] = typed.exec(rest) ?? [];
  if (type === 'RECOMMEND') {
    const [start, ...others] = parts(rest.slice(type.length));
    const end = others.pop();
    if (start === undefined || end === undefined) {
      throw new StoryFault(line, 'a menu is written <RECOMMEND start | question | question | end');
    }
    return { line, type, contents: [menuText(start, others, end)] };
  }
  if (type !== undefined) return { line, type: type as Reply['type'], contents: [text(rest.slice(type.length), line)] };
  if (rest.startsWith(' ')) return { line, type: 'TEXT', contents: [text(rest, line)] };
  throw new StoryFault(line, `a reply is written < text, or with a type: <${types.join(', <')}`);
}

/** A menu in one line. */
export const menuText = (start: string, menu: readonly string[], end: string): string =>
  [start, ...menu, end].join(' | ');

const parts = (value: string): string[] => value.split('|').map((part) => part.trim());

export const settingOf = {
  tags: (value: string): readonly string[] => (value === none ? [] : listed(value)),
};

const listed = (value: string): string[] => value.split(',').map((part) => part.trim());

type Read = (value: string, line: number) => Expectation;

/** Lines that may occur once in a turn. */
const once: { readonly [key: string]: Read } = {
  skill: (value, line) => ({ line, kind: 'skill', skill: skillOf(value, line) }),
  enter: (value, line) => ({ line, kind: 'enter', skill: skillOf(value, line) }),
  wait: (value, line) => ({ line, kind: 'wait', skill: skillOf(value, line) }),
  slots: (value, line) => ({
    ...{ line, kind: 'slots' },
    slots: value === none ? [] : listed(value).map((part) => slotOf(part, line)),
  }),
  intent: (value, line) => ({ line, kind: 'intent', intent: value === none ? undefined : intentOf(value, line) }),
  nodes: (value, line) => ({ line, kind: 'nodes', names: value === none ? [] : listed(value) }),
  qa: (value, line) => {
    if (value === none) return { line, kind: 'qa', qa: undefined };
    const [dir = '', ...question] = value.split('/').map((part) => part.trim());
    if (dir === '') throw new StoryFault(line, 'qa: must be a directory and, after /, the standard question, or -');
    return { line, kind: 'qa', qa: { dir, question: question.length === 0 ? undefined : question.join('/') } };
  },
};

/** Parses an expectation into the block. @throws StoryFault */
export function readExpectation(block: Block, key: string, value: string, line: number): void {
  if (value === '' && key !== 'cmd') throw new StoryFault(line, `${key}: has no value; write - for none`);
  if (key === 'vars') block.expectations.push(variableOf(value, line));
  else if (key === 'cmd' || key === 'ids') ofReply(block, key, value, line);
  else readOnce(block, key, value, line);
}

function readOnce(block: Block, key: string, value: string, line: number): void {
  const read = Object.hasOwn(once, key) ? once[key] : undefined;
  if (read === undefined && key !== 'userVars' && key !== 'tags') {
    const known = [...Object.keys(once), 'vars', 'cmd', 'ids', 'web', 'header', 'userVars', 'tags'];
    throw new StoryFault(line, `${key}: is not a line of a turn; the lines are ${known.join(', ')}`);
  }
  if (block.seen.has(key)) throw new StoryFault(line, `${key}: occurs twice in this turn`);
  block.seen.add(key);
  if (read !== undefined) block.expectations.push(read(value, line));
  else if (key === 'tags') block.setting.tags = settingOf.tags(value);
  else block.setting.userVars = object(value, line);
}

/** Adds `cmd:` or `ids:` to the reply above it. */
function ofReply({ replies }: Block, key: 'cmd' | 'ids', value: string, line: number): void {
  const reply = replies.at(-1);
  if (reply === undefined || typeof reply === 'string') {
    throw new StoryFault(line, `${key}: must follow a reply`);
  }
  if (key === 'ids' && value !== 'own' && value !== none) {
    throw new StoryFault(line, 'ids: must be own, or - if both are 0');
  }
  const more = key === 'cmd' ? { cmd: text(value, line) } : { isMaintained: value === 'own' };
  if (Object.keys(more).some((name) => name in reply))
    throw new StoryFault(line, `${key}: occurs twice for this reply`);
  replies.splice(-1, 1, { ...reply, ...more });
}

const skillForm = /^(?:(QABASE|INTENT|SCENE):)?(.+)$/;

function skillOf(value: string, line: number): ExpectedSkill | undefined {
  if (value === none) return undefined;
  const [, type, name] = skillForm.exec(value) ?? [];
  if (name === undefined)
    throw new StoryFault(line, 'a skill is written as its name, optionally with its type: INTENT:booking, or -');
  return { type: type as SkillView['type'] | undefined, name };
}

const states = ['ELICIT_SLOT', 'CONFIRM_SLOT', 'CONFIRM_INTENT', 'FINSIH'] as const satisfies readonly IntentState[];

function intentOf(value: string, line: number): { readonly name: string; readonly state: IntentState } {
  const state = states.find((each) => value.endsWith(` ${each}`));
  if (state !== undefined) return { name: value.slice(0, -state.length - 1).trim(), state };
  throw new StoryFault(line, `an intent is written as its name and its state (${states.join(', ')}), or -`);
}

const slotForm = /^([A-Za-z_]\w*)=([^|@]*)(?:\|([^|@]*))?(?:@([^|@]+))?$/;

function slotOf(part: string, line: number): ExpectedSlot {
  const [, name, value, normValue, lexicon] = slotForm.exec(part) ?? [];
  if (name !== undefined && value !== undefined) return { name, value, normValue, lexicon };
  throw new StoryFault(
    line,
    'a slot is written name=value, name=value|normValue or name=value|normValue@lexicon, or -',
  );
}

const variableForm = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(=|!=|>=|<=|>|<)\s*(.*)$/;
const missingForm = /^!\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)$/;

function variableOf(value: string, line: number): Expectation {
  const [, absent] = missingForm.exec(value) ?? [];
  if (absent !== undefined) return { line, kind: 'missing', path: absent.split('.') };
  const [, path, sign, expected] = variableForm.exec(value) ?? [];
  if (path === undefined || expected === undefined) {
    throw new StoryFault(line, 'a variable is written name=value, name.part>=0.5, or !name if it must not exist');
  }
  return { line, kind: 'variable', path: path.split('.'), sign: sign as Sign, value: variableValue(expected, line) };
}

/** The value of a variable: JSON, or else the characters as they are. */
function variableValue(expected: string, line: number): unknown {
  if (expected === 'nil') return undefined;
  if (/^["[{]/.test(expected)) return json(expected, line);
  try {
    return JSON.parse(expected) as unknown;
  } catch {
    return expected;
  }
}
