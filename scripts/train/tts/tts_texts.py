"""Texts without recordings: sentences and made-up words that a voice says freely while it is trained."""

import re

import numpy as np
import torch
from tts import tts_model
from tts import tts_text
from tts import tts_units
from asr import units

EDGE, PAUSE = (12, 34), (8, 30)  # frames of silence around and inside
MADE_UP = 0.2  # share of syllables strung together at random
VOICES = {'S0150': 0.25, 'yuetan': 0.2, 'S0252': 0.18, 'chenwang': 0.1, 'davin': 0.1}
STUDENTS = 0.17  # share of students, of whom a few syllables are known: for blends
MANNERS = {'S0150': 0.65, 'S0252': 0.35}  # manners of people who have read sentences
BLENDED = 0.45


def sentences(data):
    """Chinese sentences of 3 to 34 characters: dialogs and news."""
    found = []
    for name in ('crosswoz-utt.tsv', 'kdconv-utt.tsv'):
        for line in (data / 'text' / name).read_text('utf-8').split('\n'):
            cells = line.split('\t')
            found += [cell for cell in cells if len(re.findall('[\u4e00-\u9fff]', cell)) >= 3]
    found += (data / 'text/news-sentences.txt').read_text('utf-8').split('\n')
    whole = re.compile('[\u4e00-\u9fff，。？！、；：]{3,36}')
    return sorted({text for text in found if whole.fullmatch(text)})


class Texts:
    def __init__(self, data, speakers):
        found = sentences(data)
        self.held_out = found[::997][:24]
        self.all = sorted(set(found) - set(self.held_out))
        self.speakers = speakers
        students = [name for name in speakers if name.startswith('FDA')]
        self.voices = {**VOICES, **{name: STUDENTS / len(students) for name in students}}
        self.inventory = [spelled(*pair) for pair in known_syllables()]

    def made_up(self, rng):
        """-> (syllables, starts of words)."""
        syllables, starts = [], []
        for _ in range(int(rng.integers(2, 7))):
            size = int(rng.choice([1, 2, 2, 2, 3]))
            starts += [True] + [False] * (size - 1)
            syllables += [self.inventory[rng.integers(len(self.inventory))] for _ in range(size)]
        return syllables, starts

    def one(self, rng, text=None):
        """-> tokens with silences, labels of the recogniser; None where a reading is missing."""
        if text is None and rng.random() < MADE_UP:
            clauses = [(*self.made_up(rng), None)]
        else:
            text = text or self.all[rng.integers(len(self.all))]
            clauses = []
            for clause in filter(None, re.split('[^\u4e00-\u9fff]+', text)):
                spoken, citation = tts_text.spoken(clause), units.syllables(clause)
                if not spoken or not citation:
                    return None
                clauses.append((*spoken, citation))
        tokens, labels, number = [tts_units.Token(tts_units.SILENCE, frames=int(rng.integers(*EDGE)))], [], 0
        for syllables, starts, citation in clauses:
            for token in tts_units.of_syllables(syllables, starts):
                token.syllable += number
                tokens.append(token)
            number += len(syllables)
            labels += units.encode(citation or syllables)
            tokens.append(tts_units.Token(tts_units.SILENCE, frames=int(rng.integers(*PAUSE))))
        tokens[-1].frames = int(rng.integers(*EDGE))
        return tokens, labels

    def batch(self, rng, units_total):
        chosen, total = [], 0
        while total < units_total:
            one = self.one(rng)
            if one and len(one[0]) <= 90:
                chosen.append(one)
                total += len(one[0])
        return self.gather(chosen, rng)

    def gather(self, chosen, rng, voice=None):
        """Tensors of some texts; their speakers are drawn, blends of two included."""
        columns = [torch.tensor(tts_units.columns(tokens)) for tokens, _ in chosen]
        number = {name: at for at, name in enumerate(self.speakers)}

        def draw(shares, blend):
            names = [name for name in shares if name in number]
            share = np.array([shares[name] for name in names])
            out = np.zeros((len(chosen), len(number)), np.float32)
            for row in out:
                first, second = rng.choice(len(names), 2, p=share / share.sum())
                part = rng.random() if rng.random() < blend else 1.0
                row[number[names[first]]] += part
                row[number[names[second]]] += 1 - part
            return torch.from_numpy(out)

        timbre = draw({voice: 1.0} if voice else self.voices, 0 if voice else BLENDED)
        manner = draw({'S0150': 1.0} if voice else MANNERS, 0 if voice else BLENDED)
        return {
            'tokens': torch.nn.utils.rnn.pad_sequence(columns, batch_first=True),
            'still': torch.nn.utils.rnn.pad_sequence(
                [torch.tensor([token.frames for token in tokens]) for tokens, _ in chosen], batch_first=True
            ),
            'counts': [len(tokens) for tokens, _ in chosen],
            'labels': [labels for _, labels in chosen],
            'timbre': timbre,
            'manner': manner,
            'tempo': torch.from_numpy(rng.uniform(0.85, 1.15, len(chosen)).astype(np.float32)),
        }


def known_syllables():
    """(initial, final with tone) of Mandarin, as far as they occur in the readings of common characters."""
    from pypinyin import Style, lazy_pinyin

    characters = ''.join(chr(code) for code in range(0x4E00, 0x9FA6))
    found = set()
    for reading in lazy_pinyin(characters, style=Style.TONE3, neutral_tone_with_five=True, errors=lambda _: ['?']):
        parts = units.split(reading.replace('ü', 'v'))
        if parts:
            found.add((parts[0] if len(parts) == 2 else '', parts[-1]))
    return sorted(found)


def spelled(initial, final):
    """A syllable that units.split reads back."""
    body = final[:-1]
    if not initial:
        for whole, name in units._WHOLE.items():
            if name == body:
                return whole + final[-1]
    return initial + body.replace('iii', 'i').replace('ii', 'i') + final[-1]


def lay_out(model, batch):
    """Free speech of a batch: units in their predicted lengths -> the input of Frames, lengths in frames."""
    manner = batch['manner'] @ model.encoder.manner.weight
    timbre = batch['timbre'] @ model.frames.timbre.weight
    hidden, guess, loud = model.encoder(batch['tokens'], manner)
    rows = []
    with torch.no_grad():
        frames = (guess.exp() / batch['tempo'][:, None]).round().clamp(min=2, max=80).long()
        silent = batch['tokens'][..., 0] == tts_units.INDEX[tts_units.SILENCE]
        frames = torch.where(silent, batch['still'], frames)
        for row, count in enumerate(batch['counts']):
            rows.append(tts_model.places(frames[row, :count], batch['tokens'][row, :count, 6]))
    padded = torch.nn.utils.rnn.pad_sequence
    unit = padded([unit for unit, _ in rows], batch_first=True)
    places = padded([places for _, places in rows], batch_first=True)
    valid = padded([torch.ones(len(unit), 1) for unit, _ in rows], batch_first=True)
    spread = torch.gather(hidden, 1, unit[..., None].expand(-1, -1, hidden.shape[-1])) * valid
    level = torch.gather(loud, 1, unit)[..., None] * valid
    silent = torch.gather(silent, 1, unit)
    return spread, places, level, valid, silent, manner, timbre, [len(unit) for unit, _ in rows], unit


def say(model, batch, swing=1.0, anchor=None):
    """-> envelope [B, T, 64], pitch in Hz (0 unvoiced), breath, lengths. Gradients flow into envelope and breath. With
    an `anchor`, the model of an earlier run: also the envelope that it gives the same frames."""
    spread, places, level, valid, silent, manner, timbre, lengths, unit = lay_out(model, batch)
    tune = model.frames.tune(spread, places, valid, manner).detach()
    voiced = ((tune[..., 1] > 0) & ~silent).float()
    sung = torch.stack([tune[..., 0], (tune[..., 1] > 0).float()], -1)
    envelope, breath = model.frames.paint(spread, places, level, sung, valid, timbre)
    mean, scale = batch['timbre'] @ model.pitch[:, :1], batch['manner'] @ model.pitch[:, 1:]
    pitch = torch.exp(mean + scale * swing * tune[..., 0]) * voiced
    if anchor is None:
        return envelope, pitch, breath, lengths
    with torch.no_grad():
        columns = [model.speakers.index(name) for name in anchor.speakers]
        manner = batch['manner'][:, columns] @ anchor.encoder.manner.weight
        hidden, _, _ = anchor.encoder(batch['tokens'], manner)
        spread = torch.gather(hidden, 1, unit[..., None].expand(-1, -1, hidden.shape[-1])) * valid
        before, _ = anchor.frames.paint(
            spread, places, level, sung, valid, batch['timbre'][:, columns] @ anchor.frames.timbre.weight
        )
    return envelope, pitch, breath, lengths, (before, valid)
