// Speaks many texts, each into a file of its own, and writes the table that evaluations read: id, speaker, text.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import { makingFault } from '../../protocol/file-fault.js';
import { makeDirectories } from '../../storage/directories.js';
import { writeFailure } from '../exit.js';
import { errorOf } from '../listen/screen-lines.js';
import { goesIntoWav, sayInto } from './synth-file.js';
import { factsLine, type SpeechFacts, type SpeechMaker, type TextToSay } from './synth-speech.js';

export interface ManyTexts extends Omit<TextToSay, 'text'> {
  readonly directory: string;
  /** Gets a JSON object for each text. */
  readonly print?: ((line: object) => void) | undefined;
}

export interface ManySaid {
  readonly said: number;
  readonly failed: number;
  /** Facts about all texts together; the median of the times to the first slice. */
  readonly facts: SpeechFacts;
}

/** Empty lines are not spoken, but they count: the number in a file name is the line number, from 0. */
export async function sayEach(
  speech: Pick<SpeechMaker, 'speak'>,
  lines: readonly string[],
  { directory, voice, config, print }: ManyTexts,
): Promise<ManySaid> {
  makeDirectory(directory);
  const ending = goesIntoWav(config.format) ? 'wav' : config.format;
  const rows = ['id\tspeaker\ttext'];
  const all: SpeechFacts[] = [];
  let failed = 0;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') continue;
    const id = `s${String(at).padStart(3, '0')}`;
    const file = join(directory, `${id}.${ending}`);
    try {
      const facts = await sayInto(speech, { text, voice, config }, file);
      all.push(facts);
      rows.push([id, facts.voice, text.replaceAll('\t', ' ')].join('\t'));
      print?.({ file, text, ...factsLine(facts) });
      for (const { message } of facts.warnings) process.stderr.write(`tonegate: line ${at + 1}: ${message}\n`);
    } catch (fault) {
      if (!(fault instanceof ServiceError) || fault.code !== 'INVALID_ARGUMENT') throw fault;
      failed++;
      if (print) print({ file, text, error: errorOf(fault) });
      else process.stderr.write(`tonegate: line ${at + 1}: ${fault.message}\n`);
    }
  }
  writeFileSync(join(directory, 'texts.tsv'), `${rows.join('\n')}\n`);
  return { said: all.length, failed, facts: together(all, voice) };
}

function together(all: readonly SpeechFacts[], voice: string): SpeechFacts {
  const sum = (of: (facts: SpeechFacts) => number) => all.reduce((total, facts) => total + of(facts), 0);
  const firsts = all.map(({ firstAudioMs }) => firstAudioMs).sort((a, b) => a - b);
  return {
    voice,
    audioMs: sum(({ audioMs }) => audioMs),
    firstAudioMs: firsts[firsts.length >> 1] ?? 0,
    tookMs: sum(({ tookMs }) => tookMs),
    warnings: [],
  };
}

function makeDirectory(directory: string): void {
  try {
    makeDirectories(directory);
  } catch (fault) {
    const reason = `cannot create the directory: ${makingFault(fault)}`;
    throw writeFailure(`${directory}: ${reason}`, fault);
  }
}
