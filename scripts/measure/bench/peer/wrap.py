"""Puts a streaming CTC graph of ours into the form that sherpa-onnx loads as a streaming NeMo CTC model.

  python3 wrap.py models/asr-zh-16k OUT    writes OUT/model.onnx and OUT/tokens.txt; needs the package onnx

Every node and every weight stays as it is. The added nodes turn the inputs and outputs: sherpa-onnx gives the features
as (batch, bins, rows), keeps our three caches in the three states that such a model has, and wants its sizes as metadata.

  their state              shape                our cache
  cache_last_channel       layers, taps, width  memory_cache
  cache_last_time          1, 2, bins           stack_cache
  cache_last_channel_len   one number           valid_cache: the number of its values that are 1; they begin as 0
"""

import json
import sys
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper


def main():
    folder, out = map(Path, sys.argv[1:])
    manifest = json.loads((folder / 'manifest.json').read_text())
    model = onnx.load(folder / manifest['graph']['file'])
    wrap(model, manifest)
    onnx.checker.check_model(model)
    out.mkdir(parents=True, exist_ok=True)
    onnx.save(model, out / 'model.onnx')
    (out / 'tokens.txt').write_text(tokens((folder / manifest['units']['file']).read_text(), manifest['units']['blank']))


def wrap(model, manifest):
    shapes = {each['name']: each['shape'] for each in manifest['graph']['inputs']}
    if set(shapes) != {'features', 'valid', 'stack_cache', 'valid_cache', 'memory_cache'}:
        raise SystemExit(f'{manifest["id"]}: the graph must have the inputs of scripts/train/asr/model.py')
    graph, streaming, units = model.graph, manifest['streaming'], manifest['units']['count']
    rows, per_output = streaming['windowRows'], streaming['rowsPerOutput']
    outputs = rows // per_output
    bins, stack, late = shapes['features'][2], shapes['stack_cache'][1], shapes['valid_cache'][1]
    _, layers, taps, width = shapes['memory_cache']

    def constant(name, values, kind=numpy.int64):
        graph.initializer.append(numpy_helper.from_array(numpy.array(values, kind), name))
        return name

    def node(kind, inputs, output, **attributes):
        return helper.make_node(kind, inputs, [output], f'peer/{output}', **attributes)

    counted = 'cache_last_channel_len'
    before = [
        node('Transpose', ['audio_signal'], 'features', perm=[0, 2, 1]),
        node('Reshape', ['cache_last_time', constant('peer_stack', [-1, stack, bins])], 'stack_cache'),
        node('Identity', ['cache_last_channel'], 'memory_cache'),
        node('Reshape', [counted, constant('peer_column', [-1, 1])], 'peer_heard'),
        # The last of the cached values are valid.
        node('Add', ['peer_heard', constant('peer_places', [list(range(late))])], 'peer_place'),
        node('GreaterOrEqual', ['peer_place', constant('peer_late', late)], 'peer_is_heard'),
        node('Cast', ['peer_is_heard'], 'valid_cache', to=TensorProto.FLOAT),
        node('Add', ['peer_heard', constant('peer_none', [[0] * outputs])], 'peer_wide'),
        node('GreaterOrEqual', ['peer_wide', constant('peer_zero', 0)], 'peer_all'),
        node('Cast', ['peer_all'], 'valid', to=TensorProto.FLOAT),
    ]
    after = [
        node('Identity', ['length'], 'encoded_lengths'),
        node('Identity', ['memory_next'], 'cache_last_channel_next'),
        node('Reshape', ['stack_next', constant('peer_time', [-1, 1, stack, bins])], 'cache_last_time_next'),
        node('Add', [counted, constant('peer_outputs', outputs)], 'peer_more'),
        node('Min', ['peer_more', 'peer_late'], 'cache_last_channel_len_next'),
    ]
    nodes = [*before, *graph.node, *after]
    del graph.node[:]
    graph.node.extend(nodes)

    def put(where, *values):
        del where[:]
        where.extend(helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in values)

    real, whole = TensorProto.FLOAT, TensorProto.INT64
    channel, time = ['batch', layers, taps, width], ['batch', 1, stack, bins]
    put(
        graph.input,
        ('audio_signal', real, ['batch', bins, rows]),
        ('length', whole, ['batch']),
        ('cache_last_channel', real, channel),
        ('cache_last_time', real, time),
        (counted, whole, ['batch']),
    )
    put(
        graph.output,
        ('log_probs', real, ['batch', outputs, units]),
        ('encoded_lengths', whole, ['batch']),
        ('cache_last_channel_next', real, channel),
        ('cache_last_time_next', real, time),
        ('cache_last_channel_len_next', whole, ['batch']),
    )
    del graph.value_info[:]
    sizes = {
        'window_size': rows,
        'chunk_shift': rows,
        'subsampling_factor': per_output,
        'vocab_size': units - 1,  # without the blank
        **{f'cache_last_channel_dim{at + 1}': size for at, size in enumerate(channel[1:])},
        **{f'cache_last_time_dim{at + 1}': size for at, size in enumerate(time[1:])},
        'normalize_type': '',
        'model_type': 'EncDecCTCModelBPE',
    }
    helper.set_model_props(model, {name: str(value) for name, value in sizes.items()})


def tokens(text, blank):
    names = [line.split()[0] for line in text.splitlines() if line.strip()]
    names[blank] = '<blk>'
    return ''.join(f'{name} {at}\n' for at, name in enumerate(names))


if __name__ == '__main__':
    main()
