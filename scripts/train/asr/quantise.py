"""Products of 8-bit numbers with scales that are fixed beforehand, so that no stream changes the result of another one.

Activations have 8 bits and an offset, weights 8 bits and a scale for each column. On x86 processors without VNNI, two
neighbouring products are added up in 16 bits, which saturate (`vpmaddubsw`); with weights of the full width that cost up to 7
points of syllable error (RUNS.md, What 8 bits cost). So the scale of a column is such that no two weights of
four neighbouring rows exceed 128 together: sums are then exact on every processor.

Before that, channels are made equally wide: a layer norm or a rectifier that feeds a product divides by the factors of
the rows of the weights (SmoothQuant, Xiao et al. 2022).
"""

import numpy as np
import onnx
import torch
from asr import evaluate, spectrum
from onnx import helper, numpy_helper

ACTIVATION_STEPS = 255
WEIGHT_STEPS = 127
PAIR_STEPS = 128  # 255 × 128 < 2^15
NEIGHBOURS = 4  # rows that are packed together
KEPT_ROWS = 20  # of each recording and layer; the ranges are chosen on them
# Share of the width that goes into the weights (RUNS.md, What 8 bits cost). From 0.7 on, weights of rare channels use
# all steps.
SHARE = 0.25


def calibration(data, rate, speakers):
    """Features of sentences as recorded, through A-law, louder and quieter; of words; of silence and noise."""
    items = [
        features
        for speaker in speakers
        for condition in ('clean', 'alaw')
        for features, _, _ in evaluate.sentences(data, speaker, rate, condition, 160)
    ]
    items += [features for features, _, _ in evaluate.students(data, rate, 'clean', 60)]
    items += [item + np.float32(shift) for item, shift in zip(items[::7], np.resize([-3, -2, -1, 1, 2], len(items)))]
    random = np.random.default_rng(1)
    for level in (0, 1, 8, 60, 400, 3000):
        items.append(spectrum.log_mel(np.round(random.normal(0, 1, rate * 3) * level), rate))
    return [item[: len(item) // 3 * 3].astype(np.float32) for item in items]


def layers(model):
    """Every product in the order of the graph, with the layer that divides its input channels."""

    def of_norm(norm):
        def divide(factors):
            norm.weight /= factors
            norm.bias /= factors

        return divide

    def of_rectifier(linear):
        def divide(factors):
            linear.weight /= factors[:, None]
            linear.bias /= factors

        return divide

    yield model.input, None
    for block in model.blocks:
        yield block.up, of_norm(block.norm)
        yield block.down, of_rectifier(block.up)
    yield model.output, of_norm(model.output_norm)


@torch.no_grad()
def inputs(model, items):
    """Rows that go into each product."""
    products = [linear for linear, _ in layers(model)]
    rows = [[] for _ in products]
    random = torch.Generator().manual_seed(3)

    def keep(index):
        def hook(_, args):
            x = args[0].detach().flatten(0, 1)
            rows[index].append(x[torch.randperm(len(x), generator=random)[:KEPT_ROWS]])

        return hook

    hooks = [linear.register_forward_pre_hook(keep(index)) for index, linear in enumerate(products)]
    for item in items:
        model.output(model.encode(torch.from_numpy(item[None])))
    for hook in hooks:
        hook.remove()
    return [torch.cat(each) for each in rows]


@torch.no_grad()
def equalise(model, items):
    """Moves width from activations into weights; the results of the model stay the same."""
    for (linear, divide), rows in zip(layers(model), inputs(model, items), strict=True):
        if divide is None:
            continue
        wide = torch.quantile(rows.abs(), 0.999, 0).clamp(min=1e-4)
        factors = wide**SHARE / linear.weight.abs().amax(0).clamp(min=1e-6) ** (1 - SHARE)
        factors /= factors.log().mean().exp()
        divide(factors)
        linear.weight *= factors


def best_range(rows):
    """-> (scale, offset) with the least squared error; values outside are clipped."""
    x = rows.flatten()
    low, high = min(0.0, float(x.min())), max(0.0, float(x.max()))
    best = None
    for low_share in np.linspace(0.3, 1, 15) if low < 0 else [1]:
        for high_share in np.linspace(0.1, 1, 19):
            bottom, top = low * low_share, high * high_share
            scale = (top - bottom) / ACTIVATION_STEPS
            offset = round(-bottom / scale)
            steps = ((x / scale).round() + offset).clamp(0, ACTIVATION_STEPS)
            error = float(((steps - offset) * scale - x).square().mean())
            if best is None or error < best[0]:
                best = error, scale, offset
    return best[1:]


def weight_steps(weights):
    """[rows, columns] -> int8 of that shape, scale of each column."""
    padded = np.pad(np.abs(weights), ((0, -len(weights) % NEIGHBOURS), (0, 0)))
    groups = np.sort(padded.reshape(-1, NEIGHBOURS, weights.shape[1]), axis=1)
    pairs = (groups[:, -1] + groups[:, -2]).max(0)
    # Each of a pair may be rounded up by half a step.
    widths = np.maximum(groups[:, -1].max(0) / WEIGHT_STEPS, pairs / (PAIR_STEPS - 1)).clip(1e-12).astype(np.float32)
    return np.round(weights / widths).astype(np.int8), widths


def quantise(graph_model, ranges):
    """Replaces each product of the graph; `ranges` in its order."""
    graph = graph_model.graph
    constants = {tensor.name: tensor for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == 'MatMul']
    assert len(products) == len(ranges), f'{len(products)} products, {len(ranges)} ranges'
    nodes, left = [], iter(ranges)

    def constant(name, values):
        graph.initializer.append(numpy_helper.from_array(values, name))
        return name

    for node in graph.node:
        if node.op_type != 'MatMul':
            nodes.append(node)
            continue
        scale, offset = next(left)
        weights = numpy_helper.to_array(constants[node.input[1]])
        steps, widths = weight_steps(weights)
        p = node.name

        def op(kind, inputs, name, **more):
            output = node.output[0] if name == 'scaled' else f'{p}/{name}'
            nodes.append(helper.make_node(kind, inputs, [output], name=f'{p}/{name}', **more))
            return output

        zero = constant(f'{p}/offset', np.uint8(offset))
        bytes_ = op('QuantizeLinear', [node.input[0], constant(f'{p}/scale', np.float32(scale)), zero], 'bytes')
        whole = op('MatMulInteger', [bytes_, constant(f'{p}/weights', steps), zero], 'whole')
        floats = op('Cast', [whole], 'floats', to=onnx.TensorProto.FLOAT)
        op('Mul', [floats, constant(f'{p}/widths', np.float32(scale) * widths)], 'scaled')
    del graph.node[:]
    graph.node.extend(nodes)
    return graph_model
