"""Interpolated modified Kneser-Ney n-grams over numbered words, counted and pruned with numpy.

Source: S. F. Chen and J. Goodman, An empirical study of smoothing techniques, 1998, section 3. An n-gram is one
64-bit number with 16 bits a word, so words are numbered below 65,536 and the order is at most 4.
"""

import numpy as np

BITS = 16


def windows(stream, order):
    """Every run of `order` words of the stream as one number."""
    stream = stream.astype(np.uint64)
    out = np.zeros(len(stream) - order + 1, np.uint64)
    for at in range(order):
        out = (out << np.uint64(BITS)) | stream[at : at + len(out)]
    return out


def head(keys):
    return keys >> np.uint64(BITS)


def tail(keys, order):
    return keys & np.uint64((1 << BITS * (order - 1)) - 1)


def find(keys, wanted):
    """Position of each wanted key in sorted keys, and whether it is there."""
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return at, keys[at] == wanted


class Model:
    """keys[k], log probability logp[k] and log back-off weight logb[k] for k = 1 .. order; natural logarithms."""

    def __init__(self, stream, order, words, begin, end, weight=None, prior=None):
        """stream: sentences of word numbers, each between `begin` and `end`; `weight` floors every word's count.

        prior: (shares of all words, their part): mixed into the unigrams, on which all longer runs rest.
        """
        self.order, self.words, self.begin = order, words, begin
        keys, counts = {}, {}
        for k in range(order, 0, -1):
            grams = windows(stream, k)
            # a sentence ends with `end`: no n-gram may reach into the next sentence
            crosses = np.zeros(len(grams), bool)
            for back in range(1, k):
                crosses |= ((grams >> np.uint64(BITS * back)) & np.uint64(0xFFFF)) == end
            raw_keys, raw_counts = np.unique(grams[~crosses], return_counts=True)
            if k == order:
                keys[k], counts[k] = raw_keys, raw_counts
            else:
                # continuation counts, except for n-grams that nothing can precede
                suffix, many = np.unique(tail(keys[k + 1], k + 1), return_counts=True)
                count = raw_counts.copy()
                starts = (raw_keys >> np.uint64(BITS * (k - 1))) == begin
                at, there = find(suffix, raw_keys)
                count = np.where(there & ~starts, many[at], count)
                keys[k], counts[k] = raw_keys, count
        self.keys, self.counts = keys, counts
        self._estimate(weight, prior)

    @classmethod
    def mixture(cls, base, other, share):
        """`base` with `share` of its probability taken from `other`, over the n-grams that `base` has.

        Both must have been pruned (without thresholds to keep everything); their words must be the same.
        """
        made = cls.__new__(cls)
        made.order, made.words, made.begin = base.order, base.words, base.begin
        made.keys, made.counts = dict(base.keys), dict(base.counts)
        made.p = {}
        for k in base.keys:
            made.p[k] = (1 - share) * np.exp(base.logp[k]) + share * np.exp(other.log_probability(base.keys[k], k))
        return made

    def log_probability(self, keys, k):
        """Log probability of the last word of each run of k words after the others; runs may be unknown and longer than
        the order."""
        if k > self.order:
            return self.log_probability(tail(keys, k), k - 1)
        at, there = find(self.keys[k], keys)
        out = np.where(there, self.logp[k][at], 0.0)
        if k > 1 and not there.all():
            missing = ~there
            history, known = find(self.keys[k - 1], head(keys[missing]))
            weight = np.where(known, self.logb[k - 1][history], 0.0)
            out[missing] = weight + self.log_probability(tail(keys[missing], k), k - 1)
        return out

    def _estimate(self, floor, prior):
        unigram = np.full(self.words, 0.0)
        unigram[self.keys[1].astype(np.int64)] = self.counts[1]
        unigram[self.begin] = 0
        if floor is not None:
            unigram = np.maximum(unigram, floor)
            unigram[self.begin] = 0
        discounted = unigram - np.where(unigram >= 1, 0.5, 0.0)
        left = (unigram.sum() - discounted.sum()) / unigram.sum()
        probability = discounted / unigram.sum() + left / (self.words - 1)
        if prior is not None:
            shares, part = prior
            probability = (1 - part) * probability + part * shares
        probability[self.begin] = 1e-30
        self.keys[1] = np.arange(self.words, dtype=np.uint64)
        self.p = {1: probability}
        for k in range(2, self.order + 1):
            self.p[k] = self._level(k)

    def _level(self, k):
        keys, counts = self.keys[k], self.counts[k]
        n = [np.count_nonzero(counts == c) for c in range(1, 5)]
        y = n[0] / max(1, n[0] + 2 * n[1])
        d = [0.0] + [min(c, max(0.05, c - (c + 1) * y * n[c] / max(1, n[c - 1]))) for c in (1, 2, 3)]
        history, first = np.unique(head(keys), return_index=True)
        total = np.add.reduceat(counts.astype(np.float64), first)
        discount = np.array(d)[np.minimum(counts, 3)]
        left = np.add.reduceat(discount, first) / total
        of = np.searchsorted(history, head(keys))
        at, there = find(self.keys[k - 1], tail(keys, k))
        assert there.all()
        return (counts - discount) / total[of] + left[of] * self.p[k - 1][at]

    def prune(self, thresholds):
        """Drops n-grams of order k >= 2 whose weighted gain over the back-off is under thresholds[k] (nats)."""
        needed = None
        for k in range(self.order, 1, -1):
            at, _ = find(self.keys[k - 1], tail(self.keys[k], k))
            gain = self.counts[k] * (np.log(self.p[k]) - np.log(self.p[k - 1][at]))
            keep = gain > thresholds.get(k, -np.inf)
            if needed is not None:
                for wanted in needed:
                    keep[find(self.keys[k], wanted)[0]] = True
            self.keys[k], self.p[k], self.counts[k] = self.keys[k][keep], self.p[k][keep], self.counts[k][keep]
            # a longer n-gram needs its head (the path to it) and its tail (where the search goes on)
            needed = [head(self.keys[k]), tail(self.keys[k], k)]
        self._back_off()

    def _back_off(self):
        self.logp = {k: np.log(self.p[k]) for k in self.p}
        self.logb = {k: np.zeros(len(self.keys[k])) for k in range(1, self.order)}
        for k in range(2, self.order + 1):
            history, first = np.unique(head(self.keys[k]), return_index=True)
            at, _ = find(self.keys[k - 1], tail(self.keys[k], k))
            kept = np.add.reduceat(self.p[k], first)
            below = np.add.reduceat(self._lower(tail(self.keys[k], k), k - 1), first)
            weight = np.log(np.maximum(1 - kept, 1e-6)) - np.log(np.maximum(1 - below, 1e-6))
            self.logb[k - 1][find(self.keys[k - 1], history)[0]] = weight

    def _lower(self, keys, k):
        return np.exp(self.logp[k][find(self.keys[k], keys)[0]])

    def score(self, stream):
        """Log probability of every word of the stream but the begins, given the words before it in its sentence."""
        out = np.zeros(len(stream))
        begins = np.flatnonzero(stream == self.begin)
        start_of = np.zeros(len(stream), np.int64)
        start_of[begins] = begins
        start_of = np.maximum.accumulate(start_of)
        done = np.zeros(len(stream), bool)
        done[begins] = True
        for k in range(self.order, 0, -1):
            grams = windows(stream, k)
            position = np.arange(k - 1, len(stream))
            inside = position - (k - 1) >= start_of[position]
            at, there = find(self.keys[k], grams)
            hit = inside & there & ~done[position]
            out[position[hit]] += self.logp[k][at[hit]]
            done[position[hit]] = True
            if k > 1:  # the others back off from their history of k - 1 words
                history, known = find(self.keys[k - 1], head(grams))
                miss = inside & ~done[position] & known
                out[position[miss]] += self.logb[k - 1][history[miss]]
        return out[stream != self.begin]
