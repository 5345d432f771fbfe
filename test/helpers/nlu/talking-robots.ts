// Robots for conversations, made through the interface; they need exact matches only.
import { setTimeout as sleep } from 'node:timers/promises';
import { type NluClient, reply } from '../gateway/nlu-client.js';

export interface QaRobot {
  readonly id: string;
  readonly dirId: number;
}

/** A robot that answers questions, each with its answer. `more`: fields of the robot. */
export async function qaRobot(
  nlu: NluClient,
  pairs: Readonly<Record<string, string>>,
  more: object = {},
): Promise<QaRobot> {
  const unique = crypto.randomUUID();
  const dirId = (await nlu.created('/qa_domains', { name: unique })).id;
  for (const [text, answer] of Object.entries(pairs)) await addPair(nlu, dirId, text, answer);
  const skillId = (await nlu.created('/skills', { name: unique, type: 'QABASE', dirId })).id;
  const { id } = await nlu.created('/robots', { name: unique, ...more });
  await done(nlu, 'POST', `/robots/${id}/skills`, { skillId });
  return { id, dirId };
}

export const addPair = (nlu: NluClient, dirId: number, text: string, answer: string) =>
  nlu.created(`/qa_dirs/${dirId}/qa_pairs`, { question: { text }, response: reply(answer) });

/** A robot that says the opening, and answers each question by an intent whose processor calls the web. */
export async function callingRobot(
  nlu: NluClient,
  intents: Readonly<Record<string, { processor: object; says: string }>>,
) {
  const unique = crypto.randomUUID();
  const intentIds: number[] = [];
  for (const [text, { processor, says }] of Object.entries(intents)) {
    const intent = { name: `${text} ${unique}`, question: { text }, response: reply(says), processor };
    intentIds.push((await nlu.created('/intents', intent)).id);
  }
  const skillId = (await nlu.created('/skills', { name: unique, type: 'INTENT', intentIds })).id;
  const { id } = await nlu.created('/robots', { name: unique });
  await done(nlu, 'POST', `/robots/${id}/skills`, { skillId });
  return id as string;
}

/** Publishes the robot in its present state and puts it online. Returns the id of the publish. */
export async function goOnline(nlu: NluClient, robotId: string): Promise<string> {
  const id = await publish(nlu, robotId);
  await done(nlu, 'PATCH', `/robots/${robotId}/online`, { publishId: id });
  return id;
}

export async function publish(nlu: NluClient, robotId: string): Promise<string> {
  const { id } = await nlu.created(`/robots/${robotId}/publishes`, {});
  for (;;) {
    const { state, error } = await nlu.view(`/robots/${robotId}/publishes/${id}`);
    if (state === 'FINISHED') return id;
    if (state === 'ERROR') throw new Error(error);
    await sleep(20);
  }
}

async function done(nlu: NluClient, method: string, path: string, body: unknown): Promise<void> {
  const outcome = await nlu.outcome(method, path, body);
  if (outcome !== '200') throw new Error(`${method} ${path}: ${outcome}`);
}

/** A robot that runs these processors one after another when it hears the entrance, and then speaks. */
export async function passingRobot(nlu: NluClient, entrance: string, processors: readonly object[], says: string) {
  const unique = crypto.randomUUID();
  const question = (await nlu.created('/task_questions', { label: unique, question: { text: entrance } })).id;
  const sceneId = (await nlu.created('/scenes', { name: unique })).id;
  const steps = processors.map((processor, at) => ({
    ...{ key: `step${at}`, type: 'PROCESS', name: `step${at}`, processor },
    next: at + 1 < processors.length ? `step${at + 1}` : 'say',
  }));
  const entry = { key: 'entry', type: 'ENTRY', name: 'entry', conditional: true, taskQuestionIds: [question] };
  await done(nlu, 'POST', `/scenes/${sceneId}/graph`, {
    nodes: [
      { ...entry, next: 'step0' },
      ...steps,
      { key: 'say', type: 'RESPONSE', name: 'say', response: reply(says) },
    ],
  });
  const skillId = (await nlu.created('/skills', { name: unique, type: 'SCENE', sceneId })).id;
  const { id } = await nlu.created('/robots', { name: unique });
  await done(nlu, 'POST', `/robots/${id}/skills`, { skillId });
  return id as string;
}
