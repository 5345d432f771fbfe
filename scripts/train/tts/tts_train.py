"""Trains the voices; stops and resumes at any step.

    python -m tts.tts_train CACHE_DIR RUN_DIR [--minutes 40 | --steps 6000] [--texts DATA_DIR]

With --texts the voices also say sentences without recordings, and the recogniser's loss on them (tts_hear.py) teaches
the envelope to be understood.

RUN_DIR/last.pt resumes by itself; RUN_DIR/slim.pt (half precision, averaged weights) is what tts_export.py reads.
"""

import argparse
import math
import pathlib
import queue
import signal
import sys
import threading
import time

import numpy as np
from asr import optimiser
import torch
import torch.nn.functional as F
from tts import tts_critic
from tts import tts_data
from tts import tts_hear
from tts import tts_texts
from tts import tts_units
from tqdm import tqdm
from tts.tts_model import Voice

DECAY = 0.998
FREE_DB = 3.0  # allowed distance of free speech from the anchor's
WEIGHTS = {'length': 1.0, 'loud': 0.5, 'tune': 1.0, 'voice': 0.5, 'envelope': 2.0, 'slope': 1.0, 'breath': 2.0}


def masked(value, mask):
    return (value * mask).sum() / mask.expand_as(value).sum().clamp(min=1)


def predict(model, batch):
    """The parts of the network on recorded lengths, loudness and pitch."""
    manner = model.encoder.manner(batch['speaker'])
    hidden, lengths, loud = model.encoder(batch['tokens'], manner)
    spread = torch.gather(hidden, 1, batch['unit'][..., None].expand(-1, -1, hidden.shape[-1])) * batch['valid']
    level = torch.gather(batch['loud'], 1, batch['unit'])[..., None] * batch['valid']
    tune = model.frames.tune(spread, batch['places'], batch['valid'], manner)
    timbre = model.frames.timbre(batch['speaker'])
    envelope, breath = model.frames.paint(spread, batch['places'], level, batch['tune'], batch['valid'], timbre)
    return {'lengths': lengths, 'loud': loud, 'tune': tune, 'envelope': envelope, 'breath': breath}


def losses(model, batch, out):
    valid = batch['valid']
    scale = model.frames.scale
    unit = (batch['tokens'][..., 0] > 0).float()
    speech = unit * (batch['tokens'][..., 0] != tts_units.INDEX[tts_units.SILENCE])
    voiced = batch['tune'][..., 1] * valid[..., 0]
    tune_weight = voiced + 0.05 * (valid[..., 0] - voiced)
    error = (out['envelope'] - batch['envelope']) / scale
    slope = error[:, 1:] - error[:, :-1]
    voice = F.binary_cross_entropy_with_logits(out['tune'][..., 1], batch['tune'][..., 1], reduction='none')
    return {
        'length': masked((out['lengths'] - batch['lengths']).square(), speech + 0.05 * (unit - speech)) * 4,
        'loud': masked((out['loud'] - batch['loud']).abs(), unit),
        'tune': ((out['tune'][..., 0] - batch['tune'][..., 0]).square() * tune_weight).sum() / tune_weight.sum(),
        'voice': masked(voice, valid[..., 0]),
        'envelope': masked(error.abs(), valid),
        'slope': masked(slope.abs(), valid[:, 1:]),
        'breath': masked((out['breath'] - batch['breath']).abs(), voiced[..., None]),
    }


def free_patches(model, free, rng):
    """Patches of free speech by one speaker alone, for the critic, which knows speakers."""
    if free is None:
        return None, None
    envelope, lengths, timbre = free
    alone = [row for row in range(len(lengths)) if timbre[row].max() > 0.999]
    if not alone:
        return None, None
    normal = (envelope[alone] - model.frames.mean) / model.frames.scale
    out, draws = tts_critic.patches(normal, [lengths[row] for row in alone], 16, rng)
    if out is None:
        return None, None
    return out, timbre[alone].argmax(1)[[row for row, _ in draws]]


def listen_step(model, listener, batch, rng, noise, anchor):
    """-> the recogniser's loss on free speech, the distance of its envelope from the anchor's beyond FREE_DB, the
    envelope, and lengths; formants, pitch and line are drawn. Without the anchor the voice of the words' speaker tore
    its formants apart to be understood (DNSMOS 3.1 -> 2.5 in 300 steps)."""
    said = tts_texts.say(model, batch, float(rng.uniform(0.9, 1.25)), anchor)
    envelope, pitch, breath, lengths = said[:4]
    away = envelope.new_zeros(())
    if anchor is not None:
        before, valid = said[4]
        away = masked(((envelope - before).abs() - FREE_DB).clamp(min=0) / model.frames.scale, valid)
    rate = int(rng.choice(list(listener.banks)))
    pitch = pitch * float(np.exp(rng.uniform(-0.2, 0.2)))
    power = listener.power(envelope, pitch, breath, warp=round(float(rng.uniform(0.9, 1.1)), 2), rng=noise)
    floor = 10 ** (rng.uniform(3.0, 6.5)) * (np.arange(256) + 8.0)[None, None] ** -rng.uniform(0, 1)
    power = power * 10 ** rng.uniform(-1.2, 0.3) + torch.from_numpy(floor.astype(np.float32))
    return tts_hear.loss(listener.hear(power, rate), lengths, batch['labels']), away, envelope, lengths


def heard(model, listener, texts):
    """Toneless syllable errors of the held-out texts, said by each voice, as the listener hears them."""
    out = []
    with torch.no_grad():
        for voice in tts_texts.VOICES:
            rng = np.random.default_rng(7)
            batch = texts.gather([one for text in texts.held_out if (one := texts.one(rng, text))], rng, voice)
            envelope, pitch, breath, lengths = tts_texts.say(model, batch)
            power = listener.power(envelope, pitch, breath, rng=torch.Generator().manual_seed(1))
            wrong, total = tts_hear.errors(listener.hear(power, 16000), lengths, batch['labels'])
            out.append(f'{voice} {100 * wrong / total:.1f} %')
    return ', '.join(out)


def critic_step(critic, judge_optimiser, model, batch, out, rng, free=None):
    """One step of the critic; -> the voice's loss against it."""
    lengths = batch['valid'][..., 0].sum(1).long().tolist()
    normal = (batch['envelope'] - model.frames.mean) / model.frames.scale
    false = (out['envelope'] - model.frames.mean) / model.frames.scale
    count = max(8, sum(lengths) // 110)
    real, draws = tts_critic.patches(normal, lengths, count, rng)
    if real is None:
        return {}
    false, _ = tts_critic.patches(false, lengths, count, rng, draws)
    speaker = batch['speaker'][[row for row, _ in draws]]
    score_real, _ = critic(real, speaker)
    score_false, _ = critic(false.detach(), speaker)
    loss = (score_real - 1).square().mean() + score_false.square().mean()
    said, said_by = free_patches(model, free, rng)
    if said is not None:
        loss = loss + critic(said.detach(), said_by)[0].square().mean()
    judge_optimiser.zero_grad(set_to_none=True)
    loss.backward()
    judge_optimiser.step()
    for value in critic.parameters():
        value.requires_grad_(False)
    score, seen = critic(false, speaker)
    with torch.no_grad():
        _, wanted = critic(real, speaker)
    fooled = (score - 1).square().mean()
    if said is not None:
        fooled = fooled + (critic(said, said_by)[0] - 1).square().mean()
    match = sum((a - b).abs().mean() for a, b in zip(seen, wanted, strict=True)) / len(seen)
    for value in critic.parameters():
        value.requires_grad_(True)
    return {'fooled': fooled, 'match': match, 'critic': loss.detach()}


def loaded(make):
    """Runs `make` beside the training and yields its results."""
    waiting = queue.Queue(4)

    def fill():
        while True:
            waiting.put(make())

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield waiting.get()


def evaluate(model, corpus):
    """Errors on clips kept apart, and the share of the recorded variation that the predictions keep."""
    model.eval()
    found = {}
    with torch.no_grad():
        for name, clips in corpus.test.items():
            batch = corpus.gather(clips[:24])
            out = predict(model, batch)
            values = {key: float(value) for key, value in losses(model, batch, out).items()}
            voiced = (batch['tune'][..., 1] * batch['valid'][..., 0]) > 0
            values['tune_spread'] = float(out['tune'][..., 0][voiced].std() / batch['tune'][..., 0][voiced].std())
            decibels = (out['envelope'] - batch['envelope']).abs().mean(-1)[batch['valid'][..., 0] > 0]
            values['db'] = float(decibels.mean())
            lines = [x[batch['valid'][..., 0] > 0] for x in (out['envelope'], batch['envelope'])]
            ripple = [(x[:, 2:] - x[:, :-2]).square().mean() for x in lines]
            values['ripple'] = float((ripple[0] / ripple[1]).sqrt())
            found[name] = values
    model.train()
    return found


def slim(model, average, step):
    state = {name: value.half() for name, value in model.state_dict().items()}
    state.update({name: value.half() for name, value in average.items()})
    state['pitch'] = model.pitch
    return {'speakers': model.speakers, 'model': state, 'step': step, 'level': model.level}


def start_from(model, stored):
    """Weights of an earlier run, which may have had other speakers."""
    known = {name: at for at, name in enumerate(stored['speakers'])}
    own = model.state_dict()
    for name, value in stored['model'].items():
        if name == 'pitch':
            continue
        if name in ('encoder.manner.weight', 'frames.timbre.weight'):
            middle = value.float().mean(0)
            rows = [value[known[who]].float() if who in known else middle for who in model.speakers]
            value = torch.stack(rows)
        own[name].copy_(value.float())


def anchored(path):
    stored = torch.load(path, weights_only=True)
    model = Voice(stored['speakers'])
    model.load_state_dict({name: value.float() for name, value in stored['model'].items()})
    return model.eval().requires_grad_(False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('--steps', type=int, default=8000)
    parser.add_argument('--minutes', type=float, default=0, help='end the learning-rate schedule after this time')
    parser.add_argument('--frames', type=int, default=4000, help='10 ms frames in a batch')
    parser.add_argument('--lr', type=float, default=1.5e-3)
    parser.add_argument('--warmup', type=int, default=150)
    parser.add_argument('--critic-from', type=float, default=0.35, help='part of the run after which the critic joins')
    parser.add_argument('--critic-weight', type=float, default=0.15)
    parser.add_argument('--only', nargs='*', help='sets; by default all aligned ones')
    parser.add_argument('--init', type=pathlib.Path, help='slim.pt; its speakers keep their weights')
    parser.add_argument('--texts', type=pathlib.Path, help='directory of recordings, whose texts are said freely')
    parser.add_argument('--units', type=int, default=200, help='units of free speech in a step')
    parser.add_argument('--listen-weight', type=float, default=0.25)
    parser.add_argument('--anchor', type=pathlib.Path, help='slim.pt; free speech must stay near its envelopes')
    parser.add_argument('--anchor-weight', type=float, default=2.0)
    parser.add_argument('--limit', type=int, default=0, help='clips of each set, to see whether it memorises them')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--evaluate-every', type=int, default=500)
    parser.add_argument('--seed', type=int, default=3)
    args = parser.parse_args()
    args.run.mkdir(parents=True, exist_ok=True)
    torch.set_flush_denormal(True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    sets = tts_data.load(args.cache, args.only)
    corpus = tts_data.Corpus(sets)
    if args.limit:
        corpus.train = {name: clips[: args.limit] for name, clips in corpus.train.items()}
    model = Voice(corpus.speakers)
    model.level = torch.from_numpy(corpus.level)
    mean, scale = corpus.spread()
    model.frames.mean.copy_(torch.from_numpy(mean))
    model.frames.scale.copy_(torch.from_numpy(scale))
    model.pitch.copy_(torch.from_numpy(corpus.pitch))
    critic = tts_critic.Critic(speakers=len(corpus.speakers))
    optimisers = optimiser.optimisers(model, args.lr)
    judge_optimiser = torch.optim.AdamW(critic.parameters(), 4e-4, betas=(0.5, 0.9), weight_decay=0.0)
    if args.init:
        start_from(model, torch.load(args.init, weights_only=True))
    average = {name: value.detach().clone() for name, value in model.named_parameters()}
    started = time.time()
    step, spent, last = 0, 0.0, args.run / 'last.pt'
    if last.exists():
        stored = torch.load(last, weights_only=True)
        model.load_state_dict(stored['model'])
        critic.load_state_dict(stored['critic'])
        for item, state in zip([*optimisers, judge_optimiser], stored['optimisers'], strict=True):
            item.load_state_dict(state)
        average, step, spent = stored['average'], stored['step'], stored['spent']

    def report(text):
        print(text, flush=True)
        with open(args.run / 'log.txt', 'a') as log:
            log.write(text + '\n')

    def save():
        torch.save({'model': model.state_dict(), 'critic': critic.state_dict(), 'average': average, 'step': step,
                    'optimisers': [item.state_dict() for item in [*optimisers, judge_optimiser]],
                    'spent': spent + time.time() - started}, last)  # fmt: skip
        torch.save(slim(model, average, step), args.run / 'slim.pt')

    report(f'parameters {sum(p.numel() for p in model.parameters())} clips { {k: len(v) for k, v in sets.items()} }')
    signal.signal(signal.SIGTERM, lambda *_: (save(), sys.exit(143)))
    rng = np.random.default_rng([args.seed, step])
    recorded = np.random.default_rng([args.seed, step, 1])
    batches = loaded(lambda: corpus.batch(recorded, args.frames))
    if args.texts:
        texts = tts_texts.Texts(args.texts, corpus.speakers)
        drawn = np.random.default_rng([args.seed, step, 2])
        free = loaded(lambda: texts.batch(drawn, args.units))
        listener = tts_hear.Listener()
        noise = torch.Generator().manual_seed(args.seed + step)
        anchor = anchored(args.anchor) if args.anchor else None
    sums, seen = {}, 0
    bar = tqdm(total=args.steps, initial=step, mininterval=20)
    model.train()
    progress = 0.0
    while step < args.steps and progress < 1:
        minutes = (spent + time.time() - started) / 60
        progress = minutes / args.minutes if args.minutes else step / args.steps
        rate = min(1, (step + 1) / args.warmup) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * min(1, progress))))
        for item in optimisers:
            for group in item.param_groups:
                group['lr'] = args.lr * rate
        batch = next(batches)
        out = predict(model, batch)
        parts = losses(model, batch, out)
        total = sum(WEIGHTS[name] * value for name, value in parts.items())
        said = None
        if args.texts:
            text = next(free)
            parts['listen'], parts['away'], spoken, lengths = listen_step(model, listener, text, rng, noise, anchor)
            total = total + args.listen_weight * parts['listen'] + args.anchor_weight * parts['away']
            said = (spoken, lengths, text['timbre'])
        if progress >= args.critic_from and args.critic_weight:
            more = critic_step(critic, judge_optimiser, model, batch, out, rng, said)
            if more:
                ramp = min(1, (progress - args.critic_from) / 0.08)
                total = total + args.critic_weight * ramp * (more['fooled'] + 2 * more['match'])
                parts.update(more)
        for item in optimisers:
            item.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for item in optimisers:
            item.step()
        step += 1
        decay = min(DECAY, step / (step + 20))
        with torch.no_grad():
            for name, value in model.named_parameters():
                average[name].lerp_(value, 1 - decay)
        for name, value in parts.items():
            sums.setdefault(name, []).append(float(value.detach()))
        seen += int(batch['valid'].sum())
        bar.update()
        if step % 100 == 0:
            means = ' '.join(f'{name} {np.mean(values):.3f}' for name, values in sums.items())
            report(f'step {step} {means} hours {seen / 360000:.2f} minutes {minutes:.1f}')
            sums = {}
        if step % args.evaluate_every == 0 or step == args.steps:
            backup = {name: value.detach().clone() for name, value in model.named_parameters()}
            with torch.no_grad():
                for name, value in model.named_parameters():
                    value.copy_(average[name])
            if args.texts:
                model.eval()
                report('  heard: ' + heard(model, listener, texts))
                model.train()
            for name, values in evaluate(model, corpus).items():
                report(f'  {name}: ' + ' '.join(f'{key} {value:.3f}' for key, value in values.items()))
            with torch.no_grad():
                for name, value in model.named_parameters():
                    value.copy_(backup[name])
            save()
    save()
    report(f'end at step {step}')


if __name__ == '__main__':
    main()
