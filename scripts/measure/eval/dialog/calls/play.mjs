// Plays a scripted call with a robot in this process: the caller says one turn after another, and repeats a turn when
// the robot asks the same again.

/** @typedef {import('../../../../../dist/understanding/stories/play.js').PlayedRobot} Robot */
/** @typedef {import('./scripts.mjs').Script} Script */
/** The robot's turn on these words. `attempt`: the number of times that the caller has said it before.
 * @typedef {(text: string, attempt: number) => Promise<string>} Hearing */
/** @typedef {{ said: string, heard: string, replies: readonly string[], cmd: string }} PlayedTurn */

const moment = { nowMs: Date.parse('2026-11-22T10:00:00+08:00'), timeZone: 'Asia/Shanghai' };
const mostAttempts = 3;
const isOver = (/** @type {string} */ cmd) => /^(?:hangup|transfer)/.test(cmd);

/** @param {Robot} robot @param {Script} script @param {Record<string, unknown>} userVars @param {Hearing} hear
 * @param {readonly PlayedTurn[]} [reference] the same call, typed: without it nothing is said twice */
export async function playCall(robot, script, userVars, hear, reference) {
  /** @type {import('../../../../../dist/understanding/flow/turn.js').SessionState | undefined} */
  let state;
  let seed = 1;
  const turn = (/** @type {string | undefined} */ text) => {
    const about = { appKey: 'calls', tenant: { id: 'calls', name: 'calls' } };
    const input = { text, userVars, tagFilter: [], moment, seed: seed++, ...about };
    const outcome = robot.run({ state, input, answers: [] });
    if (outcome.kind !== 'done') throw new Error('the robot makes a web call');
    ({ state } = outcome);
    return outcome.responses;
  };
  let question = turn(undefined).at(-1)?.content ?? '';
  /** @type {PlayedTurn[]} */
  const turns = [];
  for (const [index, { text, again }] of script.turns.entries()) {
    const expected = reference?.[index];
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const said = attempt === 0 ? text : again;
      const heard = await hear(said, attempt);
      const responses = turn(heard);
      const replies = responses.map(({ content }) => content);
      const cmd = responses.map((each) => each.cmd ?? '').find(isOver) ?? '';
      turns.push({ said, heard, replies, cmd });
      if (cmd !== '') return turns;
      const isAskedAgain =
        replies.at(-1) === question && expected !== undefined && expected.replies.at(-1) !== question;
      question = replies.at(-1) ?? '';
      if (!isAskedAgain) break;
    }
  }
  return turns;
}
