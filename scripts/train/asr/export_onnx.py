"""Checkpoint -> models/<id>/model.int8.onnx (streaming, explicit caches), units.txt and manifest.json.

    python -m asr.export_onnx DATA_DIR CHECKPOINT OUT_DIR --id asr-zh-8k --rate 8000 [--fp32 FILE]
"""

import argparse
import hashlib
import json
import pathlib
import tempfile

from asr import evaluate, quantise
import numpy as np
import onnx
import onnxruntime
from shared import reproducible
from asr import spectrum
import torch
from asr import units
from asr.model import SKIP, STACK, TAPS

EARLY = 3  # outputs of look-ahead that suffice for a first interim result; measured in docs/measurements.md
# From a syllable's onset to its output, and from its last output to its end before a pause; the same as the teacher's,
# whose spikes ours follow. Medians on S0150: npm run eval:word-times -- ../shared/data --speaker S0150 --spikes
SOUNDS = {'beforeMs': 230, 'afterMs': 75}

CREDIT = [
    'AISHELL-1 (OpenSLR 33), Apache-2.0',
    'audio-cmn: Yue Tan (Shtooka cmn-caen-tan), Chen Wang, Hugo Lopez, Nicolas Vion, CC BY-SA 3.0',
    'davinfifield/mp3-chinese-pinyin-sound, Unlicense',
    'DSPSpeech-20, © 2019 Zhongyu Chen, MIT',
    'Berlin Noise by Thomas Rosen is licensed under CC BY 4.0',
    'Noises of OpenSLR 28 through speechbrain, Apache-2.0',
    'LibriSpeech, © 2014 by Vassil Panayotov, CC BY 4.0, through Resemblyzer',
    'abdulkaderghandoura/arabic-speech-commands-dataset, CC BY 4.0',
    'Picovoice: speech-to-intent-benchmark, wake-word-benchmark, rhino, leopard, porcupine, eagle, Apache-2.0',
    'AMI corpus through pyannote-audio, CC BY 4.0; Common Voice through castorini/howl, CC0',
    'MycroftAI/Precise-Community-Data, public domain',
    'Teacher: FSMN CTC keyword model of FunASR, FunASR model licence (outputs only)',
]


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
    torch.onnx.export(Streaming(model).eval(), inputs, str(path), input_names=names, output_names=outputs,
                      dynamic_axes=axes, opset_version=17, dynamo=False)  # fmt: skip


def quantised(model, source, items):
    """-> the graph with 8-bit products. `source` is written: the fp32 graph with channels of equal width."""
    from onnxruntime.quantization.shape_inference import quant_pre_process

    quantise.equalise(model, items)
    ranges = [quantise.best_range(rows) for rows in quantise.inputs(model, items)]
    export(model, source)
    quant_pre_process(str(source), str(source), skip_symbolic_shape=True)
    graph = reproducible.rewrite(quantise.quantise(onnx.load(str(source)), ranges))
    onnx.helper.set_model_props(graph, {'looks': ' '.join(str(look) for look in model.config['looks'])})
    return graph


def check(model, path):
    """Checks that chunks of 4, 8 and 13 frames through the fp32 graph equal the whole utterance in PyTorch."""
    features = (np.random.default_rng(3).normal(14, 4, (1, 3 * 97, model.config['bins']))).astype(np.float32)
    whole = evaluate.torch_log_probs(model)(features)
    for chunk in (4, 8, 13):
        streamed = evaluate.onnx_log_probs(path, chunk)(features)
        difference = np.abs(streamed - whole).max()
        print(f'chunk {chunk}: largest difference of log probabilities {difference:.2g}')
        assert difference < 1e-3


def manifest(model, args, files):
    """Follows docs/model-manifest.md; metrics are written by hand from evaluate.py."""
    bins, low, high = spectrum.BANDS[args.rate]
    looks, width = model.config['looks'], model.config['width']

    def tensor(name, shape, role, **more):
        return {'name': name, 'shape': shape, 'role': role, 'type': 'float32', **more}

    caches = {'stack': [STACK - SKIP, bins], 'valid': [sum(looks)], 'memory': [len(looks), TAPS - 1, width]}
    units_count = len(units.UNITS)
    return {
        'format': 1,
        'id': args.id,
        'version': args.version,
        'task': 'asr',
        'family': 'ctc',
        'language': 'zh',
        'sampleRateHz': args.rate,
        'serves': [f'cn_{args.rate // 1000}k_*'],
        'files': files,
        'graph': {
            'file': 'model.int8.onnx',
            'form': 'blocks',  # src/engine/runtime/graph/block-form.ts finds the numbers by the names of this script
            'inputs': [
                tensor('features', ['batch', 'rows', bins], 'rows'),
                tensor('valid', ['batch', 'outputs'], 'valid'),
                *(tensor(f'{name}_cache', ['batch', *shape], 'cache', next=f'{name}_next')
                  for name, shape in caches.items()),
            ],
            'outputs': [
                tensor('log_probs', ['batch', 'outputs', units_count], 'scores', values='log-probabilities'),
                *(tensor(f'{name}_next', ['batch', *shape], 'cache') for name, shape in caches.items()),
            ],
        },
        'frontEnd': {
            'kind': 'fbank', 'bins': bins, 'window': 'hamming', 'frameMs': 25, 'shiftMs': 10, 'preEmphasis': 0.97,
            'removeDc': True, 'scale': 'int16', 'lowHz': low, 'highHz': high,
        },
        'streaming': {
            'mode': 'caches', 'windowRows': 24, 'rowsPerOutput': SKIP, 'dropOutputs': sum(looks),
            'tailRows': sum(looks) * SKIP,
            **({'earlyOutputs': EARLY} if sum(looks) > EARLY else {}),
        },
        'units': {'kind': 'phones', 'file': 'units.txt', 'count': units_count, 'blank': 0, 'sounds': SOUNDS},
        'precision': 'int8',
        'threads': 1,
        'metrics': [],
        'licence': 'CC-BY-SA-3.0',
        'credit': CREDIT,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path, help='recordings; they give the ranges of the activations')
    parser.add_argument('checkpoint', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--id', default='asr-zh-8k')
    parser.add_argument('--version', default='0.0.1')
    parser.add_argument('--rate', type=int, default=8000)
    parser.add_argument('--speakers', nargs='+', default=['S0150', 'S0252'], help='their sentences give the ranges')
    parser.add_argument('--fp32', type=pathlib.Path, help='keep the fp32 graph here')
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    model, _ = evaluate.load(args.checkpoint)
    with tempfile.TemporaryDirectory() as folder:
        whole = args.fp32 or pathlib.Path(folder) / 'fp32.onnx'
        export(model, whole)
        onnx.checker.check_model(str(whole))
        check(model, whole)
        items = quantise.calibration(args.data, args.rate, args.speakers)
        onnx.save(quantised(model, pathlib.Path(folder) / 'even.onnx', items), str(args.out / 'model.int8.onnx'))
    onnxruntime.InferenceSession(str(args.out / 'model.int8.onnx'), providers=['CPUExecutionProvider'])
    (args.out / 'units.txt').write_text('\n'.join(units.UNITS) + '\n')
    files = []
    for name in ('model.int8.onnx', 'units.txt'):
        content = (args.out / name).read_bytes()
        files.append({'name': name, 'bytes': len(content), 'sha256': hashlib.sha256(content).hexdigest()})
    text = json.dumps(manifest(model, args, files), ensure_ascii=False, indent=2)
    (args.out / 'manifest.json').write_text(text + '\n')


if __name__ == '__main__':
    main()
