"""Checks that targets move with their sound and keep their syllables; with a cache, also their number of wrong
syllables.

    python -m asr.checks.targets                          # made-up recordings; fails where a rule is broken
    python -m asr.checks.targets CACHE_DIR TEACHER_DIR    # also syllable errors of the targets' best paths
"""

import argparse
import pathlib

from asr import augment
from asr import evaluate
import numpy as np
from asr import targets
from asr import units

FIGURES = 150  # sentences of each speaker


def made_up(syllables, rng, gap=5):
    """-> spread as hear.py keeps it, with a spike of one or two frames every `gap` frames or more; their frames."""
    spikes = 7 + np.cumsum(rng.integers(gap, 2 * gap, len(syllables)))
    spread = np.zeros((spikes[-1] + 10, targets.UNITS), np.float32)
    spread[:, 0] = 1
    for at, syllable in zip(spikes, syllables, strict=True):
        for frame in range(at, at + int(rng.integers(1, 3))):
            spread[frame] = 0
            spread[frame, [0, *units.encode([syllable])]] = [0.1] + [0.9] * len(units.encode([syllable]))
    return spread, spikes


def with_rest(spread):
    frames = len(spread)
    return spread, np.ones((frames, targets.COORDINATES), np.float32), np.ones(frames, np.float32)


def heard(spread):
    """The pairs of initial and tonal final on the best path."""
    return units.decode(evaluate.collapse(spread.argmax(-1)))


def pairs(syllables):
    return units.decode(units.encode(syllables))


def some_syllables(rng, count):
    pool = [syllable for syllable in 'ma1 shi4 guo2 an1 yuan2 zhi3 er4 wo3 ji1 qing3 lv4 hao3'.split()]
    return [pool[at] for at in rng.integers(0, len(pool), count)]


def check_stretch(rng):
    """Every tempo keeps each syllable, in order, within a frame of the new place of its sound."""
    for tempo in (0.77, 0.85, 1.0, 1.13, 1.25, 1.6, 1.87):
        syllables = some_syllables(rng, 12)
        spread, spikes = made_up(syllables, rng)
        sound = np.zeros((3 * len(spread), 2), np.float32)
        sound[3 * spikes] = 1
        stretched = augment.stretch(sound, tempo)
        times = targets.moved(0, len(spread), 0, len(sound), len(stretched), 0)
        out = targets.painted([(times, with_rest(spread))], len(stretched) // 3)
        assert heard(out[0]) == pairs(syllables), f'tempo {tempo}: {heard(out[0])} instead of {pairs(syllables)}'
        assert np.allclose(out[0].sum(-1), 1, atol=1e-5), f'tempo {tempo}: a frame is no distribution'
        weighed = np.flatnonzero(out[2])
        assert (np.diff(weighed) == 1).all(), f'tempo {tempo}: a frame inside of a recording is not weighed'
        for spike in spikes:
            there = round(((3 * spike - targets.DELAY) / tempo + targets.DELAY) / 3)
            near = out[0][max(0, there - 1) : there + 3, 0].min()
            assert near < 0.5, f'tempo {tempo}: nothing is said near frame {there}'


def check_joined(rng):
    """Cut pieces keep the syllables they were cut for, though a spike comes after its cut; gaps are blank."""
    sound, expected, frames = [], [], 0
    for _ in range(6):
        syllables = some_syllables(rng, 8)
        spread, spikes = made_up(syllables, rng, 6)
        first = int(rng.integers(0, 5))
        last = first + int(rng.integers(1, 4))
        bounds = [0, *((spikes[:-1] + spikes[1:] + 1) // 2), len(spread)]
        onset = 3 * spikes - 21  # the sound of a syllable starts 210 ms before its spike, as in align.py
        begin, end = max(0, onset[first]), onset[last]
        length = int((end - begin) / 1.1)
        times = targets.moved(bounds[first], bounds[last], begin, end - begin, length, frames)
        sound.append((times, tuple(item[bounds[first] : bounds[last]] for item in with_rest(spread))))
        expected += syllables[first:last]
        frames += length
    gap = 60
    late = [(times + gap, values) for times, values in sound]
    out = targets.painted(late, (frames + gap) // 3 + 20)
    assert heard(out[0]) == pairs(expected), f'{heard(out[0])} instead of {pairs(expected)}'
    silent = out[2] == 0
    assert silent[: gap // 3 - 10].all() and silent[-8:].all(), 'a gap has weight'
    assert (out[0][silent][:, 0] > 0.99)[1:].all(), 'a gap is not blank'
    nothing = targets.painted([], 9)
    assert (nothing[0][:, 0] == 1).all() and not nothing[2].any(), 'silence is not blank'


def error(found, rows):
    """Share of wrong syllables without tones."""
    wrong = total = 0
    for got, row in zip(found, rows, strict=True):
        reference = [units.key(item, False) for item in row[4]]
        wrong += evaluate.distance(reference, [f'{initial}|{final[:-1]}' for initial, final in got])
        total += len(reference)
    return f'{100 * wrong / total:.1f} %'


def figures(cache, folder):
    from asr import hear
    from asr.data import TAUGHT, Corpus, Part
    from asr.teacher import Teacher

    teacher, part, rng = Teacher(folder), Part(cache, 'aishell'), np.random.default_rng(1)
    part.targets = targets.Targets(cache, 'aishell')
    by_teacher = lambda x: teacher.by_unit(teacher.scores(hear.mel80(teacher, x)[1:2])[0][0])  # noqa: E731
    for speaker in sorted({row[1] for row in part.rows}):
        rows = [row for row in part.rows if row[1] == speaker][:FIGURES]
        bent = [augment.voice(augment.stretch(part.spectrum(row), rng.uniform(0.85, 1.25)), rng) for row in rows]
        print(f'{speaker}, {len(rows)} sentences, syllables without tones wrong in the best path of the targets:')
        print('  heard after bending and stretching', error([heard(targets.later(by_teacher(x))) for x in bent], rows))
        for name, share in (('heard as recorded', 0.0), ('with the transcript', targets.TRANSCRIPT)):
            part.targets.transcript = share
            kept = [part.targets.read(row[0], 0, part.targets.of(row[0])[1])[0][0] for row in rows]
            print(f'  {name}', error([heard(targets.later(item)) for item in kept], rows))
        corpus = Corpus(cache, {row[1] for row in part.rows} - {speaker}, taught=TAUGHT)
        for name, make in (('stretched', corpus._whole), ('cut, stretched and joined', corpus._spliced)):
            made = [make('sentence', rng, 600) for _ in range(FIGURES)]
            moved = [targets.painted(sound.heard, sound.frames // 3 + 10)[0] for sound in made]
            fake = [[None, None, None, None, sound.labels] for sound in made]
            print(f'  with the transcript, {name}', error([heard(item) for item in moved], fake))


def check_copies(cache):
    """Copies in other voices are as long as their originals, so that the targets fit."""
    from asr.data import TAUGHT, Part

    for name in ('aishell', 'audio-cmn-hsk'):
        if (cache / f'{name}-voices.json').exists():
            length = {row[0]: row[3] for row in Part(cache, name).rows}
            for row in Part(cache, f'{name}-voices').rows:
                assert row[3] == length[row[0].split('~')[0]], f'{name} {row[0]} has another length than its original'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path, nargs='?')
    parser.add_argument('teacher', type=pathlib.Path, nargs='?')
    args = parser.parse_args()
    for seed in range(40):
        check_stretch(np.random.default_rng(seed))
        check_joined(np.random.default_rng(seed))
    print('stretching and joining keep every syllable')
    if args.cache:
        check_copies(args.cache)
        figures(args.cache, args.teacher)


if __name__ == '__main__':
    main()
