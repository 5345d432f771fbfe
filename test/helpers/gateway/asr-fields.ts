// Specification 2, 2.3 as a table of cases: accepted values, refused values, and the required message of the refusal.

export interface FieldCases {
  readonly key: string;
  /** Valid values, boundaries included. */
  readonly valid: readonly unknown[];
  readonly outOfRange: readonly unknown[];
  readonly wrongType: readonly unknown[];
  /** A part of the message for a value out of range. */
  readonly range: string;
  /** Only for streaming; unknown in one-shot recognition. */
  readonly streamOnly?: true;
  /** True for a field that is no key of X-Svc-Config. */
  readonly notInHeader?: true;
}

const flag = (key: string, more: Partial<FieldCases> = {}): FieldCases => ({
  key,
  valid: [true, false, null],
  outOfRange: [],
  wrongType: ['true', 1, {}],
  range: '',
  ...more,
});

const text = (key: string, valid: readonly string[], more: Partial<FieldCases> = {}): FieldCases => ({
  key,
  valid: [...valid, null],
  outOfRange: [],
  wrongType: [1, true, [], {}],
  range: '',
  ...more,
});

const number = (
  key: string,
  valid: readonly number[],
  outOfRange: readonly number[],
  range: string,
  more: Partial<FieldCases> = {},
): FieldCases => ({ key, valid: [...valid, null], outOfRange, wrongType: ['500', true, [500]], range, ...more });

const streamOnly = { streamOnly: true } as const;
const notInHeader = { notInHeader: true } as const;

export const fieldCases: readonly FieldCases[] = [
  text('profile', ['', 'DEFAULT', 'no-such-profile']),
  text('encParams', ['', 'ar:8000;ac:1'], streamOnly),
  number('vadHead', [0, 1, 10_000, 600_000], [-1, 600_001], '[0-600000]', streamOnly),
  number('vadTail', [50, 500, 30_000], [0, 49, 30_001], '[50-30000]', streamOnly),
  number('vadEnd', [0, 200, 3_600_000], [-1, 1, 199, 3_600_001], '[200-3600000]', streamOnly),
  number('vadMaxSegment', [10, 30, 600], [0, 9, 601], '[10-600]', streamOnly),
  number('vadThreshold', [1, 10, 100], [0, 101], '[1-100]', streamOnly),
  flag('interimResults', streamOnly),
  number('nbest', [1, 5, 10], [0, 11, -1], '[1-10]'),
  flag('outputPinyin'),
  flag('addPunc'),
  flag('digitNorm'),
  flag('textSmooth'),
  flag('wordFilter'),
  flag('makeParagraph', streamOnly),
  number('tppContextRange', [0, 1_000, 5_000, 30_000], [-1, 1, 999, 30_001], '[1000-30000]', streamOnly),
  text('wordType', ['DISABLED', 'WORD', 'CHAR'], { outOfRange: ['WORDS', ''], range: 'DISABLED, WORD, CHAR' }),
  flag('wordTpp'),
  text('vocabId', ['', 'a', 'a;b']),
  text('vocab', ['', '张三丰'], notInHeader),
  text('senswordId', ['', 'a']),
  text('sensword', ['', '坏话'], notInHeader),
  text('olmId', ['', 'a']),
  {
    key: 'sa',
    valid: [null, {}, { checkGender: true }, { checkEmotion: true, outputSpeed: false, outputVolume: true }],
    outOfRange: [],
    wrongType: [true, 'all', [], { checkGender: 'yes' }],
    range: '',
    ...notInHeader,
  },
  number('startOffset', [0, 0.5, 60_000], [-1], '[0-', streamOnly),
];

/** Values of every key that JSON mode and binary mode share; both modes mean the same. */
export const headerCases: readonly { readonly pairs: string; readonly config: Readonly<Record<string, unknown>> }[] = [
  { pairs: '', config: {} },
  { pairs: 'nbest=3', config: { nbest: 3 } },
  { pairs: 'outputPinyin=true', config: { outputPinyin: true } },
  { pairs: 'addPunc=TRUE, digitNorm=True', config: { addPunc: true, digitNorm: true } },
  { pairs: 'textSmooth=true,wordFilter=false', config: { textSmooth: true, wordFilter: false } },
  { pairs: 'wordType=CHAR,wordTpp=true', config: { wordType: 'CHAR', wordTpp: true } },
  { pairs: 'wordType=WORD,nbest=2', config: { wordType: 'WORD', nbest: 2 } },
  { pairs: 'profile=', config: { profile: '' } },
  { pairs: 'profile=nobody', config: { profile: 'nobody' } },
  { pairs: 'vocabId=x;y', config: { vocabId: 'x;y' } },
  { pairs: 'senswordId=z,wordFilter=true', config: { senswordId: 'z', wordFilter: true } },
  { pairs: 'olmId=q', config: { olmId: 'q' } },
  {
    pairs: 'sa.outputSpeed=true,sa.outputVolume=true',
    config: { sa: { outputSpeed: true, outputVolume: true } },
  },
  {
    pairs: 'sa.checkEmotion=true,sa.checkGender=true',
    config: { sa: { checkEmotion: true, checkGender: true } },
  },
  { pairs: 'sa.checkGender=false', config: { sa: { checkGender: false } } },
];
