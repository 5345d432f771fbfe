"""The trained punctuation network as int8 ONNX, with its characters and marks; the manifest beside it is updated. An
exported model can be read back to continue its training."""

import pathlib
import tempfile

import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from shared import manifest
from punc.punc_text import MARKS


def write(model, units, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        whole = pathlib.Path(made) / 'model.onnx'
        torch.onnx.export(
            model, (torch.ones((1, 12), dtype=torch.int64),), whole, input_names=['ids'], output_names=['scores'],
            dynamic_axes={'ids': {0: 'batch', 1: 'length'}, 'scores': {0: 'batch', 1: 'length'}},
            opset_version=17, dynamo=False,
        )  # fmt: skip
        target = folder / 'model.int8.onnx'
        quantize_dynamic(whole, target, weight_type=QuantType.QInt8, per_channel=True,
                         op_types_to_quantize=['MatMul', 'Gather'])  # fmt: skip
    graph = onnx.load(target)
    graph.producer_name, graph.producer_version, graph.doc_string = 'tonegate', '', ''
    onnx.save(graph, target)
    (folder / 'characters.txt').write_text('\n'.join(units) + '\n', encoding='utf-8')
    (folder / 'marks.txt').write_text('\n'.join(['<none>', *MARKS[1:]]) + '\n', encoding='utf-8')
    manifest.refresh(folder)
    print(target, target.stat().st_size, 'bytes')


def read(folder):
    """-> characters, weights by their names in the network, with the precision of eight bits."""
    folder = pathlib.Path(folder)
    graph = onnx.load(folder / 'model.int8.onnx').graph
    stored = {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}

    def whole(name):
        shifted = stored[f'{name}_quantized'].float() - stored[f'{name}_zero_point'].float()
        return shifted * stored[f'{name}_scale']

    weights = {name: value for name, value in stored.items() if name.endswith(('.weight', '.bias'))}
    weights['embedding.weight'] = whole('embedding.weight')
    for node in graph.node:
        if node.op_type == 'MatMulInteger':  # /blocks.0/wide/MatMul_quant
            layer = node.name.strip('/').rsplit('/', 1)[0].replace('/', '.')
            weights[f'{layer}.weight'] = whole(node.input[1].removesuffix('_quantized')).T
    return (folder / 'characters.txt').read_text(encoding='utf-8').splitlines(), weights
