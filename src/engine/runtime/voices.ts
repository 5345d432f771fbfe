// Family voices: a network and tables that several voices share. Checked and run once when it is loaded.
import type { VoicesManifest } from '../../models/manifest.js';
import { ModelError } from '../../models/model-error.js';
import { nameOf } from '../../models/slots.js';
import type { NeuralVoiceEntry, ParametricVoiceEntry, VoiceEntry } from '../../models/voices.js';
import { loadParametricVoice, type NativeParametricVoice } from '../../native/vocoder.js';
import type { SyllableToken } from '../../protocol/synthesis.js';
import { neuralVoice, type Speaker, type VoiceNumbers } from './neural-voice.js';
import type { OrtGraph } from './ort.js';
import { parametricVoice } from './parametric-voice.js';
import { parseSpeakers } from './speakers.js';
import { checkFiles, type ModelOf, modelText, openGraph } from './stored-model.js';
import { amplitudeOf, pitchFactorOf, type Voice } from './voice.js';
import { VoiceNetwork } from './voice-network.js';
import { UnitNames } from './voice-units.js';

export class VoicesModel {
  readonly #voices: ReadonlyMap<string, Voice>;

  private constructor(
    readonly manifest: VoicesManifest,
    voices: readonly Voice[],
    readonly network: VoiceNetwork | undefined,
  ) {
    this.#voices = new Map(voices.map((voice) => [voice.property, voice]));
  }

  /** Ready to speak. Throws a ModelError for what would not. */
  static async load(model: ModelOf<VoicesManifest>): Promise<VoicesModel> {
    const { manifest } = model;
    checkFiles(model);
    const parts = await openNetwork(model);
    try {
      const tables = new Map<string, NativeParametricVoice>();
      const voices = manifest.voices.map((entry) =>
        entry.kind === 'neural' ? neural(model, entry, parts) : parametric(model, entry, tables),
      );
      const loaded = new VoicesModel(manifest, voices, parts?.network);
      for (const entry of firstOfEachKind(manifest.voices)) await loaded.#warmUp(entry.property);
      return loaded;
    } catch (fault) {
      await parts?.network.release();
      throw fault;
    }
  }

  voice(property: string): Voice | undefined {
    return this.#voices.get(property);
  }

  async release(): Promise<void> {
    await this.network?.release();
  }

  async #warmUp(property: string): Promise<void> {
    const run = this.voice(property)?.speak({ tokens: [syllable], mood: 'statement', rate: 1 });
    try {
      while ((await run?.next()) !== undefined);
    } catch (fault) {
      const reason = (fault as Error).message.split('\n')[0];
      throw new ModelError('bad', `${nameOf(this.manifest)}: ${property} does not speak: ${reason}`, { cause: fault });
    }
  }
}

interface NetworkParts {
  readonly network: VoiceNetwork;
  readonly names: UnitNames;
  readonly speakers: ReadonlyMap<string, Speaker>;
}

const syllable: SyllableToken = {
  ...{ kind: 'syllable', initial: 'n', final: 'in', tone: 2, erhua: false, boundary: 'sentence' },
  ...{ start: 0, end: 1 },
};

const firstOfEachKind = (entries: readonly VoiceEntry[]): VoiceEntry[] =>
  entries.filter(({ kind }, at) => entries.findIndex((each) => each.kind === kind) === at);

async function openNetwork(model: ModelOf<VoicesManifest>): Promise<NetworkParts | undefined> {
  const { manifest } = model;
  const files = manifest.network;
  if (files === undefined) return undefined;
  const name = nameOf(manifest);
  const names = new UnitNames(modelText(model, files.units), `${name} ${files.units}`);
  const encoder = await openGraph(model, files.encoder);
  let frames: OrtGraph | undefined;
  try {
    frames = await openGraph(model, files.frames);
    const network = new VoiceNetwork(encoder, frames, name);
    const text = modelText(model, files.speakers);
    return { network, names, speakers: parseSpeakers(text, network, `${name} ${files.speakers}`) };
  } catch (fault) {
    await encoder.release();
    await frames?.release();
    throw fault;
  }
}

function neural(model: ModelOf<VoicesManifest>, entry: NeuralVoiceEntry, parts: NetworkParts | undefined): Voice {
  const { network, names, speakers } = parts as NetworkParts; // the manifest has one where a voice is neural
  const where = `${nameOf(model.manifest)}: ${entry.property}`;
  if (entry.english && !names.hasEnglish) {
    throw new ModelError('bad', `${where}: english, but the units lack sounds of English`);
  }
  const timbre = blend(entry.timbre, speakers, `${where}: timbre`);
  const manner = entry.manner === undefined ? timbre : blend(entry.manner, speakers, `${where}: manner`);
  return neuralVoice(numbersOf(entry), network, names, timbre, manner);
}

function parametric(
  { manifest, path }: ModelOf<VoicesManifest>,
  entry: ParametricVoiceEntry,
  tables: Map<string, NativeParametricVoice>,
): Voice {
  try {
    const table = tables.get(entry.table) ?? loadParametricVoice(path(entry.table));
    tables.set(entry.table, table);
    return parametricVoice(numbersOf(entry), table);
  } catch (fault) {
    const reason = (fault as Error).message.replaceAll(path(entry.table), entry.table);
    throw new ModelError('bad', `${nameOf(manifest)}: ${reason}`, { cause: fault });
  }
}

const numbersOf = (entry: VoiceEntry): VoiceNumbers => ({
  property: entry.property,
  hasEnglish: entry.english,
  pitchFactor: pitchFactorOf(entry.pitchCents),
  formantFactor: entry.formantFactor,
  sharpness: entry.sharpness,
  gain: amplitudeOf(entry.gainDb),
  tempo: entry.tempo,
  swing: entry.swing,
});

/** The mean of speakers, weighted by their shares. */
function blend(
  shares: Readonly<Record<string, number>>,
  speakers: ReadonlyMap<string, Speaker>,
  where: string,
): Speaker {
  const parts = Object.entries(shares).map(([name, share]) => {
    const speaker = speakers.get(name);
    if (speaker !== undefined) return { speaker, share };
    throw new ModelError('bad', `${where}: there is no speaker ${name}; there are ${[...speakers.keys()].join(', ')}`);
  });
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  const mean = (of: (speaker: Speaker) => number) =>
    parts.reduce((sum, { speaker, share }) => sum + of(speaker) * share, 0) / whole;
  const vector = (of: (speaker: Speaker) => Float32Array) =>
    of((parts[0] as (typeof parts)[number]).speaker).map((_, at) => mean((speaker) => of(speaker)[at] as number));
  return {
    meanLnHz: mean(({ meanLnHz }) => meanLnHz),
    deviationLnHz: mean(({ deviationLnHz }) => deviationLnHz),
    manner: vector(({ manner }) => manner),
    timbre: vector(({ timbre }) => timbre),
  };
}
