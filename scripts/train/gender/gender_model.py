"""The gender network: convolutions over log-mel rows, attention over time, two classes. The level of the recording is
removed inside; the shape of the spectrum and the texture of the pitch remain."""

import torch
from torch import nn

BINS, WIDTH = 40, 64


class Gender(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(BINS, WIDTH, 5, padding=2)
        self.second = nn.Conv1d(WIDTH, WIDTH, 5, padding=2)
        self.third = nn.Conv1d(WIDTH, WIDTH, 5, padding=2)
        self.attention = nn.Conv1d(WIDTH, 1, 1)
        self.out = nn.Linear(WIDTH, 2)
        self.dropout = nn.Dropout(0.2)

    def forward(self, rows):
        """rows [B, T, 40] -> logits [B, 2]: woman, man."""
        x = (rows - rows.mean((1, 2), keepdim=True)) * 0.3
        x = torch.relu(self.first(x.transpose(1, 2)))
        x = self.dropout(x)
        x = torch.relu(self.second(x)) + x
        x = torch.relu(self.third(x)) + x
        weight = torch.softmax(self.attention(x), 2)
        return self.out(self.dropout((x * weight).sum(2)))
