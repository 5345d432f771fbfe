// `tonegate demo`: runs the whole chain on this machine and explains each step. It synthesises a carrier's
// announcement, sends it down a telephone line, screens and recognises it, and then screens a busy line.
import { Command, Option } from 'commander';
import { CommandFailure, exitCodes } from '../exit.js';
import { checkFileName } from '../synth/synth-file.js';
import { asFailure, defaultVoice, knownVoice } from '../synth/synth-speech.js';
import type { DemoEngineMaker } from './demo-engine.js';
import { type DemoReport, runDemo } from './demo-steps.js';
import { type WordingName, wordingNames, wordings } from './demo-wordings.js';

interface Flags {
  readonly announcement: WordingName;
  readonly text?: string;
  readonly voice: string;
  readonly out?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export function demoCommand(makeEngine: DemoEngineMaker): Command {
  return new Command('demo')
    .description('synthesise an announcement, send it down a simulated line, screen and recognise it')
    .addOption(new Option('--announcement <name>', 'announcement to speak').choices(wordingNames).default('off'))
    .option('--text <text>', 'text to speak instead of an announcement')
    .option('--voice <name>', 'name of the voice; `tonegate voices` lists them', defaultVoice)
    .option('-o, --out <file>', 'write the call to this file: a WAV file if it ends in .wav, otherwise plain A-law')
    .option('--data <dir>', 'data directory whose models are used')
    .option('--json', 'print one line of JSON instead of the explanation')
    .action(async (flags: Flags) => {
      if (flags.out === '-') throw new CommandFailure(exitCodes.usage, '-o needs the name of a file');
      if (flags.out !== undefined) checkFileName(flags.out, 'alaw');
      const { text, means } = flags.text === undefined ? wordings[flags.announcement] : { text: flags.text, means: '' };
      const isJson = flags.json === true;
      const print = (line: string) => void (isJson || process.stdout.write(`${line}\n`));
      print('A call rings and ends in a carrier’s announcement; a second call is busy. Nothing leaves this machine.');
      const engine = await makeEngine(flags.data);
      let report: DemoReport;
      try {
        knownVoice(engine, flags.voice);
        report = await runDemo(engine, { text, means, voice: flags.voice, out: flags.out }, print);
      } catch (fault) {
        throw asFailure(fault);
      } finally {
        await engine.close();
      }
      if (isJson) process.stdout.write(`${JSON.stringify(report)}\n`);
      if (!report.fine) process.exitCode = exitCodes.service;
    });
}
