"""Trains one recogniser from the cache that prepare.py wrote; stops and resumes at any step.

    python train.py CACHE_DIR RUN_DIR --rate 8000 --steps 8000 [--hold-out S0252] [--teacher DIR] [--data DATA_DIR]

RUN_DIR/last.pt resumes by itself. --init takes a slim checkpoint and starts a new schedule from its weights.
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

import numpy as np
import optimiser
import spectrum
import torch
import torch.nn.functional as F
import units
from data import MIXES, Corpus
from model import Recogniser
from tqdm import tqdm


def load_batches(queue, args, seed):
    torch.set_num_threads(1)
    corpus = Corpus(args.cache, args.hold_out, parse_mixes(args.mix))
    teacher = None
    if args.teacher:
        from teacher import Teacher

        teacher = Teacher(args.teacher)
        corpus.fit(teacher, np.random.default_rng(args.seed))
    rng = np.random.default_rng(seed)
    while True:
        queue.put(corpus.batch(rng, args.rate, args.frames, teacher))


def parse_mixes(text):
    """`sentence=0.5,hsk=0.2`: shares that replace the default ones."""
    mixes = dict(MIXES)
    for item in filter(None, text.split(',')):
        name, share = item.split('=')
        mixes[name] = (float(share), *mixes[name][1:])
    return {name: values for name, values in mixes.items() if values[0] > 0}


def losses(model, batch, ctc_weight, teacher_weight):
    phones, coordinates = model(torch.from_numpy(batch['features']))
    log_probs = phones.log_softmax(-1).transpose(0, 1)
    lengths = torch.from_numpy(batch['lengths'])
    frames = torch.full((phones.shape[0],), phones.shape[1])
    total = lengths.sum()
    ctc = F.ctc_loss(log_probs, torch.from_numpy(batch['targets']), frames, lengths, reduction='sum', zero_infinity=True)
    ctc = ctc / total
    if 'teacher' not in batch:
        return ctc, ctc, torch.zeros(())
    error = (coordinates - torch.from_numpy(batch['teacher']).float()).square().mean(-1)
    weight = torch.from_numpy(batch['weight'])
    distil = (error * weight).sum() / weight.sum()
    return ctc_weight * ctc + teacher_weight * distil, ctc, distil


def ctc_weight(args, progress):
    low, high = args.ctc_weight if args.teacher else (1.0, 1.0)
    return low + (high - low) * progress


def slim(model, average, step, note):
    state = {name: value.to(torch.float16) for name, value in model.state_dict().items()}
    state.update({name: value.to(torch.float16) for name, value in average.items()})
    return {'config': model.config, 'model': state, 'step': step, 'note': note, 'units': units.UNITS}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('--data', type=pathlib.Path, help='recordings, for the evaluations during the run')
    parser.add_argument('--rate', type=int, default=8000)
    parser.add_argument('--steps', type=int, default=8000)
    parser.add_argument('--minutes', type=float, default=0, help='end the learning-rate schedule after this time')
    parser.add_argument('--frames', type=int, default=7200, help='10 ms frames in a batch')
    parser.add_argument('--lr', type=float, default=1.5e-3)
    parser.add_argument('--warmup', type=int, default=300)
    parser.add_argument('--hold-out', nargs='*', default=[])
    parser.add_argument('--teacher', type=pathlib.Path)
    parser.add_argument('--teacher-weight', type=float, default=3.0)
    parser.add_argument('--ctc-weight', type=float, nargs=2, default=(0.2, 0.2), help='at the start, at the end')
    parser.add_argument('--mix', default='')
    parser.add_argument('--init', type=pathlib.Path)
    parser.add_argument('--width', type=int, default=256)
    parser.add_argument('--hidden', type=int, default=1024)
    parser.add_argument('--dropout', type=float, default=0.0)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--evaluate-every', type=int, default=500)
    parser.add_argument('--seed', type=int, default=7)
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)

    from teacher import COORDINATES

    model = Recogniser(spectrum.BANDS[args.rate][0], len(units.UNITS), COORDINATES if args.teacher else 1, args.width,
                       args.hidden, dropout=args.dropout)  # fmt: skip
    optimisers = optimiser.optimisers(model, args.lr)
    average = {name: value.detach().clone() for name, value in model.named_parameters()}
    step, last = 0, args.run / 'last.pt'
    if last.exists():
        stored = torch.load(last, weights_only=True)
        model.load_state_dict(stored['model'])
        for item, state in zip(optimisers, stored['optimisers'], strict=True):
            item.load_state_dict(state)
        average, step = stored['average'], stored['step']
    elif args.init:
        stored = torch.load(args.init, weights_only=True)
        own = model.state_dict()
        fits = {k: v.float() for k, v in stored['model'].items() if k in own and own[k].shape == v.shape}
        model.load_state_dict(fits, strict=False)
        average = {name: value.detach().clone() for name, value in model.named_parameters()}

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the loader ends with this process
    context = multiprocessing.get_context('spawn')
    queue = context.Queue(6)
    loader = context.Process(target=load_batches, args=(queue, args, [args.seed, step]), daemon=True)
    loader.start()
    if step == 0 and not args.init:
        first = [queue.get() for _ in range(6)]
        features = torch.from_numpy(np.concatenate([item['features'].reshape(-1, item['features'].shape[2]) for item in first]))
        features = features.clamp(min=0)
        model.mean.copy_(features.mean(0))
        model.scale.copy_(1 / features.std(0))

    sets = {}
    if args.data and args.evaluate_every:
        import evaluate

        for speaker in args.hold_out:
            sets[speaker] = evaluate.sentences(args.data, speaker, args.rate, limit=100)
        sets['students'] = evaluate.students(args.data, args.rate, limit=120)

    def report(text):
        print(text, flush=True)
        with open(args.run / 'log.txt', 'a') as log:
            log.write(text + '\n')

    report(f'parameters {sum(p.numel() for p in model.parameters())} args {vars(args)}')
    started, seen, sums, first_step = time.time(), 0.0, np.zeros(3), step
    bar = tqdm(total=args.steps, initial=step, mininterval=30)
    model.train()
    while step < args.steps:
        elapsed = (time.time() - started) / 60
        progress = step / args.steps
        if args.minutes:  # the schedule ends with the time where that comes before the steps
            progress = max(progress, first_step / args.steps + (1 - first_step / args.steps) * elapsed / args.minutes)
            if elapsed >= args.minutes:
                args.steps = step + 1
        rate = min(1, (step + 1) / args.warmup) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        for group in [group for item in optimisers for group in item.param_groups]:
            group['lr'] = args.lr * rate
        batch = queue.get()
        loss, ctc, distil = losses(model, batch, ctc_weight(args, progress), args.teacher_weight)
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
        sums += (ctc.item(), distil.item(), 1)
        seen += batch['features'].shape[0] * batch['features'].shape[1] / 360000
        bar.update()
        if step % 50 == 0:
            report(f'step {step} ctc {sums[0] / sums[2]:.4f} distil {sums[1] / sums[2]:.4f} hours {seen:.2f} '
                   f'minutes {(time.time() - started) / 60:.1f} lr {args.lr * rate:.2g} queue {queue.qsize()}')  # fmt: skip
            sums[:] = 0
        if step % args.evaluate_every == 0 or step == args.steps:
            state = {'model': model.state_dict(), 'optimisers': [item.state_dict() for item in optimisers],
                     'average': average, 'step': step}
            torch.save(state, args.run / 'last.tmp')
            (args.run / 'last.tmp').replace(last)
            torch.save(slim(model, average, step, str(vars(args)['hold_out'])), args.run / 'slim.pt')
            if sets:
                tested = evaluate.load(args.run / 'slim.pt')[0]
                for name, items in sets.items():
                    result = evaluate.score(evaluate.torch_log_probs(tested), items)
                    report(f'step {step} {name}: ' + ' '.join(f'{key} {value:.4g}' for key, value in result.items()))
    loader.terminate()


if __name__ == '__main__':
    main()
