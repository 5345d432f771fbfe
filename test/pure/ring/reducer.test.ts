// Specification 2, 2.5 (mapping rules) and 3.1 (a match ends the session); the order of verdicts of docs/why/ring-verdicts.md.
import { describe, expect, it } from 'vitest';
import {
  decidedKinds,
  type HeardEvent,
  onlySilence,
  type RingTables,
  type StopKind,
  type TextEvent,
} from '../../../src/protocol/engine/ring.js';
import { defaultKeywordRows, defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { initialRingState, ringRules, step } from '../../../src/ring/reducer.js';
import { decided, end, named, text, verdicts } from '../../helpers/ring/heard.js';

describe('what may end a call, where its carrier says so', () => {
  const prompt = text('您拨打的号码是空号', 1_500, true);

  it.each<[string, readonly StopKind[], readonly HeardEvent[], string[]]>([
    ['a fax alone: a busy tone is held', ['fax'], [decided('busy', 1_100)], ['#BUSY# 10']],
    ['a fax alone: a prompt is held', ['fax'], [prompt], ['空号 12']],
    ['a fax alone: a fax', ['fax'], [decided('busy', 1_100), decided('ced', 2_000)], ['#BUSY# 10', '#FAX# 16 final']],
    ['busy alone: congestion is held', ['busy'], [decided('congestion', 1_500)], ['#BUSY# 10']],
    ['congestion alone: congestion', ['congestion'], [decided('congestion', 1_500)], ['#BUSY# 10 final']],
    ['prompts alone: a prompt', ['prompt'], [prompt], ['空号 12 final']],
    [
      'nothing: what was held is the verdict of the end',
      [],
      [decided('busy', 1_100), end(5_000)],
      ['#BUSY# 10', '#BUSY# 10 final'],
    ],
  ])('%s', (_, stopOn, events, expected) => {
    expect(named(verdicts(events, { stopOn }))).toEqual(expected);
  });

  it('silence alone has a verdict of its own; of a call that rang it is the ringing', () => {
    expect(verdicts([end(15_000, 'silence')])).toMatchObject([{ ...onlySilence, keyword: '', isFinal: true }]);
    expect(named(verdicts([decided('ringback', 2_000), end(15_000, 'silence')]))).toEqual([
      '#WAIT# 11',
      '#WAIT# 11 final',
    ]);
  });
});

describe('the default tables', () => {
  it.each(defaultKeywordRows)(
    'maps the prompt keyword $word to $resultId $resultName',
    ({ word, resultId, resultName }) => {
      const [verdict, ...more] = verdicts([text(`您好，您拨打的电话 ${word}，谢谢`, 1_500)]);
      expect(more).toEqual([]);
      expect(verdict).toMatchObject({
        resultId,
        resultName,
        keyword: word,
        isFinal: true,
        endMs: 1_500,
        confidence: 0.8,
      });
      expect(verdict?.result).toContain(word);
    },
  );

  it.each([
    ['busy', '#BUSY# 10 final'],
    ['congestion', '#BUSY# 10 final'],
    ['unobtainable', '#BUSY# 10 final'],
    ['cng', '#FAX# 16 final'],
    ['ced', '#FAX# 16 final'],
    ['ringback', '#WAIT# 11'],
    ['call-waiting', '#WAIT# 11'],
    ['ring', '#RING# 11'],
    ['music', '#MUSIC# 11'],
  ] as const)('maps the tone %s to %s', (kind, expected) => {
    expect(named(verdicts([decided(kind, 1_000)]))).toEqual([expected]);
  });

  it.each(['dial', 'howler', 'speech', 'dtmf'] as const)('maps %s alone to 0, other situations', (kind) => {
    const [verdict, ...more] = verdicts([decided(kind, 1_000), end(5_000)]);
    expect(more).toEqual([]);
    expect(verdict).toMatchObject({
      resultId: 0,
      resultName: 'other situations',
      keyword: '',
      result: '',
      confidence: 0,
    });
  });
});

describe('a live session', () => {
  it('ends at busy, and whatever follows is ignored', () => {
    const after = [decided('cng', 2_000), text('关机', 2_100), end(3_000)];
    expect(named(verdicts([decided('busy', 1_000), ...after]))).toEqual(['#BUSY# 10 final']);
  });

  it('ends at fax even when ringback came before', () => {
    const list = verdicts([decided('ringback', 1_700), decided('cng', 9_000)]);
    expect(named(list)).toEqual(['#WAIT# 11', '#FAX# 16 final']);
  });

  it('ends at a keyword of interim text', () => {
    const list = verdicts([text('您拨打的', 800), text('您拨打的用户', 1_200), text('您拨打的用户已关机', 1_900)]);
    expect(named(list)).toEqual(['关机 14 final']);
    expect(list[0]).toMatchObject({ startMs: 200, endMs: 1_900, result: '您拨打的用户已关机', exceededAudio: false });
  });

  it('gives ringback as an interim verdict and says it again, final, at the end of the audio', () => {
    const list = verdicts([decided('ringback', 1_700), decided('speech', 3_000), end(20_000)]);
    expect(named(list)).toEqual(['#WAIT# 11', '#WAIT# 11 final']);
    expect(list[1]).toMatchObject({ startMs: 700, endMs: 20_000, exceededAudio: false });
  });

  it('says exceededAudio when audioMax ended it', () => {
    expect(verdicts([decided('ringback', 1_700), end(90_000, 'audioMax')])[1]).toMatchObject({ exceededAudio: true });
    expect(verdicts([end(90_000, 'audioMax')])[0]).toMatchObject({ exceededAudio: true, resultId: 0, isFinal: true });
  });

  it('gives one interim verdict for each new best: ringback replaces music, music does not replace ringback', () => {
    expect(named(verdicts([decided('music', 1_000), decided('ringback', 4_000), end(5_000)]))).toEqual([
      '#MUSIC# 11',
      '#WAIT# 11',
      '#WAIT# 11 final',
    ]);
    expect(named(verdicts([decided('ringback', 1_000), decided('music', 4_000), end(5_000)]))).toEqual([
      '#WAIT# 11',
      '#WAIT# 11 final',
    ]);
    expect(named(verdicts([decided('ringback', 1_000), decided('ringback', 9_000), end(9_500)]))).toEqual([
      '#WAIT# 11',
      '#WAIT# 11 final',
    ]);
  });

  it('lets busy win after ringback, because a callee may reject', () => {
    const list = verdicts([decided('ringback', 1_700), decided('busy', 12_000)]);
    expect(named(list)).toEqual(['#WAIT# 11', '#BUSY# 10 final']);
  });

  it('lets a keyword win after ringback and music', () => {
    const list = verdicts([decided('music', 1_700), decided('ringback', 4_000), text('已停机', 12_000, true)]);
    expect(named(list)).toEqual(['#MUSIC# 11', '#WAIT# 11', '停机 17 final']);
  });

  it('ends at the first ringback when the operator wants that, and at nothing else new', () => {
    expect(named(verdicts([decided('ringback', 1_700)], { endOnRingback: true }))).toEqual(['#WAIT# 11 final']);
    expect(named(verdicts([decided('music', 1_700)], { endOnRingback: true }))).toEqual(['#MUSIC# 11']);
  });

  it('gives the recognised text, without a keyword, as the result of 0', () => {
    const [verdict] = verdicts([
      text('您好', 900, true),
      text('请问', 1_500),
      text('请问哪位', 2_000, true),
      end(4_000),
    ]);
    expect(verdict).toMatchObject({ resultId: 0, result: '您好 请问哪位', keyword: '' });
  });

  it('keeps interim text that never became final', () => {
    expect(verdicts([text('您好', 900), end(4_000)])[0]).toMatchObject({ result: '您好' });
  });
});

describe('a whole clip', () => {
  const whole = { until: 'whole' } as const;

  it('says nothing before its end', () => {
    expect(verdicts([decided('busy', 1_000), text('关机', 2_000), decided('cng', 3_000)], whole)).toEqual([]);
  });

  it('looks for a keyword first and uses the tone table only when there is none (rule 1, rule 2)', () => {
    expect(named(verdicts([decided('cng', 1_000), text('正在通话中', 3_000, true), end(5_000)], whole))).toEqual([
      '正在通话 10 final',
    ]);
    expect(named(verdicts([decided('busy', 1_000), text('您好', 3_000, true), end(5_000)], whole))).toEqual([
      '#BUSY# 10 final',
    ]);
  });

  it('gives the keyword of the highest RESULTID over all texts', () => {
    const texts = [text('正在通话中', 2_000, true), text('已停机', 4_000, true), text('关机', 6_000, true)];
    expect(named(verdicts([...texts, end(8_000)], whole))).toEqual(['停机 17 final']);
    expect(named(verdicts([text('已停机', 4_000, true), text('关机', 6_000), end(8_000)], whole))).toEqual([
      '停机 17 final',
    ]);
    expect(named(verdicts([text('关机', 4_000, true), text('已停机', 6_000), end(8_000)], whole))).toEqual([
      '停机 17 final',
    ]);
  });

  it('gives the keyword that was said first where two sentences have keywords of one RESULTID', () => {
    const [busy, other] = [text('您拨打的用户正在通话', 1_000, true), text('您好，暂时无法接听', 6_000, true)];
    expect(named(verdicts([busy, other, end(9_000)], whole))).toEqual(['正在通话 10 final']);
    expect(named(verdicts([other, busy, end(9_000)], whole))).toEqual(['暂时无法接听 10 final']);
  });

  it('forgets an interim keyword that the next text takes back', () => {
    const list = verdicts([text('停机', 2_000), text('停机坪', 2_400), text('您好', 2_800, true), end(5_000)], whole);
    expect(named(list)).toEqual(['none 0 final']);
  });

  it('puts fax before busy and busy before ringback', () => {
    const list = [decided('ringback', 1_000), decided('busy', 3_000), decided('cng', 5_000)];
    expect(named(verdicts([...list, end(8_000)], whole))).toEqual(['#FAX# 16 final']);
    expect(named(verdicts([...list.slice(0, 2), end(8_000)], whole))).toEqual(['#BUSY# 10 final']);
  });
});

describe('rows of an edited ring-tone table', () => {
  const tables: RingTables = {
    keywords: [],
    tones: [
      { marker: '#BUSY#', resultId: 10, resultName: 'busy' },
      { marker: '#CONGESTION#', resultId: 40, resultName: 'network busy' },
      { marker: '#DIAL#', resultId: 5, resultName: 'dial tone' },
      { marker: '#MUSIC#', resultId: 30, resultName: 'coloured ring-back' },
      { marker: '#WAIT#', resultId: 11, resultName: 'no answer' },
    ],
  };

  it('gives a finer kind its own row when there is one', () => {
    expect(named(verdicts([decided('congestion', 900)], { tables }))).toEqual(['#CONGESTION# 40 final']);
    expect(named(verdicts([decided('unobtainable', 900)], { tables }))).toEqual(['#BUSY# 10 final']);
    expect(named(verdicts([decided('dial', 900), end(2_000)], { tables }))).toEqual(['#DIAL# 5', '#DIAL# 5 final']);
  });

  it('prefers the higher RESULTID among tones that may still change', () => {
    expect(named(verdicts([decided('ringback', 900), decided('music', 2_000)], { tables }))).toEqual([
      '#WAIT# 11',
      '#MUSIC# 30',
    ]);
  });

  it('keeps facts about the far end for evidence until a row of their own makes them verdicts', () => {
    const facts = ['sit', 'beep', 'foreign-busy', 'foreign-ring'] as const;
    for (const kind of facts) expect(verdicts([decided(kind, 900)])).toEqual([]);
    const row = { marker: '#BEEP#', resultId: 20, resultName: 'answering machine' } as const;
    const tables: RingTables = { ...defaultTables, tones: [...defaultTables.tones, row] };
    expect(named(verdicts([decided('beep', 900)], { tables }))).toEqual(['#BEEP# 20 final']);
    expect(verdicts([decided('sit', 900)], { tables })).toEqual([]);
  });

  it('counts the flags of a fax as a fax', () => {
    expect(named(verdicts([decided('v21', 900)]))).toEqual(['#FAX# 16 final']);
  });

  it('takes a tone whose row is gone for nothing', () => {
    expect(named(verdicts([decided('cng', 900), end(2_000)], { tables }))).toEqual(['none 0 final']);
  });
});

describe('what a row does with a call', () => {
  const keywords = [
    { word: '请不要挂机', resultId: 11, resultName: 'waiting', action: 'hold' as const },
    { word: '正在通话', resultId: 10, resultName: 'busy' },
    { word: '关机', resultId: 14, resultName: 'off' },
    { word: '停机坪', resultId: 1, resultName: 'apron', action: 'ignore' as const },
    { word: '停机', resultId: 17, resultName: 'out', action: 'end' as const },
  ];
  const tables: RingTables = {
    keywords,
    tones: [
      { marker: '#BUSY#', resultId: 10, resultName: 'busy', action: 'hold' },
      { marker: '#MUSIC#', resultId: 11, resultName: 'no answer', action: 'end' },
      { marker: '#WAIT#', resultId: 11, resultName: 'no answer' },
      { marker: '#CONGESTION#', resultId: 12, resultName: 'network', action: 'ignore' },
      { marker: '#FAX#', resultId: 16, resultName: 'fax' },
    ],
  };

  it('hold: the keyword is reported once, the call goes on, and the end of the audio says it again', () => {
    const texts = [text('请不要挂机', 900), text('请不要挂机您', 1_000), text('请不要挂机您好', 1_400, true)];
    expect(named(verdicts([...texts, end(9_000)], { tables }))).toEqual(['请不要挂机 11', '请不要挂机 11 final']);
  });

  it('hold: goes before a lower RESULTID of the same announcement, which ends the call in another', () => {
    const held = [text('请不要挂机', 900, true), { ...text('对方正在通话', 2_000, true), fromMs: 1_600 } as HeardEvent];
    const later = { ...text('对方正在通话', 9_000, true), fromMs: 8_000 } as HeardEvent;
    expect(named(verdicts([...held, end(3_000)], { tables }))).toEqual(['请不要挂机 11', '请不要挂机 11 final']);
    expect(named(verdicts([...held, later], { tables }))).toEqual(['请不要挂机 11', '正在通话 10 final']);
  });

  it('hold: a keyword that ends the call, fax and a tone that ends it replace it, a held tone does not', () => {
    const held = text('请不要挂机', 900, true);
    expect(named(verdicts([held, text('已关机', 2_000)], { tables }))).toEqual(['请不要挂机 11', '关机 14 final']);
    expect(named(verdicts([held, decided('cng', 2_000)], { tables }))).toEqual(['请不要挂机 11', '#FAX# 16 final']);
    expect(named(verdicts([held, decided('ringback', 2_000), end(3_000)], { tables }))).toEqual([
      '请不要挂机 11',
      '请不要挂机 11 final',
    ]);
  });

  it('hold: in a whole clip what would have ended the call goes before it, wherever it stands', () => {
    const options = { tables, until: 'whole' } as const;
    const far = { ...text('对方正在通话', 9_000, true), fromMs: 8_000 } as HeardEvent;
    expect(named(verdicts([text('请不要挂机', 900, true), far, end(9_000)], options))).toEqual(['正在通话 10 final']);
    expect(named(verdicts([decided('cng', 800), text('请不要挂机', 900, true), end(9_000)], options))).toEqual([
      '#FAX# 16 final',
    ]);
    expect(named(verdicts([text('请不要挂机', 900, true), end(9_000)], options))).toEqual(['请不要挂机 11 final']);
  });

  it('ignore: neither the keyword nor one inside it is a verdict; a final text decides what was waited for', () => {
    expect(named(verdicts([text('在停机坪', 900, true), end(2_000)], { tables }))).toEqual(['none 0 final']);
    expect(named(verdicts([text('在停机', 900), text('在停机', 1_500, true)], { tables }))).toEqual(['停机 17 final']);
  });

  it('of a tone: hold, end and ignore stand above what telephony and the settings say', () => {
    expect(named(verdicts([decided('busy', 900), decided('ringback', 4_000), end(9_000)], { tables }))).toEqual([
      '#BUSY# 10',
      '#WAIT# 11',
      '#WAIT# 11 final',
    ]);
    expect(named(verdicts([decided('music', 900)], { tables }))).toEqual(['#MUSIC# 11 final']);
    expect(named(verdicts([decided('congestion', 900), end(2_000)], { tables }))).toEqual(['none 0 final']);
    const patient = {
      ...tables,
      tones: [{ marker: '#WAIT#', resultId: 11, resultName: 'x', action: 'hold' } as const],
    };
    expect(named(verdicts([decided('ringback', 900)], { tables: patient, endOnRingback: true }))).toEqual([
      '#WAIT# 11',
    ]);
  });
});

it('gives a confidence with three digits', () => {
  expect(verdicts([{ ...(text('关机', 900) as TextEvent), confidence: 0.423456 }])[0]?.confidence).toBe(0.423);
});

describe('the evidence', () => {
  it('has the bursts, the decisions with their audio time, the keyword and the levels', () => {
    const judge = ringJudge(defaultTables, { until: 'match', endOnRingback: false });
    judge.take({ type: 'burst', kind: 'tone', fromMs: 0, toMs: 350, levelDbm0: -15, frequencyHz: 450 });
    judge.take(decided('ringback', 1_700));
    judge.take(decided('dtmf', 1_800, { key: '5' }));
    judge.take(text('关机', 2_000));
    expect(judge.evidence({ meanDbm0: -20, peakDbm0: -10, audioMs: 2_100 })).toEqual({
      tones: [{ kind: 'tone', fromMs: 0, toMs: 350, levelDbm0: -15, frequencyHz: 450 }],
      decided: [
        { kind: 'ringback', atMs: 1_700, fromMs: 700, confidence: 0.9 },
        { kind: 'dtmf', atMs: 1_800, fromMs: 800, confidence: 0.9, key: '5' },
      ],
      keyword: { word: '关机', fromMs: 200, atMs: 2_000, confidence: 0.8, rule: 'sure' },
      levels: { meanDbm0: -20, peakDbm0: -10 },
      audioMs: 2_100,
    });
  });

  it('has the countries of a foreign tone', () => {
    const judge = ringJudge(defaultTables, { until: 'match', endOnRingback: false });
    judge.take(decided('foreign-ring', 700, { country: ['US', 'CA'] }));
    const { decided: entries } = judge.evidence({ meanDbm0: -20, peakDbm0: -10, audioMs: 900 });
    expect(entries).toMatchObject([{ kind: 'foreign-ring', country: ['US', 'CA'] }]);
  });

  it('is bounded: the newest bursts and the first decisions stay, the rest is counted', () => {
    const judge = ringJudge(defaultTables, { until: 'whole', endOnRingback: false, evidenceEvents: 3 });
    for (let at = 0; at < 10; at++) {
      judge.take({ type: 'burst', kind: 'tone', fromMs: at, toMs: at + 1, levelDbm0: -15, frequencyHz: 450 });
      judge.take(decided('dtmf', at, { key: '1' }));
    }
    const { tones, decided: kept, dropped } = judge.evidence({ meanDbm0: -20, peakDbm0: -10, audioMs: 10 });
    expect(tones.map(({ fromMs }) => fromMs)).toEqual([7, 8, 9]);
    expect(kept.map(({ atMs }) => atMs)).toEqual([0, 1, 2]);
    expect(dropped).toBe(14);
  });
});

it('is a pure function: the same state and event give the same step, and the state is not changed', () => {
  const rules = ringRules(defaultTables, {
    until: 'match',
    endOnRingback: false,
    evidenceEvents: 10,
    keywordConfidence: 0.2,
    doubtedKeywords: 3,
  });
  const frozen = Object.freeze({
    ...initialRingState,
    bursts: Object.freeze([]) as never,
    decided: Object.freeze([]) as never,
  });
  for (const kind of decidedKinds) {
    expect(step(rules, frozen, decided(kind, 10))).toEqual(step(rules, frozen, decided(kind, 10)));
  }
  expect(frozen.decided).toEqual([]);
});
