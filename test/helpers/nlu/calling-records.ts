// The records of a small robot that makes two web calls in one turn.
import type { NodeRecord, PackageRecord } from '../../../src/understanding/package/records.js';

const thresholds = { threshold: null, directThreshold: null, recommendThreshold: null, topN: null };
const node = (id: number, type: NodeRecord['type'], more: Partial<NodeRecord>): PackageRecord => ({
  section: 'nodes',
  record: {
    ...{ id, sceneId: 1, name: `node ${id}`, type, conditional: false, nextId: null, processorId: null },
    ...{ responseId: null, taskQuestionIds: [], branches: [], ...more },
  },
});
const calling = (id: number, body: string): PackageRecord => ({
  section: 'processors',
  record: { id, type: 'WEBAPI', content: { method: 'POST', url: 'http://service/', headers: [], body, result: body } },
});

/** The robot hears 查, calls `one` and `two`, and replies with their answers. */
export const callingRecords: readonly PackageRecord[] = [
  {
    section: 'robot',
    record: {
      ...{ id: 'r-1', name: 'r-1', description: '', forgetTurns: 3, sessionTimeoutS: 1_200, returnType: 'FIRST' },
      ...{ openingResponseId: null, openingSceneId: null, fallbackResponseId: null, ...thresholds },
    },
  },
  {
    section: 'skills',
    record: {
      ...{ id: 1, name: 'scene', type: 'SCENE', dirId: null, sceneId: 1, intentIds: [], ...thresholds },
      ...{ checkOtherSkill: true, autoRecover: true, recommendStart: '', recommendEnd: '' },
    },
  },
  {
    section: 'scenes',
    record: {
      ...{ id: 1, name: 'scene', description: '', retryMaxTimes: 3, retryResponseId: null, failedResponseId: null },
      repeatWhenRetry: false,
    },
  },
  node(1, 'ENTRY', { conditional: true, taskQuestionIds: [1], nextId: 2 }),
  node(2, 'PROCESS', { processorId: 1, nextId: 3 }),
  node(3, 'PROCESS', { processorId: 2, nextId: 4 }),
  node(4, 'RESPONSE', { responseId: 1 }),
  { section: 'taskQuestions', record: { id: 1, label: 'ask', questionId: 1 } },
  calling(1, 'one'),
  calling(2, 'two'),
  {
    section: 'responses',
    record: {
      ...{ id: 1, returnType: 'FIRST' },
      answers: [{ id: 1, type: 'TEXT', content: '{{ one.response }}, {{ two.response }}', cmd: '', tags: [] }],
    },
  },
  { section: 'questions', record: { id: 1, text: '查', plain: '查', ext: [] } },
];
