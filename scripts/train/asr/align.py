"""The time of each syllable: Viterbi alignment of labels with the teacher's posteriors by syllable."""

import numpy as np

FLOOR = 1e-4  # least probability of a syllable, even if the teacher does not hear it at all
UNKNOWN = 0.3  # share of all syllables' probability for a syllable without a character in the teacher's set


def path(posteriors, ids):
    """posteriors [T, classes] (0 is blank), ids of the syllables (-1: unknown to the teacher) -> index of the syllable
    said in each frame, -1 in blanks; None where there are fewer frames than syllables."""
    emitted = np.concatenate([posteriors, UNKNOWN * posteriors[:, 1:].sum(1, keepdims=True)], 1)
    log_probs = 0.7 * np.log(emitted + FLOOR)
    states = np.zeros(2 * len(ids) + 1, np.int64)
    states[1::2] = ids
    skip = np.zeros(len(states), bool)
    skip[3::2] = states[3::2] != states[1:-2:2]
    score = np.full(len(states), -1e9)
    score[:2] = log_probs[0, states[:2]]
    back = np.zeros((len(log_probs), len(states)), np.int8)
    for t in range(1, len(log_probs)):
        one = np.concatenate([[-1e9], score[:-1]])
        two = np.where(skip, np.concatenate([[-1e9, -1e9], score[:-2]]), -1e9)
        choices = np.stack([score, one, two])
        back[t] = choices.argmax(0)
        score = choices.max(0) + log_probs[t, states]
    at = len(states) - 1 if score[-1] > score[-2] else len(states) - 2
    if score[at] < -1e8:
        return None
    found = np.empty(len(log_probs), np.int64)
    for t in range(len(log_probs) - 1, -1, -1):
        found[t] = at
        at -= back[t, at]
    return np.where(found % 2, found // 2, -1)


def late(posteriors, said):
    """Distance in 10 ms frames from its frame to the middle of each spike; posteriors [3, T, classes] are the teacher's
    when it starts 10 ms earlier, in time and 10 ms later. A spike is a run of one value of `said`, which is -1 between
    spikes."""
    out, (_, frames, classes) = np.zeros(len(said)), posteriors.shape
    every = posteriors.transpose(1, 0, 2).reshape(-1, classes)  # row 3 i + k is of frame 3 i + k - 1
    edges = np.flatnonzero(np.diff(said, prepend=-1, append=-1))
    for first, end in zip(edges, edges[1:], strict=False):
        if said[first] >= 0:
            begin, stop = max(0, 3 * first - 4), min(3 * frames, 3 * end + 4)
            weight = every[begin:stop, 1 + posteriors[1, first:end, 1:].max(0).argmax()]
            if weight.sum() > 0.5:
                middle = (np.arange(begin, stop) - 1) @ weight / weight.sum()
                out[first:end] = middle - 3 * (first + end - 1) / 2
    return out


def spikes(said, count):
    """First frame of each syllable of a path."""
    return [int(np.flatnonzero(said == index)[0]) for index in range(count)]


def bounds(said, count):
    """Frames between the syllables of a path, in the middle of the blanks: `count` - 1 of them."""
    ends = [np.flatnonzero(said == index)[[0, -1]] for index in range(count)]
    return [int(last + 1 + (following - last - 1) // 2) for (_, last), (following, _) in zip(ends, ends[1:], strict=False)]


def cuts(log_spectrum, spikes):
    """10 ms frames of the cuts between syllables (a quiet one near the start of the later syllable), so that data.py
    can join pieces of sentences into new sentences. The teacher's spike comes about 210 ms after the onset of its
    syllable (measured on single words)."""
    energy = np.log(np.exp(log_spectrum[:, 4:200]).sum(1) + 1)
    energy = np.convolve(energy, [0.25, 0.5, 0.25], 'same')
    out, before = [], 3
    for spike in spikes[1:]:
        low = max(before, 3 * spike - 30)
        high = max(low + 1, min(3 * spike - 12, len(energy) - 3))
        away = np.abs(np.arange(low, high) - (3 * spike - 21)) / 9
        out.append(low + int(np.argmin(energy[low:high] + 1.2 * away)))
        before = out[-1] + 6
    return out
