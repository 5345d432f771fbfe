// Intent skills. They fill and ask for slots, confirm them if required, and then carry the intent out.
import type { Entity } from '../entities/entity.js';
import { type Ruling, rulingsOn } from '../entities/ruled-out.js';
import type { QuestionHit } from '../matching/hit.js';
import { takesAnyWords } from '../notation/system-lexicons.js';
import type { IntentRecord, SkillRecord, SlotRecord } from '../package/records.js';
import type { ConversationTurn } from './conversation-turn.js';
import { bestEntrance, type Entrance, otherSkills } from './entrances.js';
import { misunderstood } from './misunderstanding.js';
import { runProcessor } from './processors.js';
import { type IntentPlace, type Slots, slotOf } from './state.js';

const takesAnything = ({ lexicon }: SlotRecord): boolean => takesAnyWords(lexicon);

/** The state that an intent takes over from another intent of its skill. */
interface Shared {
  readonly slots: Slots;
  readonly confirmed: readonly string[];
}

const nothingShared: Shared = { slots: {}, confirmed: [] };

/** Enters an intent: fills slots from the words and asks for the rest. */
export function enterIntent(
  turn: ConversationTurn,
  skill: SkillRecord,
  hit: QuestionHit,
  shared: Shared = nothingShared,
): void {
  const intent = turn.contents.intentOf.get(hit.questionId);
  if (intent === undefined) return;
  turn.note(`intent "${intent.name}" begins`);
  turn.filled.length = 0; // these were the slots of the skill that was left
  const slots: Slots = Object.fromEntries(intent.slots.map(({ name }) => [name, slotOf(shared.slots, name)]));
  const place: IntentPlace = {
    ...{ kind: 'intent', skillId: skill.id, intentId: intent.id, slots, retries: 0, script: [] },
    ...{ state: 'ELICIT_SLOT', slot: null, confirmed: shared.confirmed.filter((name) => slotOf(slots, name)) },
  };
  turn.conversation.at = place;
  turn.conversation.kept = null;
  turn.hitSkill = skill;
  turn.intent = place;
  turn.setHitQuestion(hit);
  const byNotation = fillByNotation(turn, place, intent, hit);
  fillFromText(
    turn,
    place,
    intent.slots.filter((slot) => !takesAnything(slot) && !byNotation.has(slot.name)),
    {
      taken: byNotation,
    },
  );
  goOn(turn, place, intent);
}

/** Continues with another intent of the same skill. */
export function enterSibling(turn: ConversationTurn, place: IntentPlace, skill: SkillRecord, hit: QuestionHit): void {
  enterIntent(turn, skill, hit, place);
}

/** Handles the caller's next words while an intent waits for them. */
export function continueIntent(turn: ConversationTurn, place: IntentPlace, enter: (entrance: Entrance) => void): void {
  const skill = turn.contents.skill(place.skillId) as SkillRecord;
  const intent = turn.contents.intents.get(place.intentId) as IntentRecord;
  turn.intent = place;
  if (!saysExactlyElse(turn, place, intent, skill) && fitsQuestion(turn, place, intent, skill)) return;
  // The skill's settings apply to all of its intents.
  const patience = {
    ...intent,
    checkOtherSkill: intent.checkOtherSkill && skill.checkOtherSkill,
    autoRecover: intent.autoRecover && skill.autoRecover,
  };
  const others = patience.checkOtherSkill ? otherSkills(turn, skill) : [];
  const entrance = bestEntrance(turn, [skill, ...others]); // between equal scores the waiting skill comes first
  if (entrance?.skill !== skill) {
    misunderstood(turn, { place, patience, entrance, enter });
  } else if (entrance.hit.questionId === intent.questionId) {
    turn.setHitQuestion(entrance.hit);
    understood(turn, place, intent, skill);
  } else {
    enterSibling(turn, place, skill, entrance.hit);
  }
}

/**
 * True if the words are exactly a question of another skill and contain no value of the slot that is asked for. Then a
 * city in them, for example, is not a value for this intent.
 */
function saysExactlyElse(
  turn: ConversationTurn,
  place: IntentPlace,
  intent: IntentRecord,
  skill: SkillRecord,
): boolean {
  if (place.state !== 'ELICIT_SLOT' || !intent.checkOtherSkill || !skill.checkOtherSkill) return false;
  const asked = intent.slots.find(({ name }) => name === place.slot);
  if (asked === undefined || turn.entities([asked.lexicon]).length > 0) return false;
  const best = bestEntrance(turn, [skill, ...otherSkills(turn, skill)]);
  return best !== undefined && best.skill !== skill && best.hit.kind === 'exact';
}

/** True if the words answer what the intent asks; a slot that takes anything does not count. Changes nothing. */
export function answersQuestion(turn: ConversationTurn, place: IntentPlace): boolean {
  const intent = turn.contents.intents.get(place.intentId);
  const asked = intent?.slots.find(({ name }) => name === place.slot);
  if (place.state !== 'ELICIT_SLOT' && turn.robot.yesOrNo(turn.text) !== undefined) return true;
  if (asked === undefined || takesAnything(asked)) return false;
  const said = turn.entities([asked.lexicon]);
  const rulings = rulingsOn(turn.text, said);
  return said.some((each) => rulings.get(each) !== 'out');
}

/** Takes the words as an answer to what the intent asks. Returns false if they are none. */
function fitsQuestion(turn: ConversationTurn, place: IntentPlace, intent: IntentRecord, skill: SkillRecord): boolean {
  const before = { ...place.slots };
  const asked = intent.slots.find(({ name }) => name === place.slot);
  const isAsking = place.state === 'ELICIT_SLOT';
  const [own] = turn.hits(`skill:${skill.id}`, 1);
  const isOwn = own !== undefined && own.kind !== 'near' && own.questionId === intent.questionId;
  const byNotation = isOwn ? fillByNotation(turn, place, intent, own) : new Map<string, string>();
  if (isOwn) turn.setHitQuestion(own);
  const open = intent.slots.filter(
    (slot) => !byNotation.has(slot.name) && (!takesAnything(slot) || (isAsking && slot === asked && !isOwn)),
  );
  const count = byNotation.size + fillFromText(turn, place, open, { first: asked, taken: byNotation });
  if (isAsking) {
    // an optional slot is asked for only after a "no" to its value, and a second "no" leaves it empty
    if (count === 0 && (asked === undefined || asked.required || turn.robot.yesOrNo(turn.text) !== false)) return false;
    understood(turn, place, intent, skill);
    return true;
  }
  return confirms(turn, { place, intent, skill, before, count, asked });
}

interface Confirming {
  readonly place: IntentPlace;
  readonly intent: IntentRecord;
  readonly skill: SkillRecord;
  /** The slots before these words were read. */
  readonly before: Slots;
  /** The number of slots that the words changed. */
  readonly count: number;
  /** The slot that is being confirmed. */
  readonly asked: SlotRecord | undefined;
}

function confirms(turn: ConversationTurn, { place, intent, skill, before, count, asked }: Confirming): boolean {
  const changed = Object.keys(place.slots).filter(
    (name) => slotOf(place.slots, name)?.normValue !== slotOf(before, name)?.normValue,
  );
  if (changed.length > 0) {
    place.confirmed = place.confirmed.filter((name) => !changed.includes(name));
    if (asked === undefined || slotOf(place.slots, asked.name)) understood(turn, place, intent, skill);
    else askAfresh(turn, place, skill, asked);
    return true;
  }
  const answer = turn.robot.yesOrNo(turn.text) ?? (count > 0 ? turn.robot.yesOrNo(textWithoutValues(turn)) : undefined);
  if (answer === undefined && !(asked !== undefined && count > 0)) return false;
  turn.hitSkill = skill;
  place.retries = 0;
  if (asked !== undefined && answer === false) {
    askAfresh(turn, place, skill, asked);
  } else if (asked !== undefined) {
    place.confirmed.push(asked.name);
    goOn(turn, place, intent);
  } else if (answer) {
    finish(turn, place, intent);
  } else {
    turn.note('the caller declined the intent');
    turn.replies.say(intent.failedResponseId);
    turn.leave();
  }
  return true;
}

/** The words without the values in them, which the robot has already: 周五没问题 is 没问题. */
function textWithoutValues({ text, filled }: ConversationTurn): string {
  return filled.reduce((rest, { value }) => rest.replace(value, ''), text);
}

/** Empties a slot whose value the caller did not confirm, and asks for it again, also if it is optional. */
function askAfresh(turn: ConversationTurn, place: IntentPlace, skill: SkillRecord, slot: SlotRecord): void {
  turn.hitSkill = skill;
  place.retries = 0;
  place.slots[slot.name] = null;
  wait(turn, place, { state: 'ELICIT_SLOT', slot: slot.name, responseId: slot.elicitResponseId });
}

function understood(turn: ConversationTurn, place: IntentPlace, intent: IntentRecord, skill: SkillRecord): void {
  turn.hitSkill = skill;
  place.retries = 0;
  goOn(turn, place, intent);
}

/** Fills the slots that the matched question names. Returns their names and values. */
function fillByNotation(
  turn: ConversationTurn,
  place: IntentPlace,
  intent: IntentRecord,
  hit: QuestionHit,
): Map<string, string> {
  const filled = new Map<string, string>();
  for (const { name, lexicon, value, normValue } of hit.slots) {
    const dict = intent.slots.find((slot) => slot.name === name)?.lexicon ?? lexicon;
    turn.fill(place.slots, { name, dict, value, normValue });
    filled.set(name, value);
  }
  return filled;
}

interface Filling {
  /** The slot that is asked for; it has precedence. */
  readonly first?: SlotRecord | undefined;
  /** Values that another slot has already, keyed by slot. */
  readonly taken: ReadonlyMap<string, string>;
}

/**
 * Fills slots from the words: those whose value the caller ruled out, then the one that is asked for, then empty ones,
 * then the rest. A slot whose value was ruled out and not replaced is emptied. Returns the number of changed slots.
 */
function fillFromText(
  turn: ConversationTurn,
  place: IntentPlace,
  slots: readonly SlotRecord[],
  { first, taken }: Filling,
): number {
  const wanted = first !== undefined && slots.includes(first) ? [first.lexicon] : [];
  const lexicons = [...new Set(slots.map(({ lexicon }) => lexicon))];
  const values = new Set(taken.values());
  const said = turn.entities(lexicons, wanted);
  const missing =
    place.state === 'ELICIT_SLOT' ? wanted.filter((lexicon) => !said.some((each) => each.lexicon === lexicon)) : [];
  const nearly = missing.flatMap((lexicon) => turn.entitiesNearly(lexicon));
  const rulings = rulingsOn(turn.text, said);
  const repeats = repeatsIn(turn.text, said);
  const released = slots.filter((slot) => said.some((each) => isRuledOut(place.slots, slot, each, rulings.get(each))));
  const isMeant = (entity: Entity): boolean => {
    if (repeats.has(entity)) return false;
    const ruling = rulings.get(entity);
    const of = slots.filter(({ lexicon }) => lexicon === entity.lexicon);
    if (ruling === 'moved') return of.length > 1; // with one slot, only the new value fills it
    return ruling !== 'out' && !of.some((slot) => isRuledOut(place.slots, slot, entity, ruling));
  };
  const left = [
    ...said.filter((each) => isMeant(each) && !nearly.some((other) => overlap(each, other))),
    ...nearly,
  ].filter(({ value }) => !values.has(value));
  const rank = (slot: SlotRecord): number =>
    released.includes(slot) ? -1 : slot === first ? 0 : slotOf(place.slots, slot.name) ? 2 : 1;
  let count = 0;
  for (const slot of [...slots].sort((a, b) => rank(a) - rank(b))) {
    const at = left.findIndex((each) => each.lexicon === slot.lexicon && !fitsAnother(turn, place, slot, each));
    const [entity] = at < 0 ? [] : left.splice(at, 1);
    if (entity === undefined) {
      if (!released.includes(slot)) continue;
      turn.note(`the caller ruled out the value of "${slot.name}"`);
      place.slots[slot.name] = null;
      count += 1;
      continue;
    }
    turn.fill(place.slots, { name: slot.name, dict: slot.lexicon, value: entity.value, normValue: entity.normValue });
    count += 1;
  }
  return count;
}

/** True if an entity that the caller rules out, or doubts, is the value of the slot. */
function isRuledOut(slots: Slots, { name, lexicon }: SlotRecord, entity: Entity, ruling: Ruling | undefined): boolean {
  if (ruling !== 'out' && ruling !== 'doubted') return false;
  return entity.lexicon === lexicon && slotOf(slots, name)?.normValue === entity.normValue;
}

/**
 * True if the intent's questions show that a value belongs to another slot of the same lexicon: 到 is beside {to}, and
 * not beside {from}.
 */
function fitsAnother(turn: ConversationTurn, place: IntentPlace, slot: SlotRecord, entity: Entity): boolean {
  const intent = turn.contents.intents.get(place.intentId);
  const rivals = intent?.slots.filter(({ lexicon, name }) => lexicon === slot.lexicon && name !== slot.name) ?? [];
  if (intent === undefined || rivals.length === 0) return false;
  const neighbours = turn.contents.neighboursOf(intent);
  const own = neighbours.shared(slot.name, turn.text, entity);
  return rivals.some(({ name }) => neighbours.shared(name, turn.text, entity) > own);
}

/** Text that may stand between a value and its repetition. */
const pause = /^(?:[\s\p{P}]|[嗯啊呃哦对是就])*$/u;

/** Values that only repeat the one before them: 苏州，苏州 names one city, and 从苏州到苏州 names two. */
function repeatsIn(text: string, said: readonly Entity[]): ReadonlySet<Entity> {
  const repeats = new Set<Entity>();
  const last = new Map<string, Entity>();
  for (const entity of said) {
    const before = last.get(entity.lexicon);
    last.set(entity.lexicon, entity);
    if (before?.normValue !== entity.normValue) continue;
    if (pause.test(text.slice(before.end, entity.start))) repeats.add(entity);
  }
  return repeats;
}

const overlap = (one: Entity, other: Entity): boolean => one.start < other.end && other.start < one.end;

/** Asks for missing slots by priority, then confirms, then carries the intent out. */
function goOn(turn: ConversationTurn, place: IntentPlace, intent: IntentRecord): void {
  for (const slot of intent.slots) {
    const isFilled = slotOf(place.slots, slot.name) !== null;
    if (isFilled && slot.confirmResponseId !== null && !place.confirmed.includes(slot.name)) {
      wait(turn, place, { state: 'CONFIRM_SLOT', slot: slot.name, responseId: slot.confirmResponseId });
      return;
    }
    if (!isFilled && slot.required) {
      wait(turn, place, { state: 'ELICIT_SLOT', slot: slot.name, responseId: slot.elicitResponseId });
      return;
    }
  }
  if (intent.confirmResponseId === null) finish(turn, place, intent);
  else wait(turn, place, { state: 'CONFIRM_INTENT', slot: null, responseId: intent.confirmResponseId });
}

interface Wait {
  readonly state: IntentPlace['state'];
  readonly slot: string | null;
  readonly responseId: number;
}

function wait(turn: ConversationTurn, place: IntentPlace, { state, slot, responseId }: Wait): void {
  place.state = state;
  place.slot = slot;
  place.script = turn.replies.say(responseId);
  turn.conversation.at = place;
  turn.conversation.kept = null;
}

/**
 * Runs the processor and gives the final reply. For some turns afterwards, the skill's other intents are tried first.
 */
function finish(turn: ConversationTurn, place: IntentPlace, intent: IntentRecord): void {
  runProcessor(turn, intent.processorId);
  place.state = 'FINSIH';
  place.slot = null;
  turn.replies.say(intent.responseId);
  turn.conversation.at = null;
  turn.conversation.kept = { place, sinceTurn: turn.conversation.turn };
}
