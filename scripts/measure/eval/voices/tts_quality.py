"""DNSMOS of folders of recordings (16 kHz): signal, background, overall (ITU-T P.835) and P.808.

    python tts_quality.py MODELS_DIR FOLDER... [--limit 200]

MODELS_DIR: DNSMOS's sig_bak_ovr.onnx and model_v8.onnx. From the published description: 9.01 s of sound (shorter ones
repeat), for P.808 a log-mel spectrum of 120 bins; the raw scores go through the published polynomials.
"""

import argparse
import pathlib

import numpy as np
import onnxruntime
import soundfile

RATE, SAMPLES = 16000, 144160
SIZE, HOP, BINS, FRAMES = 321, 160, 120, 900
CURVES = (
    (-0.08397278, 1.22083953, 0.0052439),
    (-0.13166888, 1.60915514, -0.39604546),
    (-0.06766283, 1.11546468, 0.04602535),
)
# White noise at -70 dB under all of it: DNSMOS takes digital silence for a fault of the background (by up to 0.4).
NOISE = 10 ** (-70 / 20)
COLUMNS = ('SIG', 'BAK', 'OVRL', 'P.808')
BEND_HZ, BEND_MEL, STEP = 1000.0, 15.0, np.log(6.4) / 27  # Slaney's mel scale: even up to 1 kHz, then logarithmic


def to_hz(mel):
    return np.where(mel < BEND_MEL, mel * 200 / 3, BEND_HZ * np.exp(STEP * (mel - BEND_MEL)))


def bank():
    top = BEND_MEL + np.log(RATE / 2 / BEND_HZ) / STEP
    edges = to_hz(np.linspace(0, top, BINS + 2))
    hz = np.arange(SIZE // 2 + 1) * RATE / SIZE
    rise = (hz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - hz) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rise, fall)) * (2 / (edges[2:] - edges[:-2]))[:, None]


BANK = bank()
WINDOW = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(SIZE) / SIZE)


def log_mel(wave):
    padded = np.pad(wave, SIZE // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, SIZE)[::HOP] * WINDOW
    power = np.abs(np.fft.rfft(frames)) ** 2 @ BANK.T
    decibels = 10 * np.log10(np.maximum(power, 1e-10))
    return ((np.maximum(decibels - decibels.max(), -80) + 40) / 40).astype(np.float32)


class Judge:
    def __init__(self, folder):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.p835 = onnxruntime.InferenceSession(str(folder / 'sig_bak_ovr.onnx'), options)
        self.p808 = onnxruntime.InferenceSession(str(folder / 'model_v8.onnx'), options)

    def __call__(self, path):
        wave, rate = soundfile.read(path, dtype='float32')
        wave = wave + NOISE * np.random.default_rng(1).standard_normal(len(wave)).astype(np.float32)
        if rate != RATE:
            raise ValueError(f'{path}: {rate} Hz, not {RATE}')
        wave = np.tile(wave, -(-SAMPLES // len(wave)))[:SAMPLES]
        raw = self.p835.run(None, {self.p835.get_inputs()[0].name: wave[None]})[0][0]
        mel = log_mel(wave[:-HOP])[None, :FRAMES]
        other = self.p808.run(None, {self.p808.get_inputs()[0].name: mel})[0][0][0]
        return [*(np.polyval(curve, value) for curve, value in zip(CURVES, raw, strict=True)), float(other)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('models', type=pathlib.Path)
    parser.add_argument('folders', type=pathlib.Path, nargs='+')
    parser.add_argument('--limit', type=int, default=10**6)
    args = parser.parse_args()
    judge = Judge(args.models)
    print('| voice | n | ' + ' | '.join(COLUMNS) + ' |')
    print('|---' * (len(COLUMNS) + 2) + '|')
    for folder in args.folders:
        paths = sorted(folder.glob('*.wav'))
        paths = paths[:: max(1, len(paths) // args.limit)]
        scores = np.array([judge(path) for path in paths])
        means = ' | '.join(f'{value:.2f}' for value in scores.mean(0))
        print(f'| {folder.name} | {len(paths)} | {means} |', flush=True)


if __name__ == '__main__':
    main()
