"""Weights between those of two runs, of which the second started from the first.

    python -m asr.weights.blend FIRST_DIR SECOND_DIR SHARE OUT_DIR

Writes the slim files of every rate that both have: (1 - SHARE) of the first and SHARE of the second. A layer that only
the first has in that shape (the layer for the teacher's coordinates, where the second was trained without it) is the
first's.
"""

import argparse
import pathlib

import torch
from asr import checkpoints


def blended(first, second, share):
    state = dict(first)
    for name, value in second.items():
        if name in first and first[name].shape == value.shape:
            state[name] = first[name].float().lerp(value.float(), share).to(torch.float16)
    return state


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('first', type=pathlib.Path)
    parser.add_argument('second', type=pathlib.Path)
    parser.add_argument('share', type=float)
    parser.add_argument('out', type=pathlib.Path)
    args = parser.parse_args()
    names = [path.name for path in sorted(args.first.glob('slim-*.pt')) if (args.second / path.name).exists()]
    if not names:
        parser.error(f'{args.first} and {args.second} have no slim-*.pt of the same rate')
    args.out.mkdir(parents=True, exist_ok=True)
    for name in names:
        first, second = (torch.load(folder / name, weights_only=True) for folder in (args.first, args.second))
        if first['units'] != second['units'] or first['note'] != second['note'] or first.get('base') != second.get('base'):
            parser.error(f'{name}: the two have other units, speakers held out or base files')
        state = blended(first['model'], second['model'], args.share)
        checkpoints.write({**first, 'model': state, 'step': second['step']}, args.out / name)


if __name__ == '__main__':
    main()
