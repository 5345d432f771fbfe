// One turn of a conversation as a pure function (specification 3, sections 3.3 and 3.4).
import { limits } from '../../protocol/limits.js';
import { TooMuchWork } from '../notation/effort.js';
import type { SkillRecord } from '../package/records.js';
import { ConversationTurn, EndlessFlow, NeedsWebAnswer, skillView } from './conversation-turn.js';
import { answerQuestion, bestEntrance, type Entrance, limitOf } from './entrances.js';
import { answersQuestion, continueIntent, enterIntent, enterSibling } from './intents.js';
import type { LoadedRobot } from './robot.js';
import { answersNode, continueScene, enterScene, openScene } from './scenes.js';
import { type IntentPlace, isFinished, type Place, stateOf } from './state.js';
import type { ContextView, TurnOutcome, TurnRequest } from './turn.js';

/** Runs a turn, or returns the web call that must be answered first. The request is not changed. */
export function runTurn(robot: LoadedRobot, request: TurnRequest): TurnOutcome {
  const turn = new ConversationTurn(robot, request);
  try {
    return outcomeOf(turn, request);
  } finally {
    turn.release();
  }
}

function outcomeOf(turn: ConversationTurn, request: TurnRequest): TurnOutcome {
  const isStart = request.state === undefined;
  try {
    if (isStart) open(turn);
    else hear(turn);
  } catch (thrown) {
    if (thrown instanceof NeedsWebAnswer) return { kind: 'call', call: thrown.call };
    if (!(thrown instanceof EndlessFlow || thrown instanceof TooMuchWork)) throw thrown;
    turn.giveUp(thrown.message);
  }
  if (turn.replies.said.length === 0 && !isStart) fallBack(turn);
  return {
    kind: 'done',
    state: stateOf(turn.conversation),
    responses: turn.replies.said.map(({ reply }) => reply),
    slots: turn.filled,
    context: contextOf(turn, isStart),
    trace: { steps: turn.steps, warnings: turn.warnings, hits: turn.tracedHits() },
  };
}

function fallBack(turn: ConversationTurn): void {
  try {
    turn.replies.say(turn.contents.robot.fallbackResponseId);
  } catch (thrown) {
    if (!(thrown instanceof TooMuchWork)) throw thrown;
    turn.giveUp(thrown.message);
  }
}

function open(turn: ConversationTurn): void {
  const { robot, scenes } = turn.contents;
  turn.replies.say(robot.openingResponseId);
  const scene = robot.openingSceneId === null ? undefined : scenes.get(robot.openingSceneId);
  if (scene === undefined) return;
  turn.enterSkill = turn.contents.skillOfScene(scene);
  openScene(turn, scene);
}

function hear(turn: ConversationTurn): void {
  const { conversation } = turn;
  conversation.turn += 1;
  if (conversation.at !== null && skillOf(turn, conversation.at) === undefined) conversation.at = null;
  turn.enterSkill = conversation.at === null ? undefined : skillOf(turn, conversation.at);
  forget(turn);
  if (saysSensitiveWord(turn)) return;
  if (conversation.at === null) hearOutside(turn);
  else goOn(turn, conversation.at);
}

function goOn(turn: ConversationTurn, place: Place): void {
  const enter = (entrance: Entrance) => enterSkill(turn, entrance);
  if (place.kind === 'intent') continueIntent(turn, place, enter);
  else continueScene(turn, place, enter);
}

/** Drops a skill that was left some turns ago, or that the robot no longer has. */
function forget(turn: ConversationTurn): void {
  const { conversation } = turn;
  const { kept } = conversation;
  if (kept === null) return;
  const isForgotten = conversation.turn - kept.sinceTurn > turn.contents.robot.forgetTurns;
  if (isForgotten || skillOf(turn, kept.place) === undefined) conversation.kept = null;
}

/**
 * Answers the words of a sensitive group with its script. The position and the retries stay as they are. Returns false
 * if there is no such word.
 */
function saysSensitiveWord(turn: ConversationTurn): boolean {
  const group = turn.contents.sensitiveGroups.find(({ lexicon }) => turn.entities([lexicon]).length > 0);
  if (group === undefined) return false;
  turn.note(`a word of the sensitive group "${group.name}"`);
  turn.replies.say(group.responseId);
  return true;
}

function hearOutside(turn: ConversationTurn): void {
  const { kept } = turn.conversation;
  if (kept !== null && isFinished(kept.place)) {
    if (entersSibling(turn, kept.place as IntentPlace)) return;
  } else if (kept !== null && answersKept(turn, kept.place)) {
    turn.note('back to the task skill that was kept');
    turn.conversation.kept = null;
    turn.conversation.at = kept.place;
    goOn(turn, kept.place);
    return;
  }
  const entrance = bestEntrance(turn, turn.contents.skills);
  if (turn.contents.robot.severalQuestions && answersParts(turn, entrance)) return;
  if (entrance !== undefined) enterSkill(turn, entrance);
}

const betweenQuestions = /[，。！？；、,.!?;\s]+|还有|另外|顺便|以及/u;

/**
 * Answers each part of the words that is a direct hit, in order, up to a part that begins a task skill. Returns false
 * if the words are not split: the whole is a question word for word or by a pattern, or the whole and only one of the
 * parts are direct hits.
 */
function answersParts(turn: ConversationTurn, whole: Entrance | undefined): boolean {
  if (whole !== undefined && whole.hit.kind !== 'near') return false;
  const words = turn.text;
  const parts = words.split(betweenQuestions).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > limits.dialog.turn.questions) return false;
  const found = parts.flatMap((part) => {
    turn.lookAt(part);
    const entrance = bestEntrance(turn, turn.contents.skills);
    return entrance !== undefined && isDirect(turn, entrance) ? [{ part, entrance }] : [];
  });
  turn.lookAt(words);
  if (found.length === 0 || (found.length === 1 && whole !== undefined && isDirect(turn, whole))) return false;
  for (const { part, entrance } of found) {
    turn.note(`one of several questions: "${part}"`);
    turn.lookAt(part);
    enterSkill(turn, entrance);
    if (turn.conversation.at !== null) break;
  }
  turn.lookAt(words);
  return true;
}

const isDirect = (turn: ConversationTurn, { skill, hit }: Entrance): boolean =>
  hit.score >= limitOf(turn, skill, 'directThreshold');

const answersKept = (turn: ConversationTurn, place: Place): boolean =>
  place.kind === 'intent' ? answersQuestion(turn, place) : answersNode(turn, place);

/**
 * Enters another intent of the skill, sharing its slots. After an intent its siblings are tried first. Returns false if
 * none fits.
 */
function entersSibling(turn: ConversationTurn, place: IntentPlace): boolean {
  const skill = turn.contents.skill(place.skillId);
  const [hit] = skill === undefined ? [] : turn.hits(`skill:${skill.id}`, 1);
  if (skill === undefined || hit === undefined || hit.score < limitOf(turn, skill, 'threshold')) return false;
  if (turn.contents.intentOf.get(hit.questionId)?.id === place.intentId) return false;
  enterSibling(turn, place, skill, hit);
  return true;
}

function enterSkill(turn: ConversationTurn, entrance: Entrance): void {
  switch (entrance.skill.type) {
    case 'QABASE':
      answerQuestion(turn, entrance);
      break;
    case 'INTENT':
      enterIntent(turn, entrance.skill, entrance.hit);
      break;
    case 'SCENE':
      enterScene(turn, entrance);
      break;
  }
}

/** The skill of a place; undefined: the robot has changed, and the place no longer exists. */
function skillOf({ contents }: ConversationTurn, place: Place): SkillRecord | undefined {
  if (place.kind === 'intent') return contents.intents.has(place.intentId) ? contents.skill(place.skillId) : undefined;
  const scene = contents.scenes.get(place.sceneId);
  return scene !== undefined && contents.nodes.has(place.nodeId) ? contents.skillOfScene(scene) : undefined;
}

function contextOf(turn: ConversationTurn, isStart: boolean): ContextView {
  const { enterSkill, hitSkill, conversation, qa, intent: place, nodeNames } = turn;
  const waitSkill = conversation.at === null ? undefined : skillOf(turn, conversation.at);
  const isIntentsTurn = hitSkill?.id === place?.skillId || (hitSkill?.type === 'QABASE' && place !== undefined);
  const intent = place && isIntentsTurn ? turn.contents.intents.get(place.intentId) : undefined;
  return {
    ...(hitSkill === undefined || isStart ? {} : { skill: skillView(hitSkill) }),
    ...(enterSkill === undefined ? {} : { enterSkill: skillView(enterSkill) }),
    ...(waitSkill === undefined ? {} : { waitSkill: skillView(waitSkill) }),
    ...(qa === undefined ? {} : { qa }),
    ...(place === undefined || intent === undefined
      ? {}
      : { intent: { id: String(intent.id), name: intent.name, state: place.state } }),
    ...(nodeNames.length === 0 || isStart ? {} : { scene: { nodeNames } }),
    vars: turn.variables.view(),
  };
}
