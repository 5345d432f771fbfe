"""The gender network as ONNX: whole numbers would save nothing that matters at this size, so that it stays fp32."""

import onnx
import torch

import manifest
from gender_model import BINS


def write(model, folder):
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / 'model.onnx'
    torch.onnx.export(
        model, (torch.zeros((1, 100, BINS)),), target, input_names=['features'], output_names=['scores'],
        dynamic_axes={'features': {0: 'batch', 1: 'rows'}, 'scores': {0: 'batch'}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    graph = onnx.load(target)
    graph.producer_name, graph.producer_version, graph.doc_string = 'tonegate', '', ''
    onnx.save(graph, target)
    manifest.refresh(folder)
    print(target, target.stat().st_size, 'bytes')
