// The metadata_props of an ONNX file (protobuf, onnx.proto: ModelProto field 14 of StringStringEntryProto {key = 1,
// value = 2}). The runtime's JavaScript face does not show them. Anything that is no protobuf gives an empty map: the
// runtime is the judge of the rest.

const metadataField = 14;

export function onnxMetadata(bytes: Uint8Array): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [field, part] of fields(bytes)) {
    if (field !== metadataField) continue;
    const entry = new Map(fields(part));
    const [key, value] = [entry.get(1), entry.get(2)];
    if (key !== undefined) metadata.set(text(key), value === undefined ? '' : text(value));
  }
  return metadata;
}

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** The length-delimited fields of one message, each skipped over in one step: a graph of 100 MB costs nothing. */
function* fields(bytes: Uint8Array): Generator<[number, Uint8Array]> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  while (at < bytes.length) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const length = varint();
        if (!(length <= bytes.length - at)) return;
        yield [Math.floor(tag / 8), bytes.subarray(at, at + length)];
        at += length;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        return;
    }
  }
}
