// The parts of an ONNX file that the runtime's JavaScript face does not show (protobuf, onnx.proto): its metadata, and the
// numbers that it has learned. Anything that is no protobuf gives an empty map: the runtime is the judge of the rest.

/** Fields of ModelProto, GraphProto, StringStringEntryProto and TensorProto. */
const model = { graph: 7, metadata: 14 } as const;
const graph = { initializer: 5 } as const;
const entry = { key: 1, value: 2 } as const;
const tensor = { dims: 1, dataType: 2, name: 8, rawData: 9 } as const;

/** The most dimensions that are read: no tensor of ours has so many, and a file may claim millions. */
const mostDims = 16;

/** metadata_props by key. */
export function onnxMetadata(bytes: Uint8Array): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const part of messages(bytes, model.metadata)) {
    const found = new Map(fields(part));
    const [key, value] = [found.get(entry.key), found.get(entry.value)];
    if (key instanceof Uint8Array) metadata.set(text(key), value instanceof Uint8Array ? text(value) : '');
  }
  return metadata;
}

/** TensorProto.DataType. */
export const onnxTypes = { float32: 1, uint8: 2, int8: 3, float64: 11 } as const;

export interface OnnxTensor {
  /** One of `onnxTypes`, or a number that is not there. */
  readonly dataType: number;
  readonly shape: readonly number[];
  /** raw_data: little-endian. A view of the file; empty where the numbers stand in another field. */
  readonly data: Uint8Array;
}

/** The initializers of the graph by name. */
export function onnxTensors(bytes: Uint8Array): Map<string, OnnxTensor> {
  const tensors = new Map<string, OnnxTensor>();
  for (const body of messages(bytes, model.graph)) {
    for (const part of messages(body, graph.initializer)) {
      const shape: number[] = [];
      let [dataType, name] = [0, ''];
      let data: Uint8Array = new Uint8Array();
      for (const [field, value] of fields(part)) {
        if (typeof value === 'number') {
          if (field === tensor.dims && shape.length < mostDims) shape.push(value);
          if (field === tensor.dataType) dataType = value;
        } else {
          if (field === tensor.dims) for (const dim of varints(value)) if (shape.length < mostDims) shape.push(dim);
          if (field === tensor.name) name = text(value);
          if (field === tensor.rawData) data = value;
        }
      }
      tensors.set(name, { dataType, shape, data });
    }
  }
  return tensors;
}

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

function* messages(bytes: Uint8Array, wanted: number): Generator<Uint8Array> {
  for (const [field, value] of fields(bytes)) if (field === wanted && typeof value !== 'number') yield value;
}

/** A packed field. */
function* varints(bytes: Uint8Array): Generator<number> {
  const reader = new Varints(bytes);
  while (reader.at < bytes.length) yield reader.next();
}

class Varints {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  /** NaN at the end of the bytes. */
  next(): number {
    let value = 0;
    for (let scale = 1; this.at < this.bytes.length; scale *= 128) {
      const byte = this.bytes[this.at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  }
}

/** The numbers and the length-delimited fields of one message; these are skipped over in one step: a graph of 100 MB costs nothing. */
function* fields(bytes: Uint8Array): Generator<[number, Uint8Array | number]> {
  const reader = new Varints(bytes);
  while (reader.at < bytes.length) {
    const tag = reader.next();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        yield [field, reader.next()];
        break;
      case 1:
        reader.at += 8;
        break;
      case 2: {
        const length = reader.next();
        if (!(length <= bytes.length - reader.at)) return;
        yield [field, bytes.subarray(reader.at, reader.at + length)];
        reader.at += length;
        break;
      }
      case 5:
        reader.at += 4;
        break;
      default:
        return;
    }
  }
}
