// Entering skills from outside (specification 3, section 3.4, rule 2): the best question among all skills decides.
import type { HitKind, QuestionHit } from '../matching/hit.js';
import type { SkillRecord } from '../package/records.js';
import type { ConversationTurn } from './conversation-turn.js';

/** Defaults for settings that neither the robot nor the skill gives. */
const defaults = { threshold: 0.55, directThreshold: 0.8, recommendThreshold: 0.55, topN: 3 };

type Limit = keyof typeof defaults;

export interface Entrance {
  readonly skill: SkillRecord;
  readonly hit: QuestionHit;
  /**
   * The questions that a question-answering skill offers because its best one is not near enough; undefined: the best
   * one is answered.
   */
  readonly offered: readonly QuestionHit[] | undefined;
}

/** A limit of the skill, of the robot, or the default. */
export function limitOf(turn: ConversationTurn, skill: SkillRecord, limit: Limit): number {
  return skill[limit] ?? turn.contents.robot[limit] ?? defaults[limit];
}

export const otherSkills = (turn: ConversationTurn, skill: SkillRecord): readonly SkillRecord[] =>
  turn.contents.skills.filter(({ id }) => id !== skill.id);

/** The skill with the best question; undefined: no question is near enough. */
export function bestEntrance(turn: ConversationTurn, skills: readonly SkillRecord[]): Entrance | undefined {
  let best: Entrance | undefined;
  for (const skill of skills) {
    const entrance = entranceOf(turn, skill);
    if (entrance !== undefined && (best === undefined || isBetter(entrance.hit, best.hit))) best = entrance;
  }
  return best;
}

const ranks: Readonly<Record<HitKind, number>> = { exact: 2, pattern: 1, near: 0 };

const isBetter = (hit: QuestionHit, than: QuestionHit): boolean =>
  hit.score > than.score || (hit.score === than.score && ranks[hit.kind] > ranks[than.kind]);

function entranceOf(turn: ConversationTurn, skill: SkillRecord): Entrance | undefined {
  const hits = turn.hits(`skill:${skill.id}`, skill.type === 'QABASE' ? limitOf(turn, skill, 'topN') : 1);
  const [hit] = hits;
  if (hit === undefined || hit.score < limitOf(turn, skill, 'threshold')) return undefined;
  if (skill.type !== 'QABASE' || hit.score >= limitOf(turn, skill, 'directThreshold')) {
    return { skill, hit, offered: undefined };
  }
  const least = limitOf(turn, skill, 'recommendThreshold');
  const offered = hits.filter(({ score }) => score >= least);
  return offered.length === 0 ? undefined : { skill, hit, offered };
}

/** Answers from a question-answering skill, or offers its questions. */
export function answerQuestion(turn: ConversationTurn, { skill, hit, offered }: Entrance): void {
  const pair = turn.contents.pairs.get(hit.questionId);
  const dir = pair && turn.contents.dirs.get(pair.dirId);
  turn.hitSkill = skill;
  if (pair !== undefined) turn.qa = { dir: { id: pair.dirId, name: dir?.name ?? '' }, pairId: pair.id };
  if (offered !== undefined) {
    turn.note(`"${skill.name}" offers ${offered.length} questions`);
    const ids = offered.map(({ questionId }) => questionId);
    turn.replies.offer(skill.recommendStart, ids, skill.recommendEnd);
    return;
  }
  turn.note(`"${skill.name}" answers`);
  turn.setHitQuestion(hit);
  const slots = {};
  for (const { lexicon: dict, ...slot } of hit.slots) turn.fill(slots, { dict, ...slot });
  turn.variables.setQuestionSlots(slots);
  turn.replies.say(pair?.responseId ?? null);
}
