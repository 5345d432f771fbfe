// A robot that has enabled a trained model, as publishing makes it and as a process of understanding loads it.

import { finished } from '../../../../dist/protocol/steps.js';
import { questionsOf } from '../../../../dist/understanding/flow/questions.js';
import { robotOf } from '../../../../dist/understanding/flow/robot.js';
import { trainedRecord } from '../../../../dist/understanding/matching/learnt-record.js';
import { modelBytes, openModel } from '../../../../dist/understanding/trained/model.js';

/** @typedef {import('../../../../dist/understanding/package/records.js').PackageRecord} PackageRecord */

const thresholds = { threshold: null, directThreshold: null, recommendThreshold: null, topN: null };
const rate = new Array(10).fill(0);

/**
 * One skill with a pair for each standard question.
 * @param {readonly { q: string, e: readonly string[] }[]} knowledge
 * @param {import('../../../../dist/understanding/learning/training/course.js').TrainableModel | undefined} model
 * @param {import('../../../../dist/understanding/matching/word-vectors.js').WordVectors} vectors
 */
export function robotWith(knowledge, model, vectors) {
  const records = JSON.parse(JSON.stringify([...recordsOf(knowledge, model)]));
  const published = finished(robotOf(records, { vectors, learns: 'all' }));
  const learnt = Array.from(published.matcher.records(), (record) => ({ section: 'matching', record }));
  return finished(robotOf([...records, ...learnt], { vectors, learns: 'nothing' }));
}

/** @param {Parameters<typeof robotWith>[0]} knowledge @param {Parameters<typeof robotWith>[1]} model @returns {Iterable<PackageRecord>} */
function* recordsOf(knowledge, model) {
  yield {
    section: 'robot',
    record: {
      ...{
        id: 'measured',
        name: 'measured',
        description: '',
        forgetTurns: 3,
        sessionTimeoutS: 1200,
        returnType: 'FIRST',
      },
      ...{ ...thresholds, openingResponseId: null, openingSceneId: null, fallbackResponseId: null },
    },
  };
  if (model !== undefined) {
    const files = modelBytes(model, { epoch: 1, trainedTime: 0, eval: { rate } });
    const read = (/** @type {string} */ name) => /** @type {Uint8Array} */ (files.get(name));
    const opened = openModel({ size: (name) => files.get(name)?.length, read });
    const trained = trainedRecord(opened.model);
    yield {
      section: 'model',
      record: { id: 1, name: 'trained', type: 'OPTIMIZED', sysModel: '', modelPath: 'm', trained },
    };
  }
  yield {
    section: 'skills',
    record: {
      ...{ id: 1, name: 'answers', type: 'QABASE', dirId: 1, sceneId: null, intentIds: [], ...thresholds },
      ...{ checkOtherSkill: true, autoRecover: true, recommendStart: '', recommendEnd: '' },
    },
  };
  yield { section: 'dirs', record: { id: 1, parentId: null, name: 'answers' } };
  for (const at of knowledge.keys()) {
    const id = at + 1;
    yield {
      section: 'pairs',
      record: { id, dirId: 1, questionId: id, responseId: 1, effectAt: null, invalidAt: null },
    };
  }
  yield {
    section: 'responses',
    record: { id: 1, returnType: 'FIRST', answers: [{ id: 1, type: 'TEXT', content: '好的', cmd: '', tags: [] }] },
  };
  for (const [at, { q, e }] of knowledge.entries()) {
    const ext = e.map((text, place) => ({ id: 1_000_000 + at * 10_000 + place, text }));
    yield { section: 'questions', record: { id: at + 1, text: q, plain: q, ext } };
  }
}

const input = {
  ...{ userVars: {}, tagFilter: [], moment: { nowMs: 0, timeZone: 'UTC' }, seed: 1, appKey: 'measured' },
  tenant: { id: '1', name: 'measured' },
};

/**
 * The standard question that is answered or offered, and the nearest one.
 * @param {ReturnType<typeof robotWith>} robot @param {string} text
 */
export function found(robot, text) {
  const { hit, nearest } = questionsOf(robot, { ...input, text }, 5);
  return { hit: hit?.text, nearest: nearest[0]?.text };
}
