"""Writer of voice tables (docs/model-formats.md, kind voice-table-1; native/core/vocoder/parametric_table.h reads them).

    python -m tts.tts_table_file FILE     prints its content
"""

import struct
import sys

import numpy as np

KINDS = ('pause', 'consonant', 'nucleus')
ANY = 255
STATES = 5
ENVELOPE, BANDS = 64, 5
FLOOR_DB, STEP_DB = -120.0, 0.5
STEP_SEMITONES = 0.25
STATE = np.dtype(
    [('duration_ms', 'u1'), ('pitch', 'i1'), ('voicing', 'u1'), ('aperiodicity', 'u1', BANDS), ('envelope', 'u1', ENVELOPE)]
)  # fmt: skip


def checksum(parts):
    value = 0xCBF29CE484222325
    for part in parts:
        for byte in part:
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def rounded(values, low, high):
    return np.clip(np.round(np.asarray(values, np.float64)), low, high)


def state(duration_ms, semitones, voicing, aperiodicity, envelope_db):
    """Makes a state. semitones: above the voice's mean pitch; voicing: share of voiced frames; 0 ms: left out."""
    row = np.zeros((), STATE)
    row['duration_ms'] = rounded(duration_ms, 0, 255)
    row['pitch'] = rounded(semitones / STEP_SEMITONES, -127, 127)
    row['voicing'] = rounded(voicing * 255, 0, 255)
    row['aperiodicity'] = rounded(np.asarray(aperiodicity) * 255, 0, 255)
    row['envelope'] = rounded((np.asarray(envelope_db) - FLOOR_DB) / STEP_DB, 0, 255)
    return row


def voice_table(units, sounds, mean_hz, declination=3.0, final_factor=1.35, pitch_range=1.0):
    """-> the bytes of a table.

    units: (name, kind of KINDS, class 0-254) each, in any order; a neighbour's context can ask for the class.
    sounds: {name: {(left class or ANY, right class or ANY): [five of state()]}}; every unit needs (ANY, ANY).
    """
    table, body, count = [], [], 0
    for number, (name, kind, group) in enumerate(units):
        text = name.encode()
        if not 1 <= len(text) <= 16 or not 0 <= group < ANY:
            raise ValueError(f'unit {name!r} of class {group}')
        table.append(struct.pack('<BBB', KINDS.index(kind), group, len(text)) + text)
        own = dict(sounds[name])
        first = own.pop((ANY, ANY))
        for (left, right), states in [((ANY, ANY), first), *sorted(own.items())]:
            rows = np.stack(states)
            if rows.shape != (STATES,) or rows['duration_ms'].sum() == 0:
                raise ValueError(f'unit {name!r} between {left} and {right} has no duration, or not {STATES} states')
            body.append(struct.pack('<HBB', number, left, right) + rows.tobytes())
            count += 1
    facts = struct.pack('<4sHHI4f', b'TGPV', 1, len(units), count, mean_hz, declination, final_factor, pitch_range)
    rest = b''.join(table + body)
    return facts + struct.pack('<Q', checksum((facts, rest))) + rest


def read(data):
    """The bytes of a table -> (facts, units, sounds) as voice_table() takes them, with structured rows as states."""
    magic, version, unit_count, sound_count, *manner = struct.unpack_from('<4sHHI4f', data)
    (sum_there,) = struct.unpack_from('<Q', data, 28)
    if magic != b'TGPV' or version != 1 or sum_there != checksum((data[:28], data[36:])):
        raise ValueError('no voice table')
    facts = dict(zip(('mean_hz', 'declination', 'final_factor', 'pitch_range'), manner, strict=True))
    at, units, sounds = 36, [], {}
    for _ in range(unit_count):
        kind, group, size = struct.unpack_from('<BBB', data, at)
        units.append((data[at + 3 : at + 3 + size].decode(), KINDS[kind], group))
        at += 3 + size
    for _ in range(sound_count):
        number, left, right = struct.unpack_from('<HBB', data, at)
        rows = np.frombuffer(data, STATE, STATES, at + 4)
        sounds.setdefault(units[number][0], {})[(left, right)] = list(rows)
        at += 4 + rows.nbytes
    return facts, units, sounds


if __name__ == '__main__':
    with open(sys.argv[1], 'rb') as file:
        facts, units, sounds = read(file.read())
    print(', '.join(f'{key} {value:g}' for key, value in facts.items()))
    print(f'{len(units)} units, {sum(map(len, sounds.values()))} sounds')
    for name, kind, group in units:
        rows = sounds[name][(ANY, ANY)]
        pitch = ' '.join(f'{row["pitch"] * STEP_SEMITONES:+.1f}' for row in rows)
        print(f'{name:8} {kind:9} class {group:3} {sum(int(row["duration_ms"]) for row in rows):4} ms  {pitch}')
