// Specification 2, section 4.4: sa.checkRole with sa.diarization judges who is the agent. A heuristic of phrases.
import { describe, expect, it } from 'vitest';
import { agentAmong } from '../../../src/engine/pipeline/diarization/speaker-roles.js';

/** `0: …` and `1: …`. */
const judged = (...lines: string[]) =>
  agentAmong(lines.map((line) => ({ speaker: line.startsWith('0') ? 0 : 1, text: line.slice(2) })));

describe('the agent', () => {
  it('is who greets and serves when a customer calls', () => {
    expect(
      judged('0:您好，工号八零二一为您服务，请问有什么可以帮您？', '1:我想查一下我的话费', '0:好的，请您稍等', '1:嗯'),
    ).toBe(0);
  });

  it('is who calls and explains when a customer is called', () => {
    expect(
      judged('0:喂', '1:您好，请问是王先生吗？', '0:你是哪位', '1:我这边是招商银行信用卡中心的', '0:不需要，谢谢'),
    ).toBe(1);
  });

  it('is not who asks for the customer service', () => {
    expect(judged('0:帮我转人工客服', '1:好的，正在为您转接')).toBe(1);
    expect(judged('0:你们这个怎么回事，我要投诉', '1:非常抱歉，我这边帮您核实一下')).toBe(1);
  });

  it('is named by a question where nothing else tells', () => {
    expect(judged('0:嗯', '1:收到了吗？', '0:收到了', '1:多大的？')).toBe(0);
    expect(judged('0:今天送到', '1:好', '0:下午在家吗？')).toBe(0);
  });

  it('of one voice alone is only named by clear signs', () => {
    expect(judged('0:您好，请问是王先生吗', '0:我这边是银行客服中心，祝您生活愉快')).toBe(0);
    expect(judged('0:我要投诉', '0:你们怎么回事，帮我退货')).toBe(1);
    expect(judged('0:今天天气不错')).toBeUndefined();
    expect(judged()).toBeUndefined();
  });
});
