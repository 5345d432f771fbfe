"""Checkpoint -> models/<id>/model.int8.onnx (streaming, explicit caches), units.txt and a manifest draft.

    python export_onnx.py CHECKPOINT OUT_DIR --id asr-zh-8k --rate 8000 [--fp32 FILE]
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import tempfile

import evaluate
import numpy as np
import onnx
import onnxruntime
import spectrum
import torch
import units
from model import FLOOR, SKIP
from onnxruntime.quantization import QuantType, quantize_dynamic


class Streaming(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, features, valid, stack_cache, valid_cache, memory_cache):
        return self.model.stream(features, valid, stack_cache, valid_cache, memory_cache)


def export(model, path, chunk=8):
    batch = 2
    inputs = (torch.randn(batch, chunk * SKIP, model.config['bins']), torch.ones(batch, chunk), *model.caches(batch))
    names = ['features', 'valid', 'stack_cache', 'valid_cache', 'memory_cache']
    outputs = ['log_probs', 'stack_next', 'valid_next', 'memory_next']
    axes = {name: {0: 'batch'} for name in names + outputs}
    axes['features'][1], axes['valid'][1], axes['log_probs'][1] = 'frames', 'chunk', 'chunk'
    torch.onnx.export(Streaming(model), inputs, str(path), input_names=names, output_names=outputs,
                      dynamic_axes=axes, opset_version=17, dynamo=False)  # fmt: skip


def quantise(source, target):
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder:
        ready = pathlib.Path(folder) / 'ready.onnx'
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        quantize_dynamic(str(ready), str(target), op_types_to_quantize=['MatMul', 'Gemm'], per_channel=True,
                         weight_type=QuantType.QInt8)  # fmt: skip


def check(model, path):
    """Chunks of 4, 8 and 13 frames through the fp32 graph equal the whole utterance in PyTorch."""
    features = (np.random.default_rng(3).normal(14, 4, (1, 3 * 97, model.config['bins']))).astype(np.float32)
    whole = evaluate.torch_log_probs(model)(features)
    for chunk in (4, 8, 13):
        streamed = evaluate.onnx_log_probs(path, chunk)(features)
        difference = np.abs(streamed - whole).max()
        print(f'chunk {chunk}: largest difference of log probabilities {difference:.2g}')
        assert difference < 1e-3


def manifest(model, stored, args, files):
    bins, low, high = spectrum.BANDS[args.rate]
    looks = model.config['looks']
    return {
        'id': args.id,
        'version': args.version,
        'status': 'preliminary, not loaded by the product yet',
        'task': 'asr',
        'family': 'ctc',
        'language': 'zh',
        'sampleRateHz': args.rate,
        'files': files,
        'frontEnd': {
            'kind': 'kaldi-fbank', 'bins': bins, 'lowHz': low, 'highHz': high, 'frameMs': 25, 'shiftMs': 10,
            'window': 'hamming', 'preEmphasis': 0.97, 'removeDc': True, 'dither': 0, 'snipEdges': True,
            'scale': 'int16', 'log': 'natural', 'energyFloor': 1.1920929e-07, 'floorInGraph': FLOOR,
            'cmvn': 'in graph',
        },
        'units': {'kind': 'initials-and-tonal-finals', 'count': len(units.UNITS), 'file': 'units.txt', 'blank': 0},
        'streaming': {
            'featureFramesPerOutput': SKIP, 'chunkOutputs': 8, 'lookAheadOutputs': sum(looks),
            'inputs': ['features', 'valid', 'stack_cache', 'valid_cache', 'memory_cache'],
            'outputs': ['log_probs', 'stack_next', 'valid_next', 'memory_next'],
            'caches': {
                'stack_cache': ['batch', 2, bins],
                'valid_cache': ['batch', sum(looks)],
                'memory_cache': ['batch', len(looks), 10, model.config['width']],
            },
            'start': 'all caches zero; the first lookAheadOutputs outputs are dropped',
            'end': 'lookAheadOutputs more outputs with valid 0',
        },
        'precision': 'int8 weights and activations (dynamic) in matrix products, fp32 elsewhere',
        'threads': 1,
        'trainingSteps': stored['step'],
        'date': datetime.date.today().isoformat(),
        'licence': 'CC-BY-SA-3.0 (weights; trained on audio-cmn)',
        'credit': 'card.md',
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('checkpoint', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--id', default='asr-zh-8k')
    parser.add_argument('--version', default='0.1.0')
    parser.add_argument('--rate', type=int, default=8000)
    parser.add_argument('--fp32', type=pathlib.Path, help='keep the fp32 graph here')
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    model, stored = evaluate.load(args.checkpoint)
    with tempfile.TemporaryDirectory() as folder:
        whole = args.fp32 or pathlib.Path(folder) / 'fp32.onnx'
        export(model, whole)
        onnx.checker.check_model(str(whole))
        check(model, whole)
        quantise(whole, args.out / 'model.int8.onnx')
    onnxruntime.InferenceSession(str(args.out / 'model.int8.onnx'), providers=['CPUExecutionProvider'])
    (args.out / 'units.txt').write_text('\n'.join(units.UNITS) + '\n')
    files = []
    for name in ('model.int8.onnx', 'units.txt'):
        content = (args.out / name).read_bytes()
        files.append({'name': name, 'bytes': len(content), 'sha256': hashlib.sha256(content).hexdigest()})
    text = json.dumps(manifest(model, stored, args, files), ensure_ascii=False, indent=2)
    (args.out / 'manifest.json').write_text(text + '\n')


if __name__ == '__main__':
    main()
