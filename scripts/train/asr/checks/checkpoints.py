"""Checks that a process killed while it writes its checkpoints leaves whole ones, and that a run resumes from them.

    python -m asr.checks.checkpoints [--kills 30]
"""

import argparse
import os
import pathlib
import random
import signal
import tempfile
import time

from asr import checkpoints
from asr import evaluate
from asr import optimiser
import torch
from asr.model import Recogniser

RATES = {8000: 40, 16000: 80}


def trainer():
    """Both models, their optimisers after a step, averages: small models of the real kinds."""
    first = Recogniser(RATES[8000], 217, 128, width=64, hidden=256)
    models = {8000: first, 16000: first.twin(RATES[16000])}
    model = torch.nn.ModuleDict({str(rate): item for rate, item in models.items()})
    return models, model, optimiser.optimisers(model, 1e-3)


def learn(models, model, optimisers, step):
    for rate, item in models.items():
        torch.manual_seed(step)
        item(torch.randn(2, 30, RATES[rate]))[0].square().mean().backward()
    for item in optimisers:
        item.step()
    model.zero_grad()


def write_for_ever(run):
    models, model, optimisers = trainer()
    resumed = checkpoints.resume(run, model, optimisers)
    step = resumed[1] if resumed else 0
    while True:
        step += 1
        learn(models, model, optimisers, step)
        average = {name: torch.full_like(value, float(step)) for name, value in model.named_parameters()}
        checkpoints.save_last(run, model, optimisers, average, step, step / 10)
        checkpoints.save_slim(run, models, model, average, step, 'check')


def go_on(run):
    """Step of the run in a directory, all of whose files must be whole and belong together."""
    models, model, optimisers = trainer()
    average, step, minutes = checkpoints.resume(run, model, optimisers)
    assert minutes == step / 10, 'minutes are not of that step'
    assert all((value == step).all() for value in average.values()), 'averages are not of that step'
    again, same, others = trainer()
    checkpoints.resume(run, same, others)
    learn(models, model, optimisers, step + 1)
    learn(again, same, others, step + 1)
    pairs = zip(model.state_dict().values(), same.state_dict().values(), strict=True)
    assert all(torch.equal(one, other) for one, other in pairs), 'two runs from one checkpoint differ after a step'
    for rate in RATES:
        if checkpoints.slim_path(run, 16000).exists():
            stored = evaluate.load(checkpoints.slim_path(run, rate))[1]
            assert step - 1 <= stored['step'] <= step, 'a slim file is older than the evaluation before'
    return step


def when(path):
    return path.stat().st_mtime_ns if path.exists() else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--kills', type=int, default=30)
    args = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        run, steps = pathlib.Path(folder), []
        for kill in range(args.kills):
            child = os.fork()
            if child == 0:
                try:
                    write_for_ever(run)
                finally:
                    os._exit(1)
            slim = run / 'slim-16k.pt'
            before, begun = when(slim), time.time()
            while time.time() - begun < 60 and when(slim) == before:
                time.sleep(0.01)
            time.sleep(random.Random(kill).uniform(0, 0.3))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            steps.append(go_on(run))
        assert all(one < other for one, other in zip(steps, steps[1:], strict=False)), f'a run did not go on: {steps}'
    print(f'{args.kills} kills, every file whole; steps when killed: {steps}')


if __name__ == '__main__':
    main()
