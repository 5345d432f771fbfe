// The flags that say how the bytes of a file are read as audio. They are checked before any file is opened.
import { type Command, Option } from 'commander';
import { type AudioChannel, audioChannels } from '../../protocol/engine/audio.js';
import { ServiceError } from '../../protocol/errors.js';
import {
  flagAudioNames as names,
  parseOneShotFormat,
  parseStreamFormat,
  streamCoding,
} from '../../protocol/wire/audio-format.js';
import { CommandFailure, exitCodes } from '../exit.js';

export interface AudioFlags {
  readonly format: string;
  readonly encParams: string;
  readonly channel?: AudioChannel;
}

export const withAudioFlags = (command: Command): Command =>
  command
    .option(
      '--format <name>',
      'auto, wav, ogg, pcm_s16le_8k, alaw_8k, ulaw_8k … (16k too), svc_speex, svc_opus',
      'auto',
    )
    .option('--enc-params <text>', 'encParams of svc_speex and svc_opus, such as ar:8000;ac:1', '')
    .addOption(new Option('--channel <channel>', 'channel to use of a stereo WAV file').choices(audioChannels));

/** Throws a CommandFailure for a format that no file can have, or for encParams that do not fit it. */
export function checkAudioFlags({ format, encParams }: AudioFlags): void {
  try {
    if (!format.toLowerCase().startsWith('svc_')) parseOneShotFormat(format, names.format);
    else streamCoding(parseStreamFormat(format, names.format), encParams, names.encParams);
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    throw new CommandFailure(exitCodes.usage, fault.message, { cause: fault });
  }
}
