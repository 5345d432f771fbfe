"""tts_train.py's slim.pt -> two graphs, the voices' numbers and the list of units, for models/tts-zh.

    python -m tts.tts_export RUN_DIR/slim.pt OUT_DIR [--fp32]
    python -m tts.tts_export SMALL.pt OUT_DIR --frames NAME.onnx    only the frames of tts_distil.py, in fp32: so small a
        network gains nothing from int8

encoder.onnx: a sentence's units -> hidden states, ln of the frames (10 ms) of each unit, its loudness. frames.onnx: the
hidden state, places and loudness of each frame, in chunks of any length with caches -> envelope (dB), aperiodicity, and
ln pitch in deviations from the speaker's mean with the voicing. speakers.json: the embeddings and the pitch of each.
"""

import argparse
import json
import pathlib
import tempfile

from shared import manifest
import numpy as np
import onnx
import onnxruntime
import torch
from tts import tts_model
from tts import tts_units
from onnxruntime.quantization import QuantType, quantize_dynamic

CACHES = ('valid', 'wait', 'pitch', 'memory', 'tune')
CHUNK = 32


class EncoderGraph(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.encoder = model.encoder

    def forward(self, tokens, manner):
        return self.encoder(tokens, manner)


class FramesGraph(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.frames = model.frames

    def forward(self, *inputs):
        return self.frames.stream(*inputs)


def load(path):
    stored = torch.load(path, weights_only=True)
    model = tts_model.Voice(stored['speakers'], stored.get('sizes'))
    model.load_state_dict({name: value.float() for name, value in stored['model'].items()})
    return model.eval(), stored


def export(model, folder):
    """-> paths of the fp32 graphs."""
    manner, timbre = model.encoder.manner.embedding_dim, model.frames.timbre.embedding_dim
    encoder, frames = folder / 'encoder.onnx', folder / 'frames.onnx'
    tokens = torch.ones((1, 9, 6), dtype=torch.long)
    torch.onnx.export(
        EncoderGraph(model).eval(), (tokens, torch.randn(1, manner)), str(encoder), input_names=['tokens', 'manner'],
        output_names=['hidden', 'ln_frames', 'loudness'], opset_version=17, dynamo=False,
        dynamic_axes={name: {1: 'units'} for name in ('tokens', 'hidden', 'ln_frames', 'loudness')},
    )  # fmt: skip
    width = model.frames.input.in_features - 2 - timbre
    names = ['frames', 'valid', 'manner', 'timbre', *(f'{name}_cache' for name in CACHES)]
    outputs = ['envelope', 'aperiodicity', 'tune', *(f'{name}_next' for name in CACHES)]
    inputs = (torch.randn(1, CHUNK, width), torch.ones(1, CHUNK, 1), torch.randn(1, manner), torch.randn(1, timbre))
    torch.onnx.export(
        FramesGraph(model).eval(), (*inputs, *model.frames.caches()), str(frames), input_names=names,
        output_names=outputs, opset_version=17, dynamo=False,
        dynamic_axes={name: {1: 'chunk'} for name in ('frames', 'valid', 'envelope', 'aperiodicity', 'tune')},
    )  # fmt: skip
    return encoder, frames


def quantise(source, target):
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder:
        ready = pathlib.Path(folder) / 'ready.onnx'
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        matrices = [node.name for node in onnx.load(ready).graph.node if node.op_type in ('MatMul', 'Gemm')]
        quantize_dynamic(str(ready), str(target), op_types_to_quantize=['MatMul', 'Gemm'], per_channel=True,
                         weight_type=QuantType.QInt8, nodes_to_exclude=matrices[:2] + matrices[-2:])  # fmt: skip


class Streamed:
    """frames.onnx chunk by chunk."""

    def __init__(self, path, model):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])
        self.model = model

    def __call__(self, frames, manner, timbre, chunk):
        late, length = sum(self.model.frames.delays()), frames.shape[1]
        padded = np.pad(frames, ((0, 0), (0, late + chunk), (0, 0)))
        valid = np.zeros((1, padded.shape[1], 1), np.float32)
        valid[:, :length] = 1
        caches = [cache.numpy() for cache in self.model.frames.caches()]
        parts = []
        for at in range(0, length + late, chunk):
            feeds = {'frames': padded[:, at : at + chunk], 'valid': valid[:, at : at + chunk]}
            feeds |= {'manner': manner, 'timbre': timbre}
            feeds |= {f'{name}_cache': cache for name, cache in zip(CACHES, caches, strict=True)}
            envelope, breath, tune, *caches = self.session.run(None, feeds)
            parts.append(np.concatenate([envelope, breath, tune], 2))
        return np.concatenate(parts, 1)[:, late : late + length]


def sample(model, seed=5, length=150):
    rng = np.random.default_rng(seed)
    width = model.frames.input.in_features - 2 - model.frames.timbre.embedding_dim
    manner, timbre = model.encoder.manner.weight[:1], model.frames.timbre.weight[:1]
    return torch.from_numpy(rng.normal(0, 0.7, (1, length, width)).astype(np.float32)), manner.detach(), timbre.detach()


@torch.no_grad()
def whole(model, frames, manner, timbre):
    valid = torch.ones(1, frames.shape[1], 1)
    split = model.frames.pitch_input.in_features - tts_model.PLACES - manner.shape[1]
    hidden, places, loud = frames[..., :split], frames[..., split:-1], frames[..., -1:]
    tune = model.frames.tune(hidden, places, valid, manner)
    tune = torch.stack([tune[..., 0], (tune[..., 1] > 0).float()], -1)
    return torch.cat([*model.frames.paint(hidden, places, loud, tune, valid, timbre), tune], 2).numpy()


def check(model, path):
    """Chunks of 7, 32 and 50 frames through the fp32 graph equal the whole sentence in PyTorch."""
    frames, manner, timbre = sample(model)
    wanted = whole(model, frames, manner, timbre)
    streamed = Streamed(path, model)
    for chunk in (7, 32, 50):
        found = streamed(frames.numpy(), manner.numpy(), timbre.numpy(), chunk)
        difference = np.abs(found - wanted)[..., :64].max()
        print(f'chunk {chunk}: largest difference {difference:.2g} dB')
        assert difference < 1e-2


def numbers(model, stored):
    manner, timbre = model.encoder.manner.weight.detach(), model.frames.timbre.weight.detach()
    return {
        name: {
            'meanLnHz': round(float(model.pitch[at, 0]), 4),
            'deviationLnHz': round(float(model.pitch[at, 1]), 4),
            'manner': [round(float(value), 5) for value in manner[at]],
            'timbre': [round(float(value), 5) for value in timbre[at]],
        }
        for at, name in enumerate(stored['speakers'])
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('weights', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--fp32', action='store_true')
    parser.add_argument('--frames', metavar='NAME.onnx')
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    model, stored = load(args.weights)
    with tempfile.TemporaryDirectory() as folder:
        encoder, frames = export(model, pathlib.Path(folder))
        for path in (encoder, frames):
            onnx.checker.check_model(str(path))
        check(model, frames)
        if args.frames:
            (args.out / args.frames).write_bytes(frames.read_bytes())
            manifest.refresh(args.out)
            return
        for path in (encoder, frames):
            if args.fp32:
                (args.out / path.name).write_bytes(path.read_bytes())
            else:
                quantise(path, args.out / f'{path.stem}.int8.onnx')
        if not args.fp32:
            sound, manner, timbre = sample(model)
            found = Streamed(args.out / 'frames.int8.onnx', model)(sound.numpy(), manner.numpy(), timbre.numpy(), CHUNK)
            wanted = whole(model, sound, manner, timbre)
            print(f'int8: mean difference {np.abs(found - wanted)[..., :64].mean():.2f} dB on random input')
    (args.out / 'speakers.json').write_text(json.dumps(numbers(model, stored)) + '\n')
    (args.out / 'units.txt').write_text('\n'.join(tts_units.NAMES) + '\n', encoding='utf-8')
    manifest.refresh(args.out)
    for path in sorted(args.out.iterdir()):
        print(path.name, path.stat().st_size)


if __name__ == '__main__':
    main()
