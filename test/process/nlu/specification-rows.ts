// The routes of dialog robots' resources as the specification has them (3, sections 4.3 to 4.11), copied by hand. Nothing here
// comes from the code. `needed-rows.ts` has those that the specification does not show.

export interface Row {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base; `<x>` is an id. */
  readonly path: string;
  /** Keys of the body, with spaces between them; `!`: required; `[]`: of each entry. */
  readonly request?: string;
  /** Keys of the query. */
  readonly query?: string;
  /** Keys of the reply; `a|b`: one of them. */
  readonly reply: string;
  /** Statuses of refusals, besides those that every route has. */
  readonly errors?: readonly number[];
}

const get = (path: string, reply: string, more: Partial<Row> = {}): Row => ({ method: 'GET', path, reply, ...more });
const post = (path: string, request: string, reply = 'created.id', more: Partial<Row> = {}): Row => ({
  ...{ method: 'POST', path, request, reply, ...more },
});
const patch = (path: string, request: string, more: Partial<Row> = {}): Row => ({
  ...{ method: 'PATCH', path, request, reply: 'updated.id', ...more },
});
/** Samples spell the key `delete` as well. */
const remove = (path: string, more: Partial<Row> & { readonly keys?: string } = {}): Row => {
  const { keys = 'id', ...rest } = more;
  const reply = keys.split(' ').flatMap((key) => [`deleted.${key}`, `delete.${key}`]);
  return { method: 'DELETE', path, reply: reply.join(' '), ...rest };
};

/** The keys with a prefix, such as `tags[].`. */
const each = (prefix: string, keys: string): string =>
  keys
    .split(' ')
    .map((key) => `${prefix}${key}`)
    .join(' ');

const missing = { errors: [404] };
const taken = { errors: [404, 409] };

const lexicon = 'id name description representWord type matchVar dynamicClasses';
const dynamicClass = 'id name description matchValue';
const lexicons: readonly Row[] = [
  get('/sys_lexicons', each('sysLexicons[].', 'name description representWord')),
  get('/lexicons', each('lexicons[].', lexicon)),
  post('/lexicons', 'name! description type representWord matchVar', 'created.id', { errors: [409] }),
  get('/lexicons/<l>', `${lexicon} ${each('dynamicClasses[].', dynamicClass)}`, missing),
  get('/lexicons/<l>/words', `wordLists[].id wordLists[].wordList ${each('dynamicClass.', dynamicClass)}`, {
    query: 'dynamic_class_name dynamicClassName dynamicClassId',
    ...missing,
  }),
  patch('/lexicons/<l>', 'name description representWord matchVar', { errors: [403, 404, 409] }),
  remove('/lexicons/<l>', { errors: [403, 404] }),
  get('/lexicons/<l>/dynamic_classes', each('dynamicClasses[].', dynamicClass), missing),
  post('/lexicons/<l>/dynamic_classes', 'name! description matchValue!', 'created.id', taken),
  get('/lexicons/<l>/dynamic_classes/<d>', dynamicClass, missing),
  patch('/lexicons/<l>/dynamic_classes/<d>', 'name description matchValue', taken),
  remove('/lexicons/<l>/dynamic_classes/<d>', missing),
  post('/lexicons/<l>/words', 'content! wordList dynamicClassId', 'created.id', taken),
  get('/lexicons/<l>/words/<w>', `id content wordList ${each('dynamicClass.', dynamicClass)}`, missing),
  patch('/lexicons/<l>/words/<w>', 'content', taken),
  remove('/lexicons/<l>/words/<w>', missing),
];

const questions: readonly Row[] = [
  get('/questions/<q>', 'id text extQuestions[].id extQuestions[].text', missing),
  patch('/questions/<q>', 'text', taken),
  get('/questions/<q>/ext_questions', 'extQuestions[].id extQuestions[].text', missing),
  post('/questions/<q>/ext_questions', 'text!', 'created.id', taken),
  get('/questions/<q>/ext_questions/<e>', 'id text', missing),
  patch('/questions/<q>/ext_questions/<e>', 'text', taken),
  remove('/questions/<q>/ext_questions/<e>', missing),
];

const named = 'id name description';
const tags: readonly Row[] = [
  get('/tag_groups', each('tagGroups[].', `${named} exclusive`)),
  post('/tag_groups', 'name! description exclusive', 'created.id', { errors: [409] }),
  get('/tag_groups/<g>', `${named} exclusive ${each('tags[].', named)}`, missing),
  patch('/tag_groups/<g>', 'name description', taken),
  remove('/tag_groups/<g>', { ...missing, keys: 'id affectedAnswerIds' }),
  get('/tag_groups/<g>/tags', each('tags[].', named), missing),
  post('/tag_groups/<g>/tags', 'name! description', 'created.id', taken),
  ...['/tag_groups/<g>/tags/<t>', '/tag_groups/tags/<t>'].flatMap((path) => [
    get(path, named, missing),
    patch(path, 'name description', taken),
    remove(path, { ...missing, keys: 'id affectedAnswerIds' }),
  ]),
];

const answer = 'id type content cmd tags';
const responses: readonly Row[] = [
  get('/responses/<r>', `id returnType ${each('answers[].', answer)}`, missing),
  patch('/responses/<r>', 'returnType', missing),
  get('/responses/<r>/answers', each('answers[].', answer), missing),
  post('/responses/<r>/answers', 'type! content! cmd tags', 'created.id', missing),
  get('/responses/<r>/answers/<a>', answer, missing),
  patch('/responses/<r>/answers/<a>', 'content cmd tags', missing),
  remove('/responses/<r>/answers/<a>', { errors: [404, 409] }),
];

const processors: readonly Row[] = [
  get('/processors/<p>', 'id type content', missing),
  patch('/processors/<p>', 'type content', missing),
];

/** A body of 2.3 under a key, and the keys below it. */
const questionIn = (key: string) => `${key} ${key.replace('!', '')}.text ${key.replace('!', '')}.extQuestions[].text`;
const responseIn = (key: string) => {
  const plain = key.replace('!', '');
  return `${key} ${plain}.returnType ${each(`${plain}.answers[].`, 'type content cmd tags')}`;
};
const questionOut = (key: string) => `${key}.id ${key}.text ${key}.extQuestions[].id ${key}.extQuestions[].text`;
const responseOut = (key: string) => `${key}.id ${key}.returnType ${each(`${key}.answers[].`, answer)}`;
const questionIds = (at: string) => each(`${at}.`, 'id question.id question.extQuestionIds');
const responseIds = (at: string) => each(`${at}.`, 'id answerIds');

const dir = 'id name description children';
const pair = `${questionOut('question')} ${responseOut('response')} enabled effectTime invalidTime`;
const qa: readonly Row[] = [
  get('/qa_domains/', each('qaDomains[].', `${dir} children[].id`)),
  post('/qa_domains/', 'name! description', 'created.id', { errors: [409] }),
  get('/qa_dirs/<d>/qa_dirs', '', missing),
  post('/qa_dirs/<d>/qa_dirs', 'name! description', 'created.id', taken),
  get('/qa_dirs/<d>', `${dir} children[].id`, missing),
  patch('/qa_dirs/<d>', 'name description', taken),
  remove('/qa_dirs/<d>', { errors: [404, 409] }),
  patch('/qa_dirs', 'qadirId! newParentId!', { reply: 'result', errors: [404, 412] }),
  patch('/qa_dirs/<d>/', 'qadirId newParentId', { reply: 'result', errors: [404, 412] }),
  post(
    '/qa_dirs/<d>/qa_pairs',
    `${questionIn('question!')} ${responseIn('response!')} enabled effectTime invalidTime beginTime endTime`,
    `${questionIds('created')} ${responseIds('created.response')}`,
    missing,
  ),
  get('/qa_dirs/<d>/qa_pairs/<p>', pair, { query: 'detail', ...missing }),
  patch('/qa_dirs/<d>/qa_pairs/<p>', 'enabled effectTime invalidTime beginTime endTime', missing),
  remove('/qa_dirs/<d>/qa_pairs/<p>', {
    ...{ ...missing, keys: 'id question.id question.extQuestionIds response.id response.answerIds' },
  }),
  get('/qa_dirs/<d>/qa_pairs/', `total offset limit ${each('qaPairs[].', `id ${pair} beginTime endTime`)}`, {
    ...{ query: 'offset limit detail enabled effective', ...missing },
  }),
];

const taskQuestion = `id label ${questionOut('question')}`;
const taskQuestions: readonly Row[] = ['/task_questions', '/task_question'].flatMap((path) => [
  get(`${path}/`, `total offset limit ${each('taskQuestions[].', taskQuestion)}`, {
    query: 'offset limit label detail',
  }),
  post(`${path}/`, `label! ${questionIn('question!')}`, questionIds('created')),
  get(`${path}/<t>`, taskQuestion, missing),
  patch(`${path}/<t>`, 'label', missing),
  remove(`${path}/<t>`, { errors: [404, 409], keys: 'id question.id question.extQuestionIds' }),
]);

const switches = 'retryMaxTimes checkOtherSkill autoRecover repeatWhenRecover repeatWhenRetry';
const slotIn = `name! description! required lexicon! ${responseIn('elicitResponse!')} ${responseIn('confirmResponse')}`;
const slotOut = [
  'id name description required order lexicon',
  ...['elicitSlotResponse', 'confirmSlotResponse', 'elicitResponse', 'confirmResponse'].map(responseOut),
].join(' ');
const slotMade = (at: string) =>
  `${at}.id ${responseIds(`${at}.elicitResponse`)} ${responseIds(`${at}.confirmResponse`)}`;
const madeResponses = ['confirmResponse', 'response', 'retryResponse', 'failedResponse'];
const intents: readonly Row[] = [
  get('/intents', each('intents[].', named)),
  post(
    '/intents',
    [
      `name! description ${questionIn('question!')} ${responseIn('response!')} ${switches}`,
      ...['confirmResponse', 'confirmIntentResponse', 'retryResponse', 'failedResponse'].map(responseIn),
      `processor processor.type processor.content ${each('slots[].', slotIn.replaceAll('!', ''))}`,
      'slots[].elicitSlotResponse slots[].confirmSlotResponse question.extended',
    ].join(' '),
    `created.id created.question.id ${slotMade('created.slots[]')} ${madeResponses.map((key) => responseIds(`created.${key}`)).join(' ')}`,
    { errors: [409] },
  ),
  ...['confirm_response', 'retry_response', 'failed_response'].flatMap((last) => [
    post(
      `/intents/<i>/${last}`,
      `answers! answers[].type answers[].content answers[].cmd answers[].tags returnType`,
      responseIds('created'),
      taken,
    ),
    remove(`/intents/<i>/${last}`, { ...missing, keys: 'id answerIds' }),
  ]),
  post('/intents/<i>/processor', 'type content!', 'created.id', taken),
  remove('/intents/<i>/processor', missing),
  get(
    '/intents/<i>',
    [
      `${named} ${switches} ${questionOut('question')} question.extended processor.id processor.type processor.content`,
      ...['confirmIntentResponse', 'confirmResponse', 'response', 'retryResponse', 'failedResponse'].map(responseOut),
      each('slots[].', slotOut),
    ].join(' '),
    { query: 'detail', ...missing },
  ),
  patch('/intents/<i>', `name description ${switches}`, taken),
  remove('/intents/<i>', { errors: [404, 409] }),
  get('/intents/<i>/slots', each('slots[].', 'id name description required order lexicon'), missing),
  post('/intents/<i>/slots', `${slotIn} elicitSlotResponse confirmSlotResponse`, slotMade('created'), taken),
  post(
    '/intents/<i>/slots/<s>/confirm_response',
    'answers! answers[].type answers[].content answers[].cmd answers[].tags returnType',
    responseIds('created'),
    taken,
  ),
  remove('/intents/<i>/slots/<s>/confirm_response', { ...missing, keys: 'id answerIds' }),
  ...(['GET', 'POST'] as const).map(
    (method): Row => ({ method, path: '/intents/<i>/slots/<s>', query: 'detail', reply: slotOut, ...missing }),
  ),
  patch('/intents/<i>/slots/<s>', 'name description required lexicon', taken),
  ...['slot_order', 'slots_order'].map((last) => patch(`/intents/<i>/${last}`, 'slots!', missing)),
  remove('/intents/<i>/slots/<s>', { errors: [404, 409] }),
];

/** Sections 4.4 to 4.11, each under the name of its kind. */
export const specificationRows = { lexicons, questions, tags, responses, processors, qa, taskQuestions, intents };
export { each, get, missing, named, patch, post, remove, responseIds, responseIn, responseOut, taken };
