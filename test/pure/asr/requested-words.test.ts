// Specification 2, 2.3: the profile rules and the dynamic optimization resource rules, one by one.
import { describe, expect, it } from 'vitest';
import { settle } from '../../../src/asr/configure.js';
import { resolveWords, WordListFault, type WordListReaders } from '../../../src/asr/requested-words.js';
import {
  type CustomLanguageModel,
  contentOf,
  type ListContent,
  noResources,
  type Profile,
  type ResourceLookup,
  type StoredList,
} from '../../../src/asr/resources.js';
import type { HotwordRule } from '../../../src/protocol/engine/recognition.js';
import { limits } from '../../../src/protocol/limits.js';
import { type AsrConfig, asrDefaults, type GivenConfig } from '../../../src/protocol/wire/asr-config.js';

const developerId = 7;

/** One word a line; a line of "!" is what no grammar takes. */
function lines(content: ListContent): string[] {
  const all = Buffer.from(content.bytes()).toString('utf8').split('\n');
  const bad = all.indexOf('!');
  if (bad >= 0) throw new WordListFault(`line ${bad + 1}: not a word`);
  return all;
}
const readers: WordListReaders = {
  hotwords: (content) => lines(content).map((text) => ({ kind: 'weighted', text, weight: 0, readings: [] })),
  hotwordNotes: (content) => lines(content).flatMap((text, at) => (text === '?' ? [`line ${at + 1}: odd`] : [])),
  sensitiveWords: lines,
};

const list = (text: string): ListContent => contentOf(Buffer.from(text));
const shared = (text: string): StoredList => ({ content: list(text), userId: undefined });
const exclusive = (text: string, userId: string): StoredList => ({ content: list(text), userId });

const vocabularies: Readonly<Record<string, StoredList>> = {
  s1: shared('甲'),
  s2: shared('乙\n丙'),
  broken: shared('丁\n!'),
  odd: shared('辛\n?'),
  e1: exclusive('戊', 'alice'),
  e2: exclusive('己', 'alice'),
  b1: exclusive('庚', 'bob'),
};
const profiles: Record<string, Profile> = {
  merging: {
    values: { addPunc: true, nbest: 4, sa: { checkGender: true } },
    system: {
      vocabulary: list('系统'),
      sensitiveWords: list('禁'),
      languageModel: { path: '/models/system.lm' },
      whenUserBrings: 'merge',
    },
  },
  replacing: {
    values: {},
    system: {
      vocabulary: list('系统'),
      sensitiveWords: list('禁'),
      languageModel: { path: '/models/system.lm' },
      whenUserBrings: 'replace',
    },
  },
};
const languageModels: Record<string, CustomLanguageModel> = {
  m1: { file: { path: '/models/m1.lm' }, warning: undefined },
  compiling: { file: undefined, warning: 'not compiled yet' },
  failed: { file: { path: '/models/before.lm' }, warning: 'could not be compiled: the disk is full' },
};
const lookup: ResourceLookup = {
  vocabulary: (developer, id) => (developer === developerId ? vocabularies[id] : undefined),
  sensitiveWords: (developer, id) => (developer === developerId ? { w1: list('坏'), wbad: list('!') }[id] : undefined),
  languageModel: (developer, id) => (developer === developerId ? languageModels[id] : undefined),
  profile: (developer, name) => (developer === developerId ? profiles[name] : undefined),
};

function resolve(given: Partial<AsrConfig>, userId = '', profile?: string, of = developerId) {
  const system = profile === undefined ? { whenUserBrings: 'merge' as const } : (profiles[profile] as Profile).system;
  const words = resolveWords(
    { ...asrDefaults, ...given } as AsrConfig,
    { developerId: of, userId },
    system,
    lookup,
    readers,
  );
  const texts = words.hotwords.map((rule: HotwordRule) => rule.text);
  return { ...words, texts, codes: words.warnings.map(({ code }) => code) };
}

describe('resource rule 1', () => {
  it('gives an exclusive list to the user who made it', () => {
    expect(resolve({ vocabId: 'e1' }, 'alice')).toMatchObject({ texts: ['戊'], codes: [] });
  });

  it.each(['', '*', 'bob'])('ignores an exclusive list for the user "%s", with warning 101', (userId) => {
    const { texts, codes, warnings } = resolve({ vocabId: 'e1' }, userId);
    expect({ texts, codes }).toEqual({ texts: [], codes: [101] });
    expect(warnings[0]?.message).toContain('"e1"');
  });

  it('ignores userId for shared hotwords, sensitive words and small-corpus models', () => {
    const given = { vocabId: 's1', senswordId: 'w1', wordFilter: true, olmId: 'm1' };
    expect(resolve(given, 'anybody')).toEqual(resolve(given));
    expect(resolve(given)).toMatchObject({
      texts: ['甲'],
      sensitiveWords: ['坏'],
      languageModel: { path: '/models/m1.lm' },
      codes: [],
    });
  });

  it('warns of a small-corpus model that is not compiled, and uses the one of the text before it', () => {
    expect(resolve({ olmId: 'compiling' })).toMatchObject({ languageModel: undefined, codes: [106] });
    expect(resolve({ olmId: 'compiling' }).warnings[0]?.message).toBe('olmId: "compiling": not compiled yet');
    expect(resolve({ olmId: 'failed' })).toMatchObject({ languageModel: { path: '/models/before.lm' }, codes: [106] });
  });

  it('knows nothing of another developer', () => {
    const given = { vocabId: 's1', senswordId: 'w1', wordFilter: true, olmId: 'm1' };
    expect(resolve(given, '', undefined, 8)).toMatchObject({ texts: [], sensitiveWords: [], codes: [101, 103, 106] });
  });
});

describe('resource rule 2', () => {
  it('lets several ids take effect together, and with vocab, which comes first', () => {
    expect(resolve({ vocabId: 's2; s1;s2' }).texts).toEqual(['乙', '丙', '甲']);
    expect(resolve({ vocabId: 's1', vocab: '子' })).toMatchObject({ texts: ['子', '甲'], codes: [] });
    expect(resolve({ vocabId: 'e1;e2' }, 'alice')).toMatchObject({ texts: ['戊', '己'], codes: [] });
  });

  it('drops what is not of the kind of the first list, with warning 101', () => {
    expect(resolve({ vocabId: 's1;e1;s2' }, 'alice')).toMatchObject({ texts: ['甲', '乙', '丙'], codes: [101] });
    expect(resolve({ vocabId: 'e1;s1;b1' }, 'alice')).toMatchObject({ texts: ['戊'], codes: [101, 101] });
  });
});

describe('resource rule 3', () => {
  it('drops an id whose list is too much with those before it, so that an engine can be sent the rest', () => {
    const most = Math.floor(limits.asr.hotwordBytes / 100);
    const long = 'x'.repeat(100);
    const many = { ...lookup, vocabulary: (_: number, id: string) => shared(id) };
    const big: WordListReaders = {
      ...readers,
      hotwords: (content) =>
        Array.from({ length: most / 6 }, () => ({
          kind: 'text' as const,
          heard: long,
          text: Buffer.from(content.bytes()).toString(),
        })),
    };
    const caller = { developerId, userId: '' };
    const fields = { ...asrDefaults, vocabId: 'a;b;c' };
    const { hotwords, warnings } = resolveWords(fields, caller, { whenUserBrings: 'merge' }, many, big);
    expect(new Set(hotwords.map(({ text }) => text))).toEqual(new Set(['a', 'b']));
    expect(warnings.map(({ code }) => code)).toEqual([101]);
  });

  it('drops only the invalid ids, each with a warning 101', () => {
    expect(resolve({ vocabId: 'nothing;s1;broken' })).toMatchObject({ texts: ['甲'], codes: [101, 101] });
  });

  it('keeps a list with lines that will not work as they may be meant, with a warning for each that names the line', () => {
    const { texts, codes, warnings } = resolve({ vocab: '子\n?', vocabId: 'odd' });
    expect({ texts, codes }).toEqual({ texts: ['子', '?', '辛', '?'], codes: [102, 101] });
    expect(warnings.map(({ message }) => message)).toEqual(['vocab: line 2: odd', 'vocabId: "odd": line 2: odd']);
  });

  it('runs without hotwords when vocab is invalid, whatever the ids are, with warning 102 that names the line', () => {
    const { texts, codes, warnings } = resolve({ vocab: '子\n!', vocabId: 's1' }, '', 'merging');
    expect({ texts, codes }).toEqual({ texts: [], codes: [102] });
    expect(warnings[0]?.message).toContain('line 2');
  });
});

describe('resource rule 4', () => {
  it('prefers senswordId to sensword', () => {
    expect(resolve({ wordFilter: true, senswordId: 'w1', sensword: '劣' })).toMatchObject({
      sensitiveWords: ['坏'],
      codes: [],
    });
  });

  it.each(['nothing', 'wbad', 'w1;w1'])('uses sensword when senswordId is %s, with warning 103', (senswordId) => {
    expect(resolve({ wordFilter: true, senswordId, sensword: '劣' })).toMatchObject({
      sensitiveWords: ['劣'],
      codes: [103],
    });
  });

  it('warns with 104 of an invalid sensword and goes on without', () => {
    expect(resolve({ wordFilter: true, sensword: '劣\n!' })).toMatchObject({ sensitiveWords: [], codes: [104] });
    expect(resolve({ wordFilter: true, senswordId: 'nothing', sensword: '!' }).codes).toEqual([103, 104]);
  });

  it('masks nothing unless wordFilter is on', () => {
    expect(resolve({ senswordId: 'w1' }, '', 'merging')).toMatchObject({ sensitiveWords: [], codes: [] });
  });
});

describe('resource rule 5', () => {
  it('uses the resources of the profile when the request brings none', () => {
    for (const profile of ['merging', 'replacing']) {
      expect(resolve({ wordFilter: true }, '', profile)).toMatchObject({
        texts: ['系统'],
        sensitiveWords: ['禁'],
        languageModel: { path: '/models/system.lm' },
      });
    }
  });

  it('merges them with those of the request when the profile says so, those of the request first', () => {
    expect(resolve({ vocab: '子', wordFilter: true, sensword: '劣' }, '', 'merging')).toMatchObject({
      texts: ['子', '系统'],
      sensitiveWords: ['劣', '禁'],
    });
  });

  it('uses only those of the request when the profile says so', () => {
    expect(resolve({ vocabId: 's1', wordFilter: true, senswordId: 'w1' }, '', 'replacing')).toMatchObject({
      texts: ['甲'],
      sensitiveWords: ['坏'],
    });
  });

  it('counts invalid resources of the request as not given', () => {
    expect(resolve({ vocabId: 'nothing', wordFilter: true, sensword: '!' }, '', 'replacing')).toMatchObject({
      texts: ['系统'],
      sensitiveWords: ['禁'],
      codes: [101, 104],
    });
  });

  it('never merges a small-corpus model', () => {
    expect(resolve({ olmId: 'm1' }, '', 'merging').languageModel).toEqual({ path: '/models/m1.lm' });
    expect(resolve({ olmId: 'nothing' }, '', 'merging')).toMatchObject({
      languageModel: { path: '/models/system.lm' },
      codes: [106],
    });
  });
});

describe('the profile', () => {
  const settled = (given: GivenConfig, from: ResourceLookup = lookup) =>
    settle(given, { developerId, userId: '' }, { lookup: from, lists: { with: (work) => work(readers) } });

  it('gives defaults for what the request does not say', async () => {
    expect((await settled({ profile: 'merging' })).config).toMatchObject({
      addPunc: true,
      nbest: 4,
      wordType: 'DISABLED',
    });
  });

  it('is overridden by the request', async () => {
    expect((await settled({ profile: 'merging', addPunc: false, nbest: 1 })).config).toMatchObject({
      addPunc: false,
      nbest: 1,
    });
  });

  it('is overridden in sa member by member, and altogether by null', async () => {
    const sa = (given: GivenConfig['sa']) => settled({ profile: 'merging', ...(given !== undefined && { sa: given }) });
    expect((await sa(undefined)).config.sa).toEqual({ checkGender: true });
    expect((await sa({ outputSpeed: true })).config.sa).toEqual({ checkGender: true, outputSpeed: true });
    expect((await sa({ checkGender: false })).config.sa).toEqual({ checkGender: false });
    expect((await sa(null)).config.sa).toBeNull();
  });

  it('that is not found gives a warning and the table’s defaults', async () => {
    const { config, warnings } = await settled({ profile: 'nobody' });
    expect(warnings).toMatchObject([{ code: 105, message: expect.stringContaining('"nobody"') }]);
    expect(config).toEqual({ ...asrDefaults, profile: 'nobody', audioFormat: undefined });
  });

  it.each([{}, { profile: '' }, { profile: 'DEFAULT' }])('%j is DEFAULT, which needs no definition', async (given) => {
    expect((await settled(given, noResources)).warnings).toEqual([]);
  });

  it('without the resource service every id is unknown', async () => {
    const { warnings } = await settled({ vocabId: 'a;b', senswordId: 'c', olmId: 'd' }, noResources);
    expect(warnings.map(({ code }) => code)).toEqual([101, 101, 103, 106]);
  });
});
