// Compares a turn with the expectations of its story.
import { isDeepStrictEqual } from 'node:util';
import type { ContextView, Reply, SkillView, SlotView, TurnDone } from '../flow/turn.js';
import { menuText } from './lines.js';
import type { Expectation, ExpectedReply, ExpectedSkill, ExpectedSlot, Sign } from './story.js';

/** An expectation that was not met. */
export interface Mismatch {
  readonly line: number;
  readonly expected: string;
  readonly came: string;
}

/** Names that the robot's records contain and the context does not. */
export interface Names {
  /** The standard question of a pair; undefined: there is no such pair. */
  questionOf(pairId: number): string | undefined;
}

type Done = Pick<TurnDone, 'responses' | 'slots' | 'context'>;

/** The expectations that the turn does not meet. */
export function checkTurn(expectations: readonly Expectation[], done: Done, names: Names): Mismatch[] {
  return expectations.flatMap((each) => mismatches(each, done, names));
}

function mismatches(expectation: Expectation, { responses, slots, context }: Done, names: Names): Mismatch[] {
  const { line } = expectation;
  const unless = (holds: boolean, expected: string, came: string): Mismatch[] =>
    holds ? [] : [{ line, expected, came }];
  switch (expectation.kind) {
    case 'replies':
      return expectation.replies === 'any' ? [] : repliesOf(expectation.replies, responses, line);
    case 'skill':
    case 'enter':
    case 'wait': {
      const { kind, skill } = expectation;
      const came = context[fields[kind]];
      return unless(isSkill(skill, came), `${kind}: ${skillText(skill)}`, skillText(came));
    }
    case 'slots': {
      const byName = [...expectation.slots].sort(named);
      const came = [...slots].sort(named);
      const holds = byName.length === came.length && byName.every((slot, at) => isSlot(slot, came[at] as SlotView));
      return unless(holds, `slots: ${listText(byName.map(slotText))}`, listText(came.map(viewText)));
    }
    case 'intent': {
      const [wanted, came] = [intentText(expectation.intent), intentText(context.intent)];
      return unless(wanted === came, `intent: ${wanted}`, came);
    }
    case 'nodes': {
      const came = context.scene?.nodeNames ?? [];
      return unless(
        isDeepStrictEqual([...came], [...expectation.names]),
        `nodes: ${listText(expectation.names)}`,
        listText(came),
      );
    }
    case 'qa': {
      const { qa } = expectation;
      const question = context.qa && names.questionOf(context.qa.pairId);
      const came = context.qa === undefined ? '-' : `${context.qa.dir.name} / ${question}`;
      const holds =
        qa === undefined
          ? context.qa === undefined
          : qa.dir === context.qa?.dir.name && (qa.question === undefined || qa.question === question);
      return unless(holds, `qa: ${qa === undefined ? '-' : [qa.dir, qa.question ?? '…'].join(' / ')}`, came);
    }
    case 'missing': {
      const came = valueAt(context.vars, expectation.path);
      return unless(came === undefined, `no variable ${expectation.path.join('.')}`, valueText(came));
    }
    case 'variable': {
      const { path, sign, value } = expectation;
      const came = valueAt(context.vars, path);
      return unless(compares(sign, came, value), `${path.join('.')} ${sign} ${valueText(value)}`, valueText(came));
    }
  }
}

const fields = { skill: 'skill', enter: 'enterSkill', wait: 'waitSkill' } as const satisfies Record<
  string,
  keyof ContextView
>;

const isSkill = (wanted: ExpectedSkill | undefined, came: SkillView | undefined): boolean =>
  wanted === undefined
    ? came === undefined
    : wanted.name === came?.name && (wanted.type === undefined || wanted.type === came.type);

const skillText = (skill: ExpectedSkill | undefined): string =>
  skill === undefined ? '-' : skill.type === undefined ? skill.name : `${skill.type}:${skill.name}`;

const named = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

const isSlot = (wanted: ExpectedSlot, came: SlotView): boolean =>
  wanted.name === came.name &&
  wanted.value === came.value &&
  (wanted.normValue === undefined || wanted.normValue === came.normValue) &&
  (wanted.lexicon === undefined || wanted.lexicon === came.dict);

const slotText = ({ name, value, normValue, lexicon }: ExpectedSlot): string =>
  `${name}=${value}${normValue === undefined ? '' : `|${normValue}`}${lexicon === undefined ? '' : `@${lexicon}`}`;

const viewText = ({ name, value, normValue, dict }: SlotView): string => `${name}=${value}|${normValue}@${dict}`;

const intentText = (intent: { readonly name: string; readonly state: string } | undefined): string =>
  intent === undefined ? '-' : `${intent.name} ${intent.state}`;

const listText = (parts: readonly string[]): string => (parts.length === 0 ? '-' : parts.join(', '));

function repliesOf(wanted: readonly ExpectedReply[], came: readonly Reply[], line: number): Mismatch[] {
  const isSameLength = wanted.length === came.length;
  if (!isSameLength || !wanted.every((each, at) => isReply(each, came[at] as Reply))) {
    const at = isSameLength ? wanted.find((each, index) => !isReply(each, came[index] as Reply)) : wanted[0];
    const lines = [wanted.map(wantedText), came.map(replyText)].map((texts) =>
      texts.length === 0 ? 'no reply' : texts.join(' '),
    );
    return [{ line: at?.line ?? line, expected: lines[0] as string, came: lines[1] as string }];
  }
  return wanted.flatMap((each, at) => attributesOf(each, came[at] as Reply));
}

const isReply = ({ type, contents }: ExpectedReply, came: Reply): boolean =>
  type === came.type && contents.includes(contentOf(came));

/** The content of a reply. A menu is compared by its texts, because authors of stories do not know its ids. */
function contentOf({ type, content }: Reply): string {
  if (type !== 'RECOMMEND') return content;
  try {
    const { start, menu, end } = JSON.parse(content) as { start: string; menu: { text: string }[]; end: string };
    return menuText(start, menu.map((item) => item.text), end); // biome-ignore format: one line of a menu
  } catch {
    return content;
  }
}

const typeText = (type: Reply['type']): string => (type === 'TEXT' ? '<' : `<${type}`);
const wantedText = ({ type, contents }: ExpectedReply): string => `${typeText(type)} ${contents.join(' | ')}`;
const replyText = (reply: Reply): string => `${typeText(reply.type)} ${contentOf(reply)}`;

function attributesOf({ line, cmd, isMaintained }: ExpectedReply, came: Reply): Mismatch[] {
  const found: Mismatch[] = [];
  if (cmd !== undefined && cmd !== (came.cmd ?? '')) {
    found.push({ line, expected: `cmd: ${cmd}`, came: came.cmd ?? 'none' });
  }
  if (isMaintained !== undefined && (came.id !== 0) !== isMaintained) {
    const expected = isMaintained ? 'ids of its own' : 'ids that are 0';
    found.push({ line, expected, came: `id ${came.id}, answerId ${came.answerId}` });
  }
  return found;
}

/** The value at a path; only own properties count. */
function valueAt(vars: unknown, path: readonly string[]): unknown {
  let value = vars;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function compares(sign: Sign, came: unknown, wanted: unknown): boolean {
  const isEqual = wanted === undefined ? (came ?? null) === null : isDeepStrictEqual(came, wanted);
  if (sign === '=') return isEqual;
  if (sign === '!=') return !isEqual;
  if (typeof came !== 'number' || typeof wanted !== 'number') return false;
  return { '>=': came >= wanted, '<=': came <= wanted, '>': came > wanted, '<': came < wanted }[sign];
}

const valueText = (value: unknown): string => (value === undefined ? 'nil' : JSON.stringify(value));
