"""Trains the network of characters that puts the hypotheses of a sentence in order: an LSTM, on the text of build_lm.py.

    python -m lm.rescoring DATA_DIR/text RUN_DIR [--exclude TRANS_TSV] [--init RUN_DIR] [--minutes 60] [--steps 8000]

Goes on from RUN_DIR/last.pt if it is there. The length of the cosine is that of the steps or of the minutes, whichever
ends first. Scores are kept near log probabilities ("away": mean square of the logarithm of their sum), so that the
product need not sum over all characters.
"""

import argparse
import math
import pathlib
import random
import time

from asr.checkpoints import write
from lm import build_lm
import numpy as np
import torch
from torch import nn

#: Share of each set in what a step sees: read sentences and dialogs count more than the many made ones.
SHARES = {'news': 0.3, 'polyphones': 0.16, 'moztw': 0.06, 'crosswoz': 0.12, 'kdconv': 0.12, 'announcements': 0.04, 'service': 0.2}
UNKNOWN, BEGIN, END, FIRST = 0, 1, 2, 3
WIDTH, HIDDEN = 256, 512
MOST_HELD = 800  # sentences of a held-out set that are scored
POOL = 720_000  # characters that are drawn, sorted by length and cut into batches together
EVALUATE_EVERY = 500


class Net(nn.Module):
    def __init__(self, signs, dropout=0.0):
        super().__init__()
        self.embed = nn.Embedding(signs, WIDTH)
        nn.init.normal_(self.embed.weight, std=0.05)
        self.lstm = nn.LSTM(WIDTH, HIDDEN, batch_first=True)
        self.proj = nn.Linear(HIDDEN, WIDTH)
        self.bias = nn.Parameter(torch.zeros(signs))
        self.drop = nn.Dropout(dropout)

    def forward(self, signs):
        states, _ = self.lstm(self.drop(self.embed(signs)))
        return self.drop(torch.tanh(self.proj(self.drop(states))))

    def scores(self, outputs):
        return outputs @ self.embed.weight.T + self.bias


def load(run):
    """-> (network, its characters in ascending order)."""
    stored = torch.load(run / 'slim.pt', weights_only=True)
    net = Net(len(stored['signs']) + FIRST)
    net.load_state_dict({name: value.float() for name, value in stored['model'].items()})
    return net.eval(), stored['signs']


def require_equal(theirs, signs):
    if theirs != signs:
        raise SystemExit('the weights know other characters than the text has: train on the text they were trained on')


def coder(signs):
    numbers = {sign: at for at, sign in enumerate(signs, FIRST)}
    return lambda text: [numbers.get(sign, UNKNOWN) for sign in text]


def padded(group):
    """-> (inputs, wanted signs, -1 behind the end)."""
    length = max(map(len, group)) + 1
    inputs = np.zeros((len(group), length), np.int64)
    wanted = np.full((len(group), length), -1, np.int64)
    for row, signs in enumerate(group):
        inputs[row, 0] = BEGIN
        inputs[row, 1 : len(signs) + 1] = signs
        wanted[row, : len(signs)] = signs
        wanted[row, len(signs)] = END
    return torch.from_numpy(inputs), torch.from_numpy(wanted)


def log_probabilities(net, sentences):
    """The natural logarithm of each sentence's probability, with its end."""
    logs = [0.0] * len(sentences)
    order = sorted(range(len(sentences)), key=lambda at: len(sentences[at]))
    with torch.no_grad():
        for first in range(0, len(order), 128):
            part = order[first : first + 128]
            inputs, wanted = padded([sentences[at] for at in part])
            with torch.autocast('cpu', torch.bfloat16):
                scores = net.scores(net(inputs)).float()
            own = torch.log_softmax(scores, -1).gather(-1, wanted.clamp(min=0)[..., None])[..., 0]
            for at, value in zip(part, (own * (wanted >= 0)).sum(1).tolist(), strict=True):
                logs[at] = value
    return logs


def perplexities(net, held):
    net.eval()
    found = {name: math.exp(-sum(log_probabilities(net, own)) / sum(map(len, own))) for name, own in held.items()}
    net.train()
    return ', '.join(f'{name} {value:.1f}' for name, value in found.items())


def batches(parts, tokens, source):
    """Endless groups of sentences of similar length, about `tokens` characters each."""
    while True:
        pool = []
        for name, share in SHARES.items():
            drawn = 0
            while drawn < share * POOL:
                pool.append(source.choice(parts[name]))
                drawn += len(pool[-1]) + 1
        pool.sort(key=lambda signs: (len(signs), source.random()))
        groups, at = [], 0
        while at < len(pool):
            count = max(1, tokens // (len(pool[at]) + 1))
            groups.append(pool[at : at + count])
            at += count
        source.shuffle(groups)
        yield from groups


def step(net, optimiser, group, options):
    """-> (loss, mean square of the logarithm of the scores' sum, characters)."""
    inputs, wanted = padded(group)
    inputs[:, 1:][torch.rand(inputs[:, 1:].shape) < options.masked] = UNKNOWN
    keep = wanted.reshape(-1) >= 0
    with torch.autocast('cpu', torch.bfloat16):
        scores = net.scores(net(inputs).reshape(-1, WIDTH)[keep])
    scores = scores.float()
    sums = torch.logsumexp(scores, -1)
    loss = (sums - scores.gather(-1, wanted.reshape(-1)[keep][:, None])[:, 0]).mean()
    away = sums.square().mean()
    optimiser.zero_grad()
    (loss + options.normal * away).backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimiser.step()
    return loss.item(), away.item(), int(keep.sum())


def save(run, net, optimiser, signs, number, minutes):
    state = {'model': net.state_dict(), 'optimiser': optimiser.state_dict(), 'step': number, 'minutes': minutes, 'signs': signs}
    write(state, run / 'last.pt')
    write({'model': {name: value.half() for name, value in net.state_dict().items()}, 'signs': signs}, run / 'slim.pt')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('run', type=pathlib.Path)
    parser.add_argument('--exclude', type=pathlib.Path)
    parser.add_argument('--init', type=pathlib.Path)
    parser.add_argument('--minutes', type=float, default=60)
    parser.add_argument('--steps', type=int, default=8000)
    parser.add_argument('--tokens', type=int, default=3000)
    parser.add_argument('--lr', type=float, default=2e-3)
    parser.add_argument('--dropout', type=float, default=0.3)
    parser.add_argument('--normal', type=float, default=0.05, help='weight of "away"')
    parser.add_argument('--masked', type=float, default=0.05, help='share of unknown characters in what it reads')
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    parts, held = build_lm.texts(options.data, options.exclude)
    signs = sorted({sign for own in parts.values() for run in own for sign in run})
    code = coder(signs)
    parts = {name: [code(run) for run in own] for name, own in parts.items()}
    held = {name: [code(run) for run in own[:MOST_HELD]] for name, own in held.items()}
    net = Net(len(signs) + FIRST, options.dropout)
    if options.init:
        other, known = load(options.init)
        require_equal(known, signs)
        net.load_state_dict(other.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), options.lr, weight_decay=1e-2, betas=(0.9, 0.98))
    options.run.mkdir(parents=True, exist_ok=True)
    first, spent = 0, 0.0
    if (options.run / 'last.pt').exists():
        stored = torch.load(options.run / 'last.pt', weights_only=True)
        require_equal(stored['signs'], signs)
        net.load_state_dict(stored['model'])
        optimiser.load_state_dict(stored['optimiser'])
        first, spent = stored['step'], stored['minutes']
    source = batches(parts, options.tokens, random.Random(options.seed + first))
    began = time.time() - 60 * spent
    sums, done = np.zeros(4), first
    for number in range(first + 1, options.steps + 1):
        minutes = (time.time() - began) / 60
        progress = max(number / options.steps, minutes / options.minutes)
        if progress > 1:
            break
        for group in optimiser.param_groups:
            group['lr'] = options.lr * min(1, number / 100) * (0.02 + 0.49 * (1 + math.cos(math.pi * progress)))
        sums += (*step(net, optimiser, next(source), options), 1)
        done = number
        if number % 100 == 0:
            loss, away = sums[:2] / sums[3]
            print(f'step {number} loss {loss:.3f} away {away:.3f} minutes {minutes:.1f}', flush=True)
            sums[[0, 1, 3]] = 0
        if number % EVALUATE_EVERY == 0:
            print(f'{sums[2] / 1e6:.1f} M characters since the start, perplexity: {perplexities(net, held)}', flush=True)
            save(options.run, net, optimiser, signs, number, minutes)
    save(options.run, net, optimiser, signs, done, (time.time() - began) / 60)
    print(f'perplexity: {perplexities(net, held)}')


if __name__ == '__main__':
    main()
