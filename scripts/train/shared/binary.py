"""Little-endian arrays, each beginning at a multiple of 8 bytes: the layout of docs/model-formats.md."""

import struct

import numpy as np


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def vocabulary_hash(words):
    return fnv1a('\n'.join(words).encode())


def join(header, arrays):
    """The header, then the arrays; positions count from the header's end."""
    body = bytearray()
    for array in arrays:
        body += b'\0' * (-len(body) % 8)
        body += array if isinstance(array, bytes) else np.ascontiguousarray(array).tobytes()
    return bytes(header + body)


def texts(strings):
    """-> (ends with a leading 0, bytes)."""
    data = [item.encode() for item in strings]
    return np.cumsum([0] + [len(item) for item in data]).astype('<u4'), b''.join(data)


def lexicon(units, words, children, entries, node_units, look_aheads, entry_words, entry_costs):
    unit_ends, unit_text = texts(units)
    word_ends, word_text = texts(words)
    counts = (len(words), len(node_units), len(entry_words), len(unit_text), len(word_text), 0)
    header = struct.pack('<4sHHQ6I', b'TGLX', 1, len(units), vocabulary_hash(words), *counts)
    arrays = [unit_ends, unit_text, word_ends, word_text, np.array(children, '<u4'), np.array(entries, '<u4'),
              np.array(node_units, '<u2'), np.array(look_aheads, 'u1'), np.array(entry_words, '<u2'),
              np.array(entry_costs, 'u1')]  # fmt: skip
    return join(header, arrays)


def codes(values, exact=None):
    """256 levels of equal share, their means -> (table, code of every value). `exact` is a level of its own."""
    values = np.asarray(values, np.float64)
    table = np.zeros(256)
    code = np.zeros(len(values), np.uint8)
    plain = np.ones(len(values), bool) if exact is None else values != exact
    first = 0 if exact is None else 1
    if exact is not None:
        table[0] = exact
    order = np.argsort(values[plain], kind='stable')
    places = np.flatnonzero(plain)[order]
    for level, part in enumerate(np.array_split(places, 256 - first), first):
        if len(part):
            table[level] = values[part].mean()
            code[part] = level
    return table.astype('<f4'), code


def ngram(model, words):
    """`model`: ngrams.Model after prune()."""
    order = model.order
    counts = [len(model.keys[k]) if k <= order else 0 for k in range(1, 5)]
    header = struct.pack('<4sHBBQ4I', b'TGLM', 1, order, 0, vocabulary_hash(words), *counts)
    arrays = []
    for k in range(1, order + 1):
        scores, score_codes = codes(np.minimum(np.maximum(model.logp[k], -100), 0))
        arrays.append(scores)
        if k < order:
            weights, weight_codes = codes(model.logb[k], exact=0.0)
            arrays.append(weights)
        if k > 1:
            arrays.append((model.keys[k] & np.uint64(0xFFFF)).astype('<u2'))
        arrays.append(score_codes)
        if k < order:
            arrays.append(weight_codes)
            heads = model.keys[k + 1] >> np.uint64(16)
            begins = np.searchsorted(heads, model.keys[k], side='left')
            arrays.append(np.append(begins, len(heads)).astype('<u4'))
    return join(header, arrays)
