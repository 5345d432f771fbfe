// A task skill that does not understand the caller (specification 3, section 3.4, rules 4 and 5): other skills are
// tried if it allows that; otherwise it asks again, and gives up after too many times.
import type { ConversationTurn } from './conversation-turn.js';
import { answerQuestion, type Entrance } from './entrances.js';
import type { Place } from './state.js';

export interface Patience {
  readonly autoRecover: boolean;
  readonly repeatWhenRecover: boolean;
  readonly repeatWhenRetry: boolean;
  readonly retryMaxTimes: number;
  readonly retryResponseId: number | null;
  readonly failedResponseId: number | null;
}

interface Misunderstanding {
  readonly place: Place;
  readonly patience: Patience;
  /** The best way into another skill, if others may be tried and one fits. */
  readonly entrance: Entrance | undefined;
  /** Goes into a task skill. */
  readonly enter: (entrance: Entrance) => void;
}

export function misunderstood(turn: ConversationTurn, { place, patience, entrance, enter }: Misunderstanding): void {
  if (entrance === undefined) askAgain(turn, place, patience);
  else if (entrance.skill.type === 'QABASE') answerBetween(turn, place, entrance, patience);
  else enter(entrance);
}

function answerBetween(turn: ConversationTurn, place: Place, entrance: Entrance, patience: Patience): void {
  const { conversation } = turn;
  answerQuestion(turn, entrance);
  place.retries = 0;
  if (patience.autoRecover) {
    conversation.at = place;
    if (patience.repeatWhenRecover) turn.replies.sayAgain(place.script);
    return;
  }
  turn.note('the task skill is kept for some turns');
  conversation.at = null;
  conversation.kept = { place, sinceTurn: conversation.turn };
}

function askAgain(turn: ConversationTurn, place: Place, patience: Patience): void {
  const { repeatWhenRetry, retryMaxTimes, retryResponseId, failedResponseId } = patience;
  place.retries += 1;
  if (place.retries > retryMaxTimes) {
    turn.note('not understood too often: the dialog leaves the skill');
    turn.replies.say(failedResponseId); // it may name slots
    turn.leave();
    return;
  }
  turn.note(`not understood, ${place.retries} of ${retryMaxTimes}`);
  turn.conversation.at = place;
  turn.replies.say(retryResponseId);
  if (retryResponseId === null || repeatWhenRetry) turn.replies.sayAgain(place.script);
}
