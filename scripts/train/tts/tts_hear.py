"""A recogniser on vocoder frames, differentiable in the envelope: the voices must be understood.

Frames of 10 ms -> expected power spectrum of a 25 ms window (harmonics of the pitch, noise by the aperiodicity) ->
log-mel of spectrum.py -> the recogniser's units -> CTC. Of 60 recorded sentences of S0150 it hears 19.1 % of the
syllables wrongly at 16 kHz, of the sound itself 16.0 %; at 8 kHz 15.5 % (16.4 %); of S0252 26.1 % (21.8 %), 25.4 % (23.2 %).
"""

import pathlib

from asr import evaluate
import numpy as np
from asr import spectrum
import torch
import torch.nn.functional as F
from asr import units
from tts.tts_prepare import BANDS_HZ, mel, mel_points

RATE, WINDOW, BINS, BIN_HZ = 16000, 400, 256, 31.25
WELL = 0.15  # a sentence with less CTC loss per unit is understood well enough
PITCHES = np.exp(np.linspace(np.log(55.0), np.log(560.0), 420))
CHECKPOINTS = pathlib.Path(__file__).parents[1] / 'checkpoints/all'


def interpolation(warp):
    """[64, 256] weights: the envelope at the spectrum's bins, formants moved by the factor `warp`."""
    points, hz = mel(mel_points()), np.minimum(np.arange(BINS) * BIN_HZ / warp, 8000.0)
    at = np.interp(mel(hz), points, np.arange(64))
    low = np.minimum(at.astype(int), 62)
    out = np.zeros((64, BINS), np.float32)
    out[low, np.arange(BINS)] = 1 - (at - low)
    out[low + 1, np.arange(BINS)] = at - low
    return torch.from_numpy(out)


def combs():
    """[pitches, 256]: power of the harmonics in the window, relative to noise of the same mean power."""
    window = np.hamming(WINDOW)
    fine = np.abs(np.fft.rfft(window, 1 << 14)) ** 2  # every 0.98 Hz
    step = RATE / (1 << 14)
    bins = np.arange(BINS) * BIN_HZ
    out = np.zeros((len(PITCHES), BINS), np.float32)
    for row, pitch in enumerate(PITCHES):
        harmonics = np.arange(-2, int(8000 / pitch) + 3) * pitch
        harmonics = harmonics[harmonics != 0]
        away = np.abs(bins[:, None] - harmonics[None])
        seen = np.interp(away, np.arange(len(fine)) * step, fine)
        out[row] = (seen * (away < 400)).sum(1) * pitch / RATE / (window**2).sum()
    return torch.from_numpy(out)


class Listener(torch.nn.Module):
    def __init__(self, folder=CHECKPOINTS, rates=(16000, 8000)):
        super().__init__()
        self.models = torch.nn.ModuleDict()
        for rate in rates:
            model, _ = evaluate.load(folder / f'slim-{rate // 1000}k.pt')
            self.models[str(rate)] = model.eval().requires_grad_(False)
        self.combs = combs()
        middles = np.array([(low + high) / 2 for low, high in BANDS_HZ])
        hz = np.arange(BINS) * BIN_HZ
        self.bands = torch.from_numpy(
            np.stack([np.interp(hz, middles, row) for row in np.eye(5)]).astype(np.float32)
        )  # [5, 256]
        emphasis = np.abs(1 - spectrum.PREEMPHASIS * np.exp(-2j * np.pi * hz / RATE)) ** 2
        self.scale = torch.from_numpy((emphasis * (np.hamming(WINDOW) ** 2).sum() * 32768.0**2).astype(np.float32))
        self.banks = {
            rate: torch.from_numpy(
                spectrum.filters(*spectrum.BANDS[rate], BINS, BIN_HZ) * spectrum.telephone_gain(rate)
            )
            for rate in rates
        }
        self.warps = {}

    def power(self, envelope, pitch, breath, warp=1.0, rng=None):
        """envelope dB [B, T, 64], pitch Hz [B, T], breath [B, T, 5] -> [B, T, 256]; with rng, noise is random."""
        key = round(warp, 2)
        if key not in self.warps:
            self.warps[key] = interpolation(key)
        smooth = 10 ** ((envelope @ self.warps[key]) / 10)
        row = (torch.log(pitch.clamp(min=55.0, max=560.0)) - np.log(PITCHES[0])) / np.log(PITCHES[1] / PITCHES[0])
        comb = self.combs[row.round().long()]
        share = (breath @ self.bands).clamp(0, 1)
        share = torch.where(pitch[..., None] > 0, share, torch.ones_like(share))
        noise = torch.ones_like(share) if rng is None else torch.empty_like(share).exponential_(1.0, generator=rng)
        excitation = (1 - share) * comb + share * noise
        seen = smooth * excitation
        later = F.pad(seen, (0, 0, 0, 2))  # a window that begins at 10 j ms covers the frames j to j + 2
        return (0.12 * seen + 0.55 * later[:, 1:-1] + 0.33 * later[:, 2:]) * self.scale

    def features(self, power, rate):
        return torch.log((power @ self.banks[rate].T).clamp(min=1.1920929e-07))

    def hear(self, power, rate):
        """-> log probabilities [B, T / 3, units]."""
        model = self.models[str(rate)]
        features = self.features(power, rate)
        features = F.pad(features, (0, 0, 0, -features.shape[1] % 3), value=float(features.detach().amin()))
        return F.log_softmax(model(features)[0], -1)


def loss(log_probs, lengths, labels):
    """Mean CTC loss per unit beyond WELL. lengths: in frames of 10 ms; labels: lists of unit ids."""
    targets = torch.tensor([each for row in labels for each in row])
    sizes = torch.tensor([len(row) for row in labels])
    frames = (torch.as_tensor(lengths) // 3).clamp(max=log_probs.shape[1])
    each = F.ctc_loss(log_probs.transpose(0, 1), targets, frames, sizes, blank=0, reduction='none', zero_infinity=True)
    return (each / sizes - WELL).clamp(min=0.0, max=4.0).mean()


def errors(log_probs, lengths, labels):
    """Toneless syllable errors of the most probable units, and syllables."""
    wrong = total = 0
    for row, length, label in zip(log_probs.argmax(-1), lengths, labels, strict=True):
        ids = torch.unique_consecutive(row[: int(length) // 3]).tolist()
        said = [(a, b[:-1]) for a, b in units.decode([each for each in ids if each])]
        wanted = [(a, b[:-1]) for a, b in units.decode(label)]
        wrong += evaluate.distance(said, wanted)
        total += len(wanted)
    return wrong, total
