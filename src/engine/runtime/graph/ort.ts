// One ONNX graph on one thread. Only engine processes and commands that inspect a model load the runtime, since `run()`
// blocks its process for the whole inference.
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { GraphFacts } from '../../../models/graph.js';
import { ModelError } from '../../../models/model-error.js';
import { onnxMetadata } from '../../../models/onnx-file.js';

export type TensorData = Float32Array | BigInt64Array | Int32Array | Uint8Array;
export type TensorType = 'float32' | 'int64' | 'int32' | 'bool';

export interface TensorValue {
  readonly type: TensorType;
  readonly shape: readonly number[];
  readonly data: TensorData;
}

type Runtime = typeof import('onnxruntime-node');

let runtime: Promise<Runtime> | undefined;

function loadRuntime(): Promise<Runtime> {
  process.env.ORT_DISABLE_TELEMETRY = '1'; // newer releases have it on by default
  runtime ??= import('onnxruntime-node').then((loaded) => (loaded as { default?: Runtime }).default ?? loaded);
  return runtime;
}

const errorsOnly = 3;
/** DynamicQuantizeLinear and the operators that the runtime makes of it; the file has operators by name. */
const dynamicOperator = 'DynamicQuantize';
const integerOperator = 'MatMulInteger';

export class OrtGraph {
  readonly facts: GraphFacts;
  readonly #session: InferenceSession;
  readonly #ort: Runtime;

  private constructor(
    ort: Runtime,
    session: InferenceSession,
    facts: GraphFacts,
    /** Approximate number of learned parameters. */
    readonly weights: number,
  ) {
    this.#ort = ort;
    this.#session = session;
    this.facts = facts;
  }

  /** Loads a graph. `bytes`: content of the file. `shown` names the file in messages. */
  static async load(path: string, bytes: Buffer, shown: string): Promise<OrtGraph> {
    const ort = await loadRuntime();
    const isDynamicallyQuantised = bytes.includes(dynamicOperator);
    const isQuantised = isDynamicallyQuantised || bytes.includes(integerOperator);
    let session: InferenceSession;
    try {
      session = await ort.InferenceSession.create(path, {
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        // An arena keeps 1 to 2 MiB for each graph, and one graph runs at a time: the C library's heap serves all of them,
        // with the same processor time (docs/measurements.md, "Idle memory").
        enableCpuMemArena: false,
        // Products that are fused with their scales are rounded differently on different processors.
        graphOptimizationLevel: isQuantised ? 'basic' : 'all',
        logSeverityLevel: errorsOnly,
        extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
      });
    } catch (fault) {
      const reason = (fault as Error).message.replaceAll(path, shown).split('\n')[0];
      throw new ModelError('bad', `${shown}: the graph cannot be loaded: ${reason}`, { cause: fault });
    }
    const weightBytes = isQuantised ? 1 : 4;
    const facts: GraphFacts = {
      inputs: session.inputMetadata.map(tensorFacts),
      outputs: session.outputMetadata.map(tensorFacts),
      metadata: onnxMetadata(bytes),
      isDynamicallyQuantised,
    };
    return new OrtGraph(ort, session, facts, Math.floor(bytes.length / weightBytes));
  }

  /**
   * The named outputs. Blocks the process. An output in `into` is written into the memory there, whose shape must
   * match; the runtime allocates memory for the others.
   */
  async run(
    inputs: ReadonlyMap<string, TensorValue>,
    outputs: readonly string[],
    into?: ReadonlyMap<string, TensorValue>,
  ): Promise<Map<string, TensorValue>> {
    const feeds: Record<string, Tensor> = {};
    for (const [name, value] of inputs) feeds[name] = this.#tensor(value);
    const fetches: Record<string, Tensor | null> = {};
    for (const name of outputs) {
      const value = into?.get(name);
      fetches[name] = value === undefined ? null : this.#tensor(value);
    }
    const results = await this.#session.run(feeds, fetches);
    return new Map(
      outputs.map((name) => {
        const { type, dims, data } = results[name] as Tensor;
        return [name, { type: type as TensorType, shape: dims, data: data as TensorData }];
      }),
    );
  }

  #tensor({ type, shape, data }: TensorValue): Tensor {
    return new this.#ort.Tensor(type, data as never, shape as number[]) as Tensor;
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}

function tensorFacts(metadata: InferenceSession.ValueMetadata): GraphFacts['inputs'][number] {
  if (!metadata.isTensor) return { name: metadata.name, type: 'not a tensor', shape: [] };
  return { name: metadata.name, type: metadata.type, shape: metadata.shape };
}
