"""Augmentation of power spectra [frames, 256 bins of 31.25 Hz] (16 kHz cache): voices, rooms, noises, lines.

Everything random comes from the numpy Generator that the caller passes.
"""

from asr import spectrum
import numpy as np

BINS = 256
HZ = np.arange(BINS) * 31.25
# What the front end's pre-emphasis makes of white noise: 30 dB more at 4 kHz than at 100 Hz.
EMPHASIS = spectrum.emphasis(spectrum.CACHE_RATE).astype(np.float32)
# Low-pass lifter over the log spectrum: quefrencies under 2.1 ms are the envelope, the rest is the harmonic structure.
_k = np.arange(BINS)
_dct = np.cos(np.pi * (_k[None, :] + 0.5) * _k[:, None] / BINS) * np.sqrt(2.0 / BINS)
_dct[0] /= np.sqrt(2.0)
_lifter = 1.0 / (1.0 + np.exp((_k - 34.0) / 2.5))
ENVELOPE = (_dct.T @ (_lifter[:, None] * _dct)).astype(np.float32)


def stretch(log_spectrum, rate):
    """Plays `rate` times as fast (linear interpolation in time)."""
    count = max(6, int(len(log_spectrum) / rate))
    at = np.linspace(0, len(log_spectrum) - 1.001, count)
    low = at.astype(np.int64)
    part = (at - low).astype(np.float32)[:, None]
    return log_spectrum[low] * (1 - part) + log_spectrum[np.minimum(low + 1, len(log_spectrum) - 1)] * part


def _resample_bins(x, at):
    at = np.clip(at, 0, BINS - 1.001)
    low = at.astype(np.int64)
    part = (at - low).astype(np.float32)
    return x[:, low] * (1 - part) + x[:, low + 1] * part


def warp(log_spectrum, tract, pitch):
    """Formants times `tract`, pitch times `pitch`."""
    envelope = log_spectrum @ ENVELOPE
    return _resample_bins(envelope, _k / tract) + _resample_bins(log_spectrum - envelope, _k / pitch)


# ln of tract length and of pitch against the recorded voice. Nearly all real recordings are of women, so that the
# ranges lean to longer tracts and lower pitch; generated voices are already of both sexes.
RANGES = {'real': (-0.15, 0.30, -0.25, 0.60), 'generated': (-0.2, 0.2, -0.3, 0.3)}


def voice(log_spectrum, rng, kind='real', tracts=None):
    """Another vocal tract: a random monotone warp of the formants, another pitch, sharper or flatter resonances. `tracts`
    overrides the bounds of ln of the tract's length."""
    short, long, high, deep = RANGES[kind]
    tract = np.exp(rng.uniform(*(tracts or (short, long))))
    knots = np.array([0.0, 700.0, 1700.0, 3000.0, 8000.0]) / 31.25
    bends = tract * np.exp(rng.normal(0, 0.05, len(knots)))
    at = _k * np.interp(_k, knots, bends)
    if rng.random() < 0.2:
        return _resample_bins(log_spectrum, _k * tract)
    pitch = np.exp(rng.uniform(high, deep))
    envelope = log_spectrum @ ENVELOPE
    harmonics = _resample_bins(log_spectrum - envelope, _k * pitch) * np.float32(rng.uniform(0.5, 1.15))
    envelope = _resample_bins(envelope, at)
    centre = envelope.mean(1, keepdims=True)
    return centre + (envelope - centre) * np.float32(rng.uniform(0.8, 1.2)) + harmonics


def equaliser(rng):
    """A smooth random response of the microphone and line, as power factors."""
    axis = HZ / 4000.0
    decibel = rng.uniform(-7, 7) * (axis - 0.5)
    for order in (1, 2, 3):
        decibel = decibel + rng.normal(0, 2.0 / order) * np.cos(np.pi * order * axis + rng.uniform(0, 6.28))
    if rng.random() < 0.4:
        decibel = decibel - np.maximum(0, (rng.uniform(150, 380) - HZ) / 100) * rng.uniform(4, 14)
    if rng.random() < 0.3:
        decibel = decibel - np.maximum(0, (HZ - rng.uniform(3100, 3700)) / 300) * rng.uniform(5, 20)
    return (10 ** (np.maximum(decibel, -45) / 10)).astype(np.float32)


def room(power, rng):
    decay = np.exp(-13.8 * 0.01 / rng.uniform(0.15, 0.6))
    level = rng.uniform(0.02, 0.25)
    out = power.copy()
    for lag in range(1, 16):
        out[lag:] += power[:-lag] * (level * decay**lag) if lag < len(power) else 0
    return out


def stationary(rng, frames):
    """White to red noise with the statistics of a power spectrum."""
    shape = (np.maximum(HZ, 60) / 1000.0) ** rng.uniform(-1.5, 1.5)
    if rng.random() < 0.3:
        mains = 50 * rng.integers(1, 8)
        shape = shape * 0.05 + np.exp(-(((HZ - mains) / 40.0) ** 2)) * 20
    return (rng.exponential(1.0, (frames, BINS)) * shape).astype(np.float32)


def add_hiss(power, rng, snr_db):
    """Nearly white noise under a call. The ratio is that of the sound itself between 125 and 3750 Hz, before the
    pre-emphasis, which takes some 10 dB from it: pre-emphasis lifts such noise and lowers voices."""
    loud = np.percentile((power[:, 4:120] / EMPHASIS[4:120]).sum(1), 80) + 1.0
    shape = (np.maximum(HZ, 60) / 1000.0) ** rng.normal(0, 0.25)
    level = loud / shape[4:120].sum() * 10 ** (-snr_db / 10)
    return power + (rng.exponential(level, power.shape) * shape * EMPHASIS).astype(np.float32)


def add_noise(power, noise, snr_db):
    loud = np.percentile(power[:, 4:120].sum(1), 85) + 1.0
    level = noise[:, 4:120].sum(1).mean() + 1e-3
    return power + noise * np.float32(loud / level * 10 ** (-snr_db / 10))


def codec(power, rng):
    """Rounding noise of a companded line: 30-40 dB under each frame, white before the pre-emphasis."""
    shape = spectrum.emphasis(8000)
    level = power[:, 4:120].sum(1, keepdims=True) * 10 ** (-rng.uniform(30, 42) / 10)
    noise = rng.exponential(1.0, power.shape) * (shape / shape[:128].sum())
    return power + (level * noise).astype(np.float32)


def telephone(power, rng):
    """A narrow-band call that was brought to 16 kHz: above 3.4-4 kHz only the rounding to 16 bits is left."""
    rounding = rng.exponential(1.0, power.shape) * (EMPHASIS * 160 / 12)
    kept = 1 / (1 + np.exp((HZ - rng.uniform(3400, 3950)) / rng.uniform(20, 80)))
    return (power * kept + rounding).astype(np.float32)


def loss(power, rng):
    """Lost 20-60 ms packets: silence or the frame before."""
    out = power.copy()
    for _ in range(rng.integers(1, 1 + max(2, len(power) // 60))):
        at, span = rng.integers(1, len(power)), rng.integers(2, 7)
        out[at : at + span] = out[at - 1] * rng.choice([0.0, 0.5, 1.0])
    return out


def mask(log_mel, rng):
    """SpecAugment: frequency and time masks filled with the mean of the chunk."""
    fill = log_mel.mean()
    bins = log_mel.shape[1]
    for _ in range(rng.integers(0, 3)):
        width = rng.integers(1, bins // 6 + 1)
        at = rng.integers(0, bins - width)
        log_mel[:, at : at + width] = fill
    for _ in range(rng.integers(0, 1 + len(log_mel) // 150 + 1)):
        width = rng.integers(3, 13)
        at = rng.integers(0, max(1, len(log_mel) - width))
        log_mel[at : at + width] = fill
    return log_mel
