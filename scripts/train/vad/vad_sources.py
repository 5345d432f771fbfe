"""Clean speech, noises and rooms for the sound models, as 8 kHz floats; divided into training and test parts."""

import csv
import pathlib
import subprocess

import numpy as np
import pypinyin
import soundfile
import soxr

RATE = 8000
HOP = 80
TEST_STUDENTS = {'FDA08', 'FDA11', 'FDA20', 'FDA32', 'FDA15', 'FDA26', 'FDA28', 'FDA34'}
BAD_STUDENTS = {'FDA01'}  # mostly clipped
TEST_NOISES = {'noise3', 'noise5', '0619B0AD-7F6A-4CAB-BCCB-ABE0D71F43A9', 'A7B4879B-6791-4E01-B612-F8F60193BC66'}
MANDARIN = 'cmn-latn-pinyin'  # `cmn` spells Chinese characters as English letters
VOICES = [MANDARIN, 'en', MANDARIN, 'de', 'fr-fr', 'ja', MANDARIN, 'es', 'ru', 'yue', 'en-us', 'ko', 'vi']
TEST_SONGS = {'joshua_morin_on_the_run', 'josh_woodward_deadcode', 'nit_song070_007', 'yue_my_love_chinese_pop', 'yue_soul',
              'yue_quiet_evening_scat', 'yue_step_back_metal'}  # fmt: skip
VARIANTS = ['', '+m1', '+m3', '+f2', '+m7', '+f4', '+klatt', '+klatt2', '+f5', '+m4', '+whisper']


def decode(path):
    """Any sound file at 8 kHz."""
    done = subprocess.run(['ffmpeg', '-v', 'error', '-i', str(path), '-ac', '1', '-ar', str(RATE), '-f', 's16le', '-'],
                          stdout=subprocess.PIPE, check=True)  # fmt: skip
    return np.frombuffer(done.stdout, '<i2').astype(np.float32) / 32768


def read(path):
    data, rate = soundfile.read(path, dtype='float32')
    return data if rate == RATE else soxr.resample(data, rate, RATE).astype(np.float32)


def table(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))


def shards(folder):
    rows = table(folder / 'index.tsv')
    for shard in sorted({row['shard'] for row in rows}):
        sound = decode(folder / shard)
        for row in rows:
            if row['shard'] == shard:
                yield row, sound[int(float(row['start_s']) * RATE) : int(float(row['end_s']) * RATE)]


def spelled(text):
    """Syllables with tone digits, as espeak-ng's Mandarin voice reads them."""
    syllables = pypinyin.lazy_pinyin(text, pypinyin.Style.TONE3, neutral_tone_with_five=True, errors='ignore')
    return ' '.join(syllables)


def generated(texts):
    """Sentences of espeak-ng in several languages' voices; the words are Chinese or English for all of them."""
    english = 'The number you have dialled is busy. Please hold the line, or call again later. Who is speaking?'
    out = []
    for index, text in enumerate(texts):
        voice = VOICES[index % len(VOICES)]
        words = {MANDARIN: spelled, 'yue': str}.get(voice, lambda _: ' '.join(english.split()[index % 7 :]))(text)
        name = voice + VARIANTS[index % len(VARIANTS)]
        done = subprocess.run(['espeak-ng', '-v', name, '-p', str(25 + index * 7 % 60), '-s', str(120 + index * 11 % 90),
                               '--stdout', words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
        samples = np.frombuffer(done.stdout[44:], '<i2').astype(np.float32) / 32768
        if done.returncode == 0 and len(samples) > 8000:
            out.append(soxr.resample(samples, 22050, RATE).astype(np.float32))
    return out


def train_speech(data):
    """-> {speaker: [utterance]}; the larger a list, the more often it is drawn (by the square root)."""
    data = pathlib.Path(data)
    speech = {'S0150': [], 'hsk': [], 'syllables': [], 'davin': []}
    for row in table(data / 'aishell-sample/trans.tsv'):
        if row['spk'] == 'S0150':
            speech['S0150'].append(read(data / f'aishell-sample/flac/{row["id"]}.flac'))
    for number, (_, sound) in enumerate(shards(data / 'audio-cmn-hsk')):
        if number % 2 == 0:
            speech['hsk'].append(sound)
    speech['syllables'] = [sound for _, sound in shards(data / 'audio-cmn-syllables')]
    speech['davin'] = [sound for _, sound in shards(data / 'davin-pinyin-syllables')]
    for row, sound in shards(data / 'dspspeech20-zh'):
        if row['speaker'] not in TEST_STUDENTS | BAD_STUDENTS:
            speech.setdefault(row['speaker'], []).append(sound)
    lines = [line for line in (data / 'text/news-sentences.txt').read_text(encoding='utf-8').split('\n') if line]
    for number, sound in enumerate(generated(lines[:520])):
        speech.setdefault(f'espeak{number % 13}', []).append(sound)
    return speech


def test_speech(data):
    data = pathlib.Path(data)
    speech = {'S0252': [read(data / f'aishell-sample/flac/{row["id"]}.flac')
                        for row in table(data / 'aishell-sample/trans.tsv') if row['spk'] == 'S0252']}  # fmt: skip
    for row, sound in shards(data / 'dspspeech20-zh'):
        if row['speaker'] in TEST_STUDENTS:
            speech.setdefault(row['speaker'], []).append(sound)
    return speech


def crowd(data, test):
    """-> {speaker: [utterance]} of people who speak no Mandarin: voices behind a caller. Every fifth speaker of LibriSpeech is heard
    in tests only, the people of the other sets in training only."""
    data = pathlib.Path(data)
    people = {}
    for row, sound in joined(data / 'voices-many', 'file', ''):
        people.setdefault(row['speaker'], []).append(sound)
    held = set(sorted(name for name in people if name.startswith('ls'))[::5])
    if not test:
        for row, sound in joined(data / 'voices-foreign', 'set', '.opus'):
            people.setdefault(row['clip'], []).append(sound)
    return {name: sounds for name, sounds in people.items() if (name in held) == test and sum(map(len, sounds)) > RATE}


def joined(folder, column, ending):
    """Rows of a set and their sounds, which lie one after another in one file for each value of the column."""
    rows = table(folder / 'index.tsv')
    for name in sorted({row[column] for row in rows}):
        sound = decode(folder / (name + ending))
        for row in rows:
            if row[column] == name:
                yield row, sound[int(float(row['start_s']) * RATE) : int(float(row['end_s']) * RATE)]


def songs(data, test):
    """Songs with voices, one after another."""
    files = sorted((pathlib.Path(data) / 'songs').glob('*.opus'))
    return np.concatenate([levelled(decode(file)) for file in files if (file.stem in TEST_SONGS) == test])


def levelled(sound):
    return sound / np.sqrt(np.mean(sound**2) + 1e-12)


def noises(data, test):
    files = sorted((pathlib.Path(data) / 'augment').glob('noise*.flac'))
    files += sorted((pathlib.Path(data) / 'augment/berlin-noise').glob('*.opus'))
    return [decode(file) for file in files if (file.stem in TEST_NOISES) == test]


def rooms(data, test):
    """Impulse responses from their loudest sample on, so that labels stay where they are."""
    folder = pathlib.Path(data) / 'augment'
    found = [read(file) for file in sorted(folder.glob('rir*.flac'))]
    for file in sorted((folder / 'itu-rir/little_endian').glob('*.IR*')):
        rate = 32000 if file.suffix == '.IR32' else 48000
        samples = np.fromfile(file, '<i2').astype(np.float32)
        found.append(soxr.resample(samples, rate, RATE).astype(np.float32))
    out = []
    for number, room in enumerate(found):
        if (number % 4 == 3) == test:
            room = room[max(0, int(np.argmax(np.abs(room))) - 2) :][: RATE // 2]
            out.append(room / np.sqrt(np.sum(room**2) + 1e-12))
    return out


def parts(data, test, music):
    """All parts that a Mixer draws from. In training the crowd also calls, as 30 callers, so that it is drawn
    seldom."""
    speech = test_speech(data) if test else train_speech(data)
    people = crowd(data, test)
    if not test:
        for number, name in enumerate(sorted(people)):
            speech.setdefault(f'crowd{number % 30}', []).extend(people[name])
    return speech, noises(data, test), rooms(data, test), music, people, songs(data, test)
