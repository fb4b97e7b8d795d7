"""Which pages have which traits, as rows of zeros and ones: a row is the *extension* of a trait or a hypothesis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]  # zeros and ones
Vector = NDArray[np.float64]
Bits = NDArray[np.uint16]

_ONES = np.unpackbits(np.arange(1 << 16, dtype=np.uint16).view(np.uint8)).reshape(-1, 16).sum(axis=1, dtype=np.uint8)


def packed(extension: Matrix) -> Bits:
    """Zeros and ones as bits, in words of 16."""
    bits = np.packbits(extension.astype(bool), axis=-1)  # filled up to whole bytes
    if bits.shape[-1] % 2:
        bits = np.concatenate([bits, np.zeros((*bits.shape[:-1], 1), np.uint8)], axis=-1)
    return bits.view(np.uint16)


def overlap(bits: Bits, row: Matrix) -> Matrix:
    """How many ones each line has in common with a row."""
    shared: Matrix = _ONES[bits & packed(row)].sum(axis=1, dtype=np.float32)
    return shared


def distinct(every: Matrix, given: slice, views: NDArray[np.int64]) -> list[int]:
    """One trait of each view and extension: equal traits are one hypothesis. Those that no sample has are none."""
    found: dict[tuple[int, bytes], int] = {}
    bits = np.packbits(every.astype(bool), axis=1)
    for column in np.flatnonzero(every[:, given].any(axis=1)):
        found.setdefault((int(views[column]), bits[column].tobytes()), int(column))
    return sorted(found.values())


def correlation(a: Matrix, b: Matrix) -> Vector:
    """Of each row of one with each of the other (Matthews 1975)."""
    pages = a.shape[1]
    in_a, in_b = a.sum(axis=1)[:, None], b.sum(axis=1)[None]
    # The ones keep three pages from proving anything.
    spread = np.sqrt((in_a + 1) * (pages - in_a + 1)) * np.sqrt((in_b + 1) * (pages - in_b + 1))
    return np.asarray((pages * (a @ b.T) - in_a * in_b) / spread, dtype=np.float64)
