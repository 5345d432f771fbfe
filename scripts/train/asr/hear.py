"""The teacher's output for every recording as recorded, computed once; targets.py moves it with the sound.

    python -m asr.hear CACHE_DIR TEACHER_DIR [--only aishell,voices-many]

Writes CACHE_DIR/<set>.targets.f16 (per 30 ms frame: posteriors of the units, coordinates, weight, the delay of its
spike in 10 ms frames), <set>.aligned.i16 (the initial and final of the label that a forced alignment puts there, 0 in
blanks, -1 where there is no alignment) and <set>.targets.json (per recording: first frame, count, bounds between its
syllables). Of sentences that are cut and joined anew also CACHE_DIR/<set>.cuts.json: the 10 ms frames of the cuts
between their syllables.
"""

import argparse
import json
import pathlib

from asr import align
import numpy as np
from asr import targets
from asr.data import Part
from asr.teacher import Teacher
from tqdm import tqdm

TAUGHT = ('aishell', 'audio-cmn-hsk', 'audio-cmn-syllables', 'davin-pinyin-syllables', 'dspspeech20-zh', 'voices-foreign',
          'voices-many')  # fmt: skip
CUT = ('aishell', 'espeak')
FITTED = ('aishell', 'audio-cmn-hsk', 'audio-cmn-syllables')  # the directions of the coordinates come from these sets
BEFORE, AFTER = 24, 30  # 10 ms frames of silence around a recording: its last spike may come after its end


def listened(part, row):
    """The recording between silences at its own noise floor."""
    x = part.spectrum(row)
    rng = np.random.default_rng(row[2])
    floor = np.percentile(x, 8, axis=0).astype(np.float32)
    silence = floor + np.log(rng.exponential(1.0, (BEFORE + AFTER, x.shape[1])) + 0.05).astype(np.float32) * 0.7
    return np.concatenate([silence[:BEFORE], x, silence[BEFORE:]])


def mel80(teacher, log_spectrum):
    """-> [3, frames, 80]: from 10 ms before the sound on, from its start on, and from 10 ms after that."""
    mel = np.log(np.exp(log_spectrum) @ teacher.bank + 1e-3)
    return np.stack([np.concatenate([mel[:1], mel[:-1]]), mel, np.concatenate([mel[1:], mel[-1:]])])


def fit(cache, teacher):
    kept = cache / 'teacher.npz'
    if not kept.exists():
        scores = []
        for name in FITTED:
            part = Part(cache, name)
            for row in part.rows[:: max(1, len(part.rows) // 60)]:
                scores.append(teacher.scores(mel80(teacher, listened(part, row))[1:2])[1][0])
        teacher.fit(np.concatenate(scores))
        np.savez(kept, centre=teacher.centre, project=teacher.project)
    stored = np.load(kept)
    teacher.centre, teacher.project = stored['centre'], stored['project']


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cache', type=pathlib.Path)
    parser.add_argument('teacher', type=pathlib.Path)
    parser.add_argument('--only', default='')
    args = parser.parse_args()
    teacher = Teacher(args.teacher)
    fit(args.cache, teacher)
    wanted = args.only.split(',') if args.only else sorted({*TAUGHT, *CUT})
    for name in wanted:
        part, cuts = Part(args.cache, name), {}
        writer = targets.Writer(args.cache, name) if name in TAUGHT else None
        for row in tqdm(part.rows, desc=name, mininterval=5):
            heard = teacher.scores(mel80(teacher, listened(part, row)))
            thrice = teacher.by_syllable(heard[0][:, BEFORE // 3 :])
            tokens, scores, weight = (item[1, BEFORE // 3 :] for item in heard)
            marks, said, agreed = targets.aligned(teacher, thrice[1], row[4])
            if writer:
                coordinates = (scores - teacher.centre) @ teacher.project
                bounds = align.bounds(said, len(row[4])) if said is not None else None
                late = align.late(thrice, thrice[1].argmax(-1) - 1 if said is None else said)
                values = teacher.by_unit(tokens), coordinates, weight * np.maximum(agreed, 0.1), late
                writer.add(row[0], values, marks, bounds)
            if name in CUT and said is not None and len(row[4]) > 1 and min(teacher.ids(row[4])) >= 0:
                cuts[row[0]] = align.cuts(part.spectrum(row), align.spikes(said, len(row[4])))
        if writer:
            writer.close()
        if name in CUT:
            (args.cache / f'{name}.cuts.json').write_text(json.dumps(cuts))
        print(f'{name}: {len(part.rows)} recordings, {len(cuts)} cut')


if __name__ == '__main__':
    main()
