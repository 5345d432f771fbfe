"""Trains one recogniser from the cache that prepare.py wrote; stops and resumes at any step.

    python -m asr.train CACHE_DIR RUN_DIR --rates 8000 16000 --steps 8000 [--hold-out S0252] [--teacher] [--data DATA_DIR]

Several rates train one encoder with an input layer for each. A run that was cut resumes from RUN_DIR/last.pt by itself.
--init takes slim checkpoints and starts a new schedule from their weights; with --teacher the layer that predicts its
coordinates is solved anew first. RUN_DIR/slim-<kHz>k.pt is what export_onnx.py reads.
"""

import os

os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')

import argparse
import math
import multiprocessing
import pathlib
import signal
import sys
import time
from queue import Full

from asr import checkpoints
import numpy as np
from asr import optimiser
from asr import spectrum
import torch
import torch.nn.functional as F
from asr import units
from asr.data import MASKED, MIXES, NOISY, TAUGHT, UNLABELLED, Corpus
from asr.model import Recogniser
from asr.targets import TRANSCRIPT
from tqdm import tqdm


def load_batches(queue, args, seed):
    torch.set_num_threads(1)
    corpus = Corpus(args.cache, args.hold_out, parse_mixes(args.mix), args.all_students, args.taught if args.teacher else (),
                    args.transcript, args.listen, args.tracts, args.masked, args.noisy)  # fmt: skip
    rng = np.random.default_rng(seed)
    trainer = multiprocessing.parent_process()
    while trainer.is_alive():
        batch = corpus.batch(rng, args.rates[rng.integers(len(args.rates))], args.frames)
        while trainer.is_alive():  # a killed trainer takes no more batches
            try:
                queue.put(batch, timeout=10)
                break
            except Full:
                continue
    queue.cancel_join_thread()  # nobody reads the rest of the pipe


def parse_mixes(text):
    """`sentence=0.5,hsk=0.2`: shares that replace the default ones."""
    mixes = dict(MIXES)
    for item in filter(None, text.split(',')):
        name, share = item.split('=')
        mixes[name] = (float(share), *mixes[name][1:])
    return {name: values for name, values in mixes.items() if values[0] > 0}


def losses(model, batch, args, ctc_weight):
    """Recordings follow teacher and labels; for generated speech the teacher is unreliable and the labels are certain;
    foreign speech has no labels."""
    with torch.autocast('cpu', torch.bfloat16, enabled=args.half):
        hidden = model.encode(torch.from_numpy(batch['features']))
    phones, coordinates = model.output(hidden.float()), model.teacher(hidden.float())
    log_probs = phones.log_softmax(-1)
    lengths, labelled = torch.from_numpy(batch['lengths']), torch.from_numpy(batch['labelled'])
    frames = torch.full((phones.shape[0],), phones.shape[1])
    each = labelled * F.ctc_loss(log_probs.transpose(0, 1), torch.from_numpy(batch['targets']), frames, lengths,
                                 reduction='none', zero_infinity=True)  # fmt: skip
    count = lengths.sum().clamp(min=1)
    ctc = each.sum() / count
    if not args.teacher:
        return ctc, ctc, torch.zeros(()), torch.zeros(())
    taught = torch.from_numpy(batch['taught'])[:, None]
    total = (each * torch.where(torch.from_numpy(batch['generated']), args.generated_weight, ctc_weight)).sum() / count
    error = (coordinates - torch.from_numpy(batch['teacher']).float()).square().mean(-1)
    weight = torch.from_numpy(batch['weight']) * taught
    distil = (error * weight).sum() / weight.sum().clamp(min=1)
    spread = torch.from_numpy(batch['spread']).float()
    apart = (torch.xlogy(spread, spread) - spread * log_probs).sum(-1)
    divergence = (apart * taught).sum() / ((1 - spread[..., 0]) * taught).sum().clamp(min=1)
    return total + args.teacher_weight * distil + args.spread_weight * divergence, ctc, distil, divergence


@torch.no_grad()
def solve_coordinates(models, batches):
    """The layer that predicts the teacher's coordinates, by least squares: a new cache has other directions."""
    layer, square, product = next(iter(models.values())).teacher, 0, 0
    for batch in batches:
        hidden = models[batch['rate']].encode(torch.from_numpy(batch['features'])).flatten(0, 1)
        weight = (torch.from_numpy(batch['weight']) * torch.from_numpy(batch['taught'])[:, None]).flatten()[:, None]
        hidden = torch.cat([hidden, torch.ones(len(hidden), 1)], 1).double()
        square = square + hidden.T @ (hidden * weight)
        product = product + hidden.T @ (torch.from_numpy(batch['teacher']).double().flatten(0, 1) * weight)
    square += torch.eye(len(square)).double() * square.diagonal().mean() * 1e-4
    solved = torch.linalg.solve(square, product).float()
    layer.weight.copy_(solved[:-1].T)
    layer.bias.copy_(solved[-1])


def ctc_weight(args, progress):
    low, high = args.ctc_weight if args.teacher else (1.0, 1.0)
    return low + (high - low) * progress


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('--data', type=pathlib.Path, help='recordings, for the evaluations during the run')
    parser.add_argument('--rates', type=int, nargs='+', default=[8000])
    parser.add_argument('--steps', type=int, default=8000)
    parser.add_argument('--minutes', type=float, default=0, help='end the learning-rate schedule after this time')
    parser.add_argument('--frames', type=int, default=7200, help='10 ms frames in a batch')
    parser.add_argument('--lr', type=float, default=1.5e-3)
    parser.add_argument('--warmup', type=int, default=300)
    parser.add_argument('--hold-out', nargs='*', default=[])
    parser.add_argument('--all-students', action='store_true', help='train on the test speakers, too, for release')
    parser.add_argument('--teacher', action='store_true', help='train on the targets of hear.py, too')
    parser.add_argument('--taught', nargs='+', default=TAUGHT, choices=TAUGHT, help='kinds of speech with targets of the teacher')
    parser.add_argument('--listen', type=pathlib.Path, help='TEACHER_DIR: it hears each sequence as the pupil gets it')
    parser.add_argument('--teacher-weight', type=float, default=3.0)
    parser.add_argument('--spread-weight', type=float, default=0.5, help='weight of the divergence per unit')
    parser.add_argument('--transcript', type=float, default=TRANSCRIPT, help='share of the forced alignment in the targets')
    parser.add_argument('--ctc-weight', type=float, nargs=2, default=(0.2, 0.2), help='CTC weight at start and end')
    parser.add_argument('--generated-weight', type=float, default=0.5, help='CTC weight of generated speech')
    parser.add_argument('--mix', default='')
    parser.add_argument('--masked', type=float, default=MASKED, help='share of the sequences with masks')
    parser.add_argument('--noisy', type=float, default=NOISY, help='share of the sequences with noise')
    parser.add_argument('--tracts', type=float, nargs=2, help='ln of the tract lengths of recordings, from and to')
    parser.add_argument('--init', type=pathlib.Path, nargs='*', default=[])
    parser.add_argument('--width', type=int, default=256)
    parser.add_argument('--hidden', type=int, default=1024)
    parser.add_argument('--looks', type=int, nargs='+', default=[1] * 7, help='frames of the future that each block sees')
    parser.add_argument('--dropout', type=float, default=0.0)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--loaders', type=int, default=1)
    parser.add_argument('--evaluate-every', type=int, default=500)
    parser.add_argument('--save-minutes', type=float, default=10, help='longest time between checkpoints')
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--half', action='store_true', help='bfloat16 products: half the time on processors that have them')
    args = parser.parse_args()
    if UNLABELLED in parse_mixes(args.mix) and not args.teacher:
        parser.error(f'{UNLABELLED} speech has no labels: it needs --teacher')
    args.run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)

    from asr.teacher import COORDINATES

    first = Recogniser(spectrum.BANDS[args.rates[0]][0], len(units.UNITS), COORDINATES if args.teacher else 1, args.width,
                       args.hidden, args.looks, args.dropout)  # fmt: skip
    models = {args.rates[0]: first, **{rate: first.twin(spectrum.BANDS[rate][0]) for rate in args.rates[1:]}}
    model = torch.nn.ModuleDict({str(rate): item for rate, item in models.items()})
    optimisers = optimiser.optimisers(model, args.lr, args.half)
    step, elapsed, resumed = 0, 0.0, checkpoints.resume(args.run, model, optimisers)
    if resumed:
        (average, step, elapsed), ready = resumed, set(models)
        torch.manual_seed(args.seed + step)
    else:
        ready = checkpoints.start_from(args.init, models)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the loaders end with this process
    context = multiprocessing.get_context('spawn')
    queue = context.Queue(6)
    loaders = [context.Process(target=load_batches, args=(queue, args, [args.seed, step, n]), daemon=True)
               for n in range(args.loaders)]  # fmt: skip
    for loader in loaders:
        loader.start()
    missing, sample = set(models) - ready, {rate: [] for rate in models}
    while any(len(sample[rate]) < 6 for rate in missing):
        batch = queue.get()
        sample[batch['rate']].append(torch.from_numpy(batch['features']).flatten(0, 1))
    for rate in missing:
        features = torch.cat(sample[rate]).clamp(min=0)
        models[rate].mean.copy_(features.mean(0))
        models[rate].scale.copy_(1 / features.std(0))
    if not resumed:
        if args.teacher and args.init:
            solve_coordinates(models, (queue.get() for _ in range(24)))
        average = {name: value.detach().clone() for name, value in model.named_parameters()}

    sets = {}
    if args.data and args.evaluate_every:
        from asr import evaluate

        for rate in args.rates:
            for speaker in args.hold_out:
                if speaker.startswith('S'):
                    sets[rate, speaker] = evaluate.sentences(args.data, speaker, rate, limit=100)
            sets[rate, 'students'] = evaluate.students(args.data, rate, limit=120)

    def report(text):
        print(text, flush=True)
        with open(args.run / 'log.txt', 'a') as log:
            log.write(text + '\n')

    report(f'parameters {sum(p.numel() for p in model.parameters())} args {vars(args)}')
    started, saved, seen, sums = time.time() - elapsed * 60, time.time(), 0.0, np.zeros(4)
    bar = tqdm(total=args.steps, initial=step, mininterval=30)
    model.train()
    while step < args.steps:
        elapsed = (time.time() - started) / 60
        progress = step / args.steps
        if args.minutes:  # the schedule ends with the time or the steps, whichever comes first
            progress = min(1, max(progress, elapsed / args.minutes))
            if elapsed >= args.minutes:
                args.steps = step + 1
        rate = min(1, (step + 1) / args.warmup) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        for group in [group for item in optimisers for group in item.param_groups]:
            group['lr'] = args.lr * rate
        batch = queue.get()
        loss, *terms = losses(models[batch['rate']], batch, args, ctc_weight(args, progress))
        model.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        for item in optimisers:
            item.step()
        step += 1
        decay = min(0.998, (step + 1) / (step + 10))
        with torch.no_grad():
            for name, value in model.named_parameters():
                average[name].lerp_(value, 1 - decay)
        sums += (*(term.item() for term in terms), 1)
        seen += batch['features'].shape[0] * batch['features'].shape[1] / 360000
        bar.update()
        if step % 50 == 0:
            ctc, distil, divergence = sums[:3] / sums[3]
            report(f'step {step} ctc {ctc:.4f} distil {distil:.4f} divergence {divergence:.4f} hours {seen:.2f} '
                   f'minutes {(time.time() - started) / 60:.1f} lr {args.lr * rate:.2g} queue {queue.qsize()}')  # fmt: skip
            sums[:] = 0
        judged = step % args.evaluate_every == 0 or step == args.steps
        if judged or time.time() - saved > args.save_minutes * 60:
            checkpoints.save_last(args.run, model, optimisers, average, step, (time.time() - started) / 60)
            saved = time.time()
        if judged:
            checkpoints.save_slim(args.run, models, model, average, step, str(args.hold_out))
            for (rate, name), items in sets.items():
                tested = evaluate.load(checkpoints.slim_path(args.run, rate))[0]
                result = evaluate.score(evaluate.torch_log_probs(tested), items)
                report(f'step {step} {rate} {name}: ' + ' '.join(f'{key} {value:.4g}' for key, value in result.items()))
    for loader in loaders:
        loader.terminate()


if __name__ == '__main__':
    main()
