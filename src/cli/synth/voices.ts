// `tonegate voices`: lists the voices and what each is made from. It works on the data directory itself, with or
// without a gateway.
import { Command } from 'commander';
import { type Config, loadConfig } from '../../config/config.js';
import { nameOf } from '../../models/slots.js';
import type { ModelStore } from '../../models/store.js';
import { framesOf, isOfNetwork, type NetworkVoiceEntry, type VoiceEntry } from '../../models/voices.js';
import { CommandFailure, exitCodes } from '../exit.js';

export interface VoicesParts {
  readonly store: (config: Pick<Config, 'dataDir' | 'shippedModels' | 'models'>) => ModelStore;
}

export interface VoiceFacts {
  readonly voice: string;
  readonly language: 'Mandarin' | 'English';
  /** neural: a network; parametric: a small network or a table of mean sounds, cheaper and less clear. */
  readonly kind: VoiceEntry['kind'];
  readonly madeFrom: string;
  /** The model, as id@version. */
  readonly model: string;
  readonly licence: string;
  readonly credit: readonly string[];
}

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
}

export function voicesCommand(makeParts: () => Promise<VoicesParts>): Command {
  return new Command('voices')
    .description('list the voices and what they were made from')
    .option('--data <dir>', 'data directory whose models are used')
    .option('--json', 'print one line of JSON on standard output')
    .action(async (flags: Flags) => {
      const { store } = await makeParts();
      const { config } = loadConfig({ dataDir: flags.data, env: process.env });
      const voices = activeVoices(store(config));
      if (voices.length === 0) {
        throw new CommandFailure(exitCodes.badInput, 'no voice model is active; see tonegate models list');
      }
      process.stdout.write(flags.json === true ? `${JSON.stringify(voices)}\n` : voicesText(voices));
    });
}

/** The model that an engine would load for each voice: the active one, or else the shipped one. */
export function activeVoices(store: Pick<ModelStore, 'list' | 'candidates'>): VoiceFacts[] {
  const models = store.list().models.filter(({ manifest }) => manifest.family === 'voices');
  const names = [...new Set(models.flatMap(({ manifest }) => manifest.serves))].sort();
  return names.flatMap((voice) => {
    const manifest = store.candidates('tts', voice)[0]?.manifest;
    if (manifest?.family !== 'voices') return [];
    const entry = manifest.voices.find(({ property }) => property === voice);
    if (entry === undefined) return [];
    const { licence, credit } = manifest;
    const language = voice.startsWith('en_') ? 'English' : 'Mandarin';
    return [{ voice, language, kind: entry.kind, madeFrom: madeFrom(entry), model: nameOf(manifest), licence, credit }];
  });
}

/** A text such as `yuetan 70 %, S0150 30 %, manner of S0150; pitch +50 cents, formants ×1.05, tempo ×0.92`. */
function madeFrom(voice: VoiceEntry): string {
  const { pitchCents, formantFactor, tempo, swing, english } = voice;
  const blend = isOfNetwork(voice)
    ? blendText(voice)
    : `mean sounds from ${voice.kind === 'parametric' && voice.table}`;
  const source = framesOf(voice) === undefined ? blend : `${blend}, by a small network`;
  const changes = [
    pitchCents !== 0 && `pitch ${pitchCents > 0 ? '+' : ''}${pitchCents} cents`,
    formantFactor !== 1 && `formants ×${formantFactor}`,
    tempo !== 1 && `tempo ×${tempo}`,
    swing !== 1 && `swing ×${swing}`,
    english && 'English sounds',
  ].filter((each) => each !== false);
  return [source, ...(changes.length > 0 ? [changes.join(', ')] : [])].join('; ');
}

function blendText({ timbre, manner }: NetworkVoiceEntry): string {
  return manner === undefined ? sharesText(timbre) : `${sharesText(timbre)}, manner of ${sharesText(manner)}`;
}

function sharesText(blend: Readonly<Record<string, number>>): string {
  const shares = Object.entries(blend);
  if (shares.length === 1) return shares[0]?.[0] ?? '';
  return shares.map(([speaker, share]) => `${speaker} ${Math.round(share * 100)} %`).join(', ');
}

function voicesText(voices: readonly VoiceFacts[]): string {
  const width = Math.max(...voices.map(({ voice }) => voice.length));
  const lines = voices.map(
    ({ voice, language, kind, madeFrom }) =>
      `${voice.padEnd(width)}  ${language.padEnd(8)}  ${kind.padEnd(10)}  ${madeFrom}`,
  );
  const models = new Map(voices.map((voice) => [voice.model, voice]));
  for (const { model, licence, credit } of models.values()) {
    lines.push('', `${model}, ${licence}; made with`, ...credit.map((each) => `  ${each}`));
  }
  return `${lines.join('\n')}\n`;
}
