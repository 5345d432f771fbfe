"""Batches for the voices from the cache of tts_prepare.py and tts_align.py."""

import json

import numpy as np
import torch
from tts import tts_model
from tts import tts_units

SHARES = {
    'aishell': 0.6,
    'audio-cmn-hsk': 0.22,
    'audio-cmn-syllables': 0.07,
    'davin-pinyin-syllables': 0.07,
    'dspspeech20-zh': 0.04,
    'espeak-en': 0.35,
    'espeak-cn': 0.08,
}
OCTAVE = 0.6  # in ln Hz; further from a speaker's mean is an error of the pitch track
HELD_OUT = 50  # of this many recordings of a set, one is kept for the evaluation


SONORANT = {tts_units.INDEX[name] for name in (*tts_units.units.FINALS, 'm', 'n', 'l', 'r')}
NEAR_DB = 16  # of the loudest frame of a final: voiced even if the pitch track has a gap there


def voice_of(tokens, pitch, envelope, breath):
    """The voiced frames and their breath: finals are voiced except for their quiet edges, even in gaps of the track."""
    voiced, breath, at = pitch > 0, breath.astype(np.float32) / 255.0, 0
    level = envelope.astype(np.float32).mean(1) * 0.5
    for token in tokens:
        part = slice(at, at + token.frames)
        at += token.frames
        own = np.flatnonzero(voiced[part])
        if tts_units.INDEX[token.unit] not in SONORANT or len(own) < 3:
            continue
        missed = np.flatnonzero(~voiced[part] & (level[part] > level[part].max() - NEAR_DB))
        for band in breath[part].T:
            band[missed] = np.interp(missed, own, band[own])
        voiced[part][missed] = True
    return voiced, breath


class Clip:
    def __init__(self, speaker, tokens, pitch, envelope, breath, text, ident):
        self.speaker, self.text, self.ident = speaker, text, ident
        self.frames = torch.tensor([token.frames for token in tokens])
        self.tokens = torch.tensor(tts_units.columns(tokens))
        near = np.median(np.log(pitch[pitch > 0])) if pitch.any() else 0.0
        pitch = np.where((pitch > 0) & (np.abs(np.log(pitch + 1e-3) - near) < OCTAVE), pitch, 0)
        self.pitch, self.envelope = pitch, envelope
        self.voiced, self.breath = voice_of(tokens, pitch, envelope, breath)
        self.length = int(self.frames.sum())
        edges = np.concatenate([[0], np.cumsum(self.frames.numpy())])[:-1]
        self.level = np.add.reduceat(envelope.astype(np.float32).mean(1) * 0.5, edges) / self.frames.numpy()

    def decibels(self):
        return self.envelope.astype(np.float32) * 0.5 - 120.0


def load(cache, names=None):
    """-> {set: [Clip]}: clips with an alignment."""
    sets = {}
    for path in sorted(cache.glob('*.npz')):
        aligned = cache / f'{path.stem}.align.json'
        if not aligned.exists() or (names and path.stem not in names):
            continue
        spans = json.loads(aligned.read_text())
        with np.load(path) as stored:
            parts = [stored[name] for name in ('pitch', 'envelope', 'aperiodicity')]
        sets[path.stem] = clips = []
        for row in json.loads(path.with_suffix('.json').read_text()):
            if row[0] in spans:
                own = [part[row[2] : row[2] + row[3]] for part in parts]
                clips.append(Clip(row[1], tts_units.of_alignment(row, spans[row[0]]), *own, row[6], row[0]))
    return sets


def pitch_of(clips):
    """Mean and deviation of ln Hz, without values far from the median (octaves)."""
    logs = np.concatenate([np.log(clip.pitch[clip.pitch > 0] / 16.0) for clip in clips])
    logs = logs[np.abs(logs - np.median(logs)) < OCTAVE]
    return float(logs.mean()), float(logs.std() + 1e-3)


class Corpus:
    def __init__(self, sets, shares=None):
        self.sets, self.shares = sets, {**SHARES, **(shares or {})}
        by_speaker = {}
        for clips in sets.values():
            for clip in clips:
                by_speaker.setdefault(clip.speaker, []).append(clip)
        self.speakers = sorted(by_speaker)
        self.number = {name: at for at, name in enumerate(self.speakers)}
        self.pitch = np.array([pitch_of(by_speaker[name]) for name in self.speakers], np.float32)
        levels = [np.concatenate([clip.level for clip in by_speaker[name]]) for name in self.speakers]
        self.level = np.array([[level.mean(), level.std() + 1e-3] for level in levels], np.float32)
        self.train = {name: [c for at, c in enumerate(clips) if at % HELD_OUT] for name, clips in sets.items()}
        self.test = {name: clips[::HELD_OUT] for name, clips in sets.items()}

    def spread(self):
        """Mean and deviation of every value of the envelope, over a part of the clips."""
        some = [clip for clips in self.train.values() for clip in clips[:: max(1, len(clips) // 120)]]
        joined = np.concatenate([clip.decibels() for clip in some])
        return joined.mean(0), joined.std(0)

    def sample(self, clip):
        """-> the tensors of one clip."""
        number = self.number[clip.speaker]
        mean, scale = self.pitch[number]
        logs = np.log(np.maximum(clip.pitch / 16.0, 1.0))
        at = np.flatnonzero((clip.pitch > 0) & (np.abs(logs - mean) < OCTAVE))
        tune = np.interp(np.arange(len(logs)), at, logs[at]) if len(at) else np.full(len(logs), mean)
        unit, places = tts_model.places(clip.frames, clip.tokens[:, 6])
        return {
            'tokens': clip.tokens,
            'lengths': clip.frames.float().clamp(min=1).log(),
            'loud': torch.from_numpy(((clip.level - self.level[number][0]) / self.level[number][1]).astype(np.float32)),
            'unit': unit,
            'places': places,
            'tune': torch.from_numpy(np.stack([(tune - mean) / scale, clip.voiced], -1).astype(np.float32)),
            'envelope': torch.from_numpy(clip.decibels()),
            'breath': torch.from_numpy(clip.breath),
            'valid': torch.ones(clip.length, 1),
        }

    def gather(self, clips):
        samples = [self.sample(clip) for clip in clips]
        padded = torch.nn.utils.rnn.pad_sequence
        out = {name: padded([each[name] for each in samples], batch_first=True) for name in samples[0]}
        out['speaker'] = torch.tensor([self.number[clip.speaker] for clip in clips])
        return out

    def batch(self, rng, frames):
        """Clips of about one length, `frames` in all; the sets by their shares of the time."""
        names = list(self.train)
        share = np.array([self.shares[name] for name in names])
        pool = self.train[names[rng.choice(len(names), p=share / share.sum())]]
        some = [pool[at] for at in rng.integers(len(pool), size=160)]
        some.sort(key=lambda clip: clip.length)
        first = int(rng.integers(len(some)))
        chosen, total = [], 0
        for clip in some[first:] + some[:first][::-1]:
            if total and total + clip.length > frames:
                break
            chosen.append(clip)
            total += clip.length
        return self.gather(chosen)
