"""Music for the sound models: scores made up at random, played by fluidsynth with a General MIDI sound font."""

import pathlib
import struct
import subprocess

import numpy as np

from vad import vad_sources

FONT = '/usr/share/sounds/sf2/FluidR3_GM.sf2'
TICKS = 480
SCALES = [(0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10), (0, 2, 4, 7, 9), (0, 3, 5, 7, 10), (0, 2, 3, 5, 7, 8, 11)]
ROWS = [(0, 4, 5, 3), (0, 5, 3, 4), (0, 3, 4, 0), (5, 3, 0, 4), (0, 2, 3, 4), (0, 0, 3, 4), (1, 4, 0, 5)]


def programs(test):
    """Every fourth instrument is heard in tests only; sound effects (120 to 127) never."""
    return [number for number in range(120) if (number % 4 == 3) == test]


def _number(value):
    out = [value & 0x7F]
    while value := value >> 7:
        out.insert(0, value & 0x7F | 0x80)
    return bytes(out)


def _track(events):
    """events: (tick, bytes)."""
    body, last = b'', 0
    for tick, data in sorted(events, key=lambda event: event[0]):
        body += _number(tick - last) + data
        last = tick
    body += b'\x00\xff\x2f\x00'
    return b'MTrk' + struct.pack('>I', len(body)) + body


def _score(rng, start, seconds, choice):
    """Events of one piece that begins at `start` seconds (1 s = 960 ticks: the file's tempo is 120)."""
    events = []
    beat = 60 / rng.uniform(55, 175)
    scale = SCALES[int(rng.integers(0, len(SCALES)))]
    row = ROWS[int(rng.integers(0, len(ROWS)))]
    key = int(rng.integers(48, 60))
    parts = [name for name, share in (('melody', 0.9), ('chords', 0.7), ('bass', 0.6), ('arpeggio', 0.4), ('drums', 0.5))
             if rng.random() < share] or ['melody']  # fmt: skip

    def note(channel, pitch, at, length, force):
        on = int((start + at) * 2 * TICKS)
        off = int((start + min(seconds, at + length)) * 2 * TICKS)
        events.append((on, bytes([0x90 | channel, pitch & 127, int(np.clip(force, 20, 127))])))
        events.append((max(on + 1, off), bytes([0x80 | channel, pitch & 127, 0])))

    def pitch_of(degree):
        return key + 12 * (degree // len(scale)) + scale[degree % len(scale)]

    for channel, part in enumerate(parts):
        voice = 9 if part == 'drums' else channel
        number = int(rng.choice(choice)) if voice != 9 else 0
        events.append((int(start * 2 * TICKS), bytes([0xC0 | voice, number])))
        events.append((int(start * 2 * TICKS), bytes([0xB0 | voice, 7, int(rng.integers(60, 127))])))
        at, degree, step = 0.0, 7, 0
        rhythm = rng.choice([0.25, 0.5, 0.5, 1, 1, 1.5, 2], int(rng.integers(2, 7)))
        legato = rng.uniform(0.4, 1.1)
        while at < seconds - 0.05:
            chord = row[int(at / (4 * beat)) % len(row)]
            length = float(rhythm[step % len(rhythm)]) * beat
            force = rng.normal(85, 12)
            if part == 'melody':
                degree = int(np.clip(degree + rng.integers(-3, 4), 0, 18))
                if rng.random() > 0.15:
                    note(voice, pitch_of(degree) + 12, at, length * legato, force)
            elif part == 'chords':
                length = beat * rng.choice([1, 2, 4])
                for each in (0, 2, 4):
                    note(voice, pitch_of(chord + each), at, length * legato, force - 15)
            elif part == 'bass':
                length = beat * rng.choice([0.5, 1, 2])
                note(voice, pitch_of(chord) - 12, at, length * 0.9, force)
            elif part == 'arpeggio':
                length = beat / 2
                note(voice, pitch_of(chord + (0, 2, 4, 7)[step % 4]) + 12, at, length, force - 10)
            else:
                length = beat / 2
                for pitch, share in ((42, 0.8), (36, 0.9 if step % 4 == 0 else 0.2), (38, 0.9 if step % 4 == 2 else 0.1)):
                    if rng.random() < share:
                        note(9, pitch, at, 0.1, force)
            at, step = at + length, step + 1
    return events


def render(folder, seed, minutes, test, font=FONT):
    """One long recording of pieces of 10 to 30 s, levelled, without breaks."""
    rng = np.random.default_rng(seed)
    events, at = [(0, b'\xff\x51\x03' + (500000).to_bytes(3, 'big'))], 0.0
    while at < minutes * 60:
        seconds = rng.uniform(10, 30)
        events += _score(rng, at, seconds, programs(test))
        at += seconds
    name = pathlib.Path(folder) / f'music-{seed}'
    midi, wav = name.with_suffix('.mid'), name.with_suffix('.wav')
    midi.write_bytes(b'MThd' + struct.pack('>IHHH', 6, 0, 1, TICKS) + _track(events))
    subprocess.run(['fluidsynth', '-ni', '-q', '-g', '0.6', '-r', '22050', '-F', str(wav), str(font), str(midi)],
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    sound = vad_sources.decode(wav)
    wav.unlink()
    midi.unlink()
    return sound
