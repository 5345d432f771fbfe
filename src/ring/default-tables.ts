// The tables of specification 2, section 2.5, as they are written on the first start.
import {
  type CauseRow,
  type KeywordRow,
  noMedia,
  onlySilence,
  type RingTables,
  type ToneRow,
} from '../protocol/engine/ring.js';

const keywordGroups: readonly (readonly [resultId: number, resultName: string, words: readonly string[]])[] = [
  [10, 'called party busy', ['通话中', '暂时无法接通', '正在通话', '暂时无法接听', '在拨', '再拨', '忙']],
  [11, 'no answer', ['手机转移']],
  [12, 'user does not exist', ['用户不存在', '号码不存在', '没有这个电话号码', '空号', '加拨零', '加零']],
  [
    13,
    'routing failed or user unreachable',
    ['未开通语音通话功能', '通话已经被限制', '无权接受呼叫', '呼叫受限', '用户线故障'],
  ],
  [14, 'powered off', ['关机', '来电提醒']],
  [16, 'fax', ['传真音']],
  [17, 'out of service', ['暂停服务', '号码已过期', '停机', '保号']],
];

export const defaultKeywordRows: readonly KeywordRow[] = keywordGroups.flatMap(([resultId, resultName, words]) =>
  words.map((word) => ({ word, resultId, resultName })),
);

export const defaultToneRows: readonly ToneRow[] = [
  { marker: '#BUSY#', resultId: 10, resultName: 'busy' },
  { marker: '#WAIT#', resultId: 11, resultName: 'no answer' },
  { marker: '#RING#', resultId: 11, resultName: 'no answer' },
  { marker: '#MUSIC#', resultId: 11, resultName: 'no answer' },
  { marker: '#FAX#', resultId: 16, resultName: 'fax' },
];

/** RFC 3398 where it has a row for the case; a fax is a destination that cannot take the call as it is. */
export const defaultCauseRows: readonly CauseRow[] = [
  { resultId: 10, sipStatus: 486, q850: 17 },
  { resultId: 11, sipStatus: 480, q850: 19 },
  { resultId: 12, sipStatus: 404, q850: 1 },
  { resultId: 13, sipStatus: 480, q850: 3 },
  { resultId: 14, sipStatus: 480, q850: 20 },
  { resultId: 16, sipStatus: 488, q850: 88 },
  { resultId: 17, sipStatus: 480, q850: 27 },
  { resultId: onlySilence.resultId, sipStatus: 480, q850: 31 },
  { resultId: noMedia.resultId, sipStatus: 503, q850: 41 },
];

export const defaultTables: RingTables = { keywords: defaultKeywordRows, tones: defaultToneRows };

const keywordHeader = `# Keywords of spoken prompts. One row per line, three or four parts with a tab between them:
#   KEYWORD <tab> RESULTID <tab> RESULTNAME <tab> end, hold or ignore
# end, or no fourth part: the call ends with the keyword. hold: it is reported, the call goes on, and a later verdict may
# replace it. ignore: it gives no verdict, and shorter keywords inside it give none either.
# When a prompt holds several keywords, the highest RESULTID wins; then the longest keyword; then what was written goes
# before what only sounded like a keyword; then the first in the text.
# Spaces, punctuation and character width do not matter when comparing. UTF-8. Lines that begin with # are comments.
# The file is read again when it changes; sessions under way keep the rows they started with. A row that cannot be
# read leaves the whole previous table in force and is logged with its line number.
`;

const toneHeader = `# Ring tones. One row per line, three or four parts with a tab between them:
#   TONE <tab> RESULTID <tab> RESULTNAME <tab> end, hold or ignore
# Without a fourth part busy, fax and their kin end a call and every other tone is held; ignore: the tone gives no verdict.
# Used only when a call had no keyword; the highest RESULTID wins among tones that may still change. Known tones:
#   #BUSY# busy   #WAIT# ringback   #RING# other regular ringing   #MUSIC# coloured ring-back   #FAX# fax
# Finer kinds may have rows of their own; without one they count as the tone in brackets, or as nothing:
#   #CONGESTION# (#BUSY#)   #UNOBTAINABLE# (#BUSY#)   #CALLWAIT# (#WAIT#)   #DIAL#   #HOWLER#
#   #SIT#   #BEEP#   #FOREIGN_BUSY#   #FOREIGN_RING#
# A line that begins with # and a space, or is only a #, is a comment. UTF-8. Read again when it changes.
`;

export const keywordFileText = `${keywordHeader}${defaultKeywordRows
  .map((row) => `${row.word}\t${row.resultId}\t${row.resultName}\n`)
  .join('')}`;

export const toneFileText = `${toneHeader}${defaultToneRows
  .map((row) => `${row.marker}\t${row.resultId}\t${row.resultName}\n`)
  .join('')}`;

const causeHeader = `# What a switch says of a call, by its verdict. One row per line, three numbers with a tab between them:
#   RESULTID <tab> SIP status (400-699) <tab> Q.850 cause (1-127)
# Carriers of calls (the WebSocket fork and others) put both numbers into the verdict. A verdict without a row has neither.
# Lines that begin with # are comments. UTF-8. Read again when it changes; a row that cannot be read leaves the whole
# previous table in force and is logged with its line number.
`;

export const causeFileText = `${causeHeader}${defaultCauseRows
  .map((row) => `${row.resultId}\t${row.sipStatus}\t${row.q850}\n`)
  .join('')}`;

/**
 * SHA-256 of the texts that earlier versions of the program wrote, in hex: a file that still has one of them is nobody's
 * work. Whoever changes a text above adds the hash of the one it replaces.
 */
export const earlierDefaultHashes: Readonly<Record<'keywords' | 'tones' | 'causes', readonly string[]>> = {
  keywords: ['cb0118f9b653a6a9a0a9cf586ac0acfeaa7c9cd09cc40eb640a93f51d1a45be3'],
  tones: [
    '6be792d8dd0a168de15bb2e9e5ed52b7815d095f88b1f7101553bd0f43b8c7c9',
    '20d024bb658afb4ad44cb839bdcc64fa3302c27db4637bc1116992b1cff72c63',
    '556ee3e461ecc1206118c7cb7cafb83c1b71b6014e5ce87f71b5e2fcc71fe5e9',
  ],
  causes: [],
};
