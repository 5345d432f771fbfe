// Specification 2, sections 2.6 (useS3ML), 4.5 (warnings 100 and 101) and 8 (at most 1,024 bytes).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpokenToken, SynthesisWarning } from '../../../src/protocol/engine/synthesis.js';
import { ServiceError } from '../../../src/protocol/errors.js';
import { openText } from '../../../src/tts/front-end.js';
import { asSpoken, sentencesOf } from '../../helpers/audio/spoken.js';

const markup = { isMarkup: true } as const;
const maxBytes = 1_024;

function warnings(text: string): readonly SynthesisWarning[] {
  const given = { text, isMarkup: true, language: 'cn', digitMode: 0, speakPunctuation: false } as const;
  return openText(given, (name) => name === 'cn_known_common').warnings;
}

function tokens(text: string): SpokenToken[] {
  return sentencesOf(text, markup).flatMap((sentence) => sentence.tokens);
}

function prosody(text: string): unknown {
  return tokens(text).at(-1)?.prosody;
}

describe('markup', () => {
  it.each([
    ['<speak>你好</speak>', 'ni2 hao3'],
    ['你<break time="500ms"/>好', 'ni3 <500> hao3'],
    ['你<break time="1.5s"/>好', 'ni3 <1500> hao3'],
    ['你<break time="99s"/>好', 'ni3 <10000> hao3'],
    ['<say-as interpret-as="digits">123</say-as>', 'yi1 er4 san1'],
    ['<say-as interpret-as="cardinal">13812345678</say-as>', asSpoken('一百三十八亿一千二百三十四万五千六百七十八')],
    ['<say-as interpret-as="telephone">10086</say-as>', 'yao1 ling2 ling2 ba1 liu4'],
    ['<say-as interpret-as="ordinal">3</say-as>', 'di4 san1'],
    ['<say-as interpret-as="characters">SOS1</say-as>', 'S O S yi1'],
    ['<say-as interpret-as="date">2026-11-21</say-as>', asSpoken('2026-11-21')],
    ['<sub alias="世界卫生组织">WHO</sub>说', 'shi4 jie4 wei4 sheng1 zu3 zhi1 shuo1'],
    ['<phoneme alphabet="py" ph="chong2">重</phoneme>要', 'chong2 yao4'],
    ['<phoneme ph="hang2 zhang3">行长</phoneme>', 'hang2 zhang3'],
    ['<phoneme alphabet="arpabet" ph="T OW1 N">Tone</phoneme>', 'tone'],
    ['<prosody rate="fast">你好</prosody>', 'ni2 hao3'],
    ['3 &lt; 5 &amp; &#x4f60;', 'san1 xiao3 yu2 wu3 he2 ni3'],
    ['<!-- 注释 -->好', 'hao3'],
    ["<?xml version='1.0'?><speak>好</speak>", 'hao3'],
  ])('reads %s', (text, said) => {
    expect(asSpoken(text, markup)).toBe(said);
  });

  it('is text like any other when useS3ML is off', () => {
    expect(asSpoken('<p>好')).toContain('hao3');
    expect(() => asSpoken('<p>好', markup)).toThrow();
  });

  it('breaks by strength', () => {
    const boundary = (strength: string): string | undefined =>
      tokens(`你<break strength="${strength}"/>好`)[0]?.boundary;
    expect(['none', 'weak', 'medium'].map(boundary)).toEqual(['word', 'phrase', 'clause']);
  });

  it('does not raise a third tone across a break', () => {
    expect(asSpoken('你好', markup)).toBe('ni2 hao3');
    expect(asSpoken('你<break/>好', markup)).toBe('ni3 hao3');
  });

  it.each([
    ['<prosody rate="fast">好</prosody>', { rate: 1.25, pitchSemitones: 0, gainDb: 0, voice: undefined }],
    ['<prosody rate="50%">好</prosody>', { rate: 0.5, pitchSemitones: 0, gainDb: 0, voice: undefined }],
    ['<prosody rate="+20%">好</prosody>', { rate: 1.2, pitchSemitones: 0, gainDb: 0, voice: undefined }],
    ['<prosody pitch="+2st">好</prosody>', { rate: 1, pitchSemitones: 2, gainDb: 0, voice: undefined }],
    ['<prosody pitch="high">好</prosody>', { rate: 1, pitchSemitones: 3, gainDb: 0, voice: undefined }],
    ['<prosody volume="-6dB">好</prosody>', { rate: 1, pitchSemitones: 0, gainDb: -6, voice: undefined }],
    ['<prosody volume="100">好</prosody>', { rate: 1, pitchSemitones: 0, gainDb: 6.02, voice: undefined }],
    [
      '<prosody rate="2"><prosody rate="2" pitch="+20st"><prosody rate="4" pitch="+20st">好</prosody></prosody></prosody>',
      { rate: 4, pitchSemitones: 24, gainDb: 0, voice: undefined },
    ],
    ['<voice name="cn_known_common">好</voice>', { rate: 1, pitchSemitones: 0, gainDb: 0, voice: 'cn_known_common' }],
    ['好', undefined],
  ])('%s changes the prosody', (text, expected) => {
    expect(prosody(text)).toEqual(expected);
  });

  it('ends a prosody with its tag', () => {
    expect(prosody('<prosody rate="fast">你</prosody>好')).toBeUndefined();
  });

  it.each([
    ['<emphasis>好</emphasis>', [[100, 'emphasis']]],
    [
      '<p><s>好</s></p>',
      [
        [100, '<p>'],
        [100, '<s>'],
      ],
    ],
    ['<p>好</p><p>的</p>', [[100, '<p>']]],
    ['<voice name="nobody">好</voice>', [[101, 'nobody']]],
    ['<voice>好</voice>', [[100, 'name']]],
    ['<prosody rate="quick">好</prosody>', [[100, 'quick']]],
    ['<prosody range="high">好</prosody>', [[100, 'range']]],
    ['<say-as interpret-as="poem">好</say-as>', [[100, 'poem']]],
    ['<break time="soon"/>好', [[100, 'soon']]],
    ['<phoneme alphabet="ipa" ph="x">好</phoneme>', [[100, 'ipa']]],
    ['<speak>好</speak>', []],
  ] as [string, [number, string][]][])('warns of %s and reads it', (text, expected) => {
    const given = warnings(text);
    expect(given.map(({ code }) => code)).toEqual(expected.map(([code]) => code));
    for (const [at, [, word]] of expected.entries()) expect(given[at]?.message).toContain(word);
    expect(asSpoken(text, markup)).toContain('hao3');
  });

  it.each([
    ['<speak>好', '</speak> is missing'],
    ['好</speak>', 'an end tag without its start'],
    ['<prosody rate="fast">好</voice>', '</prosody> expected, not </voice>'],
    ['5 < 6', 'write < as &lt;'],
    ['a & b', 'write & as &amp;'],
    ['&nbsp;', 'not an entity'],
    ['&#xd800;', 'not an entity'],
    ['<break time=500ms/>好', 'not a tag'],
    ['<break time="1s" time="2s"/>好', 'twice'],
    ['<!DOCTYPE x>好', 'not a tag'],
    ['<phoneme ph="xyz1">好</phoneme>', 'xyz1" is not a pinyin syllable'],
    ['<phoneme alphabet="arpabet" ph="Q Q">好</phoneme>', 'must be a list of phones'],
    [`${'<p>'.repeat(17)}好${'</p>'.repeat(17)}`, 'more than 16 tags'],
    ['<speak></speak>', 'contains nothing that can be spoken'],
  ])('refuses %s', (text, message) => {
    expect(() => sentencesOf(text, markup)).toThrow(ServiceError);
    expect(() => sentencesOf(text, markup)).toThrow(message);
  });

  it('says where the mistake is', () => {
    expect(() => sentencesOf('你好<break', markup)).toThrow('text: markup, character 3:');
  });

  it('has at most 1,024 bytes', () => {
    const wrap = (bytes: number): string => `<speak>${'a'.repeat(bytes - 15)}</speak>`;
    expect(Buffer.byteLength(wrap(maxBytes))).toBe(maxBytes);
    expect(() => sentencesOf(wrap(maxBytes), markup)).not.toThrow();
    expect(() => sentencesOf(wrap(maxBytes + 1), markup)).toThrow('of 1025 bytes, must be at most 1024');
    expect(() => sentencesOf('好'.repeat(342), markup)).toThrow('of 1026 bytes');
  });

  it('gives tokens their places in the markup', () => {
    const places = tokens('<speak>你&#22909;<sub alias="吗">x</sub></speak>').map(({ start, end }) => [start, end]);
    expect(places).toEqual([
      [7, 8],
      [8, 16],
      [16, 38],
    ]);
  });

  it('ends for any markup with tokens or a clear error', () => {
    const piece = fc.constantFrom(
      ...[
        '<speak>',
        '</speak>',
        '<break/>',
        '<break time="1s"/>',
        '<prosody rate="fast">',
        '</prosody>',
        '<sub alias="好">',
      ],
      ...[
        '</sub>',
        '<voice name="x">',
        '</voice>',
        '<say-as interpret-as="digits">',
        '</say-as>',
        '<phoneme ph="hao3">',
      ],
      ...['</phoneme>', '你好。', '123', '&lt;', '&', '<', '>', '"', ' ', '<!--', '-->', 'abc', '，', '😀'],
    );
    const anyMarkup = fc.oneof(
      fc.array(piece, { maxLength: 24 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    fc.assert(
      fc.property(anyMarkup, (text) => {
        let place = 0;
        try {
          for (const { tokens: said } of sentencesOf(text, markup)) {
            const starts = said.map(({ start }) => start);
            expect([...starts].sort((a, b) => a - b)).toEqual(starts);
            expect(starts[0] ?? place).toBeGreaterThanOrEqual(place);
            place = starts.at(-1) ?? place;
          }
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          expect(error.message).toMatch(/^text: (?:markup|contains nothing)/);
        }
      }),
      { numRuns: 200 },
    );
  });
});
