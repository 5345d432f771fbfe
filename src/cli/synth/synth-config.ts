// The sound settings of `synth` and `demo` from their flags: the configuration of the interface, with errors that name
// the flag.
import { Option } from 'commander';
import { spokenFormats, spokenRatesHz } from '../../protocol/engine/synthesis.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { validate } from '../../protocol/wire/issues.js';
import { SynthesisConfig } from '../../protocol/wire/synthesis-config.js';
import { CommandFailure, exitCodes } from '../exit.js';

/** The effects in the order of their numbers (specification 2, section 2.6). */
const effects = ['none', 'reverb', 'echo', 'chorus', 'far-and-near', 'robot'] as const;

export interface SoundFlags {
  readonly rate: string;
  readonly format: string;
  readonly pitch: string;
  readonly speed: string;
  readonly volume: string;
  readonly effect: string;
  readonly digitMode: string;
  readonly readPunctuation?: boolean;
  readonly markup?: boolean;
}

const { pitch, speed, volume } = limits.synthesis;
const range = ({ min, max }: { min: number; max: number }) => `${min} to ${max}`;

export const soundOptions = (): Option[] => [
  new Option('--format <name>', spokenFormats.join(', ')).default('pcm'),
  new Option('--rate <hz>', spokenRatesHz.join(', ')).default('16000'),
  new Option('--pitch <n>', `${range(pitch)}; 100 is a semitone`).default(String(pitch.default)),
  new Option('--speed <n>', range(speed)).default(String(speed.default)),
  new Option('--volume <n>', range(volume)).default(String(volume.default)),
  new Option('--effect <name>', effects.join(', ')).default('none'),
  new Option(
    '--digit-mode <n>',
    '0 auto, as a number in case of doubt; 1 auto, digit by digit in case of doubt; 2 digit by digit; 3 as a number',
  ).default('0'),
  new Option('--read-punctuation', 'speak punctuation marks by name'),
  new Option('--markup', 'the text is markup (docs/synthesis-text.md)'),
];

/** The flag that sets each key. */
const flagOf: Readonly<Record<string, string>> = {
  sampleRate: '--rate',
  soundEffect: '--effect',
  digitMode: '--digit-mode',
  format: '--format',
  pitch: '--pitch',
  speed: '--speed',
  volume: '--volume',
};

export function soundConfig(flags: SoundFlags): SynthesisConfig {
  const given = {
    format: flags.format,
    sampleRate: whole(flags.rate),
    pitch: whole(flags.pitch),
    speed: whole(flags.speed),
    volume: whole(flags.volume),
    soundEffect: effectNumber(flags.effect),
    digitMode: whole(flags.digitMode),
    puncMode: flags.readPunctuation === true,
    useS3ML: flags.markup === true,
  };
  try {
    return validate(SynthesisConfig, given);
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const message = fault.message.replace(/(^|; )(\w+)(?=:)/g, (_, start, key) => `${start}${flagOf[key] ?? key}`);
    throw new CommandFailure(exitCodes.usage, message, { cause: fault });
  }
}

/** A text that is not a number stays a text, so that the schema reports what would be right. */
const whole = (text: string): number | string => (/^[+-]?\d+$/.test(text) ? Number(text) : text);

/** The number of an effect, given by its name or its number. */
function effectNumber(text: string): number {
  const name = text.toLowerCase();
  const at = effects.findIndex((effect, number) => effect === name || String(number) === name);
  if (at >= 0) return at;
  throw new CommandFailure(
    exitCodes.usage,
    `--effect: there is no effect ${text}; known effects: ${effects.join(', ')}`,
  );
}
