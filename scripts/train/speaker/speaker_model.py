"""The speaker network: convolutions over log-mel rows, mean and spread over time weighted by attention, one vector of
length 1. The level of the recording is taken out inside."""

import torch
from torch import nn

BINS, WIDTH, WIDE, SIZE = 40, 128, 192, 96


class Block(nn.Module):
    def __init__(self, taps, dilation):
        super().__init__()
        self.convolution = nn.Conv1d(WIDTH, WIDTH, taps, padding=dilation * (taps // 2), dilation=dilation)
        self.norm = nn.BatchNorm1d(WIDTH)

    def forward(self, x):
        return x + torch.relu(self.norm(self.convolution(x)))


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Conv1d(BINS, WIDTH, 5, padding=2), nn.BatchNorm1d(WIDTH), nn.ReLU())
        self.blocks = nn.Sequential(Block(3, 1), Block(3, 2), Block(3, 3))
        self.wide = nn.Sequential(nn.Conv1d(WIDTH, WIDE, 1), nn.ReLU())
        self.attention = nn.Sequential(nn.Conv1d(WIDE, 48, 1), nn.Tanh(), nn.Conv1d(48, WIDE, 1))
        self.pooled = nn.BatchNorm1d(2 * WIDE)
        self.out = nn.Linear(2 * WIDE, SIZE)

    def forward(self, rows):
        """rows [B, T, 40] -> [B, 96], of length 1."""
        x = (rows - rows.mean((1, 2), keepdim=True)) * 0.3
        x = self.wide(self.blocks(self.first(x.transpose(1, 2))))
        weight = torch.softmax(self.attention(x), 2)
        mean = (x * weight).sum(2)
        spread = torch.sqrt(torch.clamp((x * x * weight).sum(2) - mean * mean, min=1e-4))
        vector = self.out(self.pooled(torch.cat([mean, spread], 1)))
        return vector / torch.sqrt((vector * vector).sum(1, keepdim=True) + 1e-8)
