// Scene skills. The flow goes from node to node until it must wait for the caller or has no successor.

import type { QuestionHit } from '../matching/hit.js';
import { holds } from '../notation/expression.js';
import type { SceneRecord, SkillRecord } from '../package/records.js';
import type { Branch, Node } from './contents.js';
import type { ConversationTurn } from './conversation-turn.js';
import { bestEntrance, type Entrance, limitOf, otherSkills } from './entrances.js';
import { misunderstood } from './misunderstanding.js';
import { runProcessor } from './processors.js';
import type { ScenePlace, Slots } from './state.js';

/** The difference of scores that is significant although the scopes differ in size. */
const muchNearer = 0.25;

/** `stuck`: a dispatch node had no branch for this case. */
type Outcome = 'waits' | 'left' | 'stuck';

/** Enters a scene by the conditional entry whose task question was hit. */
export function enterScene(turn: ConversationTurn, { skill, hit }: Entrance): void {
  const scene = turn.contents.scenes.get(skill.sceneId ?? 0);
  const entry = turn.contents.nodesOf
    .get(skill.sceneId ?? 0)
    ?.find(
      (node) =>
        node.type === 'ENTRY' &&
        node.taskQuestionIds.some((id) => turn.contents.taskQuestions.get(id)?.questionId === hit.questionId),
    );
  if (scene === undefined || entry === undefined) return;
  const slots: Slots = {};
  turn.hitSkill = skill;
  turn.setHitQuestion(hit);
  for (const { lexicon: dict, ...slot } of hit.slots) turn.fill(slots, { dict, ...slot });
  begin(turn, { scene, skill, entry, slots });
}

/** Enters the scene that opens the session, by its unconditional entry. */
export function openScene(turn: ConversationTurn, scene: SceneRecord): void {
  const entry = turn.contents.entryOf(scene.id);
  if (entry !== undefined) begin(turn, { scene, skill: turn.contents.skillOfScene(scene), entry, slots: {} });
}

interface Beginning {
  readonly scene: SceneRecord;
  readonly skill: SkillRecord;
  readonly entry: Node;
  readonly slots: Slots;
}

function begin(turn: ConversationTurn, { scene, skill, entry, slots }: Beginning): void {
  turn.note(`scene "${scene.name}" begins`);
  const place: ScenePlace = {
    ...{ kind: 'scene', skillId: skill.id, sceneId: scene.id, nodeId: entry.id, slots, retries: 0, script: [] },
  };
  turn.conversation.at = place;
  turn.conversation.kept = null;
  // Before the first understand node there is nothing to ask again.
  if (flow(turn, place, entry) === 'stuck') turn.leave();
}

/** Handles the caller's next words while an understand node waits for them. */
export function continueScene(turn: ConversationTurn, place: ScenePlace, enter: (entrance: Entrance) => void): void {
  const { contents } = turn;
  const scene = contents.scenes.get(place.sceneId) as SceneRecord;
  const skill = contents.skillOfScene(scene);
  const node = contents.nodes.get(place.nodeId) as Node;
  const others = skill.checkOtherSkill ? otherSkills(turn, skill) : [];
  const patience = { ...scene, autoRecover: skill.autoRecover, repeatWhenRecover: false };
  turn.passNode(node.name);
  const heard = heardQuestion(turn, place, skill);
  if (heard?.kind === 'near') {
    // words that are exactly a question of another skill, or much nearer to one, do not mean a near question of this
    // node
    const entrance = bestEntrance(turn, others);
    if (entrance !== undefined && (entrance.hit.kind !== 'near' || entrance.hit.score >= heard.score + muchNearer)) {
      misunderstood(turn, { place, patience, entrance, enter });
      return;
    }
  }
  if (heard !== undefined) takeQuestion(turn, place, skill, heard);
  const next = node.nextId === null ? undefined : contents.nodes.get(node.nextId);
  const outcome = next === undefined ? leave(turn) : flow(turn, { ...place, retries: 0 }, next);
  if (outcome !== 'stuck') return;
  turn.conversation.at = place;
  misunderstood(turn, { place, patience, entrance: bestEntrance(turn, others), enter });
}

/** True if the words are one of the questions that the understand node waits for. Changes nothing. */
export function answersNode(turn: ConversationTurn, place: ScenePlace): boolean {
  const scene = turn.contents.scenes.get(place.sceneId);
  return scene !== undefined && heardQuestion(turn, place, turn.contents.skillOfScene(scene)) !== undefined;
}

/** The node's question that the words mean; undefined leaves hitQuestion empty. */
function heardQuestion(turn: ConversationTurn, place: ScenePlace, skill: SkillRecord): QuestionHit | undefined {
  const [hit] = turn.hits(`node:${place.nodeId}`, 1);
  return hit !== undefined && hit.score >= limitOf(turn, skill, 'threshold') ? hit : undefined;
}

function takeQuestion(turn: ConversationTurn, place: ScenePlace, skill: SkillRecord, hit: QuestionHit): void {
  turn.hitSkill = skill;
  turn.setHitQuestion(hit);
  for (const { lexicon: dict, ...slot } of hit.slots) turn.fill(place.slots, { dict, ...slot });
}

/** Follows the flow from a node. If it reaches an understand node, the conversation waits there. */
function flow(turn: ConversationTurn, from: ScenePlace, first: Node): Outcome {
  const saidBefore = turn.replies.said.length;
  let place = from;
  let node: Node | undefined = first;
  turn.conversation.at = place;
  while (node !== undefined) {
    turn.passNode(node.name);
    if (node.type === 'UNDERSTAND') {
      const said = turn.replies.said.slice(saidBefore);
      turn.conversation.at = { ...place, nodeId: node.id, script: said.length > 0 ? said : place.script };
      return 'waits';
    }
    let nextId = node.nextId;
    if (node.type === 'RESPONSE') turn.replies.say(node.responseId);
    if (node.type === 'PROCESS') runProcessor(turn, node.processorId);
    if (node.type === 'DISPATCH') {
      const branch = chosenBranch(turn, node);
      if (branch === undefined) return 'stuck';
      if (branch.nextSceneId !== null) {
        place = anotherScene(turn, branch.nextSceneId) ?? place;
        turn.conversation.at = place;
        node = turn.contents.entryOf(branch.nextSceneId);
        continue;
      }
      nextId = branch.nextId;
    }
    node = nextId === null ? undefined : turn.contents.nodes.get(nextId);
  }
  return leave(turn);
}

function chosenBranch(turn: ConversationTurn, node: Node): Branch | undefined {
  return node.branches.find((branch) => holds(branch.holds, turn.variables.look, turn.effort));
}

/**
 * The place at the start of another task skill, without the slots of the previous one; undefined: the robot has no such
 * scene, or the scene no entry.
 */
function anotherScene(turn: ConversationTurn, sceneId: number): ScenePlace | undefined {
  const scene = turn.contents.scenes.get(sceneId);
  const entry = turn.contents.entryOf(sceneId);
  if (scene === undefined || entry === undefined) return undefined;
  turn.note(`scene "${scene.name}" takes over`);
  const { id: skillId } = turn.contents.skillOfScene(scene);
  return { kind: 'scene', skillId, sceneId, nodeId: entry.id, slots: {}, retries: 0, script: [] };
}

function leave(turn: ConversationTurn): Outcome {
  turn.leave();
  return 'left';
}
