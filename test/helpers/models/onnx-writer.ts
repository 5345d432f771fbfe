// Tiny ONNX files (hand-written protobuf), so that the runtime is tested without recordings or foreign models. Field
// numbers: onnx.proto.

export type Shape = readonly (number | string)[];
export interface TensorInfo {
  readonly name: string;
  readonly type: keyof typeof elementTypes;
  readonly shape: Shape;
}
export interface Node {
  readonly op: string;
  readonly in: readonly string[];
  readonly out: readonly string[];
  readonly ints?: Readonly<Record<string, number | readonly number[]>>;
}
export interface Constant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}
export interface TinyGraph {
  readonly inputs: readonly TensorInfo[];
  readonly outputs: readonly TensorInfo[];
  readonly nodes: readonly Node[];
  readonly constants?: readonly Constant[];
  readonly metadata?: Readonly<Record<string, string>>;
}

const elementTypes = { float32: 1, int32: 6, int64: 7, bool: 9 } as const;
const attributeTypes = { int: 2, ints: 7 } as const;

export function onnxFile({ inputs, outputs, nodes, constants = [], metadata = {} }: TinyGraph): Buffer {
  const graph = [
    ...nodes.map((node) => message(1, nodeOf(node))),
    text(2, 'tiny'),
    ...constants.map((constant) => message(5, constantOf(constant))),
    ...inputs.map((info) => message(11, infoOf(info))),
    ...outputs.map((info) => message(12, infoOf(info))),
  ];
  return Buffer.concat([
    number(1, 8), // ir_version
    message(7, graph),
    message(8, [text(1, ''), number(2, 17)]), // opset_import
    ...Object.entries(metadata).map(([key, value]) => message(14, [text(1, key), text(2, value)])),
  ]);
}

const nodeOf = ({ op, in: from, out, ints = {} }: Node): Buffer[] => [
  ...from.map((name) => text(1, name)),
  ...out.map((name) => text(2, name)),
  text(4, op),
  ...Object.entries(ints).map(([name, value]) =>
    typeof value === 'number'
      ? message(5, [text(1, name), number(3, value), number(20, attributeTypes.int)])
      : message(5, [text(1, name), ...value.map((each) => number(8, each)), number(20, attributeTypes.ints)]),
  ),
];

const constantOf = ({ name, shape, data }: Constant): Buffer[] => [
  ...shape.map((dimension) => number(1, dimension)),
  number(2, data instanceof Float32Array ? elementTypes.float32 : elementTypes.int64),
  text(8, name),
  bytes(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
];

const infoOf = ({ name, type, shape }: TensorInfo): Buffer[] => [
  text(1, name),
  message(2, [message(1, [number(1, elementTypes[type]), message(2, shape.map(dimensionOf))])]),
];

const dimensionOf = (dimension: number | string): Buffer =>
  message(1, [typeof dimension === 'number' ? number(1, dimension) : text(2, dimension)]);

const message = (field: number, parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

function varint(value: number): Buffer {
  const out: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...out, Number(rest)]);
    out.push(Number(rest & 127n) | 128);
  }
}
