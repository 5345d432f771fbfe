// The routes of dialog robots' resources that the specification mentions and does not show, as they were decided, copied by hand.
// Nothing here comes from the code.
import {
  each,
  get,
  missing,
  named,
  patch,
  post,
  type Row,
  remove,
  responseIds,
  responseIn,
  responseOut,
  taken,
} from './specification-rows.js';

const model = `${named} type sysModel modelPath baseModelId enabled`;
const models: readonly Row[] = [
  get('/sys_models', 'sysModels[].name'),
  get('/models', each('models[].', model)),
  post('/models', 'name! description type! sysModel modelPath baseModelId'),
  get('/models/<m>', model, missing),
  patch('/models/<m>', 'name description', missing),
  remove('/models/<m>', { errors: [404, 409] }),
  { method: 'POST', path: '/models/<m>/enable', reply: '', ...missing },
  get('/model_state', 'state'),
];

const judged = 'threshold directThreshold recommendThreshold topN checkOtherSkill autoRecover';
const skill = `${named} type dirId intentIds sceneId ${judged} recommendStart recommendEnd`;
const skills: readonly Row[] = [
  get('/skills', each('skills[].', skill)),
  post('/skills', `name! type! ${skill.replace('id name ', '').replace(' type', '')}`),
  get('/skills/<s>', skill, missing),
  patch('/skills/<s>', `name description dirId sceneId ${judged} recommendStart recommendEnd`, missing),
  remove('/skills/<s>', { errors: [404, 409] }),
  post('/skills/<s>/intents', 'intentId!', '', taken),
  { method: 'DELETE', path: '/skills/<s>/intents/<i>', reply: '', ...missing },
  patch('/skills/<s>/intent_order', 'intents!', missing),
];

const node = 'id name type conditional taskQuestionIds processor response next';
const branch = 'id name condition next';
const retries = 'retryMaxTimes repeatWhenRetry';
const scene = `${named} ${retries} ${responseOut('retryResponse')} ${responseOut('failedResponse')}`;
const scenes: readonly Row[] = [
  get('/scenes', each('scenes[].', named)),
  post(
    '/scenes',
    `name! description ${retries} ${responseIn('retryResponse')} ${responseIn('failedResponse')}`,
    `created.id ${responseIds('created.retryResponse')} ${responseIds('created.failedResponse')}`,
  ),
  get('/scenes/<s>', scene, { query: 'detail', ...missing }),
  patch('/scenes/<s>', `name description ${retries}`, missing),
  remove('/scenes/<s>', { errors: [404, 409] }),
  get('/scenes/<s>/graph', each('nodes[].', node), missing),
  post('/scenes/<s>/graph', 'nodes!', '', missing),
  { method: 'POST', path: '/scenes/<s>/check', reply: '', ...missing },
  get('/scenes/<s>/nodes', each('nodes[].', node), missing),
  post('/scenes/<s>/nodes', 'name! type! conditional taskQuestionIds processor response next', 'created.id', missing),
  get('/scenes/<s>/nodes/<n>', node, missing),
  patch('/scenes/<s>/nodes/<n>', 'name conditional taskQuestionIds next', missing),
  remove('/scenes/<s>/nodes/<n>', missing),
  get('/scenes/<s>/nodes/<n>/branches', each('branches[].', branch), missing),
  post('/scenes/<s>/nodes/<n>/branches', 'name condition next', 'created.id', missing),
  get('/scenes/<s>/nodes/<n>/branches/<b>', branch, missing),
  patch('/scenes/<s>/nodes/<n>/branches/<b>', 'name condition next', missing),
  remove('/scenes/<s>/nodes/<n>/branches/<b>', missing),
  patch('/scenes/<s>/nodes/<n>/branch_order', 'branches!', missing),
];

const robot = `${named} forgetTurns sessionTimeout returnType threshold directThreshold recommendThreshold topN`;
const group = `id name lexicon ${responseOut('response')}`;
const robots: readonly Row[] = [
  get('/robots', each('robots[].', robot)),
  post('/robots', robot.replace('id name', 'name!')),
  get('/robots/<r>', robot, missing),
  patch('/robots/<r>', robot.replace('id ', ''), missing),
  remove('/robots/<r>', { errors: [404, 409] }),
  get('/robots/<r>/opening', `type sceneId ${responseOut('response')}`, missing),
  post('/robots/<r>/opening', `type! sceneId ${responseIn('response')}`, '', taken),
  { method: 'DELETE', path: '/robots/<r>/opening', reply: '', ...missing },
  post(
    '/robots/<r>/fallback_response',
    'answers! answers[].type answers[].content answers[].cmd answers[].tags returnType',
    responseIds('created'),
    taken,
  ),
  remove('/robots/<r>/fallback_response', { ...missing, keys: 'id answerIds' }),
  get('/robots/<r>/skills', each('skills[].', judged), missing),
  post('/robots/<r>/skills', `skillId! ${judged}`, '', taken),
  get('/robots/<r>/skills/<s>', judged, missing),
  patch('/robots/<r>/skills/<s>', judged, missing),
  { method: 'DELETE', path: '/robots/<r>/skills/<s>', reply: '', ...missing },
  patch('/robots/<r>/skill_order', 'skills!', missing),
  get('/robots/<r>/sensitive_groups', each('sensitiveGroups[].', group), missing),
  post(
    '/robots/<r>/sensitive_groups',
    `name! lexicon! ${responseIn('response!')}`,
    `created.id ${responseIds('created.response')}`,
    taken,
  ),
  get('/robots/<r>/sensitive_groups/<g>', group, missing),
  patch('/robots/<r>/sensitive_groups/<g>', 'name lexicon', taken),
  remove('/robots/<r>/sensitive_groups/<g>', missing),
];

const publish = 'id status|state modelId sha256';
const publishes: readonly Row[] = [
  get(
    '/robots/<r>/publishes',
    'publishes[].id publishes[].status|publishes[].state publishes[].modelId publishes[].sha256',
    missing,
  ),
  post('/robots/<r>/publishes', '', 'created.id', missing),
  get('/robots/<r>/publishes/<p>', publish, missing),
  remove('/robots/<r>/publishes/<p>', { errors: [404, 409] }),
  get('/robots/<r>/online', 'publishId', missing),
  patch('/robots/<r>/online', 'publishId!', { reply: '', ...missing }),
];

const testSets: readonly Row[] = [
  get('/robots/<r>/test_sets', each('testSets[].', named), missing),
  post('/robots/<r>/test_sets', 'name! description cases', 'created.id', taken),
  get('/robots/<r>/test_sets/<t>', `${named} cases`, missing),
  patch('/robots/<r>/test_sets/<t>', 'name description cases', taken),
  remove('/robots/<r>/test_sets/<t>', missing),
];

/** `POST /robots/<r>/test_sets/<t>/run` is missing: it needs the dialogs, and comes with them. */
const exchange: readonly Row[] = [
  get('/robots/<r>/export', 'format', missing),
  post(
    '/robots/import',
    'format! robot! testSets skills dirs intents taskQuestions scenes tagGroups lexicons',
    'created.id',
    {
      errors: [409],
    },
  ),
  { method: 'POST', path: '/robots/<r>/check', reply: 'findings', ...missing },
];

/** Each under the name of its kind. */
export const neededRows = { models, skills, scenes, robots, publishes, testSets, exchange };
