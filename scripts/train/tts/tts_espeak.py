"""Speech of espeak-ng with the sample at which each of its phonemes begins (the library itself, by ctypes)."""

import ctypes

import numpy as np
import soxr

RATE = 16000
SYNCHRONOUS, PHONEME_EVENTS = 2, 1  # arguments of espeak_Initialize
UTF8, PHONEMES = 1, 0x100  # flags of espeak_Synth: [[phonemes]] in the text
SPEED, PITCH, RANGE = 1, 3, 4  # parameters; in words a minute, and 0 to 100
END_OF_LIST, PHONEME = 0, 7


class Name(ctypes.Union):
    _fields_ = [('number', ctypes.c_int), ('name', ctypes.c_char_p), ('string', ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [
        ('type', ctypes.c_int), ('unique', ctypes.c_uint), ('text', ctypes.c_int), ('length', ctypes.c_int),
        ('audio_ms', ctypes.c_int), ('sample', ctypes.c_int), ('user', ctypes.c_void_p), ('id', Name),
    ]  # fmt: skip


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


class Espeak:
    """espeak-ng; only one in a process, because the library has global state."""

    def __init__(self):
        self.library = ctypes.CDLL('libespeak-ng.so.1')
        self.rate = self.library.espeak_Initialize(SYNCHRONOUS, 0, None, PHONEME_EVENTS)
        if self.rate <= 0:
            raise RuntimeError('espeak-ng cannot start: its data are not installed')
        self.samples, self.marks = [], []
        self.callback = CALLBACK(self.take)
        self.library.espeak_SetSynthCallback(self.callback)

    def take(self, wave, count, events):
        if wave and count > 0:
            self.samples.append(np.ctypeslib.as_array(wave, (count,)).copy())
        at = 0
        while events[at].type != END_OF_LIST:
            if events[at].type == PHONEME:
                name = bytes(events[at].id.string).split(b'\0')[0].decode()
                self.marks.append((name, events[at].sample / self.rate))
            at += 1
        return 0

    def say(self, voice, text, words_per_minute, pitch=50, pitch_range=50):
        """-> (float wave at 16 kHz, full scale 1; [(phoneme, its start in s)]); both empty if nothing is said."""
        self.samples, self.marks = [], []
        if self.library.espeak_SetVoiceByName(voice.encode()):
            raise ValueError(f'espeak-ng has no voice {voice}')
        for parameter, value in ((SPEED, words_per_minute), (PITCH, pitch), (RANGE, pitch_range)):
            self.library.espeak_SetParameter(parameter, value, 0)
        told = text.encode()
        self.library.espeak_Synth(told, len(told) + 1, 0, 1, 0, UTF8 | PHONEMES, None, None)
        self.library.espeak_Synchronize()
        wave = np.concatenate(self.samples) if self.samples else np.zeros(0, np.int16)
        return soxr.resample(wave / 32768.0, self.rate, RATE), self.marks
