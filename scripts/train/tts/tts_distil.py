"""The network of the voices -> a small one for one speaker, for the `-h9` voices.

    python -m tts.tts_distil checkpoints/tts/slim.pt DATA_DIR OUT.pt [--speaker S0150] [--texts 4000] [--minutes 20]
    python -m tts.tts_export OUT.pt ../../models/tts-zh --frames frames-S0150.onnx

The encoder stays as it is: it runs once for a sentence and costs little. The frames, which take nearly all of the time,
come from a network of a fifteenth of the size, which learns them from the large one's output for sentences and made-up
words, slower and faster. No recording is used here. The clock ends the training, and the rate of learning follows it.
"""

import argparse
import multiprocessing
import pathlib
import time

import numpy as np
import torch
from tts import tts_model
from tts import tts_speak
from tts import tts_texts
from tts import tts_units

SIZES = {'pitch_width': 48, 'width': 80, 'hidden': 192, 'pitch_blocks': 2, 'blocks': 4, 'dropout': 0.0}
SENTENCES = 0.75  # share of the texts; the others are made-up words
TEMPO = (0.7, 1.4)
CROP, BATCH = 256, 24  # frames of 10 ms
HELD_OUT = 100  # texts, for the printed figures
RATE = 3e-3


def tokens_of(texts, rng):
    if rng.random() < SENTENCES:
        return tts_speak.tokens_of(texts.all[rng.integers(len(texts.all))])
    edge = tts_units.Token(tts_units.SILENCE, frames=tts_speak.EDGE_FRAMES)
    return [edge, *tts_units.of_syllables(*texts.made_up(rng)), edge]


class Said:
    """A text spoken by the large network: the input of the frames, and the frames."""

    @torch.no_grad()
    def __init__(self, speaker, name, tokens, tempo):
        model, who = speaker.model, torch.tensor([speaker.names.index(name)])
        columns = torch.tensor(tts_units.columns(tokens))
        way = model.encoder.manner(who)
        hidden, guess, loud = model.encoder(columns[None, :, :6], way)
        lengths = (guess[0].exp() / tempo).round().clamp(min=2, max=120).long()
        still = torch.tensor([token.frames for token in tokens])
        lengths = torch.where(columns[:, 0] == tts_units.INDEX[tts_units.SILENCE], still, lengths)
        unit, places = tts_model.places(lengths, columns[:, 6])
        valid = torch.ones(1, len(unit), 1)
        frames = hidden[:, unit]
        tune = model.frames.tune(frames, places[None], valid, way)
        sung = torch.stack([tune[..., 0], (tune[..., 1] > 0).float()], -1)
        painted = model.frames.paint(
            frames, places[None], loud[:, unit][..., None], sung, valid, model.frames.timbre(who)
        )
        self.units, self.unit = hidden[0].half(), unit.short()
        self.places = torch.cat([places, loud[0, unit][:, None]], 1).half()
        self.tune, self.envelope, self.breath = sung[0].half(), painted[0][0].half(), painted[1][0].half()

    def crop(self, first, length):
        part = slice(first, first + length)
        return (
            torch.cat([self.units[self.unit[part].long()], self.places[part]], 1).float(),
            *(some[part].float() for some in (self.tune, self.envelope, self.breath)),
        )


def say(job):
    weights, data, name, count, seed = job
    torch.set_num_threads(1)
    speaker = tts_speak.Speaker(weights)
    texts, rng, said = tts_texts.Texts(data, speaker.names), np.random.default_rng(seed), []
    while len(said) < count:
        tokens = tokens_of(texts, rng)
        if tokens is not None:
            said.append(Said(speaker, name, tokens, float(np.exp(rng.uniform(*np.log(TEMPO))))))
    return [vars(one) for one in said]


def restored(fields):
    one = Said.__new__(Said)
    vars(one).update(fields)
    return one


def batch(said, rng, count):
    crops = []
    for at in rng.integers(len(said), size=count):
        length = len(said[at].unit)
        crops.append(said[at].crop(int(rng.integers(max(1, length - CROP + 1))), CROP))
    longest = max(len(crop[0]) for crop in crops)
    fill = [[torch.nn.functional.pad(some, (0, 0, 0, longest - len(some))) for some in crop] for crop in crops]
    valid = torch.stack([(torch.arange(longest) < len(crop[0])).float()[:, None] for crop in crops])
    return [torch.stack(column) for column in zip(*fill, strict=True)], valid


def losses(frames, given, valid, way, timbre):
    """Losses of the batch: pitch (deviations), voicing, envelope (dB), its change from frame to frame, aperiodicity."""
    inputs, tune, envelope, breath = given
    hidden, places, loud = inputs[..., : -tts_model.PLACES - 1], inputs[..., -tts_model.PLACES - 1 : -1], inputs[..., -1:]
    way, timbre = way.expand(len(inputs), -1), timbre.expand(len(inputs), -1)
    sung = frames.tune(hidden, places, valid, way)
    lines, airs = frames.paint(hidden, places, loud, tune, valid, timbre)
    count, voiced = valid.sum(), (valid * tune[..., 1:]).sum().clamp(min=1)
    voicing = torch.nn.functional.binary_cross_entropy_with_logits(sung[..., 1:], tune[..., 1:], reduction='none')
    change = (lines - envelope)[:, 1:] - (lines - envelope)[:, :-1]
    return (
        ((sung[..., :1] - tune[..., :1]).abs() * tune[..., 1:] * valid).sum() / voiced,
        (voicing * valid).sum() / count,
        ((lines - envelope).abs().mean(-1, keepdim=True) * valid).sum() / count,
        (change.abs().mean(-1, keepdim=True) * valid[:, 1:]).sum() / count,
        ((airs - breath).abs().mean(-1, keepdim=True) * valid).sum() / count,
    )


def small_voice(teacher, name):
    """A small network with the encoder and the timbre of the large one (its speakers.json serves both), for this
    speaker only."""
    at = teacher.speakers.index(name)
    small = tts_model.Voice([name], SIZES)
    weights = teacher.encoder.state_dict()
    weights['manner.weight'] = weights['manner.weight'][at : at + 1]
    small.encoder.load_state_dict(weights)
    small.encoder.requires_grad_(False)
    small.pitch.copy_(teacher.pitch[at : at + 1])
    small.frames.timbre.load_state_dict({'weight': teacher.frames.timbre.weight[at : at + 1]})
    small.frames.timbre.requires_grad_(False)
    small.frames.mean.copy_(teacher.frames.mean)
    small.frames.scale.copy_(teacher.frames.scale)
    return small


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('weights', type=pathlib.Path)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--speaker', default='S0150')
    parser.add_argument('--texts', type=int, default=4000)
    parser.add_argument('--minutes', type=float, default=20)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--seed', type=int, default=0, help='seed of the texts')
    parser.add_argument('--start', type=pathlib.Path, help='OUT.pt of an earlier run to continue')
    args = parser.parse_args()
    shares = [args.texts // args.jobs] * args.jobs
    jobs = [(args.weights, args.data, args.speaker, count, seed) for seed, count in enumerate(shares, args.seed)]
    with multiprocessing.get_context('spawn').Pool(args.jobs) as pool:
        said = [restored(fields) for part in pool.map(say, jobs) for fields in part]
    held_out, said = said[:HELD_OUT], said[HELD_OUT:]
    torch.set_num_threads(args.jobs)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    teacher = tts_speak.Speaker(args.weights).model
    small = small_voice(teacher, args.speaker)
    if args.start:
        small.load_state_dict(torch.load(args.start, weights_only=True)['model'])
    frames, only, rate = small.frames, torch.tensor([0]), RATE / (2 if args.start else 1)
    learned = [weight for weight in frames.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=rate, weight_decay=1e-4)
    start, step = time.monotonic(), 0
    print(f'{sum(weight.numel() for weight in learned)} weights, {len(said)} texts', flush=True)
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        for group in optimiser.param_groups:
            group['lr'] = rate * min(1, step / 200) * (0.01 + 0.99 * (1 + np.cos(np.pi * done)) / 2)
        given, valid = batch(said, rng, BATCH)
        pitch, voicing, level, change, breath = losses(
            frames, given, valid, small.encoder.manner(only).detach(), frames.timbre(only)
        )
        optimiser.zero_grad()
        (pitch + voicing + 0.3 * level + 0.3 * change + 3 * breath).backward()
        torch.nn.utils.clip_grad_norm_(frames.parameters(), 1.0)
        optimiser.step()
        step += 1
        if step % 200 == 0:
            with torch.no_grad():
                given, valid = batch(held_out, np.random.default_rng(2), 64)
                figures = losses(frames, given, valid, small.encoder.manner(only), frames.timbre(only))
            print(step, f'{done:.2f}', ' '.join(f'{float(value):.4f}' for value in figures), flush=True)
    weights = {name: value.half() for name, value in small.state_dict().items()}
    torch.save({'model': weights, 'speakers': small.speakers, 'sizes': small.sizes}, args.out)


if __name__ == '__main__':
    main()
