"""Twice as many blocks, with the same results: the start of a deeper network.

    python -m asr.weights.deepen IN_DIR OUT_DIR

Reads the slim files of every rate in IN_DIR. After each block comes a new one that adds nothing yet (its last layer is
zero) and that looks at no frame of the future, so that the latency stays. Train on from OUT_DIR with `--looks` as printed.
"""

import argparse
import pathlib

import torch
from asr import checkpoints
from asr.model import Recogniser


def deepened(stored):
    """The whole slim file with a new block after each; a file that only holds an input layer gets the new looks alone."""
    config = {**stored['config'], 'looks': [look for old in stored['config']['looks'] for look in (old, 0)]}
    if stored.get('base'):
        return {**stored, 'config': config}
    state = Recogniser(**config).state_dict()
    for name, value in stored['model'].items():
        part, _, rest = name.partition('.')
        if part == 'blocks':
            index, rest = rest.split('.', 1)
            name = f'blocks.{2 * int(index)}.{rest}'
        state[name] = value
    for index in range(1, len(config['looks']), 2):
        for name in ('weight', 'bias'):
            state[f'blocks.{index}.down.{name}'].zero_()
    return {**stored, 'config': config, 'model': {name: value.to(torch.float16) for name, value in state.items()}}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('source', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    args = parser.parse_args()
    names = sorted(path.name for path in args.source.glob('slim-*.pt'))
    if not names:
        parser.error(f'{args.source} has no slim-*.pt')
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    for name in names:
        stored = deepened(torch.load(args.source / name, weights_only=True))
        checkpoints.write(stored, args.out / name)
    print('--looks', *stored['config']['looks'])


if __name__ == '__main__':
    main()
