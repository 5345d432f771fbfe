"""Trains the window head (noise, speech, music or tone in 3 s) on the trunk of the speech detector; writes both.

    python -m classifiers.music CACHE ../../models/music/music.bin [--seed 7]

CACHE is the directory of vad_prepare.py and vad.py.
"""

import argparse
import pathlib

import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from shared import manifest
from vad import vad_net

HELD_BACK = 60  # clips, the same as vad.py's
LEAST_SPREAD = 1e-5


def class_of(labels):
    """The class of the labels of 3 s; -1 if none is clear."""
    speech, music, tone = ((labels >> bit & 1).mean() for bit in range(3))
    if speech >= 0.25:
        return 1
    if speech > 0.03:
        return -1
    if tone >= 0.08 and music < 0.03:
        return 3
    if music >= 0.5:
        return 2
    return 0 if max(music, tone) < 0.03 else -1


@torch.no_grad()
def windows(net, rows, labels):
    """-> the head's input every 250 ms, classes."""
    look, step, count = vad_net.LOOK, vad_net.POOL_ROWS, vad_net.POOLS
    features, classes = [], []
    for clip in tqdm(range(len(rows)), mininterval=5):
        heard = net.trunk(torch.from_numpy(rows[clip].astype(np.float32).T[None]))[0]
        pools = heard.shape[1] // step
        sums = heard[:, : pools * step].reshape(net.channels, pools, step)
        means, squares = sums.mean(2), (sums**2).mean(2)
        for end in range(count, pools + 1, 2):
            name = class_of(labels[clip][max(0, (end - count) * step - look) : end * step - look])
            if name < 0:
                continue
            mean = means[:, end - count : end].mean(1)
            spread = (squares[:, end - count : end].mean(1) - mean**2).clamp(LEAST_SPREAD).sqrt()
            features.append(torch.cat([mean, spread]))
            classes.append(name)
    return torch.stack(features), torch.tensor(classes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--clips', type=int, default=3000)
    parser.add_argument('--steps', type=int, default=6000)
    parser.add_argument('--seed', type=int, default=7)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rows = np.load(args.cache / 'vad-rows.npy', mmap_mode='r')[: args.clips]
    labels = np.load(args.cache / 'vad-labels.npy')[: args.clips]
    net = vad_net.SoundNet()
    net.load_state_dict(torch.load(args.cache / 'vad.pt'))
    x, wanted = windows(net, rows[HELD_BACK:], labels[HELD_BACK:])
    back, back_wanted = windows(net, rows[:HELD_BACK], labels[:HELD_BACK])
    centre, spread = x.mean(0), x.std(0) + 1e-3
    head = vad_net.WindowHead()
    optimiser = torch.optim.AdamW(head.parameters(), 3e-3, weight_decay=0.02)
    share = torch.bincount(wanted, minlength=len(vad_net.CLASSES)).float()
    loss_of = nn.CrossEntropyLoss(weight=(share.sum() / share / len(share)).sqrt(), label_smoothing=0.02)
    for step in tqdm(range(args.steps), mininterval=5):
        for group in optimiser.param_groups:
            group['lr'] = 3e-3 * (1 - step / args.steps) + 1e-5
        pick = torch.randint(0, len(x), (256,))
        loss = loss_of(head((x[pick] - centre) / spread), wanted[pick])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    with torch.no_grad():  # the scaling becomes part of the first matrix
        head.hidden.bias -= head.hidden.weight @ (centre / spread)
        head.hidden.weight /= spread
        guess = head(back).argmax(1)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    count = vad_net.write(net, args.out, head)
    manifest.refresh(args.out.parent)
    print(f'{len(x)} windows, {count} numbers; right on clips held back: {(guess == back_wanted).float().mean():.3f}')


if __name__ == '__main__':
    main()
