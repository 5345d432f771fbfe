// Checks the links between the parts of a document: every key is unique, and every name refers to a part.
import type { ErrorName } from '../../protocol/errors.js';
import type { DocumentScene, RobotDocument } from './document.js';

export interface LinkFault {
  readonly place: string;
  readonly message: string;
  readonly code: ErrorName;
}

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);

export function* linkFaults(document: RobotDocument): Generator<LinkFault> {
  const { robot, skills, dirs, intents, taskQuestions, scenes } = document;
  yield* repeated(
    'skills',
    'key',
    skills.map(({ key }) => key),
  );
  yield* repeated(
    'dirs',
    'path',
    dirs.map(({ path }) => pathKey(path)),
    (path) => path,
  );
  yield* repeated(
    'intents',
    'name',
    intents.map(({ name }) => name),
  );
  yield* repeated(
    'taskQuestions',
    'key',
    taskQuestions.map(({ key }) => key),
  );
  yield* repeated(
    'scenes',
    'key',
    scenes.map(({ key }) => key),
  );
  yield* repeated(
    'tagGroups',
    'name',
    document.tagGroups.map(({ name }) => name),
  );
  yield* repeated(
    'lexicons',
    'name',
    document.lexicons.map(({ name }) => name),
  );

  const entries = new Map(scenes.map((scene) => [scene.key, hasEntry(scene)]));
  const skillKeys = new Set(skills.map(({ key }) => key));
  const dirKeys = new Set(dirs.map(({ path }) => pathKey(path)));
  const intentNames = new Set(intents.map(({ name }) => name));
  for (const [index, { skill }] of robot.skills.entries()) {
    if (!skillKeys.has(skill)) yield lacking(`robot.skills[${index}].skill`, 'skill', skill);
  }
  yield* openingFaults(document, entries);
  for (const [index, { type, dir, intents: names, scene }] of skills.entries()) {
    const place = `skills[${index}]`;
    yield* onlyFor(`${place}.dir`, dir, type, 'QABASE', true);
    yield* onlyFor(`${place}.intents`, names, type, 'INTENT', false);
    yield* onlyFor(`${place}.scene`, scene, type, 'SCENE', true);
    if (dir !== undefined && !dirKeys.has(pathKey(dir))) yield lacking(`${place}.dir`, 'directory', dir);
    if (scene !== undefined && !entries.has(scene)) yield lacking(`${place}.scene`, 'scene', scene);
    for (const [at, name] of (names ?? []).entries()) {
      if (!intentNames.has(name)) yield lacking(`${place}.intents[${at}]`, 'intent', name);
    }
  }
  const questionKeys = new Set(taskQuestions.map(({ key }) => key));
  for (const [index, scene] of scenes.entries()) yield* sceneFaults(scene, `scenes[${index}]`, questionKeys, entries);
}

const hasEntry = ({ nodes }: DocumentScene): boolean =>
  nodes.some(({ type, conditional }) => type === 'ENTRY' && conditional !== true);

function* openingFaults({ robot }: RobotDocument, entries: ReadonlyMap<string, boolean>): Generator<LinkFault> {
  if (robot.opening === undefined) return;
  const { type, response, scene } = robot.opening;
  yield* onlyFor('robot.opening.response', response, type, 'RESPONSE', true);
  yield* onlyFor('robot.opening.scene', scene, type, 'SCENE', true);
  if (scene !== undefined) yield* entryFaults('robot.opening.scene', scene, entries);
}

function* sceneFaults(
  { key, nodes }: DocumentScene,
  place: string,
  questionKeys: ReadonlySet<string>,
  entries: ReadonlyMap<string, boolean>,
): Generator<LinkFault> {
  yield* repeated(
    `${place}.nodes`,
    'key',
    nodes.map((node) => node.key),
  );
  const keys = new Set(nodes.map((node) => node.key));
  for (const [index, node] of nodes.entries()) {
    const at = `${place}.nodes[${index}]`;
    if (node.next !== undefined && !keys.has(node.next)) yield lacking(`${at}.next`, 'node', node.next);
    for (const [which, question] of (node.taskQuestions ?? []).entries()) {
      if (!questionKeys.has(question)) yield lacking(`${at}.taskQuestions[${which}]`, 'task question', question);
    }
    for (const [which, { next, nextScene }] of (node.branches ?? []).entries()) {
      const branch = `${at}.branches[${which}]`;
      if (next !== undefined && !keys.has(next)) yield lacking(`${branch}.next`, 'node', next);
      if (nextScene === undefined) continue;
      if (next !== undefined)
        yield invalid(`${branch}.nextScene`, 'a branch must lead to a node or to a scene, not to both');
      if (nextScene === key) yield invalid(`${branch}.nextScene`, 'must name a scene other than its own');
      yield* entryFaults(`${branch}.nextScene`, nextScene, entries);
    }
  }
}

function* entryFaults(place: string, scene: string, entries: ReadonlyMap<string, boolean>): Generator<LinkFault> {
  const entry = entries.get(scene);
  if (entry === undefined) yield lacking(place, 'scene', scene);
  if (entry === false) yield invalid(place, `scene ${JSON.stringify(scene)} has no unconditional entry; add one`);
}

function* onlyFor(place: string, value: unknown, type: string, wanted: string, needed: boolean): Generator<LinkFault> {
  if (type === wanted && needed && value === undefined) yield invalid(place, `required for type ${wanted}`);
  if (type !== wanted && value !== undefined) yield invalid(place, `is only for type ${wanted}; this one is ${type}`);
}

const invalid = (place: string, message: string): LinkFault => ({ place, message, code: 'INVALID_ARGUMENT' });
const lacking = (place: string, what: string, name: string | readonly string[]): LinkFault =>
  invalid(place, `there is no ${what} ${JSON.stringify(name)} in the document`);

function* repeated(
  section: string,
  key: string,
  names: readonly string[],
  shown: (name: string) => string = JSON.stringify,
): Generator<LinkFault> {
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const before = places.get(name);
    if (before === undefined) places.set(name, index);
    else {
      const message = `${shown(name)} is already defined at ${section}[${before}]`;
      yield { place: `${section}[${index}].${key}`, message, code: 'CONFLICT' };
    }
  }
}
