"""Tones of networks and machines: they are never speech."""

import numpy as np

RATE = 8000
KEYS = [(low, high) for low in (697, 770, 852, 941) for high in (1209, 1336, 1477, 1633)]
# Simultaneous frequencies, then seconds on and off in turn; 0: without a break.
SIGNALS = [
    ((450,), (0.35, 0.35)), ((450,), (1, 4)), ((450,), (0.7, 0.7)), ((450,), (0,)), ((450,), (0.4, 0.04)),
    ((450,), (0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.4)), ((450,), (0.2, 0.2, 0.2, 0.6)), ((950,), (0,)),
    ((440, 480), (2, 4)), ((480, 620), (0.5, 0.5)), ((350, 440), (0,)), ((400, 450), (0.4, 0.2, 0.4, 2)),
    ((425,), (1, 4)), ((425,), (0.5, 0.5)), ((400,), (0.75, 0.75)), ((1100,), (0.5, 3)), ((2100,), (0,)),
    ((1000,), (0.3, 5)), ((1400,), (0.5, 15)), ((440,), (0.5, 8)), ((1004,), (0,)), ((2600,), (0.5, 2)),
]  # fmt: skip
INFORMATION = [(950, 1400, 1800), (985, 1429, 1777), (914, 1371, 1777)]


def _sound(rng, hz, count):
    """Partials of nearly equal level, sometimes warbled or with the harmonics of a distorted line."""
    t = np.arange(count) / RATE
    out = np.zeros(count)
    for each in hz:
        out += np.sin(2 * np.pi * each * t + rng.uniform(0, 6.28)) * 10 ** (rng.uniform(-3, 3) / 20)
    if rng.random() < 0.1:
        out *= 1 + rng.uniform(0.3, 1) * np.sin(2 * np.pi * rng.uniform(14, 30) * t)
    if rng.random() < 0.15:
        out = np.tanh(out * rng.uniform(0.5, 3))
    edge = min(count // 2, int(rng.uniform(4, 60)))
    out[:edge] *= np.linspace(0, 1, edge)
    out[count - edge :] *= np.linspace(1, 0, edge)
    return out


def _cadence(rng, total, hz, turns):
    out = np.zeros(total)
    if turns == (0,):
        return _sound(rng, hz, total)
    at, turn, pace = 0, int(rng.integers(0, len(turns))), rng.uniform(0.9, 1.1)
    while at < total:
        count = min(total - at, max(80, int(turns[turn % len(turns)] * pace * RATE)))
        if turn % 2 == 0:
            out[at : at + count] = _sound(rng, hz, count)
        at, turn = at + count, turn + 1
    return out


def _keys(rng, total):
    out = np.zeros(total)
    at = 0
    while at < total:
        count = min(total - at, int(rng.uniform(0.05, 0.4) * RATE))
        out[at : at + count] = _sound(rng, KEYS[int(rng.integers(0, 16))], count)
        at += count + int(rng.uniform(0.04, 0.8) * RATE)
    return out


def _steps(rng, total):
    """Special information tones, chimes and beeps: single tones one after another."""
    out = np.zeros(total)
    at = 0
    while at < total:
        group = INFORMATION[int(rng.integers(0, 3))] if rng.random() < 0.5 else rng.uniform(300, 2500, 3)
        span = rng.uniform(0.1, 0.4)
        for hz in group:
            count = min(total - at, int(span * RATE))
            if count > 200:
                out[at : at + count] = _sound(rng, (hz,), count)
            at += count
        at += int(rng.uniform(0.3, 3) * RATE)
    return out


def _modem(rng, total):
    """Keyed carriers of fax machines and modems, and sweeps."""
    if rng.random() < 0.3:
        hz = np.interp(np.arange(total), [0, total], rng.uniform(300, 3400, 2))
        return np.sin(2 * np.pi * np.cumsum(hz) / RATE)
    symbol = max(3, int(RATE / rng.choice([300, 600, 1200, 2400])))
    bits = rng.integers(0, 2, total // symbol + 1).repeat(symbol)[:total]
    low = rng.choice([980, 1070, 1650, 1300, 1850])
    return np.sin(2 * np.pi * np.cumsum(low + bits * rng.choice([200, 800, 250])) / RATE)


def draw(rng, total):
    """-> floats of RMS about 0.7 while they sound."""
    kind = rng.random()
    if kind < 0.65:
        hz, turns = SIGNALS[int(rng.integers(0, len(SIGNALS)))]
        if rng.random() < 0.2:
            hz = tuple(rng.uniform(300, 2200, int(rng.integers(1, 3))))
        return _cadence(rng, total, tuple(each * rng.uniform(0.97, 1.03) for each in hz), turns)
    if kind < 0.82:
        return _keys(rng, total)
    return _steps(rng, total) if kind < 0.93 else _modem(rng, total)
