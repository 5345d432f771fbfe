"""Rewrites a quantised graph so that every machine computes the same bits, except for the last softmax.

Integer products are exact everywhere; sums of floats are not, because their order and fused multiply-adds differ between
processors. So LayerNormalization takes its sums in double precision and rounds once, the depthwise convolution becomes
element-wise products and sums in a fixed order, and the rest is element-wise or an integer product. One rounding that
differs would move an activation by a whole step of its 8 bits, and with it, now and then, a word.
The runtime must not fuse quantised products either (src/engine/runtime/graph/ort.ts). Graphs with products of floats stay as
they are. Measured: docs/measurements.md, replay on arm64.

    python -m shared.reproducible MODEL_DIR   # for an exported model: its graph, and the hash in its manifest
"""

import hashlib
import json
import pathlib
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper


def rewrite(model):
    graph = model.graph
    constants = {tensor.name: tensor for tensor in graph.initializer}
    producers = {name: node for node in graph.node for name in node.output}
    made = []

    def constant(name, values):
        if name not in constants:
            constants[name] = numpy_helper.from_array(values, name)
            graph.initializer.append(constants[name])
        return name

    def norm(node):
        x, weight, bias = node.input
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        assert attributes.get('axis', -1) == -1
        p = f'{node.name}/exact'
        epsilon = constant(f'{p}/epsilon', np.array(attributes.get('epsilon', 1e-5), np.float64))

        def op(kind, inputs, name, **more):
            made.append(helper.make_node(kind, inputs, [f'{p}/{name}'], name=f'{p}/{name}', **more))
            return f'{p}/{name}'

        wide = op('Cast', [x], 'wide', to=onnx.TensorProto.DOUBLE)
        mean = op('ReduceMean', [wide], 'mean', axes=[-1])
        centred = op('Sub', [wide, mean], 'centred')
        square = op('Mul', [centred, centred], 'square')
        variance = op('ReduceMean', [square], 'variance', axes=[-1])
        spread = op('Sqrt', [op('Add', [variance, epsilon], 'padded')], 'spread')
        even = op('Cast', [op('Div', [centred, spread], 'even')], 'narrow', to=onnx.TensorProto.FLOAT)
        scaled = op('Mul', [even, weight], 'scaled')
        made.append(helper.make_node('Add', [scaled, bias], list(node.output), name=f'{p}/add'))

    def memory(node):
        """[B, C, T + taps - 1] through Transpose; the sums are taken on [B, T, C], where weights are rows."""
        before = producers[node.input[0]]
        after = next(each for each in graph.node if node.output[0] in each.input)
        assert before.op_type == after.op_type == 'Transpose'
        weights = numpy_helper.to_array(constants[node.input[1]])
        taps = weights.shape[2]
        axes = constant('exact/axis', np.array([1], np.int64))
        p = f'{node.name}/exact'
        total = node.input[2]
        for tap in range(taps):
            first = constant(f'exact/first{tap}', np.array([tap], np.int64))
            last = tap - taps + 1
            end = constant(f'exact/end{tap}', np.array([last if last < 0 else 2**62], np.int64))
            made.append(helper.make_node('Slice', [before.input[0], first, end, axes], [f'{p}/part{tap}']))
            weight = constant(f'{p}/weight{tap}', np.ascontiguousarray(weights[:, 0, tap]))
            made.append(helper.make_node('Mul', [f'{p}/part{tap}', weight], [f'{p}/product{tap}']))
            result = after.output[0] if tap == taps - 1 else f'{p}/sum{tap}'
            made.append(helper.make_node('Add', [total, f'{p}/product{tap}'], [result]))
            total = result
        return {id(before), id(after)}

    dropped = set()
    for node in graph.node:
        if node.op_type == 'Conv':
            dropped |= memory(node)
        elif node.op_type == 'LayerNormalization':
            norm(node)
    replaced = {'Conv', 'LayerNormalization'}
    kept = [node for node in graph.node if id(node) not in dropped and node.op_type not in replaced]
    pieces = kept + made
    ordered = in_order(pieces, [tensor.name for tensor in graph.initializer] + [i.name for i in graph.input])
    del graph.node[:]
    graph.node.extend(ordered)
    used = {name for node in graph.node for name in node.input}
    read = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.initializer[:]
    graph.initializer.extend(read)
    onnx.checker.check_model(model)
    return model


def in_order(nodes, known):
    """Every node after those whose outputs it reads."""
    ready, waiting, ordered = {'', *known}, list(nodes), []
    while waiting:
        now = [node for node in waiting if all(name in ready for name in node.input)]
        assert now, 'a circle'
        ordered += now
        ready |= {name for node in now for name in node.output}
        waiting = [node for node in waiting if not any(node is each for each in now)]
    return ordered


def main():
    folder = pathlib.Path(sys.argv[1])
    manifest = json.loads((folder / 'manifest.json').read_text())
    file = folder / manifest['graph']['file']
    graph = onnx.load(str(file))
    assert not any(node.op_type == 'MatMul' for node in graph.graph.node), 'products of floats differ between machines'
    onnx.save(rewrite(graph), str(file))
    content = file.read_bytes()
    for entry in manifest['files']:
        if entry['name'] == file.name:
            entry.update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    (folder / 'manifest.json').write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + '\n')


if __name__ == '__main__':
    main()
