// Finds values that a caller names only to rule them out: 不要周三, 明天不行, 除了周六, 明天，不对，后天, 把周三改到周四. The words beside the
// value decide (docs/entity-names.md).
import type { Entity } from './entity.js';
import { keysOf } from './words/comparable.js';

/**
 * `out`: the caller does not mean this value. `doubted`: the caller does not mean it if it is the value that the robot
 * has. `moved`: the caller wants another value in its place.
 */
export type Ruling = 'out' | 'doubted' | 'moved';

/** The number of characters that are read before a value, and after it. */
const reach = { before: 16, after: 24 };

const keys = (text: string): string => keysOf(text).replace(/\s+/gu, '');

const choosing = '要|用|去|在|想|能|可以|可能|选|约|订|定|坐|做|打|买|给|叫|姓|住|换|改|考虑|接受|喜欢|愿意|说|上';
/** Refusals before a value: 不要周三, 别约周三. */
const refusedBefore = new RegExp(
  `(?:[不没]|没有|(?<![特分个区类级])别(?:再)?)(?:${choosing})(?:${choosing}|到|从|是|我|那个)*$|(?<![特分个区类级])别$`,
  'u',
);
const exceptBefore = /(?:除(?:了|开|去)?|不包括|不含)$/u;
/** A mere 不 refuses a value that begins with a verb: 不姓王. Before other values it may answer on its own: 不，后天. */
const verbFirst = /^[姓叫靠去要在打]/u;
/** Words before a negation that make it a question, a suggestion or a duty: 要不去苏州, 不得不去苏州. */
const turnsNegation = /[要得不能]$/u;
const deniedBefore = new RegExp(`不是(?:${choosing}|到|从|我|那个|你们?|的)*$`, 'u');
/** Between values that an exception or a refusal concerns together: 除了周六和周日, 周一到周五都不行. */
const joined = /^(?:[、和跟与或]|还有|或者|以及)$/u;
const joinedOrRange = /^(?:[、和跟与或到至]|还有|或者|以及)$/u;

const beside =
  '的话|的|(?:以|之)?[前后]|左右|那天|当天|那个|那边|那家|那儿|这天|我们?|咱们?|他|她|都|也|就|可能|恐怕|估计|应该|肯定|真的|实在|又|还|是';
const partOfDay = '上午|下午|中午|早上|晚上|傍晚|[零一二两三四五六七八九十\\d]+点(?:半|钟|一刻|三刻)?';
const refusedAfter = new RegExp(
  `^(?:${beside})*((?:${partOfDay})(?:${beside})*)?(?:` +
    '不(?:太|大|怎么)?(?:行|可以|方便|合适|考虑|对(?!头)|好(?!意思|说|约)|能(?!再))|不(?:要(?![再太超紧忘])|用(?!太)|去|在(?!乎)|选|约|订|坐)|' +
    '(?:太|有[点些])[早晚赶急远近贵多少堵忙紧快慢]|没(?:有)?(?:空|时间|钱)|来不及|赶不[上过到及]|[去来到]不了|走不开|抽不[开出]|除外|以外|之外)',
  'u',
);
const doubtedAfter = new RegExp(
  `^(?:${beside})*((?:${partOfDay})(?:${beside})*)?(?:` +
    '有(?:事|安排|约|会)|要?(?:上班|加班|开会|出差|上课)|约?满了|没(?:有)?(?:位|号|票))',
  'u',
);
/** The rest of a clause that asks: 十点不行吗. */
const asks = /^[^,，。.!！;；]*(?:[吗么]|\?|？)/u;

const sound = '[吧呢啊呀哦嗯呃额哎诶噢喔]';
const correctedBetween = new RegExp(
  `^(?:${sound}|[,，。.、!！…])*(?:(?:我?(?:说|搞|记|讲)错了?|错了|不对|不不+|算了|等等|等一?下)|` +
    `(?<=(?:${sound}|[,，。.、!！…]))(?:不是?)(?=[,，、。.]))[^?？吗]{0,8}$`,
  'u',
);
const movedBetween = new RegExp(
  `^(?:的|那天|预约|${partOfDay})*(?:改|换|挪|移|推迟?|延后?|提前|变更|调整?)(?:成|到|为|至)$`,
  'u',
);

const english = {
  before:
    /\b(?:except|instead of|rather than|(?:can ?not|can['’]?t) (?:do|make|come|go))(?: (?:for|it|on|in|to|at|the))* *$/iu,
  after: /^ *(?:(?:is|does|do|will|would|wo|ca) ?)?(?:not\b|n['’]?t\b|no good\b)(?! *(?:bad|a problem))/iu,
  deniedBefore: /\bnot(?: (?:for|on|in|to|at|the))* *$/iu,
} as const;

/** The rulings on entities of a text; entities without a ruling are what the caller means. */
export function rulingsOn(text: string, entities: readonly Entity[]): ReadonlyMap<Entity, Ruling> {
  const rulings = new Map<Entity, Ruling | 'partly'>();
  for (const name of new Set(entities.map(({ lexicon }) => lexicon))) {
    const own = entities.filter(({ lexicon }) => lexicon === name).sort((one, other) => one.start - other.start);
    for (const [at, entity] of own.entries()) {
      const previous = own[at - 1];
      const ruling = rulingOn(text, entity, {
        wasOut: previous !== undefined && rulings.get(previous) === 'out' ? previous : undefined,
        next: own[at + 1],
      });
      if (ruling !== undefined) rulings.set(entity, ruling);
    }
    // if another value stands beside a doubted one, the caller means the other
    const meant = new Set(own.filter((each) => !rulings.has(each)).map(({ normValue }) => normValue));
    for (const entity of own) {
      const ruling = rulings.get(entity);
      if (ruling !== 'doubted' && ruling !== 'partly') continue;
      if (meant.size > (meant.has(entity.normValue) ? 1 : 0)) rulings.set(entity, 'out');
      else if (ruling === 'partly') rulings.delete(entity);
    }
    for (let at = own.length - 1; at > 0; at--) {
      const [entity, previous] = [own[at] as Entity, own[at - 1] as Entity];
      if (rulings.get(entity) !== 'out' || rulings.has(previous)) continue;
      if (joinedOrRange.test(keys(text.slice(previous.end, entity.start)))) rulings.set(previous, 'out');
    }
  }
  return rulings as Map<Entity, Ruling>;
}

interface Beside {
  /** The value of the same lexicon before this one, if it is ruled out. */
  readonly wasOut: Entity | undefined;
  /** The next value of the same lexicon. */
  readonly next: Entity | undefined;
}

function rulingOn(text: string, entity: Entity, { wasOut, next }: Beside): Ruling | 'partly' | undefined {
  const textBefore = text.slice(Math.max(0, entity.start - reach.before), entity.start);
  const textAfter = text.slice(entity.end, entity.end + reach.after);
  if (english.before.test(textBefore) || english.after.test(textAfter)) return 'out';
  if (english.deniedBefore.test(textBefore)) return 'doubted';
  const [before, after] = [keys(textBefore), keys(textAfter)];
  if (exceptBefore.test(before) || isRefusedBefore(before, entity.value)) return 'out';
  if (wasOut !== undefined && joined.test(keys(text.slice(wasOut.end, entity.start)))) return 'out';
  const refused = refusedAfter.exec(after);
  if (refused !== null && !asks.test(after.slice(refused[0].length))) {
    // 明天上午不行 rules out the morning, and the day only if another day follows
    return refused[1] === undefined ? 'out' : 'partly';
  }
  if (next !== undefined && next.normValue !== entity.normValue && next.start - entity.end <= reach.after) {
    const gap = keys(text.slice(entity.end, next.start));
    if (movedBetween.test(gap)) return 'moved';
    if (correctedBetween.test(gap)) return 'out';
  }
  const doubted = doubtedAfter.exec(after);
  if (doubted !== null && !asks.test(after.slice(doubted[0].length)))
    return doubted[1] === undefined ? 'doubted' : 'partly';
  const denied = deniedBefore.exec(before);
  const isDenied = denied !== null && !/[是要]$/u.test(before.slice(0, denied.index)) && !asks.test(after);
  return isDenied ? 'doubted' : undefined;
}

function isRefusedBefore(before: string, value: string): boolean {
  if (/[不没别]$/u.test(before) && verbFirst.test(keys(value))) return !turnsNegation.test(before.slice(0, -1));
  const refused = refusedBefore.exec(before);
  if (refused === null) return false;
  const lead = before.slice(0, refused.index);
  const isChoice = lead !== '' && refused[0].startsWith(lead.slice(-1), 1); // 要不要周三, 可不可以周三, 有没有去苏州的
  return !isChoice && !turnsNegation.test(lead);
}
