"""Against over-smoothing: a small network that tells recorded envelopes from predicted ones, patch by patch."""

import torch
import torch.nn.functional as F
from torch import nn

PATCH = 48  # frames


class Critic(nn.Module):
    def __init__(self, width=24, speakers=1):
        super().__init__()
        sizes = (1, width, width * 2, width * 2, width * 3)
        self.layers = nn.ModuleList(
            nn.Conv2d(a, b, 3, stride=(1 if at == 0 else 2, 2), padding=1)
            for at, (a, b) in enumerate(zip(sizes, sizes[1:], strict=False))
        )
        self.judge = nn.Conv2d(sizes[-1], 1, (3, 4), padding=(1, 0))
        self.speaker = nn.Embedding(speakers, sizes[-1])

    def forward(self, patches, speaker):
        """[B, T, 64] normalised -> scores, and the output of every layer."""
        x, seen = patches[:, None], []
        for layer in self.layers:
            x = F.leaky_relu(layer(x), 0.2)
            seen.append(x)
        x = x + self.speaker(speaker)[:, :, None, None]
        return self.judge(x), seen


def patches(values, lengths, count, rng, draws=None):
    """The same random cuts of PATCH frames from each of `values` [B, T, ...]."""
    if draws is None:
        long = [at for at, length in enumerate(lengths) if length >= PATCH]
        if not long:
            return None, None
        rows = rng.choice(long, count)
        draws = [(int(row), int(rng.integers(0, lengths[row] - PATCH + 1))) for row in rows]
    return torch.stack([values[row, start : start + PATCH] for row, start in draws]), draws
