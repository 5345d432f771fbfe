// Names that every object of JavaScript has a member of: robots with them talk as robots with other names do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DialogClient, everything } from '../../../helpers/gateway/dialog-client.js';
import { startTestGateway, type TestGateway } from '../../../helpers/gateway/gateway.js';
import { NluClient, reply } from '../../../helpers/gateway/nlu-client.js';
import { goOnline } from '../../../helpers/nlu/talking-robots.js';

let gateway: TestGateway;
let nlu: NluClient;
let dialog: DialogClient;
let usual: string[];
beforeAll(async () => {
  gateway = await startTestGateway();
  nlu = new NluClient(gateway);
  dialog = new DialogClient(gateway);
  usual = await dialogsWith('usual');
});
afterAll(() => gateway.discard());

/** A robot whose lexicon, slot, intent, skills, directory, tag and variables have this name. */
function documentWith(name: string) {
  const vars = `{{ slots.${name}.value }} {{ slots.${name}.normValue }} {{ user.${name} }} {{ ${name} }} {{ global.${name} }}`;
  const ops = [
    { condition: `slots.${name} != nil`, evals: [`global.${name} = slots.${name}.value`, `${name} = 5`] },
    { condition: '', evals: [`slots.${name}.normValue = "改"`] },
  ];
  return {
    format: 'tonegate-robot/1',
    robot: { name, fallbackResponse: reply('不懂'), skills: [{ skill: name }, { skill: `qa ${name}` }] },
    skills: [
      { key: name, type: 'INTENT', name, intents: [name] },
      { key: `qa ${name}`, type: 'QABASE', name: `qa ${name}`, dir: [name] },
    ],
    dirs: [
      { path: [name], pairs: [{ question: { text: `{苏州:${name}@${name}}在哪里` }, response: reply(`A ${vars}`) }] },
    ],
    intents: [
      {
        ...{ name, response: reply(`B ${vars}`), processor: { type: 'SIMPLE', content: { ops } } },
        question: { text: '我要订票', extQuestions: [{ text: `去{苏州:${name}}的票` }] },
        slots: [
          {
            ...{ name, description: '', lexicon: name, elicitResponse: reply('去哪里？') },
            confirmResponse: reply(`去{{ slots.${name}.value }}对吗`),
          },
        ],
      },
    ],
    tagGroups: [{ name, description: '', tags: [{ name, description: '' }] }],
    lexicons: [{ name, type: 'STANDARD', entries: ['苏州\t姑苏', '上海'] }],
  };
}

/** The texts, slots and variables of some dialogs with the robot, its name replaced. */
async function dialogsWith(name: string): Promise<string[]> {
  const { id: robotId } = await nlu.created('/robots/import', documentWith(name));
  await goOnline(nlu, robotId);
  const told: string[] = [];
  const config = everything;
  for (const lines of [['我要订票', '姑苏', '对'], ['去苏州的票', '对'], ['姑苏在哪里'], ['我要订票', name]]) {
    const sessionId = await dialog.started(robotId, { userVars: { [name]: 'u' } });
    for (const userQuery of lines) {
      const { responses, slots, context } = await dialog.result('dialog', {
        ...{ sessionId, userQuery, config, userVars: { [name]: 'u' } },
      });
      const texts = responses.map((each: { content: string }) => each.content);
      told.push(JSON.stringify([texts, slots, context.intent?.state, context.vars.slots, context.vars.user]));
    }
  }
  return told.map((each) => each.replaceAll(name, 'NAME'));
}

describe('a name', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'toJSON', 'then', '__defineGetter__'])(
    'such as %s is one as good as any',
    async (name) => {
      expect(await dialogsWith(name)).toEqual(usual);
    },
  );

  it('fills its slot: the robot asks for it, repeats it and keeps it', () => {
    expect(usual.slice(0, 3).map((each) => JSON.parse(each)[0])).toEqual([
      ['去哪里？'],
      ['去姑苏对吗'],
      ['B 姑苏 改 u 5 姑苏'],
    ]);
  });

  it('must not be the key that no JSON of the interface may have', async () => {
    const slot = { name: '__proto__', description: '', lexicon: 'SYS.date', elicitResponse: reply('?') };
    const intent = { name: 'a', question: { text: 'a' }, slots: [slot], response: reply('a') };
    expect(await nlu.outcome('POST', '/intents', intent)).toMatch(
      /^400 slots\[0\]\.name: .*"__proto__" is not a name: it must be .*, and not __proto__$/,
    );
    const response = reply('{{ user.__proto__ }}');
    const { id } = await nlu.created('/robots', { name: 'b' });
    expect(await nlu.outcome('POST', `/robots/${id}/fallback_response`, response)).toContain('is not a name');
  });
});
