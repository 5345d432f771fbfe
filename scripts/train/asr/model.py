"""Streaming CTC encoder: 5-frame stack, one 30 ms output frame per 3, blocks of depthwise memory and feed-forward.

Every block sees `TAPS - 1 - look` frames of the past and `look` of the future; the total look-ahead is the sum of
`look` (frames of 30 ms) plus the 20 ms of the stack. `stream` does the same computation on chunks with explicit caches.
"""

import torch
import torch.nn.functional as F
from torch import nn

TAPS = 11
STACK, SKIP = 5, 3
FLOOR = 0.0  # log-mel values under this (digital silence) are raised to it


class Block(nn.Module):
    def __init__(self, width, hidden, look, dropout):
        super().__init__()
        self.look = look
        self.memory = nn.Conv1d(width, width, TAPS, groups=width)
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.dropout = nn.Dropout(dropout)
        self.scale = nn.Parameter(torch.full((width,), 0.5))

    def mix(self, context, centre):
        """context [B, T + TAPS - 1, C] around centre [B, T, C]."""
        memory = self.memory(context.transpose(1, 2)).transpose(1, 2)
        hidden = F.relu(self.up(self.norm(centre + memory)))
        return centre + self.scale * self.dropout(self.down(hidden))

    def forward(self, x):
        return self.mix(F.pad(x, (0, 0, TAPS - 1 - self.look, self.look)), x)


class Recogniser(nn.Module):
    def __init__(self, bins, units, targets, width=256, hidden=1024, looks=(1, 1, 1, 1, 1, 1, 1), dropout=0.0):
        super().__init__()
        self.config = dict(bins=bins, units=units, targets=targets, width=width, hidden=hidden,
                           looks=list(looks), dropout=dropout)  # fmt: skip
        self.register_buffer('mean', torch.zeros(bins))
        self.register_buffer('scale', torch.ones(bins))
        self.input = nn.Linear(bins * STACK, width)
        self.input_norm = nn.LayerNorm(width)
        self.blocks = nn.ModuleList(Block(width, hidden, look, dropout) for look in looks)
        self.output_norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, units)
        self.teacher = nn.Linear(width, targets)  # training only

    def twin(self, bins):
        """Makes a recogniser of other features that shares all layers but the input layer with this one."""
        config = self.config
        other = Recogniser(**{**config, 'bins': bins})
        for name in ('blocks', 'output_norm', 'output', 'teacher'):
            setattr(other, name, getattr(self, name))
        return other

    def normalise(self, features):
        return (features.clamp(min=FLOOR) - self.mean) * self.scale

    def encode(self, features):
        """features [B, 3 T, bins] -> [B, T, width]; frames outside of the signal are zero."""
        x = F.pad(self.normalise(features), (0, 0, 2, 0))
        frames = features.shape[1] // SKIP
        x = x.unfold(1, STACK, SKIP)[:, :frames].transpose(2, 3).flatten(2)
        x = self.input_norm(self.input(x))
        for block in self.blocks:
            x = block(x)
        return self.output_norm(x)

    def caches(self, batch=1):
        config = self.config
        return (
            torch.zeros(batch, STACK - SKIP, config['bins']),
            torch.zeros(batch, sum(config['looks'])),
            torch.zeros(batch, len(config['looks']), TAPS - 1, config['width']),
        )

    def stream(self, features, valid, stack_cache, valid_cache, memory_cache):
        """A chunk of 3 C feature frames; `valid` [B, C] is 1 for signal and 0 for what follows its end.

        Output frame i belongs to input frame i - sum(looks); the first sum(looks) outputs are to be dropped, and as
        many chunks of valid = 0 flush the end. Slices count from both ends, so that the graph computes no lengths.
        """
        x = self.normalise(features) * valid.repeat_interleave(SKIP, 1).unsqueeze(2)
        x = torch.cat([stack_cache, x], 1)
        stack_next = x[:, -(STACK - SKIP) :]
        x = torch.cat([x[:, i : (i + 1 - STACK) or None : SKIP] for i in range(STACK)], 2)
        x = self.input_norm(self.input(x))
        history = torch.cat([valid_cache, valid], 1)
        total, late, memory_next = sum(self.config['looks']), 0, []
        for index, block in enumerate(self.blocks):
            x = x * history[:, total - late : -late or None].unsqueeze(2)
            context = torch.cat([memory_cache[:, index], x], 1)
            memory_next.append(context[:, -(TAPS - 1) :])
            x = block.mix(context, context[:, TAPS - 1 - block.look : -block.look or None])
            late += block.look
        logits = self.output(self.output_norm(x))
        log_probs = torch.log_softmax(logits, -1)
        return log_probs, stack_next, history[:, -total:], torch.stack(memory_next, 1)
