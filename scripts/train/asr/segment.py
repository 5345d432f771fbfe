"""Words of a text: the most probable split into known words, their probabilities found by repeating it."""

import collections
import math

LONGEST = 5


def split(text, cost, unknown):
    """`cost`: word -> -log probability; a character that is no word costs `unknown`."""
    best, back = [0.0], [0]
    for end in range(1, len(text) + 1):
        least, start = best[end - 1] + cost.get(text[end - 1], unknown), end - 1
        for begin in range(max(0, end - LONGEST), end - 1):
            word = cost.get(text[begin:end])
            if word is not None and best[begin] + word < least:
                least, start = best[begin] + word, begin
        best.append(least)
        back.append(start)
    words, end = [], len(text)
    while end > 0:
        words.append(text[back[end] : end])
        end = back[end]
    return words[::-1]


def learn(texts, candidates, rounds=4, least_count=4):
    """-> word costs. A candidate that a split uses fewer than `least_count` times is no word; characters always are."""
    counts = collections.Counter()
    for text in texts:
        for length in range(2, LONGEST + 1):
            for at in range(len(text) - length + 1):
                if text[at : at + length] in candidates:
                    counts[text[at : at + length]] += 1
        counts.update(text)
    for _ in range(rounds):
        counts = {word: count for word, count in counts.items() if len(word) == 1 or count >= least_count}
        total = sum(counts.values())
        cost = {word: -math.log(count / total) for word, count in counts.items()}
        counts = collections.Counter(word for text in texts for word in split(text, cost, 20.0))
    counts = {word: count for word, count in counts.items() if len(word) == 1 or count >= least_count}
    total = sum(counts.values())
    return {word: -math.log(count / total) for word, count in counts.items()}
