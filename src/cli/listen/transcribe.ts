// `tonegate transcribe`: recognises files without a gateway. On a terminal the text grows as it is recognised.
import { Command, Option } from 'commander';
import { AsrStreamConfig, type GivenConfig } from '../../protocol/wire/asr-config.js';
import { validate } from '../../protocol/wire/issues.js';
import { ByteRanges } from '../batch/byte-ranges.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { givenJson, readGivenText } from '../given-file.js';
import { type AudioFlags, checkAudioFlags, withAudioFlags } from './audio-flags.js';
import { errorOf } from './screen-lines.js';
import {
  type Heard,
  type TranscribeMode,
  type Transcriber,
  transcribeModes,
  type WireSentence,
} from './transcriber.js';
import { TranscriptView } from './transcript-view.js';

/** `dataDir` is the directory whose models serve. Without it the shipped models serve. */
export type TranscriberMaker = (dataDir: string | undefined) => Promise<Transcriber>;

interface Flags extends AudioFlags {
  readonly mode: TranscribeMode;
  readonly property?: string;
  readonly hotwords?: string;
  readonly raw?: boolean;
  readonly config?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export function transcribeCommand(makeTranscriber: TranscriberMaker): Command {
  const command = new Command('transcribe')
    .description('recognise the speech in audio files')
    .argument('<files...>', 'audio files');
  return withAudioFlags(command)
    .addOption(
      new Option('--mode <mode>', 'short: one sentence; utterance: the first sentence; continue: all sentences')
        .choices(transcribeModes)
        .default('continue'),
    )
    .option('--property <name>', 'property such as cn_8k_common (default: chosen by the sample rate)')
    .option('--hotwords <file>', 'file with a hotword list')
    .option('--raw', 'print the text as recognised, without punctuation and digits')
    .option('--config <json>', 'other fields of the recognition configuration, such as {"wordType":"WORD"}')
    .option('--data <dir>', 'data directory whose models are used')
    .option('--json', 'print one line of JSON per file')
    .action(async (files: string[], flags: Flags) => {
      const config = configOf(flags);
      checkAudioFlags({ format: flags.format, encParams: config.encParams ?? flags.encParams });
      const transcriber = await makeTranscriber(flags.data);
      try {
        const failed = await transcribeFiles(files, flags, config, transcriber);
        if (failed > 0) process.exitCode = exitCodes.badInput;
      } finally {
        await transcriber.close();
      }
    });
}

function configOf(flags: Flags): GivenConfig {
  const tidy = flags.raw !== true;
  const isLive = flags.json !== true && process.stdout.isTTY === true;
  try {
    const more =
      flags.config === undefined ? {} : validate(AsrStreamConfig, givenJson('--config', flags.config), 'config');
    const list = flags.hotwords === undefined ? {} : { vocab: readGivenText(flags.hotwords) };
    const { encParams } = flags;
    return { addPunc: tidy, digitNorm: tidy, interimResults: isLive, encParams, vadHead: 0, ...list, ...more };
  } catch (fault) {
    if (fault instanceof CommandFailure) throw fault;
    throw new CommandFailure(exitCodes.usage, errorOf(fault).message, { cause: fault });
  }
}

/** Returns the number of files that could not be heard. */
async function transcribeFiles(
  files: readonly string[],
  { mode, property, format, channel, json }: Flags,
  config: GivenConfig,
  transcriber: Transcriber,
): Promise<number> {
  const ranges = new ByteRanges();
  let failed = 0;
  for (const file of files) {
    const sentences: WireSentence[] = [];
    const view = new TranscriptView(process.stdout, files.length > 1 ? file : undefined);
    const say = (heard: Heard) => {
      if (heard.type === 'sentence' && heard.sentence.isFinal) sentences.push(heard.sentence);
      if (json !== true) view.show(heard);
    };
    try {
      const done = await transcriber.transcribe(ranges.read(file), { mode, property, format, channel, config }, say);
      if (json === true) {
        const warning = done.warnings.length > 0 && { warning: done.warnings };
        process.stdout.write(`${JSON.stringify({ file, property: done.property, sentences, ...warning })}\n`);
      } else {
        view.end();
        for (const { message } of done.warnings) process.stderr.write(`tonegate: ${file}: ${message}\n`);
      }
    } catch (fault) {
      failed++;
      const error = errorOf(fault);
      view.end();
      if (json === true) process.stdout.write(`${JSON.stringify({ file, error })}\n`);
      else process.stderr.write(`tonegate: ${file}: ${error.message}\n`);
    }
  }
  ranges.close();
  return failed;
}
