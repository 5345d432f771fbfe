// Models of the family "voices": a network and tables that several voices share. They are checked and run once when
// loaded.
import type { VoicesManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import { framesOf, isOfNetwork, type NetworkVoiceEntry, type VoiceEntry } from '../../../models/voices.js';
import { loadParametricVoice, type NativeParametricVoice } from '../../../native/vocoder.js';
import type { SyllableToken } from '../../../protocol/engine/synthesis.js';
import type { OrtGraph } from '../graph/ort.js';
import { checkFiles, type ModelOf, modelText, openGraph } from '../graph/stored-model.js';
import { neuralVoice, type Speaker, type VoiceNumbers } from './neural-voice.js';
import { parametricVoice } from './parametric-voice.js';
import { parseSpeakers } from './speakers.js';
import { amplitudeOf, pitchFactorOf, type Voice } from './voice.js';
import { VoiceNetwork } from './voice-network.js';
import { UnitNames } from './voice-units.js';

export class VoicesModel {
  readonly #voices: ReadonlyMap<string, Voice>;

  private constructor(
    readonly manifest: VoicesManifest,
    voices: readonly Voice[],
    readonly parts: NetworkParts | undefined,
  ) {
    this.#voices = new Map(voices.map((voice) => [voice.property, voice]));
  }

  /** Loads the voices, ready to speak. Throws a ModelError for a voice that could not. */
  static async load(model: ModelOf<VoicesManifest>): Promise<VoicesModel> {
    const { manifest } = model;
    checkFiles(model);
    const parts = await openNetwork(model);
    try {
      const tables = new Map<string, NativeParametricVoice>();
      const voices = manifest.voices.map((entry) =>
        isOfNetwork(entry) ? ofNetwork(model, entry, parts) : ofTable(model, entry, tables),
      );
      const loaded = new VoicesModel(manifest, voices, parts);
      for (const entry of firstOfEachMaking(manifest.voices)) await loaded.#warmUp(entry.property);
      return loaded;
    } catch (fault) {
      await release(parts);
      throw fault;
    }
  }

  voice(property: string): Voice | undefined {
    return this.#voices.get(property);
  }

  async release(): Promise<void> {
    await release(this.parts);
  }

  async #warmUp(property: string): Promise<void> {
    const run = this.voice(property)?.speak({ tokens: [syllable], mood: 'statement', rate: 1 });
    try {
      while ((await run?.next()) !== undefined);
    } catch (fault) {
      const reason = (fault as Error).message.split('\n')[0];
      throw new ModelError('bad', `${nameOf(this.manifest)}: the voice ${property} does not work: ${reason}`, {
        cause: fault,
      });
    }
  }
}

interface NetworkParts {
  readonly encoder: OrtGraph;
  /** Networks by the file of their frames. */
  readonly networks: ReadonlyMap<string, VoiceNetwork>;
  readonly names: UnitNames;
  readonly speakers: ReadonlyMap<string, Speaker>;
}

const syllable: SyllableToken = {
  ...{ kind: 'syllable', initial: 'n', final: 'in', tone: 2, erhua: false, boundary: 'sentence' },
  ...{ start: 0, end: 1 },
};

const makingOf = (entry: VoiceEntry): string => framesOf(entry) ?? entry.kind;
const firstOfEachMaking = (entries: readonly VoiceEntry[]): VoiceEntry[] =>
  entries.filter((entry, at) => entries.findIndex((each) => makingOf(each) === makingOf(entry)) === at);

async function openNetwork(model: ModelOf<VoicesManifest>): Promise<NetworkParts | undefined> {
  const { manifest } = model;
  const files = manifest.network;
  if (files === undefined) return undefined;
  const name = nameOf(manifest);
  const names = new UnitNames(modelText(model, files.units), `${name} ${files.units}`);
  const graphs: OrtGraph[] = [];
  const opened = async (file: string): Promise<OrtGraph> => {
    const graph = await openGraph(model, file);
    graphs.push(graph);
    return graph;
  };
  try {
    const encoder = await opened(files.encoder);
    const networks = new Map<string, VoiceNetwork>();
    for (const file of new Set([files.frames, ...manifest.voices.flatMap((voice) => framesOf(voice) ?? [])])) {
      networks.set(file, new VoiceNetwork(encoder, await opened(file), `${name} ${file}`));
    }
    const text = modelText(model, files.speakers);
    const where = `${name} ${files.speakers}`;
    const [speakers] = [...networks.values()].map((network) => parseSpeakers(text, network, where));
    return { encoder, networks, names, speakers: speakers as ReadonlyMap<string, Speaker> };
  } catch (fault) {
    for (const graph of graphs) await graph.release();
    throw fault;
  }
}

async function release(parts: NetworkParts | undefined): Promise<void> {
  await parts?.encoder.release();
  for (const { frames } of parts?.networks.values() ?? []) await frames.release();
}

function ofNetwork(model: ModelOf<VoicesManifest>, entry: NetworkVoiceEntry, parts: NetworkParts | undefined): Voice {
  const { networks, names, speakers } = parts as NetworkParts; // the manifest requires one for a voice with a timbre
  const network = networks.get(framesOf(entry) ?? model.manifest.network?.frames ?? '') as VoiceNetwork;
  const where = `${nameOf(model.manifest)}: ${entry.property}`;
  if (entry.english && !names.hasEnglish) {
    throw new ModelError('bad', `${where}: english must be false, because the units lack English sounds`);
  }
  const timbre = blend(entry.timbre, speakers, `${where}: timbre`);
  const manner = entry.manner === undefined ? timbre : blend(entry.manner, speakers, `${where}: manner`);
  return neuralVoice(numbersOf(entry), network, names, timbre, manner);
}

function ofTable(
  { manifest, path }: ModelOf<VoicesManifest>,
  entry: VoiceEntry,
  tables: Map<string, NativeParametricVoice>,
): Voice {
  const file = entry.kind === 'parametric' ? (entry.table ?? '') : '';
  try {
    const table = tables.get(file) ?? loadParametricVoice(path(file));
    tables.set(file, table);
    return parametricVoice(numbersOf(entry), table);
  } catch (fault) {
    const reason = (fault as Error).message.replaceAll(path(file), file);
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
    throw new ModelError(
      'bad',
      `${where}: there is no speaker ${name}; the speakers are ${[...speakers.keys()].join(', ')}`,
    );
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
