// Makes a robot from a document. Everything is made anew, by the services of the kinds and with their checks, in the
// steps of a batch.
import { ServiceError } from '../../protocol/errors.js';
import type { Steps } from '../../protocol/steps.js';
import type { Changes } from '../resource/changes.js';
import type { IntentDraft } from '../resource/intent/schemas.js';
import type { Intents } from '../resource/intent/service.js';
import type { Lexicons } from '../resource/lexicon/service.js';
import type { Dirs } from '../resource/qa/dirs.js';
import type { Pairs } from '../resource/qa/pairs.js';
import type { DirView } from '../resource/qa/schemas.js';
import type { RobotSkills } from '../resource/robot/robot-skills.js';
import type { SensitiveGroups } from '../resource/robot/sensitive-groups.js';
import type { Robots } from '../resource/robot/service.js';
import type { TestSets } from '../resource/robot/test-sets.js';
import type { Scenes } from '../resource/scene/service.js';
import type { Skills } from '../resource/skill/service.js';
import type { Tags } from '../resource/tag/service.js';
import type { RobotDocument } from './document.js';
import { linkFaults, pathKey } from './links.js';
import type { Made } from './made.js';
import { type MenuParts, Menus } from './menus.js';
import { within } from './place.js';
import { makeScenes } from './read-scenes.js';
import { shareLexicons, shareTagGroups } from './shared.js';

export interface ImportParts extends MenuParts {
  readonly changes: Changes;
  readonly lexicons: Lexicons;
  readonly tags: Tags;
  readonly dirs: Dirs;
  readonly pairs: Pairs;
  readonly intents: Intents;
  readonly scenes: Scenes;
  readonly skills: Skills;
  readonly robots: Robots;
  readonly robotSkills: RobotSkills;
  readonly sensitiveGroups: SensitiveGroups;
  readonly testSets: TestSets;
}

/** Makes the robot and returns its id. The caller saves all of it or nothing. */
export function* importRobot(parts: ImportParts, tenantId: string, document: RobotDocument): Steps<string> {
  const made: Made = {
    ...{ dirs: new Map(), intents: new Map(), taskQuestions: new Map(), scenes: new Map(), skills: new Map() },
  };
  const menus = new Menus(parts, tenantId);
  yield* shareLexicons(parts.lexicons, tenantId, document.lexicons);
  yield* shareTagGroups(parts.tags, tenantId, document.tagGroups);
  yield* makeDirs(parts, tenantId, document, made);
  yield* makePairs(parts, tenantId, document, made, menus);
  yield* makeIntents(parts, tenantId, document, made, menus);
  for (const [index, { key, label, question }] of document.taskQuestions.entries()) {
    within(`taskQuestions[${index}]`, () => {
      const ids = parts.taskQuestions.create(tenantId, label, question);
      made.taskQuestions.set(key, ids.id);
      menus.add({ taskQuestion: key }, ids.question.id);
    });
    yield undefined;
  }
  yield* makeScenes(parts.scenes, tenantId, document, made, menus);
  yield* makeSkills(parts, tenantId, document, made);
  const robotId = makeRobot(parts, tenantId, document, made, menus);
  yield* menus.fill();
  return robotId;
}

/** Refuses a document with a name that refers to nothing, or a duplicate name. */
export function refuseLinkFaults(document: RobotDocument): void {
  for (const { place, message, code } of linkFaults(document)) throw new ServiceError(code, `${place}: ${message}`);
}

/** Makes the directories. An existing directory above those of the document is reused, and a missing one is made. */
function* makeDirs({ dirs }: ImportParts, tenantId: string, document: RobotDocument, made: Made): Steps<void> {
  const there = new Map<string, number>();
  const meet = (views: readonly DirView[], above: readonly string[]): void => {
    for (const { id, name, children } of views) {
      there.set(pathKey([...above, name]), id);
      meet(children, [...above, name]);
    }
  };
  meet(dirs.domains(tenantId), []);
  const places = document.dirs.map((dir, index) => ({ ...dir, place: `dirs[${index}]` }));
  for (const { path, description, place } of places.sort((a, b) => a.path.length - b.path.length)) {
    const above = path.slice(0, -1).map((_, index) => path.slice(0, index + 1));
    within(place, () => {
      let parentId: number | null = null;
      for (const each of above) {
        const known = there.get(pathKey(each));
        parentId = known ?? dirs.create(tenantId, parentId, { name: each.at(-1) as string, description: '' }, 'path');
        if (known === undefined) there.set(pathKey(each), parentId);
      }
      const id = dirs.create(tenantId, parentId, { name: path.at(-1) as string, description }, 'path');
      there.set(pathKey(path), id);
      made.dirs.set(pathKey(path), id);
    });
    yield undefined;
  }
}

function* makePairs(
  { pairs }: ImportParts,
  tenantId: string,
  document: RobotDocument,
  made: Made,
  menus: Menus,
): Steps<void> {
  for (const [index, { path, pairs: drafts }] of document.dirs.entries()) {
    const dirId = made.dirs.get(pathKey(path)) as number;
    for (const [at, draft] of drafts.entries()) {
      const place = `dirs[${index}].pairs[${at}]`;
      within(place, () => {
        const standing = menus.standingIn('response', draft.response);
        const ids = pairs.create(tenantId, dirId, { ...draft, response: standing });
        menus.settle(`${place}.response`, draft.response, ids.response);
        menus.add({ dir: path, question: draft.question.text }, ids.question.id);
      });
      yield undefined;
    }
  }
}

const intentScripts = ['response', 'confirmResponse', 'retryResponse', 'failedResponse'] as const;
const slotScripts = ['elicitResponse', 'confirmResponse'] as const;

function* makeIntents(
  parts: ImportParts,
  tenantId: string,
  document: RobotDocument,
  made: Made,
  menus: Menus,
): Steps<void> {
  for (const [index, given] of document.intents.entries()) {
    const place = `intents[${index}]`;
    const draft = usualSpelling(given);
    within(place, () => {
      const standing = {
        ...draft,
        ...standingScripts(menus, draft, intentScripts, ''),
        slots: draft.slots.map((slot, at) => ({
          ...slot,
          ...standingScripts(menus, slot, slotScripts, `slots[${at}].`),
        })),
      };
      const ids = parts.intents.create(tenantId, standing);
      settleScripts(menus, draft, ids, intentScripts, `${place}.`);
      for (const [at, slot] of draft.slots.entries()) {
        settleScripts(menus, slot, ids.slots[at] ?? {}, slotScripts, `${place}.slots[${at}].`);
      }
      made.intents.set(draft.name, ids.id);
      menus.add({ intent: draft.name }, ids.question.id);
    });
    yield undefined;
  }
}

/** The draft with only the keys that create accepts. */
function usualSpelling({ confirmIntentResponse, confirmResponse, slots, ...draft }: IntentDraft): IntentDraft {
  return {
    ...draft,
    confirmResponse: confirmResponse ?? confirmIntentResponse,
    slots: slots.map(({ elicitSlotResponse, confirmSlotResponse, ...slot }) => ({
      ...slot,
      elicitResponse: slot.elicitResponse ?? elicitSlotResponse,
      confirmResponse: slot.confirmResponse ?? confirmSlotResponse,
    })),
  };
}

type Response = Parameters<Menus['standingIn']>[1];
type Ids = Parameters<Menus['settle']>[2];
type Scripts<K extends string> = { readonly [key in K]?: Response | undefined };

function standingScripts<K extends string>(menus: Menus, draft: Scripts<K>, keys: readonly K[], prefix: string) {
  const found = keys.flatMap((key) => {
    const response = draft[key];
    return response === undefined ? [] : [[key, menus.standingIn(`${prefix}${key}`, response)] as const];
  });
  return Object.fromEntries(found);
}

function settleScripts<K extends string>(
  menus: Menus,
  draft: Scripts<K>,
  ids: { readonly [key in K]?: Ids | undefined },
  keys: readonly K[],
  prefix: string,
): void {
  for (const key of keys) {
    const [response, made] = [draft[key], ids[key]];
    if (response !== undefined && made !== undefined) menus.settle(`${prefix}${key}`, response, made);
  }
}

function* makeSkills({ skills }: ImportParts, tenantId: string, document: RobotDocument, made: Made): Steps<void> {
  for (const [index, { key, dir, intents, scene, ...draft }] of document.skills.entries()) {
    within(`skills[${index}]`, () => {
      const target = {
        ...(dir !== undefined && { dirId: made.dirs.get(pathKey(dir)) }),
        ...(scene !== undefined && { sceneId: made.scenes.get(scene) }),
        ...(intents !== undefined && { intentIds: intents.map((name) => made.intents.get(name) as number) }),
      };
      made.skills.set(key, skills.create(tenantId, { ...draft, ...target }));
    });
    yield undefined;
  }
}

function makeRobot(
  parts: ImportParts,
  tenantId: string,
  { robot, testSets }: RobotDocument,
  made: Made,
  menus: Menus,
): string {
  const { robots, robotSkills, sensitiveGroups } = parts;
  const { opening, fallbackResponse, skills, sensitiveGroups: groups, ...draft } = robot;
  const id = within('robot', () => robots.create(tenantId, draft));
  if (opening !== undefined) {
    within('robot.opening', () => {
      const { type, response, scene } = opening;
      const standing = response && menus.standingIn('response', response);
      const sceneId = scene === undefined ? undefined : made.scenes.get(scene);
      const ids = robots.setOpening(tenantId, id, { type, response: standing, sceneId });
      if (response !== undefined && ids.response !== undefined) {
        menus.settle('robot.opening.response', response, ids.response);
      }
    });
  }
  if (fallbackResponse !== undefined) {
    const place = 'robot.fallbackResponse';
    within(place, () => {
      const ids = robots.setFallback(tenantId, id, menus.standingIn('', fallbackResponse));
      menus.settle(place, fallbackResponse, ids);
    });
  }
  for (const [index, { skill, ...settings }] of skills.entries()) {
    const skillId = made.skills.get(skill) as number;
    within(`robot.skills[${index}]`, () => robotSkills.add(tenantId, id, { skillId, ...settings }));
  }
  for (const [index, group] of groups.entries()) {
    const place = `robot.sensitiveGroups[${index}]`;
    within(place, () => {
      const response = menus.standingIn('response', group.response);
      const ids = sensitiveGroups.create(tenantId, id, { ...group, response });
      menus.settle(`${place}.response`, group.response, ids.response);
    });
  }
  for (const [index, set] of testSets.entries()) {
    within(`testSets[${index}]`, () => parts.testSets.create(tenantId, id, set));
  }
  return id;
}
