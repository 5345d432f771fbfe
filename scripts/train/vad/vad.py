"""Trains the voice activity detector and writes its weights.

    python -m vad.vad_prepare DATA CACHE
    python -m vad.vad CACHE ../../models/vad/vad.bin [--minutes 15] [--seed 7]
"""

import argparse
import copy
import pathlib
import time

import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from shared import manifest
from vad import vad_features
from vad import vad_net

BATCH = 6
HELD_BACK = 60  # clips for watching the run
WEIGHTS = torch.tensor([1.0, 0.4, 0.4])  # of the losses: speech, music, tone


def targets(labels):
    return torch.from_numpy(np.stack([labels >> bit & 1 for bit in range(3)], 1).astype(np.float32))


def auc(scores, truth):
    order = np.argsort(scores, kind='stable')
    rank = np.empty(len(scores))
    rank[order] = np.arange(len(scores))
    positive = truth.sum()
    return (rank[truth].sum() - positive * (positive - 1) / 2) / (positive * (len(truth) - positive))


def louder(rows, decibel):
    """The rows of the same sound at another level."""
    power = np.exp(rows * vad_features.SPREAD + vad_features.CENTRE) - vad_features.FLOOR
    power = np.maximum(power, 0) * 10 ** (decibel / 10) + vad_features.FLOOR
    return (np.log(power) - vad_features.CENTRE) / vad_features.SPREAD


def masked(rows, rng):
    """SpecAugment with few and narrow masks, and a change of level and tilt."""
    for index, row in enumerate(rows):
        if rng.random() < 0.5:
            rows[index] = louder(row, rng.uniform(-15, 10))
    rows += rng.normal(0, 0.15) + rng.normal(0, 0.12) * np.linspace(-1, 1, rows.shape[1])[None, :, None]
    for row in rows[:: 3]:
        at, width = rng.integers(0, 36), rng.integers(1, 6)
        row[at : at + width] = row.mean()
    return rows


def over_music(labels):
    """Marks the clips in which somebody speaks over music for a tenth of the time."""
    return ((labels & 3) == 3).mean(1) > 0.1


@torch.no_grad()
def judge(net, rows, labels):
    look = vad_net.LOOK
    scores = torch.cat([net(torch.from_numpy(part)) for part in np.array_split(rows, 10)])[:, :, look:].numpy()
    truth = np.stack([labels >> bit & 1 for bit in range(3)], 1)[:, :, :-look].astype(bool)
    return [auc(scores[:, each].ravel(), truth[:, each].ravel()) for each in range(3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--steps', type=int, default=12000)
    parser.add_argument('--minutes', type=float, default=0, help='end the schedule by time instead of steps')
    parser.add_argument('--rate', type=float, default=4e-3, help='learning rate at the beginning')
    parser.add_argument('--tone-stress', type=float, default=3, help='further weight of tones without speech')
    parser.add_argument('--init', type=pathlib.Path, help='weights (vad.bin) to continue from with another schedule')
    parser.add_argument('--music-often', type=float, default=1, help='how often clips of speech over music are drawn')
    parser.add_argument('--odds', type=float, default=1, help='factor of the odds of speech in the weights at the end')
    parser.add_argument('--channels', type=int, help='grow the network of --init to so many channels, or begin with them')
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--threads', type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    rows = np.load(args.cache / 'vad-rows.npy', mmap_mode='r')
    labels = np.load(args.cache / 'vad-labels.npy')
    often = np.where(over_music(labels[HELD_BACK:]), args.music_often, 1.0)
    often /= often.sum()
    back = np.ascontiguousarray(rows[:HELD_BACK].astype(np.float32).transpose(0, 2, 1))
    channels = args.channels or vad_net.CHANNELS
    net = vad_net.read(args.init) if args.init else vad_net.SoundNet(channels)
    if args.channels and net.channels < channels:
        net = vad_net.widened(net, channels)
    mean = copy.deepcopy(net)  # mean of the weights over the last steps, which is written
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.01)
    loss_of = nn.BCEWithLogitsLoss(reduction='none')
    look, began, step = vad_net.LOOK, time.time(), 0
    bar = tqdm(total=args.steps if not args.minutes else None, mininterval=5)
    while True:
        done = (time.time() - began) / 60 / args.minutes if args.minutes else step / args.steps
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group['lr'] = args.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        pick = np.sort(rng.choice(np.arange(HELD_BACK, len(rows)), BATCH, replace=False, p=often))
        x = masked(np.ascontiguousarray(rows[pick].astype(np.float32).transpose(0, 2, 1)), rng)
        wanted = targets(labels[pick])
        heard = net(torch.from_numpy(x.astype(np.float32)))
        # The first rows have little context; the answers for the last ones would come after the clip.
        each = loss_of(heard[:, :, look + 10 :], wanted[:, :, 10:-look])
        speech, music, tone = (wanted[:, each_of, 10:-look] for each_of in range(3))
        # Taking a tone for speech is worse than any other mistake.
        stress = 1 + (1 - speech) * (args.tone_stress * tone + 0.5 * music)
        loss = (each.mean((0, 2)) * WEIGHTS).sum() + ((stress - 1) * each[:, 0]).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        step += 1
        with torch.no_grad():
            share = max(0.005, 1 / step)
            for kept, now in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(now, share)
        bar.update()
        if step % 500 == 0:
            areas = ', '.join(f'{area:.4f}' for area in judge(mean, back, labels[:HELD_BACK]))
            bar.write(f'{step}: loss {loss.item():.4f}, area under the curve {areas}')
            torch.save(mean.state_dict(), args.cache / 'vad.pt')
            vad_net.write(mean, args.out)
            manifest.refresh(args.out.parent)
    with torch.no_grad():
        mean.head.bias[0] += np.log(args.odds)
    torch.save(mean.state_dict(), args.cache / 'vad.pt')
    count = vad_net.write(mean, args.out)
    manifest.refresh(args.out.parent)
    areas = ', '.join(f'{area:.4f}' for area in judge(mean, back, labels[:HELD_BACK]))
    print(f'{step} steps, {count} numbers; on clips held back: area under the curve {areas} (speech, music, tone)')


if __name__ == '__main__':
    main()
