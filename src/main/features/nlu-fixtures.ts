// The requests by which the generated tests make what the examples of the NLU routes name.
import type { Fixture, RouteFixture } from '../feature.js';
import { robotFixtures } from './nlu-robot-fixtures.js';

const created = (route: string, field = 'id', example?: RouteFixture['example']): Fixture => ({
  ...{ route, name: { field: `created.${field}` } },
  ...(example !== undefined && { example: { ...example, params: { property: 'cn_common', ...example.params } } }),
});

const reply = (content: string) => ({ answers: [{ type: 'TEXT', content }] });
const intent = { name: '{unique}', question: { text: '我要订票' }, response: reply('订好了。') };

export const nluFixtures: Readonly<Record<string, Fixture>> = {
  lexicon: created('nlu.lexicons.create'),
  dynamicLexicon: created('nlu.lexicons.create', 'id', {
    body: { name: '{unique}', type: 'DYNAMIC', matchVar: 'user.city' },
  }),
  dynamicClass: created('nlu.dynamicClasses.create'),
  word: created('nlu.words.create'),
  question: created('nlu.taskQuestions.create', 'question.id'),
  extQuestion: created('nlu.extQuestions.create'),
  tagGroup: created('nlu.tagGroups.create'),
  tag: created('nlu.tags.create'),
  response: created('nlu.qaPairs.create', 'response.id'),
  answer: created('nlu.answers.create'),
  processor: created('nlu.intents.processor.create'),
  qaDir: created('nlu.qaDomains.create'),
  qaSubDir: created('nlu.qaDirs.create'),
  qaPair: created('nlu.qaPairs.create'),
  taskQuestion: created('nlu.taskQuestions.create'),
  intent: created('nlu.intents.create'),
  plainIntent: created('nlu.intents.create', 'id', { body: intent }),
  completeIntent: created('nlu.intents.create', 'id', {
    body: {
      ...intent,
      ...{ confirmResponse: reply('对吗？'), retryResponse: reply('请再说一遍。'), failedResponse: reply('再见。') },
      processor: { content: { ops: [{ condition: '', evals: ['global.done = true'] }] } },
    },
  }),
  slot: created('nlu.slots.create'),
  publish: created('nlu.publishes.create'),
  slotWithConfirmation: created('nlu.slots.create', 'id', {
    params: { intentId: '{intent}' },
    body: {
      ...{ name: 'weekday', description: 'The day.', lexicon: 'SYS.date' },
      ...{ elicitResponse: reply('哪一天？'), confirmResponse: reply('对吗？') },
    },
  }),
  ...robotFixtures,
};
