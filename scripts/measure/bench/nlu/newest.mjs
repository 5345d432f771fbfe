// Measures how soon a saved change is in force for testers of a robot in its newest state.
import { ask } from '../../lib/asking.mjs';
import { KeepAlive } from '../../lib/keep-alive.mjs';
import { Author, newPair, nluHeaders, nluPath } from './author.mjs';

/** Repeatedly measures the ms from sending a change to the answer of the first turn that knows it.
 * @param {import('../../lib/gateway.mjs').Gateway} gateway @param {number} pairs @param {number} extQuestions */
export async function newestAfterMs(gateway, pairs, extQuestions) {
  const author = new Author(gateway);
  const { dir, robot } = await author.robot();
  const place = `/qa_dirs/${dir}/qa_pairs`;
  const next = () =>
    /** @type {const} */ (['POST', nluPath(gateway, place), nluHeaders(gateway), newPair(extQuestions)]);
  await ask(gateway, 4, next, 200, (asked) => asked < pairs);
  const say = async (/** @type {string} */ verb, /** @type {object} */ body) => {
    const connection = await KeepAlive.open(gateway.http);
    const path = nluPath(gateway, `/${verb}`);
    const { status, body: reply } = await connection.ask('POST', path, nluHeaders(gateway), JSON.stringify(body));
    connection.close();
    if (status !== 200) throw new Error(`${verb}: ${status} ${reply}`);
    return JSON.parse(String(reply)).result;
  };
  const { sessionId } = await say('start_session', { robotId: robot });
  /** @type {number[]} */ const times = [];
  for (let round = 0; round < 5; round++) {
    const pair = JSON.parse(newPair(extQuestions));
    const startMs = performance.now();
    await author.create(place, pair);
    const { responses } = await say('dialog', { sessionId, userQuery: pair.question.text, config: {} });
    if (responses[0]?.content !== pair.response.answers[0].content)
      throw new Error('the turn does not know the change');
    times.push(performance.now() - startMs);
  }
  author.close();
  return times;
}
