// Drafts the manifest of a recogniser in a directory with the layout of FunASR or sherpa-onnx: graph, tokens,
// normalisation, metadata. Facts that no file states are among the notes, for the person who reads the draft.
import { basename, join } from 'node:path';
import { readSmall } from '../../../../models/files.js';
import { ModelError } from '../../../../models/model-error.js';
import { onnxMetadata } from '../../../../models/onnx-file.js';
import { limits } from '../../../../protocol/limits.js';
import type { Disk } from '../../../../storage/disk.js';
import { OrtGraph } from '../../graph/ort.js';
import { type DescribedGraph, describeGraph } from './graph.js';
import { configFacts, metadataFacts, normalisationText, normalisationWidth, tokenFacts } from './texts.js';

export interface Described {
  /** The manifest without `files`. */
  readonly draft: Readonly<Record<string, unknown>>;
  /** Names of the files that belong to the model. */
  readonly files: readonly string[];
  /** Files that the model needs but that only its metadata contains: their names and texts. */
  readonly made: Readonly<Record<string, string>>;
  /** Notes for the person who checks the draft: guesses, and facts that no file states. */
  readonly notes: readonly string[];
}

const normalisationName = 'am.mvn';
const shiftMs = 10;

/** Drafts a manifest. Throws a ModelError about a missing or unsuitable part. */
export async function describeDirectory(disk: Disk, directory: string): Promise<Described> {
  const describer = new Describer(disk, directory);
  try {
    return await describer.describe();
  } finally {
    await describer.release();
  }
}

class Describer {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #names: readonly string[];
  readonly #notes: string[] = [];
  readonly #graphs: OrtGraph[] = [];

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
    this.#names = [...disk.list(directory)].sort();
  }

  async release(): Promise<void> {
    for (const graph of this.#graphs) await graph.release();
  }

  async describe(): Promise<Described> {
    const [encoderFile, decoderFile, joinerFile] = this.#graphFiles();
    const tokensFile = this.#only(/^(tokens|units).*\.txt$/i, 'tokens.txt');
    const tokens = tokenFacts(this.#text(tokensFile));
    if (typeof tokens === 'string') throw this.#fault(`${tokensFile} ${tokens}`);
    const metadata = onnxMetadata(this.#bytes(encoderFile));
    const ownNormalisation = this.#names.find((name) => /^am\.mvn/.test(name));
    const made = ownNormalisation === undefined ? normalisationText(metadata) : undefined;
    const normalisation = ownNormalisation ?? (made === undefined ? undefined : normalisationName);
    const given = {
      ...(this.#names.includes('config.yaml') && configFacts(this.#text('config.yaml'))),
      ...metadataFacts(metadata),
    };
    const sampleRateHz = given.sampleRateHz ?? 16_000;
    if (given.sampleRateHz === undefined) this.#notes.push('sampleRateHz: no file states it; 16000 is a guess');

    const isTransducer = decoderFile !== undefined && joinerFile !== undefined;
    const mvnWidth = normalisation === undefined ? undefined : normalisationWidth(made ?? this.#text(normalisation));
    const bins = given.bins ?? 80;
    const stackStep = given.stackStep ?? guessedStep(mvnWidth);
    const encoder = await this.#open(encoderFile);
    const graph = await describeGraph(encoder, encoderFile, {
      outputRowMs: shiftMs * stackStep,
      isEncoder: isTransducer,
    });
    const frontEnd = this.#frontEnd(graph, { bins, stackStep, mvnWidth, normalisation, metadata });
    if (!isTransducer && graph.resultWidth !== tokens.count) {
      throw this.#fault(`${encoderFile} scores ${graph.resultWidth} units, ${tokensFile} has ${tokens.count}`);
    }
    const transducer = isTransducer ? await this.#transducer(decoderFile, joinerFile, graph.resultWidth) : undefined;
    const { width: _, resultWidth: __, streaming, ...graphPart } = graph;
    const isChinese = tokens.kind === 'characters';
    const rate = `${sampleRateHz / 1_000}k`;
    const draft = {
      format: 1,
      id: idOf(this.#directory),
      version: '1.0.0',
      task: 'asr',
      family: isTransducer ? 'transducer' : 'ctc',
      language: isChinese ? 'zh' : '*',
      sampleRateHz,
      serves: [isChinese ? `cn_${rate}_common` : `*_${rate}_common`],
      precision: /int8/.test(encoderFile) ? 'int8' : 'fp32',
      licence: this.#licence(),
      frontEnd,
      streaming,
      units: { kind: tokens.kind, file: tokensFile, form: tokens.form, count: tokens.count, blank: tokens.blank },
      search: isChinese ? { joining: 'readings' } : {},
      graph: { file: encoderFile, ...graphPart },
      ...(transducer && { transducer }),
    };
    this.#noteStreaming(streaming);
    const files = [encoderFile, decoderFile, joinerFile, tokensFile, normalisation].filter(
      (name) => name !== undefined,
    );
    return { draft, files, made: made === undefined ? {} : { [normalisationName]: made }, notes: this.#notes };
  }

  #graphFiles(): [string, string | undefined, string | undefined] {
    const graphs = this.#names.filter((name) => name.endsWith('.onnx'));
    if (this.#names.length === 0) throw this.#fault('is empty, or is not a directory; name the directory of the model');
    if (graphs.length === 0) throw this.#fault('has no graph (*.onnx); add one');
    const part = (what: string) => this.#chosen(graphs.filter((name) => name.startsWith(what)));
    const [encoder, decoder, joiner] = [part('encoder'), part('decoder'), part('joiner')];
    if (encoder !== undefined && decoder !== undefined && joiner !== undefined) return [encoder, decoder, joiner];
    if (encoder !== undefined && decoder !== undefined) {
      throw this.#fault('has an encoder and a decoder, but no joiner; attention decoders are not supported');
    }
    const graph = this.#chosen(graphs);
    if (graph === undefined) throw this.#fault(`has several graphs: ${graphs.join(', ')}; keep only one`);
    return [graph, undefined, undefined];
  }

  /** The only name, or the one without int8 if two names differ in that; undefined otherwise. */
  #chosen(names: readonly string[]): string | undefined {
    const whole = names.filter((name) => !/int8/.test(name));
    if (names.length > 1 && whole.length === 1) this.#notes.push(`graph.file: ${whole[0]} of ${names.join(', ')}`);
    return names.length === 1 ? names[0] : whole.length === 1 ? whole[0] : undefined;
  }

  #frontEnd(
    { width }: DescribedGraph,
    { bins, stackStep, mvnWidth, normalisation, metadata }: FrontEndParts,
  ): Readonly<Record<string, unknown>> {
    if (width % bins !== 0)
      throw this.#fault(`rows have ${width} numbers, which is not a multiple of ${bins} mel bins`);
    if (mvnWidth !== undefined && mvnWidth !== width) {
      throw this.#fault(`${normalisation} normalises ${mvnWidth} numbers, but the rows of the graph have ${width}`);
    }
    const length = width / bins;
    const isFunasr = normalisation !== undefined;
    const isInt16 = isFunasr || metadata.get('normalize_samples') === '0';
    const stack = length === 1 && stackStep === 1 ? {} : { stack: { length, step: stackStep } };
    const window = isFunasr ? 'hamming' : 'povey';
    this.#notes.push(
      `frontEnd: ${window} window, ${isInt16 ? 'int16' : 'unit'} scale${length > 1 ? `, ${length} rows joined every ${stackStep}` : ''}, which is what ${isFunasr ? 'FunASR' : 'k2'} trains with; compare it with the training of this model`,
    );
    return {
      kind: 'fbank',
      bins,
      window,
      scale: isInt16 ? 'int16' : 'unit',
      ...(isFunasr ? {} : { highHz: -400 }),
      ...stack,
      ...(normalisation !== undefined && { cmvn: { file: normalisation, form: 'kaldi-nnet' } }),
    };
  }

  async #transducer(decoderFile: string, joinerFile: string, encodingSize: number) {
    const [decoder, joiner] = [(await this.#open(decoderFile)).facts, (await this.#open(joinerFile)).facts];
    const [input, more] = decoder.inputs;
    const contextUnits = input?.shape[1];
    if (input === undefined || more !== undefined || typeof contextUnits !== 'number') {
      throw this.#fault(
        `${decoderFile}: a decoder must read [batch, last units] and nothing else; decoders with a state are not supported`,
      );
    }
    const output = decoder.outputs[0];
    const size = output?.shape.at(-1);
    const [encoding, decoding] = joiner.inputs;
    const logits = joiner.outputs[0];
    if (
      output === undefined ||
      typeof size !== 'number' ||
      encoding === undefined ||
      decoding === undefined ||
      logits === undefined
    ) {
      throw this.#fault(
        `${joinerFile}: a joiner must read an output of the encoder and one of the decoder, both of a known size`,
      );
    }
    return {
      decoder: { file: decoderFile, input: input.name, type: input.type, output: output.name, size },
      joiner: { file: joinerFile, encoding: encoding.name, encodingSize, decoding: decoding.name, output: logits.name },
      contextUnits,
    };
  }

  #noteStreaming(streaming: DescribedGraph['streaming']): void {
    if (streaming.mode === 'whole')
      this.#notes.push('streaming: each output sees the whole sentence, so text comes only when the speaker pauses');
    if (streaming.mode === 'recompute') {
      this.#notes.push(
        `streaming: found by experiment: an output depends on ${streaming.leftRows} rows to the left and ${streaming.rightRows} to the right`,
      );
    }
  }

  #licence(): string {
    const found = this.#names.find((name) => /licen[cs]e/i.test(name));
    if (found === undefined) this.#notes.push('licence: no file states it');
    return found ?? 'not known';
  }

  async #open(name: string): Promise<OrtGraph> {
    const graph = await OrtGraph.load(join(this.#directory, name), this.#bytes(name), name);
    this.#graphs.push(graph);
    return graph;
  }

  #only(form: RegExp, shown: string): string {
    const found = this.#names.filter((name) => form.test(name));
    if (found.length === 0) throw this.#fault(`has no ${shown}`);
    if (found.length > 1) throw this.#fault(`has several of ${shown}: ${found.join(', ')}; keep only one`);
    return found[0] as string;
  }

  #bytes(name: string): Buffer {
    return readSmall(this.#disk, join(this.#directory, name), limits.model.fileBytes);
  }

  #text(name: string): string {
    return readSmall(this.#disk, join(this.#directory, name), limits.model.textBytes).toString('utf8');
  }

  #fault(what: string): ModelError {
    return new ModelError('bad', `${this.#directory}: ${what}`);
  }
}

interface FrontEndParts {
  readonly bins: number;
  readonly stackStep: number;
  readonly mvnWidth: number | undefined;
  readonly normalisation: string | undefined;
  readonly metadata: ReadonlyMap<string, string>;
}

/** Rows from one joined row to the next: FunASR joins 7 rows every 6 for large models, 5 every 3 for small ones. */
const guessedStep = (mvnWidth: number | undefined): number => (mvnWidth === 560 ? 6 : mvnWidth === 400 ? 3 : 1);

const idOf = (directory: string): string =>
  basename(directory)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63) || 'recogniser';
