// The bodies and replies of the dialog interface (specification 3, sections 2.1 and 4.1). Unknown keys are ignored,
// since clients of the platform may send more.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';
import { isName } from '../../understanding/notation/names.js';

const { dialog, extraInfoBytes, nlu } = limits;
const named = (id: string, description: string) => ({ id, description });

const tagItem = z
  .string()
  .regex(/^[^:]+:.+$/s, 'must be group:tag')
  .max(2 * nlu.nameBytes + 1);

const Config = z
  .object({
    needContext: z.boolean().default(false).describe('Reply with the context of the turn.'),
    needSlots: z.boolean().default(false).describe('Reply with the slots of this turn; start_session ignores it.'),
    tagFilter: z
      .array(tagItem)
      .max(dialog.tagFilterItems)
      .default([])
      .describe('An answer fits only if it has all of these tags, each written group:tag.'),
  })
  .meta(named('NluDialogConfig', 'Settings of one request.'));
const noConfig = { needContext: false, needSlots: false, tagFilter: [] };

const basic = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text, a number or a boolean' });
const UserVars = z
  .record(z.string(), basic)
  .superRefine((variables, context) => {
    const names = Object.keys(variables);
    const wrong = names.find((name) => !isName(name));
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (wrong !== undefined) {
      const rule = `letters, digits and _, not first a digit, at most ${nlu.variableNameCharacters} characters`;
      refuse(`${JSON.stringify(wrong.slice(0, 64))} is not the name of a variable: ${rule}`);
    } else if (names.length > dialog.userVars) refuse(`must have at most ${dialog.userVars} variables`);
    else if (Buffer.byteLength(JSON.stringify(variables)) > dialog.userVarsBytes) {
      refuse(`must have at most ${dialog.userVarsBytes} bytes of JSON`);
    }
  })
  .meta(named('NluUserVars', 'Variables that stand under user. for this turn: names, and texts, numbers or booleans.'));

const required = z.string().min(1, 'must not be empty');
const sessionId = required.describe('The session.');

export const StartBody = z
  .object({
    robotId: required.describe('The robot.'),
    publishId: z
      .string()
      .max(nlu.publish.publishIdBytes)
      .default('')
      .describe('A version of the robot; on /nlu/resource only. Empty: the robot as it is now.'),
    config: Config.default(noConfig),
    userVars: UserVars.default({}),
    extraInfo: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= extraInfoBytes, `must be at most ${extraInfoBytes} bytes`)
      .default('')
      .describe(`Anything that the caller wants in the log beside this session; at most ${extraInfoBytes} bytes.`),
  })
  .meta(named('NluStartSession', 'A session that is to begin.'));
export type StartRequest = z.output<typeof StartBody>;

const turn = {
  sessionId,
  userQuery: z
    .string()
    .max(dialog.queryCharacters)
    .describe('The words of the user; empty: the user said nothing, which is a turn as well.'),
  config: Config,
  userVars: UserVars.default({}),
};
export const TurnBody = z.object(turn).meta(named('NluDialogTurn', 'A turn of a session.'));
/** The body for clients that leave config out. */
export const LenientTurnBody = z
  .object({ ...turn, config: Config.default(noConfig) })
  .meta(named('NluLenientDialogTurn', 'A turn of a session.'));
export type TurnRequestBody = z.output<typeof TurnBody>;

export const EndBody = z.object({ sessionId }).meta(named('NluEndSession', 'A session that is to end.'));

const skill = z
  .strictObject({
    id: z.int().describe('Its id.'),
    type: z.enum(['QABASE', 'INTENT', 'SCENE']).describe('Its type.'),
    name: z.string().describe('Its name.'),
  })
  .meta(named('NluSkillPlace', 'A skill.'));

const Context = z
  .strictObject({
    skill: skill.optional().describe('The skill of the question that was hit.'),
    enterSkill: skill.optional().describe('The skill in which the turn began.'),
    waitSkill: skill.optional().describe('The skill that waits for the next turn.'),
    qa: z
      .strictObject({
        dir: z
          .strictObject({ id: z.int().describe('Its id.'), name: z.string().describe('Its name.') })
          .describe('The directory.'),
        pairId: z.int().describe('The pair.'),
      })
      .optional()
      .describe('The pair that was hit; only if a QABASE skill was hit.'),
    intent: z
      .strictObject({
        id: z.string().describe('Its id.'),
        name: z.string().describe('Its name.'),
        state: z.enum(['ELICIT_SLOT', 'CONFIRM_SLOT', 'CONFIRM_INTENT', 'FINSIH']).describe('Its state.'),
      })
      .optional()
      .describe('The intent that was hit; only if an intent was hit.'),
    scene: z
      .strictObject({ nodeNames: z.array(z.string()).describe('The nodes that were passed.') })
      .optional()
      .describe('The path through a scene; only if a scene was passed.'),
    vars: z.record(z.string(), z.unknown()).describe('All variables.'),
  })
  .meta(named('NluDialogContext', 'The context of a turn: the skills, the pair, intent or scene, and the variables.'));

const Reply = z
  .strictObject({
    id: z.int().describe('The response; 0: made by the service.'),
    answerId: z.int().describe('The answer; 0: made by the service.'),
    type: z.enum(['TEXT', 'TTS', 'AUDIO', 'VIDEO', 'HTML', 'RECOMMEND']).describe('Its type.'),
    content: z.string().describe('A text, an address, or JSON with start, menuIds and end.'),
    cmd: z.string().optional().describe('An action of the client.'),
  })
  .meta(named('NluReply', 'A reply.'));

const Slot = z
  .strictObject({
    name: z.string().describe('The slot.'),
    dict: z.string().describe('Its lexicon.'),
    value: z.string().describe('The words.'),
    normValue: z.string().describe('The words in their standard form.'),
  })
  .meta(named('NluFilledSlot', 'A slot that this turn filled.'));

const place = {
  sessionId: z.string().describe('The session.'),
  robotId: z.string().describe('The robot id of the request that began the session.'),
  publishId: z.string().describe('The version id of the request that began the session; empty if it gave none.'),
};
const responses = z.array(Reply).describe('The replies, in their order; none where the robot says nothing.');

const inReply = <S extends z.ZodType>(name: string, result: S) =>
  z
    .strictObject({ traceToken: z.string().describe('Names this request in the log.'), result })
    .meta(named(`Nlu${name}Reply`, 'A success.'));

const context = Context.optional().describe('The context of the turn; only if config.needContext is true.');
export const StartReply = inReply(
  'DialogStart',
  z.strictObject({ ...place, responses, context }).meta(named('NluDialogStart', 'A session that has begun.')),
);
export const TurnReply = inReply(
  'DialogTurn',
  z
    .strictObject({
      ...place,
      responses,
      slots: z.array(Slot).optional().describe('The slots of this turn; only if config.needSlots is true.'),
      context,
    })
    .meta(named('NluDialogTurn', 'The result of a turn.')),
);
export const EndReply = inReply(
  'DialogEnd',
  z.strictObject(place).meta(named('NluDialogEnd', 'A session that has ended.')),
);

type ResultOf<S extends z.ZodType<{ result: unknown }>> = z.output<S>['result'];
export type StartResult = ResultOf<typeof StartReply>;
export type TurnResultView = ResultOf<typeof TurnReply>;
export type EndResult = ResultOf<typeof EndReply>;
