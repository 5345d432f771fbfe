// Decides which of two speakers is the agent, with a heuristic about how the two talk. Phrases of people who serve
// count for a speaker, phrases of people who are served count against; the first word and questions count a little. The
// voices are not judged.
import type { SpeakerNumber } from '../../../protocol/engine/transcription.js';

export interface SpokenBy {
  readonly text: string;
  readonly speaker: SpeakerNumber;
}

interface Cue {
  readonly heard: RegExp;
  /** Points for one sentence; positive for phrases of agents. */
  readonly points: number;
}

const cues: readonly Cue[] = [
  { heard: /(?<!找|转|你们|联系|打给|人工)客服(?!电话|呢|在)/, points: 2 },
  { heard: /工号/, points: 3 },
  { heard: /为(您|你)(服务|办理|查询|介绍|转接|处理|登记|核实)|很高兴为/, points: 3 },
  { heard: /(帮|给|替)您/, points: 2 },
  { heard: /(感谢|谢谢)(您|你)的?(来电|接听|配合|理解|支持|耐心)/, points: 3 },
  { heard: /祝您|请您|请问/, points: 1.5 },
  { heard: /还有(什么|其他|别的).*(帮|问题|需要)/, points: 2 },
  { heard: /我(们)?这边(是|查|帮|给|看)|这里是/, points: 1.5 },
  { heard: /请?(您)?稍等|核实一下|核对一下/, points: 1 },
  { heard: /我们(公司|银行|平台|中心|店)|我司|我行/, points: 1.5 },
  { heard: /您/, points: 0.5 },
  { heard: /帮我|给我(查|办|换|退|看)/, points: -2 },
  { heard: /我(想|要)(问|查|办|退|换|投诉|咨询|取消|开|改|找|知道)/, points: -2 },
  { heard: /你们(的|公司|这|那|怎么|家|客服)?/, points: -1 },
  { heard: /投诉|退款给我|我的(卡|手机|号码|订单|账单|话费|快递|钱|账户)/, points: -1.5 },
  { heard: /怎么(办|回事|还|这么|又)|多少钱|为什么/, points: -1 },
  { heard: /^\s*喂/, points: -1 },
  { heard: /不需要|不用了|没兴趣|别再打|你是谁|你哪位|哪位/, points: -1.5 },
];

/**
 * Weight of the first word: callees say hello first, callers of a service are greeted, so it decides only if nothing
 * else does.
 */
const firstWordPoints = 0.25;
/** Points for the speaker who asks the larger share of the questions. */
const questionPoints = 0.25;
/** Least points for a single voice, which is named only by clear signs. */
const aloneFrom = 2;

const isQuestion = (text: string): boolean => /[?？吗呢]\s*[?？。]?$/.test(text);

/** The speaker who is the agent; undefined without sentences, or if there is only one speaker and no clear sign. */
export function agentAmong(sentences: readonly SpokenBy[]): SpeakerNumber | undefined {
  const [first] = sentences;
  if (first === undefined) return undefined;
  const points: [number, number] = [0, 0];
  const asked: [number, number] = [0, 0];
  const said: [number, number] = [0, 0];
  for (const { text, speaker } of sentences) {
    said[speaker]++;
    if (isQuestion(text)) asked[speaker]++;
    for (const cue of cues) if (cue.heard.test(text)) points[speaker] += cue.points;
  }
  const alone = said[0] === 0 ? 1 : said[1] === 0 ? 0 : undefined;
  if (alone !== undefined) {
    if (Math.abs(points[alone]) < aloneFrom) return undefined;
    return points[alone] > 0 ? alone : other(alone);
  }
  points[first.speaker] += firstWordPoints;
  const shares = [asked[0] / said[0], asked[1] / said[1]] as const;
  if (shares[0] !== shares[1]) points[shares[0] > shares[1] ? 0 : 1] += questionPoints;
  if (points[0] === points[1]) return first.speaker;
  return points[0] > points[1] ? 0 : 1;
}

const other = (speaker: SpeakerNumber): SpeakerNumber => (speaker === 0 ? 1 : 0);
