"""The punctuation network: character embeddings, blocks of depthwise convolution over the neighbours and feed-forward
layers (an FSMN-like memory), four classes for each position. Each block sees 4 characters to either side."""

import torch
from torch import nn

UNKNOWN, START, END = range(3)
WIDTH, HIDDEN, BLOCKS, TAPS = 176, 448, 6, 9


class Block(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.memory = nn.Conv1d(WIDTH, WIDTH, TAPS, padding=TAPS // 2, groups=WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.wide = nn.Linear(WIDTH, HIDDEN)
        self.narrow = nn.Linear(HIDDEN, WIDTH)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, kept):
        x = x * kept
        x = x + self.memory(x.transpose(1, 2)).transpose(1, 2)
        return x + self.dropout(self.narrow(self.dropout(torch.relu(self.wide(self.norm(x))))))


class Punctuator(nn.Module):
    def __init__(self, characters, dropout=0.15):
        super().__init__()
        self.embedding = nn.Embedding(characters, WIDTH)
        nn.init.normal_(self.embedding.weight, 0, 0.5)
        self.dropout = nn.Dropout(dropout)
        self.blocks = nn.ModuleList(Block(dropout) for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(WIDTH)
        self.out = nn.Linear(WIDTH, 4)

    def forward(self, ids, kept=None):
        """ids [B, L]; kept [B, L, 1]: 0 where a shorter text is padded (only in training)."""
        x = self.dropout(self.embedding(ids))
        kept = torch.ones((), dtype=x.dtype) if kept is None else kept
        for block in self.blocks:
            x = block(x, kept)
        return self.out(self.norm(x))
