"""The acoustic model of the voices: units -> durations and hidden states; frames of 10 ms -> pitch, voice, envelope,
aperiodicity. The encoder sees a whole sentence; `Frames.stream` computes on chunks with caches what `forward` does on
the whole. Timbre and manner (durations, pitch, loudness) have an embedding each, so that a voice known from words
alone can speak in the manner of one that read sentences.
"""

import torch
import torch.nn.functional as F
from tts import tts_units
from torch import nn

ENVELOPE, BANDS = 64, 5
PLACES = 6  # numbers for the place of a frame in its unit and syllable
TAPS = 9
LOOK = TAPS // 2


class Block(nn.Module):
    def __init__(self, width, hidden, dropout=0.0):
        super().__init__()
        self.memory = nn.Conv1d(width, width, TAPS, groups=width)
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.dropout = dropout
        self.scale = nn.Parameter(torch.full((width,), 0.5))

    def mix(self, context):
        """context [B, T + TAPS - 1, C] -> [B, T, C]."""
        memory = self.memory(context.transpose(1, 2)).transpose(1, 2)
        centre = context[:, LOOK : context.shape[1] - LOOK]
        hidden = F.gelu(self.up(self.norm(centre + memory)), approximate='tanh')
        hidden = self.down(hidden)
        if self.training and self.dropout:  # the same values in every frame: drawing all of them took an eighth of a step
            hidden = F.dropout(hidden.new_ones(len(hidden), 1, hidden.shape[-1]), self.dropout) * hidden
        return centre + self.scale * hidden

    def forward(self, x, valid):
        return self.mix(F.pad(x * valid, (0, 0, LOOK, LOOK))) * valid


class Encoder(nn.Module):
    """Units of a sentence -> hidden states, ln of the frames of each, loudness of each (in deviations)."""

    def __init__(self, speakers, width=160, hidden=480, blocks=4, manner=24, dropout=0.1):
        super().__init__()
        size = (len(tts_units.NAMES), tts_units.TONES, 4, tts_units.FAR + 1, tts_units.FAR + 1, tts_units.FAR + 1)
        self.tables = nn.ModuleList(nn.Embedding(count, width) for count in size)
        self.manner = nn.Embedding(speakers, manner)
        self.blocks = nn.ModuleList(Block(width, hidden, dropout) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        first, last = nn.Linear(width + manner, width), nn.Linear(width, 2)
        self.predict = nn.ModuleList([first, Block(width, width, dropout), last])

    def forward(self, tokens, manner):
        """tokens [B, U, 6+] ids, 0 after the end; manner [B, .] embedding of the way of speaking."""
        valid = (tokens[..., :1] > 0).float()
        x = sum(table(tokens[..., at]) for at, table in enumerate(self.tables))
        for block in self.blocks:
            x = block(x, valid)
        x = self.norm(x) * valid
        way = manner[:, None].expand(-1, x.shape[1], -1)
        first, block, last = self.predict
        guess = last(block(F.gelu(first(torch.cat([x, way], -1)), approximate='tanh'), valid))
        return x, guess[..., 0], guess[..., 1]


class Frames(nn.Module):
    """Hidden states repeated for every frame -> ln pitch (deviations), voice (logit); envelope, aperiodicity."""

    def __init__(self, speakers, units=160, manner=24, timbre=48, pitch_width=128, width=256, hidden=640,
                 pitch_blocks=3, blocks=6, dropout=0.05):  # fmt: skip
        super().__init__()
        self.timbre = nn.Embedding(speakers, timbre)
        self.pitch_input = nn.Linear(units + PLACES + manner, pitch_width)
        self.pitch_blocks = nn.ModuleList(Block(pitch_width, 3 * pitch_width, dropout) for _ in range(pitch_blocks))
        self.pitch_output = nn.Linear(pitch_width, 2)
        self.input = nn.Linear(units + PLACES + 1 + 2 + timbre, width)
        self.blocks = nn.ModuleList(Block(width, hidden, dropout) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, ENVELOPE + BANDS)
        self.register_buffer('mean', torch.zeros(ENVELOPE))
        self.register_buffer('scale', torch.ones(ENVELOPE))

    def tune(self, hidden, places, valid, manner):
        """-> ln pitch in deviations and logit of voice [B, T, 2]."""
        way = manner[:, None].expand(-1, hidden.shape[1], -1)
        x = self.pitch_input(torch.cat([hidden, places, way], -1))
        for block in self.pitch_blocks:
            x = block(x, valid)
        return self.pitch_output(x)

    def paint(self, hidden, places, loud, tune, valid, timbre):
        """tune: ln pitch and whether voiced (0 or 1) -> envelope in dB and aperiodicity."""
        who = timbre[:, None].expand(-1, hidden.shape[1], -1)
        x = self.input(torch.cat([hidden, places, loud, tune, who], -1))
        for block in self.blocks:
            x = block(x, valid)
        return self.finish(x)

    def finish(self, x):
        out = self.output(self.norm(x))
        return out[..., :ENVELOPE] * self.scale + self.mean, torch.sigmoid(out[..., ENVELOPE:])

    def delays(self):
        return LOOK * len(self.pitch_blocks), LOOK * len(self.blocks)

    def caches(self):
        late = sum(self.delays())
        return (
            torch.zeros(1, late, 1),
            torch.zeros(1, self.delays()[0], self.input.in_features - 2 - self.timbre.embedding_dim),
            torch.zeros(1, len(self.pitch_blocks), TAPS - 1, self.pitch_input.out_features),
            torch.zeros(1, len(self.blocks), TAPS - 1, self.input.out_features),
            torch.zeros(1, self.delays()[1], 2),
        )

    def stream(self, frames, valid, manner, timbre, valid_cache, wait, pitch_cache, cache, tune_cache):
        """A chunk of frames [1, C, units + PLACES + 1]; valid [1, C, 1] is 0 for what follows the end. Output frame i
        belongs to input frame i - sum(delays); as many empty frames flush the end."""
        size, units = frames.shape[1], self.pitch_input.in_features - PLACES - manner.shape[-1]
        history = torch.cat([valid_cache, valid], 1)
        total = valid_cache.shape[1]

        def run(x, blocks, caches, late):
            after = []
            for index, block in enumerate(blocks):
                x = x * history[:, total - late : total - late + size]
                context = torch.cat([caches[:, index], x], 1)
                after.append(context[:, size:])
                x = block.mix(context)
                late += LOOK
            return x * history[:, total - late : total - late + size], torch.stack(after, 1)

        frames = frames * valid
        way = manner[:, None].expand(-1, size, -1)
        x = self.pitch_input(torch.cat([frames[..., : units + PLACES], way], -1))
        x, pitch_after = run(x, self.pitch_blocks, pitch_cache, 0)
        tune = self.pitch_output(x)
        tune = torch.stack([tune[..., 0], (tune[..., 1] > 0).float()], -1)
        line = torch.cat([wait, frames], 1)
        who = timbre[:, None].expand(-1, size, -1)
        x = self.input(torch.cat([line[:, :size], tune, who], -1))
        x, after = run(x, self.blocks, cache, self.delays()[0])
        envelope, breath = self.finish(x)
        tunes = torch.cat([tune_cache, tune], 1)
        caches = (history[:, size:], line[:, size:], pitch_after, after, tunes[:, size:])
        return envelope, breath, tunes[:, :size], *caches


class Voice(nn.Module):
    def __init__(self, speakers, sizes=None):
        """`sizes` overrides the usual sizes of the frames' network."""
        super().__init__()
        self.speakers, self.sizes = list(speakers), dict(sizes or {})
        self.encoder = Encoder(len(speakers))
        self.frames = Frames(len(speakers), **self.sizes)
        self.register_buffer('pitch', torch.zeros(len(speakers), 2))  # mean and deviation of ln Hz


def places(frames, syllables):
    """Frames of each unit and its syllable's number -> (index of the unit of each frame, where it lies [T, PLACES])."""
    frames = torch.as_tensor(frames)
    unit = torch.repeat_interleave(torch.arange(len(frames)), frames)
    ends = frames.cumsum(0)
    at = torch.arange(int(ends[-1])).float() + 0.5
    lengths = frames[unit].float()
    done = at - (ends - frames)[unit]
    syllables = torch.as_tensor(syllables)
    key = torch.where(syllables >= 0, syllables, -1 - torch.arange(len(syllables)))
    _, group = torch.unique_consecutive(key, return_inverse=True)
    whole = torch.zeros(int(group.max()) + 1, dtype=torch.long).index_add(0, group, frames)
    before = whole.cumsum(0) - whole
    inside = (at - before[group][unit]) / whole[group][unit]
    near = [(done / 10).clamp(max=2), ((lengths - done) / 10).clamp(max=2)]
    whole_ln = whole[group][unit].float().log()
    return unit, torch.stack([done / lengths, lengths.log() - 2.3, *near, inside, whole_ln - 3.0], -1)
