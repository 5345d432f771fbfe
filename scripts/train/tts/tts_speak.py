"""Says sentences with the trained voices, without src/tts: for listening and for scripts/measure/eval/voices/tts_say.py.

    python -m tts.tts_speak RUN_DIR/slim.pt OUT_DIR --text FILE [--voice yuetan:S0150] [--vocoder PROGRAM]

A voice is TIMBRE or TIMBRE:MANNER. PROGRAM takes frames (float32: F0, 64 dB, 5 aperiodicities, every 10 ms) and a file
to write 16 kHz int16 samples to; without it WORLD (pyworld) makes the sound.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

import numpy as np
import pyworld
import soundfile
import torch
from tts import tts_model
from tts import tts_text
from tts import tts_units
from tts.tts_prepare import BANDS_HZ, RATE, SIZE, mel, mel_points

EDGE_FRAMES, PAUSE_FRAMES = 28, 24  # a recogniser needs some room around a sentence
LOUD_DB = -23.0


def tokens_of(text):
    """Chinese text with its marks -> tokens with silence around and between clauses; None if it has no reading."""
    out, number = [tts_units.Token(tts_units.SILENCE, frames=EDGE_FRAMES)], 0
    for clause in filter(None, re.split(r'[^\u4e00-\u9fff]+', text)):
        spoken = tts_text.spoken(clause)
        if not spoken:
            return None
        for token in tts_units.of_syllables(*spoken):
            token.syllable += number
            out.append(token)
        number += len(spoken[0])
        out.append(tts_units.Token(tts_units.SILENCE, frames=PAUSE_FRAMES))
    out[-1].frames = EDGE_FRAMES
    return out


def world(frames):
    """Frames [T, 70] every 10 ms -> samples."""
    at = mel(np.linspace(0, RATE / 2, SIZE // 2 + 1))
    power = np.stack([10 ** (np.interp(at, mel(mel_points()), line) / 10) for line in frames[:, 1:65]])
    middles = [(low + high) / 2 for low, high in BANDS_HZ]
    hz = np.linspace(0, RATE / 2, SIZE // 2 + 1)
    breath = np.sqrt(np.stack([np.interp(hz, middles, line) for line in frames[:, 65:]]))
    breath = np.where(frames[:, :1] > 0, np.clip(breath, 0.001, 0.999), 0.999)
    pitch = frames[:, 0].astype(np.float64)
    return pyworld.synthesize(pitch, power.astype(np.float64), breath.astype(np.float64), RATE, 10.0)


def native(program):
    def sound(frames):
        with tempfile.TemporaryDirectory() as folder:
            source, target = f'{folder}/frames', f'{folder}/samples'
            frames.astype(np.float32).tofile(source)
            subprocess.run([*program.split(), source, target], check=True)
            return np.fromfile(target, np.int16) / 32768.0

    return sound


class Speaker:
    def __init__(self, path, swing=1.0, sharp=0.0):
        stored = torch.load(path, weights_only=True)
        self.names = stored['speakers']
        self.model = tts_model.Voice(self.names, stored.get('sizes'))
        self.model.load_state_dict({name: value.float() for name, value in stored['model'].items()})
        self.model.eval()
        self.swing, self.sharp = swing, sharp

    @torch.no_grad()
    def frames(self, tokens, timbre, manner=None, lengths=None, tempo=1.0):
        """-> [T, 70] every 10 ms. `lengths`: frames of each token, if known."""
        model, who = self.model, torch.tensor([self.names.index(timbre)])
        way = torch.tensor([self.names.index(manner or timbre)])
        columns = torch.tensor(tts_units.columns(tokens))
        way_vector = model.encoder.manner(way)
        hidden, guess, loud = model.encoder(columns[None, :, :6], way_vector)
        if lengths is None:
            lengths = (guess[0].exp() / tempo).round().clamp(min=2, max=120).long()
            still = torch.tensor([token.frames for token in tokens])
            lengths = torch.where(columns[:, 0] == tts_units.INDEX[tts_units.SILENCE], still, lengths)
        unit, places = tts_model.places(lengths, columns[:, 6])
        hidden, level = hidden[:, unit], loud[:, unit][..., None]
        valid = torch.ones(1, len(unit), 1)
        tune = model.frames.tune(hidden, places[None], valid, way_vector)
        voiced = (tune[..., 1] > 0).float()
        sung = torch.stack([tune[..., 0], voiced], -1)
        envelope, breath = model.frames.paint(hidden, places[None], level, sung, valid, model.frames.timbre(who))
        mean, scale = model.pitch[who][0, 0], model.pitch[way][0, 1]
        quiet = columns[unit, 0] == tts_units.INDEX[tts_units.SILENCE]
        pitch = torch.exp(mean + scale * self.swing * tune[0, :, 0]) * voiced[0] * ~quiet
        lines = envelope[0]
        if self.sharp:
            smooth = torch.nn.functional.avg_pool1d(
                torch.nn.functional.pad(lines[:, None], (3, 3), mode='replicate'), 7, 1)[:, 0]
            lines = lines + self.sharp * (lines - smooth)
        return torch.cat([pitch[:, None], lines, breath[0]], 1).numpy(), lengths


def level(wave):
    energy = (wave[: len(wave) // 160 * 160].reshape(-1, 160) ** 2).mean(1)
    loud = energy[energy >= np.percentile(energy, 60)].mean()
    wave = wave * 10 ** ((LOUD_DB - 10 * np.log10(loud + 1e-12)) / 20)
    return wave / max(1.0, np.abs(wave).max() / 0.98)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('weights', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--text', type=pathlib.Path, required=True, help='file with one sentence on each line')
    parser.add_argument('--voice', default='S0150')
    parser.add_argument('--limit', type=int, default=10**6)
    parser.add_argument('--tempo', type=float, default=1.0)
    parser.add_argument('--swing', type=float, default=1.0, help='factor of the pitch movement around its mean')
    parser.add_argument('--sharp', type=float, default=0.0, help='emphasis of the envelope against its running mean')
    parser.add_argument('--vocoder', default='')
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    speaker = Speaker(args.weights, args.swing, args.sharp)
    sound = native(args.vocoder) if args.vocoder else world
    timbre, _, manner = args.voice.partition(':')
    rows = ['id\tspeaker\ttext']
    texts = args.text.read_text('utf-8').split('\n')
    texts = [text for text in texts if text.strip()]
    for at, text in list(enumerate(texts))[:: max(1, len(texts) // args.limit)]:
        tokens = tokens_of(text)
        if tokens is None:
            print(f'no reading: {text}')
            continue
        frames, _ = speaker.frames(tokens, timbre, manner or None, tempo=args.tempo)
        soundfile.write(args.out / f's{at:03d}.wav', level(sound(frames)), RATE, subtype='PCM_16')
        rows.append(f's{at:03d}\t{args.voice}\t{text}')
    (args.out / 'texts.tsv').write_text('\n'.join(rows) + '\n', 'utf-8')


if __name__ == '__main__':
    main()
