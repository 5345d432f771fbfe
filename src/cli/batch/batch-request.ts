// The request that the flags of `tonegate batch submit` describe, in the words of the interface.
import { type Command, Option } from 'commander';
import { validate } from '../../protocol/wire/issues.js';
import { SubmitBody } from '../../protocol/wire/transcription-messages.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { givenJson, readGivenText } from '../given-file.js';
import { errorOf } from '../listen/screen-lines.js';

export interface RequestFlags {
  readonly format: string;
  readonly result: string;
  readonly priority?: string;
  readonly channels?: string;
  readonly hotwords?: string;
  readonly punctuation?: boolean;
  readonly digits?: boolean;
  readonly smooth?: boolean;
  readonly paragraphs?: boolean;
  readonly mask?: boolean;
  readonly pinyin?: boolean;
  readonly diarization?: boolean;
  readonly roles?: boolean;
  readonly words?: boolean;
  readonly notify?: string;
  readonly config?: string;
}

export const withRequestFlags = (command: Command): Command =>
  command
    .option('--format <name>', 'auto, pcm_s16le_8k, alaw_8k, ulaw_8k … (16k too), vox_8k, vox_6k', 'auto')
    .addOption(new Option('--result <type>', 'format of the results').choices(['JSON', 'SRT', 'TXT']).default('JSON'))
    .option('--priority <n>', 'priority of the task; tasks with smaller numbers run first (default: 0)')
    .addOption(
      new Option('--channels <n>', '1 merges the channels; 2 keeps them apart (raw formats only)').choices(['1', '2']),
    )
    .option('--hotwords <file>', 'file with a hotword list')
    .option('--punctuation', 'addPunc: add punctuation')
    .option('--digits', 'digitNorm: write numbers as digits')
    .option('--smooth', 'textSmooth: remove fillers and repetitions')
    .option('--paragraphs', 'makeParagraph: divide the text into paragraphs')
    .option('--mask', 'wordFilter: mask sensitive words')
    .option('--pinyin', 'outputPinyin: add pinyin')
    .option('--diarization', 'tell the two speakers of a channel apart')
    .option('--roles', 'checkRole: find out which speaker is the agent')
    .option('--words', 'add the times of words')
    .option('--notify <url>', 'URL to call when the task is finished')
    .option(
      '--config <json>',
      'further fields of the submit request, such as {"saveTo":{"path":"file:///r","style":"name"}}',
    );

/** The request without its `files`. It is checked before anything is uploaded. */
export function requestOf(flags: RequestFlags): Record<string, unknown> {
  try {
    const { punctuation, digits, smooth, paragraphs, mask, diarization, roles } = flags;
    const text = {
      addPunc: punctuation,
      digitNorm: digits,
      textSmooth: smooth,
      makeParagraph: paragraphs,
      wordFilter: mask,
    };
    const speakers = { diarization, checkRole: roles };
    const more = flags.config === undefined ? {} : givenJson('--config', flags.config);
    const body: Record<string, unknown> = {
      audioFormat: flags.format,
      resultType: flags.result,
      ...(flags.priority !== undefined && { priority: numberOf('--priority', flags.priority) }),
      ...(flags.channels !== undefined && { channelCount: Number(flags.channels) }),
      ...(flags.hotwords !== undefined && { vocab: readGivenText(flags.hotwords) }),
      ...(flags.pinyin === true && { outputPinyin: true }),
      ...(flags.words === true && { words: { type: 'WORD' } }),
      ...(isAnySet(text) && { tpp: text }),
      ...(isAnySet(speakers) && { sa: speakers }),
      ...(flags.notify !== undefined && { notifyUrl: flags.notify }),
      ...(more as object),
    };
    validate(SubmitBody, body, 'submit');
    return body;
  } catch (fault) {
    if (fault instanceof CommandFailure) throw fault;
    throw new CommandFailure(exitCodes.usage, errorOf(fault).message, { cause: fault });
  }
}

const isAnySet = (flags: object): boolean => Object.values(flags).some((value) => value === true);

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new CommandFailure(exitCodes.usage, `${flag}: ${text} is not a number such as -1 or 10`);
}
