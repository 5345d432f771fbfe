"""Trains the speaker network: which of some hundred voices is speaking?

    python -m speaker.speaker_train CACHE_DIR RUN_DIR ../../models/speaker --minutes 13
    python -m speaker.speaker_train CACHE_DIR RUN_DIR_2 ../../models/speaker --minutes 6 --seed 6 --init RUN_DIR/speaker.pt

CACHE_DIR: the directory that speaker_prepare.py wrote. RUN_DIR keeps the examples and the checkpoint. CPU, one thread.
The second run goes on with other made voices and other examples. Of the people in the cache, TEST are unheard before
the evaluation, and DEVELOPMENT serve only to set thresholds.
"""

import argparse
import pathlib
import time

import numpy as np
import torch
from tqdm import tqdm

from asr import augment
from speaker import speaker_export
from classifiers.call_rows import Line, Speech, batch
from speaker.speaker_model import BINS, SIZE, Speaker

TEST = {*(f'FDA{n:02d}' for n in (8, 11, 20, 32, 15, 26, 28, 34)), 'S0252'}
DEVELOPMENT = {'FDA03', 'FDA10', 'FDA25', 'FDA30'}
FRAMES = 200
CONVERSIONS = 6  # other voices made of each person
EXAMPLES = {'real': 90, 'converted': 32, 'generated': 28}  # examples of a voice
BATCH, SCALE, MARGIN = 64, 24.0, 0.2
CROPS = (70, 180)  # used frames of an example, least and most


def voices(speech, rng):
    """Each voice is a class: (speaker, tract, pitch, examples)."""
    found = []
    for speaker in sorted(set(speech.rows) - TEST - DEVELOPMENT):
        if speaker.startswith('espeak'):
            found.append((speaker, 1.0, 1.0, EXAMPLES['generated']))
            continue
        found.append((speaker, 1.0, 1.0, EXAMPLES['real']))
        for _ in range(CONVERSIONS):
            tract, pitch = np.exp(rng.choice([-1, 1]) * rng.uniform(0.05, 0.16)), np.exp(rng.uniform(-0.5, 0.45))
            found.append((speaker, tract, pitch, EXAMPLES['converted']))
    return found


def example(speech, voice, line, rng):
    speaker, tract, pitch, _ = voice
    x = speech.cut(speaker, rng, FRAMES)
    # A person's pitch varies; the tract does not.
    x = augment.warp(x, tract, pitch * np.exp(rng.normal(0, 0.03))) if tract != 1.0 or rng.random() < 0.3 else x
    return line.rows(x, rng)


def make_examples(cache, path, rng):
    speech, noise = Speech(cache, 'speakers'), Speech(cache, 'noise')
    line = Line(noise, room=0.25, decibel=(6, 36), codec=0.6)
    found = voices(speech, rng)
    labels = np.concatenate([np.full(voice[3], at) for at, voice in enumerate(found)])
    features = np.zeros((len(labels), FRAMES, BINS), np.float16)
    for at, label in enumerate(tqdm(labels, desc='examples', mininterval=10)):
        features[at] = example(speech, found[label], line, rng)
    np.savez(path, features=features, labels=labels)


def means(model, features, labels):
    """The initial means: that of eight examples of each voice."""
    picked = np.concatenate([np.flatnonzero(labels == at)[:8] for at in range(labels.max() + 1)])
    model.eval()
    with torch.no_grad():
        parts = np.array_split(features[picked, :150], 40)
        vectors = torch.cat([model(torch.from_numpy(part.astype(np.float32))) for part in parts])
    model.train()
    return torch.stack([vectors[labels[picked] == at].mean(0) for at in range(labels.max() + 1)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('model', type=pathlib.Path)
    parser.add_argument('--minutes', type=float, default=14)
    parser.add_argument('--init', type=pathlib.Path, help='weights to continue from')
    parser.add_argument('--seed', type=int, default=5)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    args.run.mkdir(parents=True, exist_ok=True)
    pool = args.run / 'examples.npz'
    if not pool.exists():
        make_examples(args.cache, pool, rng)
    stored = np.load(pool)
    features, labels = stored['features'], torch.from_numpy(stored['labels'])
    classes = int(labels.max()) + 1
    model = Speaker()
    rate = 3e-3
    centres = torch.nn.Parameter(torch.randn(classes, SIZE) * 0.1)
    if args.init:
        model.load_state_dict(torch.load(args.init, map_location='cpu'))
        centres, rate = torch.nn.Parameter(means(model, features, stored['labels'])), 1.5e-3
    print(f'{sum(p.numel() for p in model.parameters())} parameters, {classes} voices, {len(labels)} examples')
    optimiser = torch.optim.AdamW([*model.parameters(), centres], lr=rate, weight_decay=0.02)
    started, step, recent = time.time(), 0, []
    while (part := (time.time() - started) / (60 * args.minutes)) < 1:
        # Steps differ in length with the machine's load, so that the schedule follows the clock.
        for group in optimiser.param_groups:
            group['lr'] = rate * min(1.0, part / 0.05 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * part)) + 1e-5
        rows, picked = batch(features, rng, BATCH, CROPS)
        target = labels[picked]
        near = model(rows) @ torch.nn.functional.normalize(centres, dim=1).T
        margin = MARGIN * min(1.0, part / 0.3)
        loss = torch.nn.functional.cross_entropy(
            SCALE * (near - margin * torch.nn.functional.one_hot(target, classes)), target)  # fmt: skip
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        step += 1
        recent.append((loss.item(), (near.argmax(1) == target).float().mean().item()))
        if step % 50 == 0:
            mean = np.mean(recent[-50:], 0)
            print(f'{step} steps, {part:.2f} of the time: loss {mean[0]:.3f}, right {100 * mean[1]:.1f} %', flush=True)
        if step % 200 == 0:
            torch.save(model.state_dict(), args.run / 'speaker.pt')
    torch.save(model.state_dict(), args.run / 'speaker.pt')
    speaker_export.write(model.eval(), args.model)


if __name__ == '__main__':
    main()
