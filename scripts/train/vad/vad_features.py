"""The front end of the sound models, the same as in native/core/vad/sound_net.cc: 40 log-mel rows of 8 kHz audio every
10 ms.

A row's window is the 256 samples that end with its 80 new ones (Hann; a full-scale sine has power 1). Filters are
triangles on the mel scale, none narrower than one bin.
"""

import numpy as np

BANDS = 40
LOW_HZ, HIGH_HZ = 90.0, 3800.0
FLOOR = 1e-9
CENTRE, SPREAD = -13.0, 4.0
HOP, WINDOW = 80, 256


def _mel(hz):
    return 1127 * np.log(1 + np.asarray(hz, np.float64) / 700)


def _hz(mel):
    return 700 * (np.exp(np.asarray(mel, np.float64) / 1127) - 1)


def filters():
    """[128, BANDS] weights on the power of bins of 31.25 Hz."""
    edges = _hz(np.linspace(_mel(LOW_HZ), _mel(HIGH_HZ), BANDS + 2))
    hz = np.arange(128) * 31.25
    out = np.zeros((128, BANDS))
    for band in range(BANDS):
        centre = edges[band + 1]
        left = min(edges[band], centre - 31.25)
        right = max(edges[band + 2], centre + 31.25)
        rise = (hz - left) / (centre - left)
        fall = (right - hz) / (right - centre)
        out[:, band] = np.maximum(0, np.minimum(rise, fall))
    return out.astype(np.float32)


FILTERS = filters()
HANN = (0.5 * (1 - np.cos(2 * np.pi * (np.arange(WINDOW) + 0.5) / WINDOW)) / np.sqrt(6144.0)).astype(np.float32)


def rows(samples):
    """`samples`: floats of -1 to 1 -> float32 [len // 80, BANDS], about 0 with spread 1."""
    count = len(samples) // HOP
    padded = np.concatenate([np.zeros(WINDOW - HOP, np.float32), samples[: count * HOP].astype(np.float32)])
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count]
    spectrum = np.fft.rfft(frames * HANN, axis=1)[:, :128]
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return ((np.log(power @ FILTERS + np.float32(FLOOR)) - CENTRE) / SPREAD).astype(np.float32)
