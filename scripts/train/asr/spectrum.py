"""Front end: Kaldi-compatible log-mel filter bank, and the same from a stored power spectrum.

Options (the C++ front end must match them): samples at int16 scale, 25 ms frames every 10 ms, snip edges,
dither 0, remove DC per frame, pre-emphasis 0.97 per frame (the first sample against itself), hamming window
0.54 - 0.46 cos(2 pi n / (N - 1)), FFT of the next power of two, power spectrum, triangular mel filters
(1127 ln(1 + f / 700), triangles linear in mel, bins 0 .. N/2 - 1), natural log, floor FLT_EPSILON.
"""

import numpy as np

PREEMPHASIS = 0.97
BANDS = {8000: (40, 60.0, 3800.0), 16000: (80, 20.0, 7600.0)}  # bins, low Hz, high Hz
CACHE_RATE = 16000
CACHE_STEP = 0.125  # nats per count of the 8-bit log spectrum


def mel(hz):
    return 1127.0 * np.log1p(np.asarray(hz, np.float64) / 700.0)


def filters(bins, low_hz, high_hz, fft_bins, bin_hz):
    """[bins, fft_bins] triangular weights over FFT bins 0 .. fft_bins - 1."""
    edges = np.linspace(mel(low_hz), mel(high_hz), bins + 2)
    at = mel(np.arange(fft_bins) * bin_hz)
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    up = (at - left) / (centre - left)
    down = (right - at) / (right - centre)
    return np.maximum(0.0, np.minimum(up, down)).astype(np.float32)


def power(wave, rate):
    """int16-scale samples -> [frames, fft/2] power spectrum with pre-emphasis."""
    size, shift = rate * 25 // 1000, rate // 100
    if len(wave) < size:
        return np.zeros((0, 1 << (size - 1).bit_length() >> 1), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(np.asarray(wave, np.float32), size)[::shift].copy()
    frames -= frames.mean(1, keepdims=True)
    frames[:, 1:] -= PREEMPHASIS * frames[:, :-1]
    frames[:, 0] -= PREEMPHASIS * frames[:, 0]
    frames *= np.hamming(size).astype(np.float32)
    fft = 1 << (size - 1).bit_length()
    return (np.abs(np.fft.rfft(frames, fft)[:, :-1]) ** 2).astype(np.float32)


def log_mel(wave, rate, bins=None, low_hz=None, high_hz=None):
    default = BANDS[rate]
    spectrum = power(wave, rate)
    bank = filters(bins or default[0], low_hz or default[1], high_hz or default[2], spectrum.shape[1], 31.25)
    return np.log(np.maximum(spectrum @ bank.T, 1.1920929e-07))


def emphasis(rate):
    """[256] factors of the power in bins of 31.25 Hz that pre-emphasis at this sample rate brings."""
    return np.abs(1 - PREEMPHASIS * np.exp(-2j * np.pi * np.arange(256) * 31.25 / rate)) ** 2


def telephone_gain(rate):
    """Factor that turns the cached 16 kHz power spectrum into the one that the front end of `rate` would measure."""
    if rate == CACHE_RATE:
        return np.ones(256, np.float32)
    return (emphasis(rate) / emphasis(CACHE_RATE) / (CACHE_RATE / rate) ** 2).astype(np.float32)


def pack(wave16k):
    """16 kHz samples -> uint8 [frames, 256] log power spectrum for the training cache."""
    return np.clip(np.round(np.log(power(wave16k, CACHE_RATE) + 1.0) / CACHE_STEP), 0, 255).astype(np.uint8)
