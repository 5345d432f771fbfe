"""Greedy CTC evaluation: tonal and toneless syllable error on an unseen speaker and on unseen students' words.

    python -m asr.evaluate DATA_DIR CHECKPOINT_OR_ONNX_OR_TEACHER_DIR [--speaker S0252] [--condition clean|alaw] [--limit N]

A directory is taken as the teacher (16 kHz): its toneless syllable and character errors are the baseline.
"""

import argparse
import pathlib
import re

import numpy as np
from asr import prepare
import soundfile
import soxr
from asr import spectrum
import torch
import torch.nn.functional as F
from asr import units
from asr.data import STUDENT_TEST
from asr.model import Recogniser

LEAN = 2.0


def distance(reference, hypothesis):
    row = np.arange(len(hypothesis) + 1)
    for index, item in enumerate(reference, 1):
        diagonal, row[0] = row[0], index
        for at, other in enumerate(hypothesis, 1):
            diagonal, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, diagonal + (item != other))
    return int(row[-1])


def alaw(wave):
    """int16-scale samples through G.711 A-law."""
    x = np.clip(wave / 32768.0, -1, 1)
    magnitude = np.abs(x)
    a = 87.6
    code = np.where(magnitude < 1 / a, a * magnitude, 1 + np.log(np.maximum(a * magnitude, 1))) / (1 + np.log(a))
    code = (np.floor(code * 128) + 0.5) / 128 * (1 + np.log(a))
    magnitude = np.where(code < 1, code / a, np.exp(code - 1) / a)
    return np.sign(x) * magnitude * 32768.0


def wave_of(path, rate, condition, start=0, stop=None):
    wave, file_rate = soundfile.read(path, dtype='float32', start=start, stop=stop)
    if condition == 'alaw':
        wave = alaw(soxr.resample(wave, file_rate, 8000) * 32768.0) / 32768.0
        file_rate = 8000
    if file_rate != rate:
        wave = soxr.resample(wave, file_rate, rate)
    return np.round(np.clip(wave * 32768.0, -32768, 32767))


def sentences(data, speaker, rate, condition='clean', limit=None, bands=()):
    rows = [row for row in prepare.table(data / 'aishell-sample/trans.tsv') if row['spk'] == speaker][:limit]
    items = []
    for row in rows:
        wave = wave_of(data / f'aishell-sample/flac/{row["id"]}.flac', rate, condition)
        text = re.sub(r'[^\u4e00-\u9fff]', '', row['text'])
        items.append((spectrum.log_mel(wave, rate, *bands), units.syllables(row['text']), text))
    return [item for item in items if item[1]]  # without the few texts that have letters or rare characters


def students(data, rate, condition='clean', limit=240):
    rows = [row for row in prepare.table(data / 'dspspeech20-zh/index.tsv') if row['speaker'] in STUDENT_TEST]
    items = []
    for row in rows[:: max(1, len(rows) // limit)]:
        path = data / 'dspspeech20-zh' / row['shard']
        file_rate = soundfile.info(path).samplerate
        start, end = (round(float(row[name]) * file_rate) for name in ('start_s', 'end_s'))
        wave = wave_of(path, rate, condition, start, end)
        quiet = np.random.default_rng(0).normal(0, 8, rate // 5)
        items.append((spectrum.log_mel(np.concatenate([quiet, wave, quiet]), rate), units.syllables(row['text']), ''))
    return items


def collapse(ids):
    return [int(item) for index, item in enumerate(ids) if item and (index == 0 or ids[index - 1] != item)]


def score(log_probs_of, items):
    """-> dict of error counts; log_probs_of(features [1, 3 T, bins]) -> [T, units]. `missing` is the number of
    syllables that the best path lacks; `leaned` is the toneless error of the best path when blank is `LEAN` nats less
    likely, which tells weights that are unsure of the frame from weights that are unsure of the syllable; `ctc` is the
    loss of a unit."""
    tonal = toneless = total = phones = phone_total = missing = leaned = loss = 0
    for features, syllables, _ in items:
        features = features[: len(features) // 3 * 3]
        log_probs = log_probs_of(features[None])
        ids = collapse(log_probs.argmax(-1))
        pairs = units.decode(ids)
        reference = [units.key(item, True) for item in syllables]
        hypothesis = [f'{initial}|{final}' for initial, final in pairs]
        tonal += distance(reference, hypothesis)
        toneless += distance([item[:-1] for item in reference], [item[:-1] for item in hypothesis])
        total += len(reference)
        missing += len(reference) - len(hypothesis)
        log_probs[:, 0] -= LEAN
        eager = [f'{initial}|{final[:-1]}' for initial, final in units.decode(collapse(log_probs.argmax(-1)))]
        leaned += distance([item[:-1] for item in reference], eager)
        log_probs[:, 0] += LEAN
        expected = units.encode(syllables)
        frames = torch.from_numpy(log_probs)[:, None]
        loss += F.ctc_loss(frames, torch.tensor([expected]), [len(log_probs)], [len(expected)], reduction='sum').item()
        phones += distance(expected, ids)
        phone_total += len(expected)
    return {'toneless': toneless / total, 'tonal': tonal / total, 'phone': phones / phone_total, 'missing': missing / total,
            'leaned': leaned / total, 'ctc': loss / phone_total, 'syllables': total}  # fmt: skip


def score_teacher(teacher, items):
    wrong = total = wrong_characters = 0
    for features, syllables, text in items:
        best = teacher.scores(features[None])[0][0].argmax(-1)
        tokens = [teacher.tokens[item] for item in collapse(best)]
        keys = [teacher.token_class(token) or token for token in tokens]
        wrong += distance([units.key(item, False) for item in syllables], keys)
        wrong_characters += distance(list(text), tokens)
        total += len(syllables)
    return {'toneless': wrong / total, 'character': wrong_characters / total, 'syllables': total}


def torch_log_probs(model):
    @torch.no_grad()
    def run(features):
        return model.output(model.encode(torch.from_numpy(features))).log_softmax(-1)[0].numpy()

    return run


def onnx_log_probs(path, chunk=8):
    """Runs the streaming graph chunk by chunk, as the product does."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, ['CPUExecutionProvider'])
    shapes = {item.name: item.shape for item in session.get_inputs()}
    late = shapes['valid_cache'][1]

    def run(features):
        frames = features.shape[1] // 3
        padded = -(-(frames + late) // chunk) * chunk
        x = np.pad(features[:, : frames * 3], ((0, 0), (0, (padded - frames) * 3), (0, 0))).astype(np.float32)
        valid = (np.arange(padded) < frames).astype(np.float32)[None]
        caches = {name: np.zeros([1, *shape[1:]], np.float32) for name, shape in shapes.items() if 'cache' in name}
        out = []
        for at in range(0, padded, chunk):
            feed = {'features': x[:, at * 3 : (at + chunk) * 3], 'valid': valid[:, at : at + chunk], **caches}
            log_probs, *state = session.run(None, feed)
            caches = dict(zip(caches, state, strict=True))
            out.append(log_probs[0])
        return np.concatenate(out)[late : late + frames]

    return run


def load(path):
    stored = torch.load(path, map_location='cpu', weights_only=True)
    state = stored['model']
    if 'base' in stored:  # the encoder is in another file
        state = {**torch.load(pathlib.Path(path).parent / stored['base'], map_location='cpu', weights_only=True)['model'], **state}
    model = Recogniser(**stored['config'])
    model.load_state_dict({name: value.float() for name, value in state.items()})
    return model.eval(), stored


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('model', type=pathlib.Path)
    parser.add_argument('--speaker', default='S0252')
    parser.add_argument('--condition', default='clean', choices=['clean', 'alaw'])
    parser.add_argument('--rate', type=int, default=8000)
    parser.add_argument('--limit', type=int)
    args = parser.parse_args()
    torch.set_num_threads(2)
    if args.model.is_dir():
        from asr.teacher import Teacher

        teacher = Teacher(args.model)
        items = sentences(args.data, args.speaker, 16000, args.condition, args.limit, (80, 20.0, 8000.0))
        print(f'{args.speaker} {args.condition} teacher: {score_teacher(teacher, items)}')
        return
    run = onnx_log_probs(args.model) if args.model.suffix == '.onnx' else torch_log_probs(load(args.model)[0])
    sets = {
        args.speaker: sentences(args.data, args.speaker, args.rate, args.condition, args.limit),
        'students': students(args.data, args.rate, args.condition),
    }
    for name, items in sets.items():
        result = score(run, items)
        print(f'{name} {args.condition}: ' + ' '.join(f'{key} {value:.4g}' for key, value in result.items()))


if __name__ == '__main__':
    main()
