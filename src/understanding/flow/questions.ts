// Finds the questions that a text matches at the beginning of a conversation, for people who test a robot.
import { ConversationTurn } from './conversation-turn.js';
import { bestEntrance } from './entrances.js';
import type { LoadedRobot } from './robot.js';
import type { TurnInput } from './turn.js';

export interface FoundQuestion {
  /** The standard question, as its author wrote it and as menus show it. */
  readonly text: string;
  readonly plain: string;
  /** from 0 to 1 */
  readonly score: number;
}

export interface FoundQuestions {
  /** The question that would be answered or offered first; undefined: none is near enough. */
  readonly hit: FoundQuestion | undefined;
  /** The nearest questions of all skills, best first, whether near enough or not. */
  readonly nearest: readonly FoundQuestion[];
}

const kindOrder = { exact: 0, pattern: 1, near: 2 };

/** Finds the questions that the input matches; `count` limits `nearest`. */
export function questionsOf(robot: LoadedRobot, input: TurnInput, count: number): FoundQuestions {
  const turn = new ConversationTurn(robot, { state: undefined, input, answers: [] });
  const { skills, questions } = robot.contents;
  const shown = ({ questionId, score }: { readonly questionId: number; readonly score: number }): FoundQuestion => {
    const { text = '', plain = '' } = questions.get(questionId) ?? {};
    return { text, plain, score };
  };
  const all = skills.flatMap(({ id }) => turn.hits(`skill:${id}`, count));
  all.sort((a, b) => b.score - a.score || kindOrder[a.kind] - kindOrder[b.kind]);
  const best = bestEntrance(turn, skills);
  turn.release();
  return { hit: best && shown(best.hit), nearest: all.slice(0, count).map(shown) };
}
