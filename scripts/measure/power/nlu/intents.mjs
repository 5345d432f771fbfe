// Operations on intents with their replies, processors and slots.
import {
  lexiconNames,
  namesIn,
  oneOf,
  processorDraft,
  questionDraft,
  responseDraft,
  responseIds,
  slotNames,
} from './drafts.mjs';
import { asOrdered, gone, order, pick, take, unknownIn } from './picks.mjs';

/** @typedef {import('./picks.mjs').Operation} Operation */
/** @typedef {import('./model.mjs').Model} Model */
/** @typedef {import('./model.mjs').Intent} Intent */

const names = ['i1', 'i2', 'i3', 'i4', 'i5', 'i6'];
const scripts = {
  confirmResponse: 'confirm_response',
  retryResponse: 'retry_response',
  failedResponse: 'failed_response',
};
const scriptKeys = /** @type {(keyof typeof scripts)[]} */ (Object.keys(scripts));

const boundTo = (/** @type {import('./picks.mjs').Random} */ random) =>
  oneOf(random, [...lexiconNames, 'SYS.city', 'SYS.city', 'SYS.no']);
const lexiconRefusals = (/** @type {Model} */ model, /** @type {string} */ name) =>
  name === 'SYS.city' || model.lexiconNamed(name) ? [] : [400];
/** A question of the intent takes the slot from it. @param {Intent | undefined} intent @param {string | undefined} name */
const isAsked = (intent, name = '') =>
  intent !== undefined &&
  [intent.question, ...intent.question.exts].some(({ text }) => namesIn(text)?.slots.includes(name) === true);

/** @param {Model} model @param {import('./picks.mjs').Random} random @param {string} name */
function slotDraft(model, random, name) {
  const [lexicon, elicit] = [boundTo(random), responseDraft(model, random)];
  const confirm = random(3) === 0 ? responseDraft(model, random) : undefined;
  const required = random(2) === 0;
  const key = random(2) === 0 ? 'elicitResponse' : 'elicitSlotResponse';
  return {
    body: {
      name,
      description: '',
      required,
      lexicon,
      [key]: elicit.body,
      ...(confirm && { confirmResponse: confirm.body }),
    },
    refusals: [
      ...(name === '1st' ? [400] : []),
      ...[...lexiconRefusals(model, lexicon), ...elicit.refusals, ...(confirm?.refusals ?? [])],
    ],
    made: (/** @type {any} */ ids) => ({
      ...{ id: ids.id, name, description: '', required, lexicon },
      ...{ elicit: elicit.made(ids.elicitResponse), confirm: confirm?.made(ids.confirmResponse) },
    }),
  };
}

/** @param {Model} model @param {import('./picks.mjs').Random} random */
function pickSlot(model, random) {
  const intents = model.intents.filter(({ slots }) => slots.length > 0);
  const { found: intent, id, missing } = pick(random, intents);
  const { found, id: slotId, missing: slotMissing } = pick(random, intent?.slots ?? []);
  return { intent, found, id: slotId, path: `/intents/${id}/slots/${slotId}`, missing: [...missing, ...slotMissing] };
}

/** @type {Record<string, Operation>} */
export const intentOperations = {
  createIntent: (model, random) => {
    const name = oneOf(random, names);
    const wanted = slotNames.filter(() => random(2) === 0);
    if (random(15) === 0) wanted.push(wanted[0] ?? '1st');
    const slots = wanted.map((each) => slotDraft(model, random, each));
    const [question, response] = [questionDraft(model, random, wanted), responseDraft(model, random)];
    const given = scriptKeys.filter(() => random(4) === 0).map((key) => ({ key, draft: responseDraft(model, random) }));
    const processor = random(4) === 0 ? processorDraft(random) : undefined;
    const facts = { retryMaxTimes: random(7), checkOtherSkill: random(2) === 0 };
    return {
      ...{ method: 'POST', path: '/intents' },
      body: {
        ...{ name, ...facts, question: question.body, slots: slots.map(({ body }) => body), response: response.body },
        ...Object.fromEntries(given.map(({ key, draft }) => [key, draft.body])),
        ...(processor && { processor: processor.body }),
      },
      refusals: [
        ...(model.intents.some((intent) => intent.facts.name === name) || new Set(wanted).size < wanted.length
          ? [409]
          : []),
        ...(facts.retryMaxTimes > 5 ? [400] : []),
        ...[question, response, ...slots, ...given.map(({ draft }) => draft)].flatMap(({ refusals }) => refusals),
        ...(processor?.refusals ?? []),
      ],
      find: ['/intents?detail=false', unknownIn(model.intents, 'intents')],
      apply: (created) => {
        model.intents.push({
          ...{ id: created.id, question: question.made(created.question), response: response.made(created.response) },
          slots: slots.map((slot, at) => slot.made(created.slots[at])),
          scripts: Object.fromEntries(given.map(({ key, draft }) => [key, draft.made(created[key])])),
          processor: processor?.made(created.processor.id),
          facts: {
            name,
            description: '',
            ...facts,
            autoRecover: true,
            repeatWhenRecover: false,
            repeatWhenRetry: false,
          },
        });
      },
    };
  },
  changeIntent: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    const changes = {
      ...(random(2) === 0 && { name: oneOf(random, names) }),
      ...(random(2) === 0 && { retryMaxTimes: random(7) }),
      ...(random(2) === 0 && { repeatWhenRetry: true }),
    };
    return {
      ...{ method: 'PATCH', path: `/intents/${id}`, body: changes },
      refusals: [
        ...[...missing, ...((changes.retryMaxTimes ?? 0) > 5 ? [400] : [])],
        ...(model.intents.some((intent) => intent !== found && intent.facts.name === changes.name) ? [409] : []),
      ],
      apply: () => Object.assign(found?.facts, changes),
    };
  },
  removeIntent: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    const isUsed = model.skills.some(({ intentIds }) => intentIds.includes(id));
    return {
      ...{ method: 'DELETE', path: `/intents/${id}`, refusals: [...missing, ...(isUsed ? [409] : [])] },
      apply: () => {
        take(model.intents, found);
        model.forget();
      },
    };
  },
  addScript: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    const [key, draft] = [oneOf(random, scriptKeys), responseDraft(model, random)];
    return {
      ...{ method: 'POST', path: `/intents/${id}/${scripts[key]}`, body: draft.body },
      refusals: [...missing, ...draft.refusals, ...(found?.scripts[key] ? [409] : [])],
      find: [`/intents/${id}?detail=false`, (view) => view[key]],
      apply: (created) => Object.assign(found?.scripts ?? {}, { [key]: draft.made(created) }),
    };
  },
  removeScript: (model, random) => {
    const key = oneOf(random, scriptKeys);
    const { found, id, missing } = pick(
      random,
      model.intents.filter((intent) => intent.scripts[key] || random(4) === 0),
    );
    const script = found?.scripts[key];
    return {
      ...{ method: 'DELETE', path: `/intents/${id}/${scripts[key]}`, refusals: [...missing, ...(script ? [] : [404])] },
      expected: () => script && gone(responseIds(script))(),
      apply: () => delete found?.scripts[key],
    };
  },
  addProcessor: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    const draft = processorDraft(random);
    return {
      ...{ method: 'POST', path: `/intents/${id}/processor`, body: draft.body },
      refusals: [...missing, ...draft.refusals, ...(found?.processor ? [409] : [])],
      find: [`/intents/${id}?detail=false`, (view) => view.processor],
      apply: (created) => Object.assign(found ?? {}, { processor: draft.made(created.id) }),
    };
  },
  removeProcessor: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    return {
      ...{
        method: 'DELETE',
        path: `/intents/${id}/processor`,
        refusals: [...missing, ...(found?.processor ? [] : [404])],
      },
      apply: () => Object.assign(found ?? {}, { processor: undefined }),
    };
  },
  createSlot: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    const draft = slotDraft(model, random, oneOf(random, [...slotNames, ...slotNames, '1st']));
    const slots = found?.slots ?? [];
    return {
      ...{ method: 'POST', path: `/intents/${id}/slots`, body: draft.body },
      refusals: [...missing, ...draft.refusals, ...(slots.some(({ name }) => name === draft.body.name) ? [409] : [])],
      find: [`/intents/${id}/slots?detail=false`, unknownIn(slots, 'slots')],
      apply: (created) => slots.push(draft.made(created)),
    };
  },
  changeSlot: (model, random) => {
    const { intent, found, path, missing } = pickSlot(model, random);
    const name = random(2) === 0 ? oneOf(random, [...slotNames, ...slotNames, '1st']) : undefined;
    const lexicon = random(2) === 0 ? boundTo(random) : undefined;
    const isRenamed = name !== undefined && name !== found?.name;
    return {
      ...{ method: 'PATCH', path, body: { name, lexicon, required: true } },
      refusals: [
        ...[
          ...missing,
          ...(name === '1st' ? [400] : []),
          ...(lexicon === undefined ? [] : lexiconRefusals(model, lexicon)),
        ],
        ...(isRenamed && (isAsked(intent, found?.name) || intent?.slots.some((slot) => slot.name === name))
          ? [409]
          : []),
      ],
      apply: () => Object.assign(found ?? {}, { ...(name && { name }), ...(lexicon && { lexicon }), required: true }),
    };
  },
  removeSlot: (model, random) => {
    const { intent, found, path, missing } = pickSlot(model, random);
    return {
      ...{ method: 'DELETE', path, refusals: [...missing, ...(isAsked(intent, found?.name) ? [409] : [])] },
      apply: () => take(intent?.slots ?? [], found),
    };
  },
  orderSlots: (model, random) => {
    const { found, id, missing } = pick(random, model.intents);
    const { given, refusals } = order(random, found?.slots.map((slot) => slot.id) ?? []);
    return {
      ...{
        method: 'PATCH',
        path: `/intents/${id}/${oneOf(random, ['slot_order', 'slots_order'])}`,
        body: { slots: given },
      },
      refusals: [...missing, ...refusals],
      apply: () => found?.slots.sort(asOrdered(given)),
    };
  },
  addConfirmation: (model, random) => {
    const { found, path, missing } = pickSlot(model, random);
    const draft = responseDraft(model, random);
    return {
      ...{ method: 'POST', path: `${path}/confirm_response`, body: draft.body },
      refusals: [...missing, ...draft.refusals, ...(found?.confirm ? [409] : [])],
      find: [`${path}?detail=false`, (view) => view.confirmResponse],
      apply: (created) => Object.assign(found ?? {}, { confirm: draft.made(created) }),
    };
  },
  removeConfirmation: (model, random) => {
    const { found, path, missing } = pickSlot(model, random);
    return {
      ...{
        method: 'DELETE',
        path: `${path}/confirm_response`,
        refusals: [...missing, ...(found?.confirm ? [] : [404])],
      },
      apply: () => Object.assign(found ?? {}, { confirm: undefined }),
    };
  },
};
