"""Files of a run: `last.pt` to resume from, half-precision `slim-<kHz>k.pt` to export; each whole or not there at all.

The slim files of two rates are written one after the other: after a kill between them, one stays an evaluation older.
"""

import os

import torch
from asr import units


def write(value, path):
    """Writes a file; a process killed at any moment leaves the old file or the new one."""
    partial = path.with_suffix('.tmp')
    with open(partial, 'wb') as file:
        torch.save(value, file)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def save_last(run, model, optimisers, average, step, minutes):
    state = {'model': model.state_dict(), 'optimisers': [item.state_dict() for item in optimisers], 'average': average,
             'step': step, 'minutes': minutes}  # fmt: skip
    write(state, run / 'last.pt')


def resume(run, model, optimisers):
    """-> averages, step and minutes of `last.pt`, None without the file."""
    path = run / 'last.pt'
    if not path.exists():
        return None
    stored = torch.load(path, weights_only=True)
    model.load_state_dict(stored['model'])
    for item, state in zip(optimisers, stored['optimisers'], strict=True):
        item.load_state_dict(state)
    return stored['average'], stored['step'], stored['minutes']


def start_from(paths, models):
    """Weights of slim files that fit -> the rates whose input layer was among them."""
    ready = set()
    for path in paths:
        stored = torch.load(path, weights_only=True)
        for rate, item in models.items():
            own = item.state_dict()
            fits = {k: v.float() for k, v in stored['model'].items() if own[k].shape == v.shape}
            item.load_state_dict(fits, strict=False)
            if 'input.weight' in fits:
                ready.add(rate)
    return ready


def slim_path(run, rate):
    return run / f'slim-{rate // 1000}k.pt'


def _averages(average, whole, part):
    """Averaged values of one model of those that share an encoder."""
    names = {id(value): name for name, value in whole.named_parameters()}
    return {name: average[names[id(value)]] for name, value in part.named_parameters()}


def save_slim(run, models, model, average, step, note):
    """The first rate's file is whole; the others hold their input layer and the name of the first."""
    base = None
    for rate, item in models.items():
        state = {name: value.to(torch.float16) for name, value in item.state_dict().items()}
        state.update({name: value.to(torch.float16) for name, value in _averages(average, model, item).items()})
        stored = {'config': item.config, 'model': state, 'step': step, 'note': note, 'units': units.UNITS}
        if base:
            own = {name: value for name, value in state.items() if name.startswith(('mean', 'scale', 'input'))}
            stored |= {'model': own, 'base': base}
        else:
            base = slim_path(run, rate).name
        write(stored, slim_path(run, rate))
