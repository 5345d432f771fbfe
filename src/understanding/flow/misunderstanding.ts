// Handles input that a task skill does not understand (specification 3, section 3.4, rules 4 and 5). Other skills are
// tried if the skill allows it; otherwise it asks again, and gives up after too many attempts.
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
  /** The best entrance into another skill; undefined: none may be tried, or none fits. */
  readonly entrance: Entrance | undefined;
  /** Enters a task skill. */
  readonly enter: (entrance: Entrance) => void;
}

/** Continues a turn whose words the waiting skill does not understand. */
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
