"""A network over rows of any count as ONNX. Weights are kept in 16 bits, half of the file, and made 32-bit when it is
loaded."""

import numpy as np
import onnx
import torch

from shared import manifest


def halved(graph):
    """Each weight tensor as float16 with a Cast behind it, which the runtime folds away."""
    casts = []
    for tensor in graph.graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 64:
            continue
        name = tensor.name
        tensor.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name + '.half'))
        casts.append(onnx.helper.make_node('Cast', [name + '.half'], [name], to=onnx.TensorProto.FLOAT))
    for at, cast in enumerate(casts):
        graph.graph.node.insert(at, cast)
    return graph


def write(model, bins, output, folder):
    """`bins`: values of a row. `output`: the name of the graph's result."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / 'model.onnx'
    torch.onnx.export(
        model, (torch.zeros((1, 100, bins)),), target, input_names=['features'], output_names=[output],
        dynamic_axes={'features': {0: 'batch', 1: 'rows'}, output: {0: 'batch'}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    graph = halved(onnx.load(target))
    graph.producer_name, graph.producer_version, graph.doc_string = 'tonegate', '', ''
    onnx.checker.check_model(graph)
    onnx.save(graph, target)
    manifest.refresh(folder)
    print(target, target.stat().st_size, 'bytes')
