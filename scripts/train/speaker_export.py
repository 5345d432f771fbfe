"""The speaker network as ONNX, weights in 16 bits as those of the gender model.

    python speaker_export.py RUN_DIR/speaker.pt ../../models/speaker
"""

import pathlib
import sys

import onnx
import torch

import gender_export
import manifest
from speaker_model import BINS, Speaker


def write(model, folder):
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / 'model.onnx'
    torch.onnx.export(
        model, (torch.zeros((1, 100, BINS)),), target, input_names=['features'], output_names=['vector'],
        dynamic_axes={'features': {0: 'batch', 1: 'rows'}, 'vector': {0: 'batch'}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    graph = gender_export.halved(onnx.load(target))
    graph.producer_name, graph.producer_version, graph.doc_string = 'tonegate', '', ''
    onnx.checker.check_model(graph)
    onnx.save(graph, target)
    manifest.refresh(folder)
    print(target, target.stat().st_size, 'bytes')


def main():
    model = Speaker()
    model.load_state_dict(torch.load(sys.argv[1], map_location='cpu'))
    write(model.eval(), pathlib.Path(sys.argv[2]))


if __name__ == '__main__':
    main()
