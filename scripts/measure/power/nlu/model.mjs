// The resources of one tenant as plain objects: the objects, their references, and the views that show them. It is
// written from the specification, without the services of the gateway, so that the store can be compared with it.
import { namesIn } from './drafts.mjs';

/** @typedef {import('./drafts.mjs').Question} Question */
/** @typedef {import('./drafts.mjs').Response} Response */
/** @typedef {{ id: number, name: string, description: string, type: string, representWord: string, matchVar: string,
 *   classes: { id: number, name: string, description: string, matchValue: string }[],
 *   entries: { id: number, classId: number | null, words: string[] }[] }} Lexicon */
/** @typedef {{ id: number, name: string, description: string, exclusive: boolean,
 *   tags: { id: number, name: string, description: string }[] }} TagGroup */
/** @typedef {{ id: number, parent: number, name: string, description: string }} Dir parent 0: a domain */
/**
 * @typedef {{ id: number, dir: number, question: Question, response: Response, enabled: boolean, times: [string,
 * string] }} Pair
 */
/** @typedef {{ id: number, name: string, description: string, required: boolean, lexicon: string, elicit: Response,
 *   confirm: Response | undefined }} Slot */
/** @typedef {{ id: number, question: Question, response: Response, slots: Slot[], facts: any,
 *   scripts: Record<string, Response | undefined>, processor: any }} Intent */
/** @typedef {{ id: number, name: string, condition: string, next: number, nextSceneId: number }} Branch */
/** @typedef {{ id: number, name: string, type: string, conditional: boolean, taskQuestionIds: number[], next: number,
 *   branches: Branch[], processor: any, response: Response | undefined }} Node */
/** @typedef {{ id: number, facts: any, scripts: Record<string, Response | undefined>, nodes: Node[] }} Scene */
/** @typedef {{ id: number, type: string, dirId: number, sceneId: number, intentIds: number[], facts: any }} Skill */
/** @typedef {{ id: string, facts: any, opening: { response: Response | undefined, sceneId: number } | undefined,
 *   fallback: Response | undefined, skills: { skillId: number, threshold: number | undefined }[],
 *   groups: { id: number, name: string, lexicon: string, response: Response }[] }} Robot */

export class Model {
  /** @type {Lexicon[]} */ lexicons = [];
  /** @type {TagGroup[]} */ tagGroups = [];
  /** @type {Dir[]} */ dirs = [];
  /** @type {Pair[]} */ pairs = [];
  /** @type {{ id: number, label: string, question: Question }[]} */ taskQuestions = [];
  /** @type {Intent[]} */ intents = [];
  /** @type {{ id: number, name: string, base: number, enabled: boolean }[]} */ models = [];
  /** @type {Scene[]} */ scenes = [];
  /** @type {Skill[]} */ skills = [];
  /** @type {Robot[]} */ robots = [];

  /** @param {string} name */
  lexiconNamed = (name) => this.lexicons.find((lexicon) => lexicon.name === name.normalize('NFC'));

  /** Every question, with the names of the slots that it may take from its owner. */
  questionsWithSlots() {
    return [
      ...[...this.pairs, ...this.taskQuestions].map(({ question }) => ({
        question,
        slots: /** @type {string[]} */ ([]),
      })),
      ...this.intents.map(({ question, slots }) => ({ question, slots: slots.map(({ name }) => name) })),
    ];
  }

  questions = () => this.questionsWithSlots().map(({ question }) => question);

  /** Every response that another resource owns. */
  responses() {
    return [
      ...this.pairs.map(({ response }) => response),
      ...this.intents.flatMap((intent) => [intent.response, ...Object.values(intent.scripts)]),
      ...this.intents.flatMap(({ slots }) => slots.flatMap(({ elicit, confirm }) => [elicit, confirm])),
      ...this.scenes.flatMap(({ scripts, nodes }) => [
        ...Object.values(scripts),
        ...nodes.map(({ response }) => response),
      ]),
      ...this.robots.flatMap(({ opening, fallback }) => [opening?.response, fallback]),
      ...this.robots.flatMap(({ groups }) => groups.map(({ response }) => response)),
    ].filter((response) => response !== undefined);
  }

  answers = () => this.responses().flatMap(({ answers }) => answers);

  processors() {
    const owners = [...this.intents, ...this.scenes.flatMap(({ nodes }) => nodes)];
    return owners.flatMap(({ processor }) => processor ?? []);
  }

  /** @param {Scene | undefined} scene */
  hasEntry = (scene) => scene?.nodes.some(({ type, conditional }) => type === 'ENTRY' && !conditional) === true;

  /** A branch of another scene leads to the entry of this one. @param {Scene | undefined} scene */
  isLedTo = (scene) =>
    this.scenes.some(({ nodes }) =>
      nodes.some(({ branches }) => branches.some(({ nextSceneId }) => nextSceneId === scene?.id)),
    );

  /** The directory and all below it. @param {number} id */
  below(id) {
    const found = [id];
    for (const each of found) found.push(...this.dirs.filter(({ parent }) => parent === each).map((dir) => dir.id));
    return found;
  }

  /** Removes deleted questions and tags from all offers and answers. */
  forget() {
    const questionIds = new Set(this.questions().map(({ id }) => id));
    const tagIds = new Set(this.tagGroups.flatMap(({ tags }) => tags.map(({ id }) => id)));
    for (const { menuIds, tagIds: carried } of this.answers()) {
      for (const id of menuIds) if (!questionIds.has(id)) menuIds.delete(id);
      for (const id of carried) if (!tagIds.has(id)) carried.delete(id);
    }
  }

  /** The references in the form of the store's rows; a robot is named by its id. @returns {string[]} */
  references() {
    /** @type {Set<string>} */ const rows = new Set();
    const add = (
      /** @type {string} */ from,
      /** @type {number | string} */ id,
      /** @type {string} */ to,
      /** @type {number} */ toId,
    ) => rows.add(`${from} ${id} names ${to} ${toId}`);
    const addLexicon = (/** @type {string} */ from, /** @type {number} */ id, /** @type {string} */ name) => {
      if (!name.startsWith('SYS.')) add(from, id, 'lexicon', this.lexiconNamed(name)?.id ?? 0);
    };
    for (const { id, text, exts } of this.questions()) {
      for (const each of [text, ...exts.map((ext) => ext.text)]) {
        for (const name of namesIn(each)?.lexicons ?? []) addLexicon('question', id, name);
      }
    }
    for (const { id, tagIds, menuIds } of this.answers()) {
      for (const to of tagIds) add('answer', id, 'tag', to);
      for (const to of menuIds) add('answer', id, 'question', to);
    }
    for (const { slots } of this.intents) for (const { id, lexicon } of slots) addLexicon('slot', id, lexicon);
    for (const { id, nodes } of this.scenes) {
      for (const node of nodes) {
        for (const to of node.taskQuestionIds) add('scene', id, 'taskQuestion', to);
        for (const { nextSceneId } of node.branches) if (nextSceneId !== 0) add('scene', id, 'scene', nextSceneId);
      }
    }
    for (const { id, type, dirId, sceneId, intentIds } of this.skills) {
      if (type === 'QABASE') add('skill', id, 'dir', dirId);
      if (type === 'SCENE') add('skill', id, 'scene', sceneId);
      for (const to of intentIds) add('skill', id, 'intent', to);
    }
    for (const { id, opening, skills, groups } of this.robots) {
      for (const { skillId } of skills) add('robot', id, 'skill', skillId);
      if (opening !== undefined && opening.response === undefined) add('robot', id, 'scene', opening.sceneId);
      for (const group of groups) addLexicon('sensitiveGroup', group.id, group.lexicon);
    }
    return [...rows].sort();
  }

  counts() {
    const questions = this.questions().length;
    return { questions, entries: this.lexicons.reduce((sum, { entries }) => sum + entries.length, 0) };
  }
}
