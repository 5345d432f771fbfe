"""Pitch track of a recording: normalised autocorrelation every 10 ms, the best path through it, refined by WORLD.

DIO loses half of the voiced frames of these recordings and Harvest takes 0.2 s of work for each second (both measured).
"""

import numpy as np
import pyworld
import soxr

RATE, HOP = 16000, 160
LOW_RATE, LOW_HOP = 4000, 40
WINDOW = 120  # 30 ms at the low rate
LOW_HZ, HIGH_HZ, CANDIDATES = 62.0, 480.0, 110
UNVOICED = 0.5  # correlation that a voiced frame must beat
CHANGE = 0.28  # cost of starting or ending voice
JUMP = 3.0  # cost of a step of one in ln(pitch)
LONG_LAG = 0.06  # favours short periods, against octaves too low


def _correlation(wave):
    """[frames, CANDIDATES] normalised correlation of two windows that lie one period apart around each frame."""
    low = soxr.resample(wave, RATE, LOW_RATE)
    low = low - 0.85 * np.pad(low, (1, 0))[:-1]  # rumble, and noise without its high part, look periodic
    longest = int(LOW_RATE / LOW_HZ) + 2
    frames = len(wave) // HOP + 1
    padded = np.pad(low, (WINDOW, WINDOW + 2 * longest + LOW_HOP))
    padded = padded + np.random.default_rng(0).normal(0, 1e-4, len(padded))  # digital silence correlates with nothing
    lags = LOW_RATE / np.geomspace(LOW_HZ, HIGH_HZ, CANDIDATES)
    span = WINDOW + longest
    starts = np.arange(frames) * LOW_HOP + WINDOW - WINDOW // 2 - longest // 2
    x = padded[starts[:, None] + np.arange(span)]
    x = x - x.mean(1, keepdims=True)
    size = 512
    product = np.fft.rfft(x, size) * np.conj(np.fft.rfft(x[:, :WINDOW], size))
    cross = np.fft.irfft(product, size * 4)[:, : longest * 4] * 4  # lags of a quarter sample
    sums = np.cumsum(np.pad(x**2, ((0, 0), (1, 0))), axis=1)
    later = sums[:, WINDOW : WINDOW + longest] - sums[:, :longest]
    scale = np.sqrt(np.maximum(later * later[:, :1], 1e-12))
    fine = lags * 4
    at = fine.astype(int)
    part = fine - at
    value = cross[:, at] * (1 - part) + cross[:, np.minimum(at + 1, cross.shape[1] - 1)] * part
    return value / scale[:, np.minimum(np.round(lags).astype(int), longest - 1)], x.std(1)


def track(wave):
    """wave: float64, full scale 1 -> F0 in Hz for every 10 ms, 0 where unvoiced; len(wave) // 160 + 1 frames."""
    correlation, level = _correlation(wave)
    grid = np.log(np.geomspace(LOW_HZ, HIGH_HZ, CANDIDATES))
    quiet = 0.3 * np.clip(-3.0 - np.log(level / (np.percentile(level, 95) + 1e-9) + 1e-6), 0, 2)  # 26 dB under the loud
    cost = np.empty((len(correlation), CANDIDATES + 1))
    cost[:, :-1] = 1 - correlation - LONG_LAG * (grid - grid[0]) / (grid[-1] - grid[0]) + quiet[:, None]
    cost[:, -1] = 1 - UNVOICED
    step = np.full((CANDIDATES + 1, CANDIDATES + 1), CHANGE)
    step[:-1, :-1] = np.minimum(JUMP * np.abs(grid[:, None] - grid), 2 * CHANGE + 0.2)
    step[-1, -1] = 0
    total, back = cost[0], np.zeros(cost.shape, np.int16)
    columns = np.arange(CANDIDATES + 1)
    for t in range(1, len(cost)):
        every = total + step
        back[t] = every.argmin(1)
        total = every[columns, back[t]] + cost[t]
    path = np.empty(len(cost), np.int64)
    path[-1] = total.argmin()
    for t in range(len(cost) - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    found = np.where(path < CANDIDATES, np.exp(grid[np.minimum(path, CANDIDATES - 1)]), 0.0)
    times = np.arange(len(found)) * HOP / RATE
    refined = pyworld.stonemask(wave, found, times, RATE)
    near = np.abs(np.log(np.maximum(refined, 1.0) / np.maximum(found, 1.0))) < 0.12
    return np.where(near, refined, found), times
