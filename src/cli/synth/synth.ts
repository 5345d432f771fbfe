// `tonegate synth`: speaks a text into a file without a gateway, or each line of a text file into a file of its own.
import { Command } from 'commander';
import { codedRateHz } from '../../protocol/engine/synthesis.js';
import { ByteRanges } from '../batch/byte-ranges.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { errorOf } from '../listen/screen-lines.js';
import { type SoundFlags, soundConfig, soundOptions } from './synth-config.js';
import { sayEach } from './synth-each.js';
import { checkFileName, formOf, goesIntoWav, sayInto } from './synth-file.js';
import {
  asFailure,
  defaultVoice,
  factsLine,
  knownVoice,
  paceText,
  type SpeechMaker,
  type TextToSay,
} from './synth-speech.js';

/** `dataDir` is the directory whose models serve. Without it the shipped models serve. */
export type SpeechMakerMaker = (dataDir: string | undefined) => Promise<SpeechMaker>;

interface Flags extends SoundFlags {
  readonly out?: string;
  readonly voice: string;
  readonly file?: string;
  readonly each?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export function synthCommand(makeSpeech: SpeechMakerMaker): Command {
  const command = new Command('synth')
    .description('synthesise a text into a sound file')
    .argument('[text]', 'text to speak (or use --file)')
    .option(
      '-o, --out <file>',
      'name.wav: a WAV file; another name: plain samples; -: plain samples on standard output',
    )
    .option('--voice <name>', 'name of the voice; `tonegate voices` lists them', defaultVoice);
  for (const option of soundOptions()) command.addOption(option);
  return command
    .option('--file <textfile>', 'speak the text in this file (UTF-8)')
    .option('--each', 'with --file: write each line to a file of its own in the directory -o, with texts.tsv')
    .option('--data <dir>', 'data directory whose models are used')
    .option('--json', 'print one line of JSON; with --each, one for each line of the text')
    .action(async (text: string | undefined, flags: Flags) => {
      const config = soundConfig(flags);
      const written = givenText(text, flags);
      if (flags.each === true) await each(written, flags, { voice: flags.voice, config }, makeSpeech);
      else await one({ text: written, voice: flags.voice, config }, flags, makeSpeech);
    });
}

function givenText(text: string | undefined, { file, each, out, json }: Flags): string {
  if ((text === undefined) === (file === undefined)) throw wrongUsage('give either a text or --file TEXTFILE');
  if (each === true && file === undefined) throw wrongUsage('--each needs --file TEXTFILE with one text per line');
  if (each === true && (out === undefined || out === '-')) throw wrongUsage('--each needs -o DIRECTORY');
  if (json === true && out === '-')
    throw wrongUsage('--json: -o - writes the audio to standard output; name a file with -o instead');
  const written = text ?? readText(file ?? '');
  if (written.trim() !== '') return written;
  throw new CommandFailure(
    exitCodes.badInput,
    file === undefined ? 'the text is empty' : `${file}: the file contains no text`,
  );
}

const wrongUsage = (message: string) => new CommandFailure(exitCodes.usage, message);

function readText(file: string): string {
  const ranges = new ByteRanges();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(ranges.read(file));
  } catch (fault) {
    const reason = fault instanceof TypeError ? 'is not UTF-8' : errorOf(fault).message;
    throw new CommandFailure(exitCodes.badInput, `${file}: ${reason}`, { cause: fault });
  } finally {
    ranges.close();
  }
}

async function one(request: TextToSay, { out, data, json }: Flags, makeSpeech: SpeechMakerMaker): Promise<void> {
  const { format, sampleRate } = request.config;
  const name = out ?? (goesIntoWav(format) ? 'speech.wav' : `speech.${format}`);
  checkFileName(name, format);
  const speech = await makeSpeech(data);
  try {
    knownVoice(speech, request.voice);
    const facts = await sayInto(speech, request, name);
    for (const { message } of facts.warnings) process.stderr.write(`tonegate: ${message}\n`);
    const place = name === '-' ? 'standard output' : name;
    const form = `${formOf(name, format)} at ${codedRateHz(format, sampleRate)} Hz`;
    const line = `${place}: ${facts.voice}, ${form}\n${paceText(facts)}\n`;
    if (name === '-') process.stderr.write(line);
    else process.stdout.write(json === true ? `${JSON.stringify({ file: name, ...factsLine(facts) })}\n` : line);
  } catch (fault) {
    throw asFailure(fault);
  } finally {
    await speech.close();
  }
}

async function each(
  written: string,
  { out = '', data, json }: Flags,
  sound: Omit<TextToSay, 'text'>,
  makeSpeech: SpeechMakerMaker,
): Promise<void> {
  const speech = await makeSpeech(data);
  try {
    knownVoice(speech, sound.voice);
    const print = json === true ? (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`) : undefined;
    const { said, failed, facts } = await sayEach(speech, written.split('\n'), { directory: out, ...sound, print });
    if (json !== true) process.stdout.write(`${out}: ${said} texts by ${sound.voice}\n${paceText(facts)}\n`);
    if (failed > 0) process.exitCode = exitCodes.badInput;
  } catch (fault) {
    throw asFailure(fault);
  } finally {
    await speech.close();
  }
}
