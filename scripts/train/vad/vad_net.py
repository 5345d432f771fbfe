"""The network of the sound models and its file (docs/model-formats.md, native/core/vad/sound_net.h).

Rows → a 3-tap convolution → blocks of a dilated depthwise convolution and a matrix, each added to its input → speech,
music and tone, each with a probability of its own. Only the past is seen; the answer comes LOOK rows late.
"""

import struct

import numpy as np
import torch
from torch import nn

from shared import binary
from vad import vad_features

CHANNELS = 32
FIRST_TAPS = 3
TAPS = 5
DILATIONS = (1, 2, 4, 8, 16, 32)
LOOK = 4
OUTPUTS = 3
HEADER_BYTES = 36
CHANNELS_AT = 9  # offset in the file
POOL_ROWS = 25  # rows that are summed for one step of the window head
POOLS = 12  # steps that it sees: 3 s
CLASSES = ('noise', 'speech', 'music', 'tone')


class Block(nn.Module):
    def __init__(self, dilation, channels):
        super().__init__()
        self.reach = (TAPS - 1) * dilation
        self.memory = nn.Conv1d(channels, channels, TAPS, dilation=dilation, groups=channels, bias=False)
        self.mix = nn.Conv1d(channels, channels, 1)
        nn.init.normal_(self.mix.weight, std=0.6 * (2 / channels) ** 0.5)

    def forward(self, x):
        seen = self.memory(nn.functional.pad(x, (self.reach, 0)))
        return x + torch.relu_(self.mix(seen + x))


class SoundNet(nn.Module):
    """No normalisation between the layers: it costs more time than it saves on a CPU."""

    def __init__(self, channels=CHANNELS):
        super().__init__()
        self.channels = channels
        self.first = nn.Conv1d(vad_features.BANDS, channels, FIRST_TAPS)
        self.blocks = nn.ModuleList(Block(dilation, channels) for dilation in DILATIONS)
        self.head = nn.Conv1d(channels, OUTPUTS, 1)

    def trunk(self, rows):
        """[batch, BANDS, time] -> [batch, channels, time]."""
        x = torch.relu_(self.first(nn.functional.pad(rows, (FIRST_TAPS - 1, 0))))
        for block in self.blocks:
            x = block(x)
        return x

    def forward(self, rows):
        return self.head(self.trunk(rows))


class WindowHead(nn.Module):
    """Means and spreads of the trunk over 3 s -> classes."""

    HIDDEN = 24

    def __init__(self, channels=CHANNELS):
        super().__init__()
        self.hidden = nn.Linear(2 * channels, self.HIDDEN)
        self.out = nn.Linear(self.HIDDEN, len(CLASSES))

    def forward(self, pooled):
        return self.out(torch.relu(self.hidden(pooled)))


def arrays_of(net):
    """Parameters in the order of the file: matrices input by input, the outputs of one input side by side."""
    yield net.first.weight.permute(2, 1, 0)
    yield net.first.bias
    for block in net.blocks:
        yield block.memory.weight[:, 0].t()
        yield block.mix.weight[:, :, 0].t()
        yield block.mix.bias
    yield net.head.weight[:, :, 0]
    yield net.head.bias


@torch.no_grad()
def read(path):
    """A network from a file that `write` made; a head for windows is left out."""
    file = path.read_bytes()
    net = SoundNet(file[CHANNELS_AT])
    numbers = torch.from_numpy(np.frombuffer(file[HEADER_BYTES:], '<f4').copy())
    for view in arrays_of(net):
        view.copy_(numbers[: view.numel()].view(view.shape))
        numbers = numbers[view.numel() :]
    return net


@torch.no_grad()
def widened(net, channels):
    """A network with further channels that gives the same outputs: nothing comes from the new channels yet."""
    wide = SoundNet(channels)
    had = net.channels
    wide.first.weight[:had], wide.first.bias[:had] = net.first.weight, net.first.bias
    for old, new in zip(net.blocks, wide.blocks, strict=True):
        new.memory.weight[:had] = old.memory.weight
        new.mix.weight[:had, :had], new.mix.bias[:had] = old.mix.weight, old.mix.bias
        new.mix.weight[:had, had:] = 0
    wide.head.weight[:, :had], wide.head.bias[:] = net.head.weight, net.head.bias
    wide.head.weight[:, had:] = 0
    return wide


@torch.no_grad()
def write(net, path, window=None):
    arrays = []

    def add(tensor):
        arrays.append(np.ascontiguousarray(tensor.detach().cpu().numpy(), '<f4'))

    for view in arrays_of(net):
        add(view)
    if window is not None:
        add(window.hidden.weight.t())
        add(window.hidden.bias)
        add(window.out.weight)
        add(window.out.bias)
    dilations = np.zeros(8, 'u1')
    dilations[: len(DILATIONS)] = DILATIONS
    body = b''.join(array.tobytes() for array in arrays)
    shape = (vad_features.BANDS, net.channels, FIRST_TAPS, TAPS, len(DILATIONS), LOOK, OUTPUTS,
             0 if window is None else WindowHead.HIDDEN, 0 if window is None else len(CLASSES), POOL_ROWS, POOLS, 0)  # fmt: skip
    header = struct.pack('<4sHH12B8s', b'TGSN', 1, 0, *shape, dilations.tobytes())
    check = binary.fnv1a(header + body)
    path.write_bytes(header + struct.pack('<Q', check) + body)
    return len(body) // 4
