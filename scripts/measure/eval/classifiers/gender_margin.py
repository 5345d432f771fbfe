"""The probability below which a voice's gender is better left out: errors and omissions, by margin.

    npm run eval:gender-margin -- DATA_DIR [--model models/gender]

On the LibriSpeech speakers of DATA_DIR/voices-many, whose sex is known and whom the model has never heard; half of them,
drawn by name, to choose a margin on, the other half to report it on. A row for one second, for a recording, and for
a session as the gateway pools it: the mean log-odds of a speaker's recordings, by length. Clean, and through A-law.
"""

import argparse
import collections
import csv
import hashlib
import pathlib
import sys

import numpy as np
import soundfile
import soxr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / 'train'))
from asr import spectrum  # noqa: E402
from gender_errors import a_law, session  # noqa: E402

MARGINS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
SET = 'librispeech-resemblyzer'
SUREST = 0.999  # as in src/engine/pipeline/analysis/gender.ts
RATE_HZ = 8000


def recordings(folder):
    """Yields the speaker, whether the speaker is a woman, and the recording at 8 kHz, full scale 32768."""
    waves = {}
    with open(folder / 'index.tsv', newline='') as lines:
        for row in csv.DictReader(lines, delimiter='\t', quoting=csv.QUOTE_NONE):
            if row['set'] != SET or row['sex'] not in 'FM':
                continue
            if row['file'] not in waves:
                waves = {row['file']: soundfile.read(folder / row['file'], dtype='float32')}
            wave, rate = waves[row['file']]
            piece = wave[int(float(row['start_s']) * rate) : int(float(row['end_s']) * rate)]
            yield row['speaker'], row['sex'] == 'F', soxr.resample(piece * 32768, rate, RATE_HZ)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--model', type=pathlib.Path, default=pathlib.Path('models/gender'))
    args = parser.parse_args()
    model = session(args.model)

    def odds(sound):
        """Natural log-odds of a woman over a man."""
        rows = spectrum.log_mel(np.round(sound), RATE_HZ)[None].astype(np.float32)
        women, men = model.run(None, {'features': rows})[0][0]
        limit = np.log(SUREST / (1 - SUREST))
        return float(np.clip(women - men, -limit, limit))

    verdicts = collections.defaultdict(list)  # (half, what): log-odds in favour of the truth
    sessions = collections.defaultdict(list)
    for speaker, is_woman, wave in recordings(args.data / 'voices-many'):
        half = 'chosen' if hashlib.sha256(speaker.encode()).digest()[0] % 2 == 0 else 'reported'
        sign = 1 if is_woman else -1
        for line, sound in (('clean', wave), ('A-law', a_law(wave))):
            for at in range(0, len(sound) - RATE_HZ + 1, RATE_HZ):
                second = sound[at : at + RATE_HZ]
                if (second**2).mean() >= 100:
                    verdicts[half, '1 s', line].append(sign * odds(second))
            if len(sound) < RATE_HZ // 2:
                continue
            whole = odds(sound[: 10 * RATE_HZ])
            verdicts[half, 'a recording', line].append(sign * whole)
            sessions[half, speaker, line].append((sign * whole, min(len(sound), 10 * RATE_HZ)))
    for (half, _, line), heard in sessions.items():
        values, lengths = np.array(heard).T
        verdicts[half, 'a session', line].append((values * lengths).sum() / lengths.sum())

    speakers = collections.Counter(half for half, _, line in sessions if line == 'clean')
    print(f'{SET}: {speakers["chosen"]} speakers to choose on, {speakers["reported"]} to report on. '
          'wrong / left out, % of all verdicts\n')  # fmt: skip
    print('| half | verdict | line | verdicts | ' + ' | '.join(f'{margin}' for margin in MARGINS) + ' |')
    print('| --- ' * (4 + len(MARGINS)) + '|')
    for (half, what, line), found in sorted(verdicts.items()):
        nats = np.array(found)
        cells = []
        for margin in MARGINS:
            bound = np.log(margin / (1 - margin))
            wrong, left = (nats <= -bound) & (nats < 0), np.abs(nats) < bound
            cells.append(f'{100 * wrong.mean():.1f} / {100 * left.mean():.1f}')
        print(f'| {half} | {what} | {line} | {len(nats)} | ' + ' | '.join(cells) + ' |')


if __name__ == '__main__':
    main()
