// `tonegate screen`: analyses files without a gateway and prints the verdict that a call with that early media would
// get.
import { Command } from 'commander';
import { flagAudioNames } from '../../protocol/wire/audio-format.js';
import { ByteRanges } from '../batch/byte-ranges.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { type AudioFlags, checkAudioFlags, withAudioFlags } from './audio-flags.js';
import { errorOf, screenLines } from './screen-lines.js';
import { defaultSliceMs, resultLine, type Screener } from './screener.js';
import { timeline } from './timeline.js';

/** `dataDir` is the directory whose ring tables apply. Without it the tables of the specification apply. */
export type ScreenerMaker = (dataDir: string | undefined) => Promise<Screener>;

interface Flags extends AudioFlags {
  readonly data?: string;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

export function screenCommand(makeScreener: ScreenerMaker): Command {
  const command = new Command('screen')
    .description('screen audio files for call-progress tones')
    .argument('[files...]', 'audio files');
  return withAudioFlags(command)
    .option('--data <dir>', 'data directory whose ring tables are used')
    .option('--json', 'print one line of JSON per file')
    .option(
      '--jsonl',
      'read lines {"id","file","format","offset","bytes"} from standard input and print one line of JSON for each',
    )
    .action(async (files: string[], flags: Flags) => {
      if (flags.jsonl === true ? files.length > 0 : files.length === 0) {
        throw new CommandFailure(exitCodes.usage, 'name files, or give --jsonl and send lines on standard input');
      }
      checkAudioFlags(flags);
      const screener = await makeScreener(flags.data);
      const failed =
        flags.jsonl === true
          ? await screenLines(process.stdin, process.stdout, screener)
          : await screenFiles(files, flags, screener);
      if (failed > 0) process.exitCode = exitCodes.badInput;
    });
}

/** Returns the number of files that could not be screened. */
async function screenFiles(files: readonly string[], flags: Flags, screener: Screener): Promise<number> {
  const ranges = new ByteRanges();
  const { format, encParams, channel } = flags;
  const request = { format, encParams, channel, sliceMs: defaultSliceMs, names: flagAudioNames };
  let failed = 0;
  for (const file of files) {
    try {
      const heard = await screener.screen(ranges.read(file), request);
      const text =
        flags.json === true ? `${JSON.stringify({ file, ...resultLine(heard) })}\n` : timeline(file, heard, columns());
      process.stdout.write(text);
    } catch (fault) {
      failed++;
      const error = errorOf(fault);
      if (flags.json === true) process.stdout.write(`${JSON.stringify({ file, error })}\n`);
      else process.stderr.write(`tonegate: ${file}: ${error.message}\n`);
    }
  }
  ranges.close();
  return failed;
}

const columns = (): number => process.stdout.columns ?? 80;
