"""Telephone calls made from clean parts: speech, music, tones and noise on a line, with labels for every 10 ms.

Labels of speech come from the clean utterance before any processing: its level in 100-3900 Hz, smoothed over
30 ms, within 38 dB of its loud level (95th percentile) and above its own noise; breaks up to 100 ms are filled and
sounds under 30 ms dropped.
"""

import subprocess
import tempfile

import numpy as np

from vad import vad_tones

RATE, HOP = 8000, 80
FULL = 10 ** (3.14 / 20) / np.sqrt(2)  # dBm0: a full-scale sine is +3.14
CONDITIONS = ('clean', 'noise', 'music', 'tones', 'babble', 'song')
SHARES = (0.13, 0.3, 0.14, 0.15, 0.18, 0.1)


def filtered(sound, response):
    """`response`: gain for every frequency in Hz."""
    size = 1 << (len(sound) + 2000).bit_length()
    spectrum = np.fft.rfft(sound, size)
    return np.fft.irfft(spectrum * response(np.fft.rfftfreq(size, 1 / RATE)), size)[: len(sound)].astype(np.float32)


def speech_frames(sound):
    """Marks the 10 ms frames of a clean utterance that are speech."""
    count = len(sound) // HOP
    if count < 8:
        return np.zeros(count, bool)
    band = filtered(sound, lambda hz: ((hz > 100) & (hz < 3900)).astype(np.float32))
    energy = (band[: count * HOP].reshape(count, HOP) ** 2).mean(1)
    level = 10 * np.log10(np.convolve(np.pad(energy, 1, mode='edge'), np.ones(3) / 3, 'valid') + 1e-10)
    loud, floor = np.percentile(level, 95), np.percentile(level, 5)
    active = level > max(loud - 38, min(floor + 8, loud - 26))
    return without_short(without_short(active, False, 10), True, 3)


def without_short(active, value, most):
    """Inverts runs of `value` of up to `most` frames between others; breaks at the ends stay."""
    out = active.copy()
    edges = np.flatnonzero(np.diff(np.concatenate([[not active[0]], active, [not active[-1]]]).astype(np.int8)))
    for begin, end in zip(edges[:-1], edges[1:], strict=True):
        inner = value or (begin > 0 and end < len(active))
        if active[begin] == value and end - begin <= (most - 1 if value else most) and inner:
            out[begin:end] = not value
    return out


def rms(sound):
    return float(np.sqrt(np.mean(sound**2) + 1e-14))


def stretch(sound, rate):
    """Plays faster or slower, pitch and tract with it."""
    return np.interp(np.arange(0, len(sound) - 1, rate), np.arange(len(sound)), sound).astype(np.float32)


class Mixer:
    def __init__(self, parts, seed, test=False):
        self.speech, self.noises, self.rooms, self.music, self.crowd, self.songs = parts
        self.rng = np.random.default_rng(seed)
        self.test = test
        self.speaker = ''  # speaker of the last clip in which somebody talks
        self.names = sorted(self.speech)
        weight = np.array([np.sqrt(sum(map(len, self.speech[name]))) for name in self.names])
        self.weight = weight / weight.sum()

    def utterance(self, name, pace):
        """One recording, or some words said one after another; loud speech has RMS 1."""
        rng, parts, heard = self.rng, [], []
        wanted = rng.uniform(0.6, 5) * RATE
        while sum(map(len, parts)) < wanted:
            sound = self.speech[name][int(rng.integers(0, len(self.speech[name])))]
            sound = stretch(sound, pace) if pace != 1 else sound
            active = speech_frames(sound)
            if not active.any():
                continue
            sound = sound[: len(active) * HOP]
            sound = sound / rms(sound.reshape(-1, HOP)[active])
            if not self.test and rng.random() < 0.6:
                sound = self.falling(sound)
            gap = int(rng.uniform(0, 0.3 if rng.random() < 0.7 else 0.8) * 100)
            parts += [sound, np.zeros(gap * HOP, np.float32)]
            heard += [active, np.zeros(gap, bool)]
        return np.concatenate(parts), np.concatenate(heard)

    def talk(self, frames):
        """Speech of one person with breaks -> sound, labels, sound without the room."""
        rng = self.rng
        sound, active = np.zeros(frames * HOP, np.float32), np.zeros(frames, bool)
        name = self.names[int(rng.choice(len(self.names), p=self.weight))]
        self.speaker = name
        pace = 1.0 if self.test else float(rng.choice([1, rng.uniform(0.82, 1.2)]))
        at = int(rng.uniform(0, 250))
        while at < frames:
            piece, label = self.utterance(name, pace)
            count = min(len(label), frames - at)
            sound[at * HOP : (at + count) * HOP] = piece[: count * HOP]
            active[at : at + count] = label[:count]
            at += count + int(rng.uniform(15, 100) if rng.random() < 0.5 else rng.uniform(100, 400))
        if not self.test and rng.random() < 0.4:
            sound = sound * self.sway(len(sound))
        dry = sound
        if rng.random() < (0.25 if self.test else 0.35):
            sound = self.in_room(sound)
        return (sound / rms(sound.reshape(-1, HOP)[active])).astype(np.float32), active, dry

    def falling(self, sound):
        """A sentence whose end is said 3 to 16 dB more softly: with less of the high frequencies, too."""
        rng, total = self.rng, len(sound)
        count = min(total, int(rng.uniform(0.2, 2) * RATE))
        softer = np.zeros(total, np.float32)
        softer[total - count :] = np.minimum(1, np.linspace(0, rng.uniform(1, 3), count))
        slope = rng.uniform(0, 8)  # dB an octave
        dull = filtered(sound, lambda hz: np.maximum(hz / 500, 1) ** (-slope / 6.02))
        return (sound + (dull - sound) * softer) * 10 ** (-rng.uniform(3, 16) * softer / 20)

    def sway(self, total):
        """The gain of somebody who speaks now louder, now more softly, or turns away from the microphone."""
        knots = self.rng.uniform(-12, 3, max(2, total // int(self.rng.uniform(0.6, 3) * RATE)))
        gain = np.interp(np.arange(total), np.linspace(0, total, len(knots)), knots)
        return (10 ** (gain / 20)).astype(np.float32)

    def in_room(self, sound):
        room = self.rooms[int(self.rng.integers(0, len(self.rooms)))]
        size = 1 << (len(sound) + len(room)).bit_length()
        return np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(room, size), size)[: len(sound)]

    def babble(self, total):
        """Several people who talk at once, behind the caller, in a room more often than not."""
        rng = self.rng
        names = sorted(self.crowd)
        out = np.zeros(total, np.float32)
        for _ in range(6 if self.test else int(rng.integers(3, 10))):
            at = -int(rng.uniform(0, 2) * RATE)
            person = self.crowd[names[int(rng.integers(0, len(names)))]]
            loud = 10 ** (rng.uniform(-5, 0) / 20)
            while at < total:
                sound = person[int(rng.integers(0, len(person)))]
                begin, end = max(0, at), min(total, at + len(sound))
                if end > begin:
                    out[begin:end] += sound[begin - at : end - at] / rms(sound) * loud
                at += len(sound) + int(rng.uniform(0.1, 0.6) * RATE)
        if rng.random() < 0.6:
            out = self.in_room(out)
        return (out / rms(out)).astype(np.float32)

    def noise(self, total):
        rng = self.rng
        kind = rng.random()
        if kind < 0.55:
            source = self.noises[int(rng.integers(0, len(self.noises)))]
            start = int(rng.integers(0, len(source)))
            out = np.resize(np.roll(source, -start), total)
            out = stretch(np.resize(out, int(total * 1.3) + 8), rng.uniform(0.8, 1.25))[:total]
        else:
            slope = rng.uniform(-2, 0.5) if kind < 0.85 else -1
            out = filtered(rng.standard_normal(total), lambda hz: (np.maximum(hz, 60) / 1000) ** (slope / 2))
            if kind < 0.7:  # noise that comes and goes
                knots = rng.uniform(-12, 6, max(2, total // int(rng.uniform(800, 8000))))
                out *= 10 ** (np.interp(np.arange(total), np.linspace(0, total, len(knots)), knots) / 20)
            elif kind > 0.93:  # clicks and knocks
                hits = (rng.random(total) < rng.uniform(2, 20) / RATE) * rng.standard_normal(total)
                tail = np.exp(-np.arange(600) / rng.uniform(5, 150)) * rng.standard_normal(600)
                out = out * 0.05 + np.convolve(hits, tail)[:total] * 3
            elif kind > 0.85:  # mains hum
                t = np.arange(total) / RATE
                out = out * 0.3 + sum(np.sin(6.283 * 50 * k * t + k * k) / k for k in rng.integers(1, 12, 4))
        return (out / rms(out)).astype(np.float32)

    def tune(self, total, music):
        start = int(self.rng.integers(0, len(music) - total))
        out = music[start : start + total]
        return (out / rms(out)).astype(np.float32)

    def clip(self, frames, condition=None, decibel=None, talks=None):
        """-> sound at a telephone's level, labels {speech, music, tone} and the clean speech. Parameters that
        are None are drawn."""
        rng, total = self.rng, frames * HOP
        condition = condition or rng.choice(CONDITIONS, p=SHARES)
        talks = rng.random() < 0.68 if talks is None else talks
        sound, speech = np.zeros(total, np.float32), np.zeros(frames, bool)
        dry = sound
        music, tone = np.zeros(frames, bool), np.zeros(frames, bool)
        if talks:
            sound, speech, dry = self.talk(frames)
        if condition == 'noise':
            sound = sound + self.noise(total) * 10 ** (-(rng.uniform(-3, 30) if decibel is None else decibel) / 20)
        elif condition == 'babble':
            sound = sound + self.babble(total) * 10 ** (-(rng.uniform(0, 25) if decibel is None else decibel) / 20)
        elif condition in ('music', 'song'):
            part = self.tune(total, self.music if condition == 'music' else self.songs) * 10 ** (-(rng.uniform(-2, 22) if decibel is None else decibel) / 20)
            begin, end = self.stretch_of(frames)
            part[: begin * HOP] = 0
            part[end * HOP :] = 0
            music[begin:end] = (part.reshape(frames, HOP) ** 2).mean(1)[begin:end] > 1e-3 * np.mean(part**2)
            sound = sound + part
        elif condition == 'tones':
            part = vad_tones.draw(rng, total).astype(np.float32) * 10 ** (rng.uniform(-14, 10) / 20)
            if talks:  # the call is answered; or an announcement begins with a beep
                begin, end = self.stretch_of(frames)
                keep = np.zeros(frames, bool)
                keep[begin:end] = True
                if rng.random() < 0.7:
                    sound = sound * np.repeat(~keep, HOP)
                    dry = dry * np.repeat(~keep, HOP)
                    speech = speech & ~keep
                part *= np.repeat(keep, HOP)
            tone = (part.reshape(frames, HOP) ** 2).mean(1) > 1e-3
            sound = sound + part
        if not (talks or self.test) and rng.random() < 0.6:
            # A background without a caller is as loud as a caller, or its level would tell them apart.
            sound = sound / rms(sound) * 10 ** (-rng.uniform(0, 10) / 20)
        if condition not in ('noise', 'babble') and rng.random() < 0.8:
            sound = sound + self.noise(total) * 10 ** (-rng.uniform(22, 55) / 20)
        return self.line(sound), {'speech': speech, 'music': music, 'tone': tone, 'dry': dry}

    def stretch_of(self, frames):
        if self.rng.random() < 0.5:
            return 0, frames
        begin, end = np.sort(self.rng.integers(0, frames, 2))
        return int(begin), int(max(end, min(frames, begin + 50)))

    def line(self, sound):
        """Microphone and line, level, clipping, comfort noise, coding (the packets of ./vad_mix.coded come later)."""
        rng = self.rng
        low, high = rng.uniform(50, 330), rng.uniform(3300, 3900)
        tilt = rng.uniform(-4, 4)
        if rng.random() < 0.75:
            sound = filtered(sound, lambda hz: 10 ** (tilt * (hz - 1500) / 2500 / 20)
                             / (1 + (low / np.maximum(hz, 1)) ** 6) / (1 + (hz / high) ** 24))  # fmt: skip
        # Tests keep the levels that earlier figures were measured with.
        level = rng.normal(-20, 8) if rng.random() < (0.8 if self.test else 0.6) else rng.uniform(-45, -5)
        sound = sound * FULL * 10 ** (np.clip(level, -45, -5) / 20) / 1.0
        if rng.random() < 0.05:
            sound = np.clip(sound * rng.uniform(2, 8), -1, 1) * rng.uniform(0.3, 1)
        if rng.random() < 0.6:
            sound = sound + rng.standard_normal(len(sound)) * FULL * 10 ** (rng.uniform(-75, -50) / 20)
        sound = np.clip(np.round(sound * 32768), -32768, 32767)
        kind = rng.random()
        if kind < 0.65:
            sound = companded(sound, 87.6 if kind < 0.5 else 255)
        if rng.random() < 0.12:
            sound = self.lost(sound)
        return sound.astype(np.int16)

    def lost(self, sound):
        """3 % of the 20 ms packets are silence, or the packet before."""
        packets = sound.reshape(-1, 2 * HOP).copy()
        again = self.rng.random() < 0.5
        for at in np.flatnonzero(self.rng.random(len(packets)) < 0.03):
            packets[at] = packets[at - 1] if again and at > 0 else 0
        return packets.reshape(-1)


def companded(samples, law):
    """The 8-bit steps of A-law (87.6) or mu-law (255), by their formulas."""
    x = samples / 32768
    size = np.abs(x)
    if law == 255:
        code = np.round(np.log1p(255 * size) / np.log(256) * 127) / 127
        size = (256**code - 1) / 255
    else:
        scale = 1 + np.log(87.6)
        code = np.where(size < 1 / 87.6, 87.6 * size, 1 + np.log(np.maximum(size, 1e-9) * 87.6)) / scale
        code = (np.floor(code * 128) + 0.5) / 128
        size = np.where(code < 1 / scale, code * scale / 87.6, np.exp(code * scale - 1) / 87.6)
    return np.sign(x) * size * 32768


def coded(sound, codec):
    """Through ffmpeg's libspeex, libopus or gsm and back, with the delay removed in whole frames of 10 ms."""
    options = {'speex': ['-c:a', 'libspeex', '-cbr_quality', '6', '-f', 'ogg'], 'gsm': ['-c:a', 'libgsm', '-f', 'gsm'],
               'opus': ['-c:a', 'libopus', '-b:a', '10k', '-application', 'voip', '-f', 'ogg']}[codec]  # fmt: skip
    raw = ['-f', 's16le', '-ar', str(RATE), '-ac', '1']
    with tempfile.NamedTemporaryFile(suffix='.' + codec) as file:
        subprocess.run(['ffmpeg', '-v', 'error', '-y', *raw, '-i', '-', *options, file.name], input=sound.tobytes(),
                       check=True)  # fmt: skip
        done = subprocess.run(['ffmpeg', '-v', 'error', '-i', file.name, *raw, '-'], stdout=subprocess.PIPE, check=True)
    back = np.frombuffer(done.stdout, '<i2').astype(np.float32)
    span = min(len(sound), len(back), 60 * RATE)
    size = 1 << (2 * span).bit_length()
    match = np.fft.irfft(np.conj(np.fft.rfft(sound[:span].astype(np.float32), size)) * np.fft.rfft(back[:span], size))
    delay = int(np.argmax(np.concatenate([match[:800], match[-800:]])))
    delay = delay if delay < 800 else delay - 1600
    back = np.roll(np.resize(back, max(len(back), len(sound))), -delay)[: len(sound)]
    return np.resize(back, len(sound)).astype(np.int16)
